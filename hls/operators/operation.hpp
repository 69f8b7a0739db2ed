// SPDX-License-Identifier: Apache-2.0
// The operations of a combining node on two payloads: a function on lanes of one type.
//
//     operators::number(Function::kSum, Type::kFloat32);   // 0x80, for the register kOperation
//     operators::lane_width(Type::kFloat32);               // 32: two lanes in a payload of 64 bits
//     operators::name(Type::kFloat32);                     // "float32"
//     operators::type_named("float32");                    // Type::kFloat32, or nothing
//
// A number has 8 bits: the function in the 4 low ones, the type above. A number is known if its
// function and its type exist. A node's operator set lists the operations that the node has
// (Set::has).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace operators {

enum class Function : std::uint32_t { kSum = 0, kMinimum = 1, kMaximum = 2, kAnd = 3, kOr = 4, kXor = 5, kProduct = 6 };
constexpr std::uint32_t kFunctions = 7;

enum class Type : std::uint32_t {
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
constexpr std::uint32_t kTypes = 12;

// Bits of an operation's number.
constexpr unsigned kOperationWidth = 8;

constexpr std::uint32_t number(Function function, Type type) {
  return static_cast<std::uint32_t>(function) | static_cast<std::uint32_t>(type) << 4;
}
constexpr Function function_of(std::uint32_t operation) {
  return static_cast<Function>(operation & 15);
}
constexpr Type type_of(std::uint32_t operation) {
  return static_cast<Type>(operation >> 4 & 15);
}
// The number has a known function and a known type.
constexpr bool is_known(std::uint32_t operation) {
  return (operation & 15) < kFunctions && operation >> 4 < kTypes;
}

constexpr bool is_float(Type type) {
  return type >= Type::kFloat32;
}
// The type is a signed integer; floats do not count.
constexpr bool is_signed(Type type) {
  return type >= Type::kInt8 && type <= Type::kInt64;
}

// Bits of a lane; the type must be known.
constexpr unsigned lane_width(Type type) {
  if (type == Type::kFloat32) return 32;
  if (type == Type::kFloat64) return 64;
  if (is_float(type)) return 16;
  return 8u << (static_cast<std::uint32_t>(type) & 3u);
}
// True if lanes of the type fill a payload.
constexpr bool lanes_fit(Type type, unsigned payload_width) {
  return payload_width != 0 && payload_width % lane_width(type) == 0;
}

inline constexpr std::string_view kFunctionNames[kFunctions] = {"sum", "min", "max", "and", "or", "xor", "product"};
inline constexpr std::string_view kTypeNames[kTypes] = {"uint8", "uint16", "uint32",  "uint64",   "int8",    "int16",
                                                        "int32", "int64",  "float32", "bfloat16", "float16", "float64"};

// The number must be known.
constexpr std::string_view name(Function function) {
  return kFunctionNames[static_cast<std::uint32_t>(function)];
}
constexpr std::string_view name(Type type) {
  return kTypeNames[static_cast<std::uint32_t>(type)];
}

constexpr std::optional<Function> function_named(std::string_view text) {
  for (std::uint32_t i = 0; i < kFunctions; ++i) {
    if (kFunctionNames[i] == text) return static_cast<Function>(i);
  }
  return std::nullopt;
}
constexpr std::optional<Type> type_named(std::string_view text) {
  for (std::uint32_t i = 0; i < kTypes; ++i) {
    if (kTypeNames[i] == text) return static_cast<Type>(i);
  }
  return std::nullopt;
}

}  // namespace operators
