// LLVM's intrinsic functions.
#include <llvm/IR/IntrinsicInst.h>

#include "hls/compiler/walk/walker.hpp"

namespace stepc {
namespace {

namespace Intrinsic = llvm::Intrinsic;

bool has_no_effect(unsigned intrinsic) {
  switch (intrinsic) {
    case Intrinsic::assume:
    case Intrinsic::donothing:
    case Intrinsic::dbg_assign:
    case Intrinsic::dbg_declare:
    case Intrinsic::dbg_label:
    case Intrinsic::dbg_value:
    case Intrinsic::experimental_noalias_scope_decl:
    case Intrinsic::invariant_end:
    case Intrinsic::lifetime_end:
    case Intrinsic::lifetime_start:
    case Intrinsic::sideeffect:
      return true;
    default:
      return false;
  }
}

// `x rotated`: the amount modulo the width.
Expr funnel_shift(Builder& build, bool left, Expr high, Expr low, Expr amount) {
  const unsigned width = high->width;
  const Expr number_of_bits = build.constant(width, width);
  const Expr by = llvm::isPowerOf2_32(width) && width > 1 ? build.bit_and(amount, build.constant(width, width - 1))
                                                          : build.remainder(amount, number_of_bits);
  const Expr rest = build.subtract(number_of_bits, by);
  // A rest of the whole width shifts everything out. In widths too narrow to hold their own number (below 3 bits) the
  // number of bits must not wrap.
  const Expr safe_rest =
      width > 2 ? rest
                : build.mux(build.equal(by, build.constant(width, 0)), build.constant(3, width), build.constant(3, 1));
  return left ? build.bit_or(build.shift_left(high, by), build.shift_right(low, safe_rest))
              : build.bit_or(build.shift_right(low, by), build.shift_left(high, safe_rest));
}

}  // namespace

bool Walker::call_intrinsic(llvm::CallInst& call) {
  const unsigned intrinsic = call.getIntrinsicID();
  if (intrinsic == Intrinsic::not_intrinsic) return false;
  if (has_no_effect(intrinsic) || memory_intrinsic(call) || overflow_intrinsic(call)) return true;
  if (!call.getType()->isIntegerTy()) return false;
  const Expr result = arithmetic_intrinsic(call);
  if (result) set(call, result);
  return result != nullptr;
}

Expr Walker::saturating(unsigned intrinsic, Expr a, Expr b) {
  const unsigned width = a->width;
  if (intrinsic == Intrinsic::uadd_sat) {
    const Expr sum = build_.add(build_.zero_extend(a, width + 1), build_.zero_extend(b, width + 1));
    return build_.mux(build_.extract(sum, width, 1), build_.constant(llvm::APInt::getAllOnes(width)),
                      build_.truncate(sum, width));
  }
  if (intrinsic == Intrinsic::usub_sat) {
    return build_.mux(build_.less(a, b), build_.constant(width, 0), build_.subtract(a, b));
  }
  const Expr wide_a = build_.sign_extend(a, width + 1);
  const Expr wide_b = build_.sign_extend(b, width + 1);
  const Expr exact = intrinsic == Intrinsic::sadd_sat ? build_.add(wide_a, wide_b) : build_.subtract(wide_a, wide_b);
  const Expr sign = build_.extract(exact, width, 1);
  const Expr limit = build_.mux(sign, build_.constant(llvm::APInt::getSignedMinValue(width)),
                                build_.constant(llvm::APInt::getSignedMaxValue(width)));
  const Expr fits = build_.equal(sign, build_.extract(exact, width - 1, 1));
  return build_.mux(fits, build_.truncate(exact, width), limit);
}

Expr Walker::arithmetic_intrinsic(const llvm::CallInst& call) {
  const unsigned intrinsic = call.getIntrinsicID();
  if (!call.getArgOperand(0)->getType()->isIntegerTy()) return nullptr;
  const Expr a = number_of(call.getArgOperand(0));
  const auto b = [&] { return number_of(call.getArgOperand(1)); };
  switch (intrinsic) {
    case Intrinsic::abs:
      return build_.mux(build_.extract(a, a->width - 1, 1), build_.subtract(build_.constant(a->width, 0), a), a);
    case Intrinsic::bitreverse:
      return build_.reverse_bits(a);
    case Intrinsic::bswap: {
      std::vector<Expr> bytes;
      for (unsigned low = a->width; low > 0; low -= 8) bytes.push_back(build_.extract(a, low - 8, 8));
      return build_.concat(bytes);
    }
    case Intrinsic::ctlz:
      return build_.count_leading_zeros(a);
    case Intrinsic::cttz:
      return build_.count_trailing_zeros(a);
    case Intrinsic::ctpop:
      return build_.count_ones(a);
    case Intrinsic::expect:
      return a;
    case Intrinsic::fshl:
    case Intrinsic::fshr:
      return funnel_shift(build_, intrinsic == Intrinsic::fshl, a, b(), number_of(call.getArgOperand(2)));
    case Intrinsic::smax:
      return build_.mux(build_.signed_less(a, b()), b(), a);
    case Intrinsic::smin:
      return build_.mux(build_.signed_less(b(), a), b(), a);
    case Intrinsic::umax:
      return build_.mux(build_.less(a, b()), b(), a);
    case Intrinsic::umin:
      return build_.mux(build_.less(b(), a), b(), a);
    case Intrinsic::ucmp:
    case Intrinsic::scmp: {
      const bool is_signed = intrinsic == Intrinsic::scmp;
      const Expr below = is_signed ? build_.signed_less(a, b()) : build_.less(a, b());
      const Expr above = is_signed ? build_.signed_less(b(), a) : build_.less(b(), a);
      const unsigned width = call.getType()->getIntegerBitWidth();
      return build_.mux(below, build_.constant(llvm::APInt::getAllOnes(width)), build_.zero_extend(above, width));
    }
    case Intrinsic::uadd_sat:
    case Intrinsic::usub_sat:
    case Intrinsic::sadd_sat:
    case Intrinsic::ssub_sat:
      return saturating(intrinsic, a, b());
    default:
      return nullptr;
  }
}

// {result, overflow}
bool Walker::overflow_intrinsic(llvm::CallInst& call) {
  const auto* operation = llvm::dyn_cast<llvm::WithOverflowInst>(&call);
  if (!operation) return false;
  const Expr a = number_of(operation->getLHS());
  const Expr b = number_of(operation->getRHS());
  const unsigned width = a->width;
  const llvm::Instruction::BinaryOps op = operation->getBinaryOp();
  const unsigned wide = op == llvm::Instruction::Mul ? 2 * width : width + 1;
  const auto extend = [&](Expr x) {
    return operation->isSigned() ? build_.sign_extend(x, wide) : build_.zero_extend(x, wide);
  };
  const Expr exact = op == llvm::Instruction::Add   ? build_.add(extend(a), extend(b))
                     : op == llvm::Instruction::Sub ? build_.subtract(extend(a), extend(b))
                                                    : build_.multiply(extend(a), extend(b));
  const Expr result = build_.truncate(exact, width);
  values_[&call].members = {result, build_.not_equal(extend(result), exact)};
  return true;
}

bool Walker::memory_intrinsic(llvm::CallInst& call) {
  const auto* operation = llvm::dyn_cast<llvm::MemIntrinsic>(&call);
  if (!operation) return false;
  if (operation->isVolatile()) fail("a volatile access is not translatable");
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(operation->getLength());
  if (!length) fail("a copy of variable length is not translatable");
  const Pointer to = pointer_of(operation->getDest());
  if (const auto* copied = llvm::dyn_cast<llvm::MemTransferInst>(operation)) {
    copy(to, pointer_of(copied->getSource()), length->getZExtValue());
  } else {
    fill(to, number_of(llvm::cast<llvm::MemSetInst>(operation)->getValue()), length->getZExtValue());
  }
  return true;
}

}  // namespace stepc
