#include "hls/stepc/expression/op_name.hpp"

namespace stepc {

const char* op_name(Op op) {
  switch (op) {
    case Op::kConstant:
      return "constant";
    case Op::kFailed:
      return "failed";
    case Op::kSymbol:
      return "symbol";
    case Op::kMemoryWord:
      return "word";
    case Op::kConcat:
      return "concat";
    case Op::kExtract:
      return "extract";
    case Op::kSignExtend:
      return "sign_extend";
    case Op::kNot:
      return "not";
    case Op::kAnd:
      return "and";
    case Op::kOr:
      return "or";
    case Op::kXor:
      return "xor";
    case Op::kAdd:
      return "add";
    case Op::kSubtract:
      return "subtract";
    case Op::kMultiply:
      return "multiply";
    case Op::kDivide:
      return "divide";
    case Op::kRemainder:
      return "remainder";
    case Op::kSignedDivide:
      return "signed_divide";
    case Op::kSignedRemainder:
      return "signed_remainder";
    case Op::kShiftLeft:
      return "shift_left";
    case Op::kShiftRight:
      return "shift_right";
    case Op::kSignedShiftRight:
      return "signed_shift_right";
    case Op::kEqual:
      return "equal";
    case Op::kLess:
      return "less";
    case Op::kSignedLess:
      return "signed_less";
    case Op::kMux:
      return "mux";
    case Op::kIndex:
      return "index";
  }
  return "?";
}

}  // namespace stepc
