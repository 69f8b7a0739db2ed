// SPDX-License-Identifier: Apache-2.0
// The judge's own words for a reduction: a function of two words, lane by lane
// (reference_operator.hpp computes it).
#pragma once

namespace testbench {

enum class Function { kSum, kMin, kMax, kAnd, kOr, kXor, kProduct };
inline constexpr Function kFunctions[] = {Function::kSum, Function::kMin, Function::kMax,    Function::kAnd,
                                          Function::kOr,  Function::kXor, Function::kProduct};

// The type of a lane; lanes fill the word of 64 bits from the lowest bit on.
enum class LaneType {
  kUint8,
  kUint16,
  kUint32,
  kUint64,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kFloat32,
  kBfloat16,
  kFloat16,
  kFloat64
};
inline constexpr LaneType kLaneTypes[] = {LaneType::kUint8,    LaneType::kUint16,  LaneType::kUint32,
                                          LaneType::kUint64,   LaneType::kInt8,    LaneType::kInt16,
                                          LaneType::kInt32,    LaneType::kInt64,   LaneType::kFloat32,
                                          LaneType::kBfloat16, LaneType::kFloat16, LaneType::kFloat64};

struct Reduction {
  Function function = Function::kSum;
  LaneType type = LaneType::kUint64;

  friend bool operator==(const Reduction&, const Reduction&) = default;
};

constexpr const char* name_of(Function function) {
  switch (function) {
    case Function::kSum:
      return "sum";
    case Function::kMin:
      return "min";
    case Function::kMax:
      return "max";
    case Function::kAnd:
      return "and";
    case Function::kOr:
      return "or";
    case Function::kXor:
      return "xor";
    case Function::kProduct:
      return "product";
  }
  return "";
}

constexpr const char* name_of(LaneType type) {
  switch (type) {
    case LaneType::kUint8:
      return "uint8";
    case LaneType::kUint16:
      return "uint16";
    case LaneType::kUint32:
      return "uint32";
    case LaneType::kUint64:
      return "uint64";
    case LaneType::kInt8:
      return "int8";
    case LaneType::kInt16:
      return "int16";
    case LaneType::kInt32:
      return "int32";
    case LaneType::kInt64:
      return "int64";
    case LaneType::kFloat32:
      return "float32";
    case LaneType::kBfloat16:
      return "bfloat16";
    case LaneType::kFloat16:
      return "float16";
    case LaneType::kFloat64:
      return "float64";
  }
  return "";
}

constexpr unsigned bits_of(LaneType type) {
  switch (type) {
    case LaneType::kUint8:
    case LaneType::kInt8:
      return 8;
    case LaneType::kUint16:
    case LaneType::kInt16:
    case LaneType::kBfloat16:
    case LaneType::kFloat16:
      return 16;
    case LaneType::kUint32:
    case LaneType::kInt32:
    case LaneType::kFloat32:
      return 32;
    case LaneType::kUint64:
    case LaneType::kInt64:
    case LaneType::kFloat64:
      return 64;
  }
  return 64;
}

constexpr bool is_float(LaneType type) {
  return type >= LaneType::kFloat32;
}
constexpr bool is_signed(LaneType type) {
  return type == LaneType::kInt8 || type == LaneType::kInt16 || type == LaneType::kInt32 || type == LaneType::kInt64;
}
constexpr bool is_bitwise(Function function) {
  return function == Function::kAnd || function == Function::kOr || function == Function::kXor;
}

}  // namespace testbench
