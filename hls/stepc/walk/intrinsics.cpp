// SPDX-License-Identifier: Apache-2.0
// Translates calls of intrinsics and of library functions into expressions.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/MathExtras.h>

#include "hls/stepc/walk/instructions.hpp"
#include "hls/stepc/walk/transfers.hpp"

namespace stepc {

namespace {

namespace Intrinsic = llvm::Intrinsic;

bool has_no_effect(unsigned intrinsic) {
  switch (intrinsic) {
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

// Returns the upper half of {high, low} shifted left, or the lower half shifted right, by the
// amount modulo the width. The other word shifts by the rest of the width, which is the full width
// if the amount is zero.
Expr funnel_shift(Builder& build, bool left, Expr high, Expr low, Expr amount) {
  const unsigned width = high->width;
  const Expr modulo = build.remainder(amount, build.constant(width, width));
  const unsigned bits = llvm::Log2_32(width) + 1;  // enough for the number `width`
  const Expr by = build.truncate(modulo, bits);
  const Expr rest = build.subtract(build.constant(bits, width), by);
  return left ? build.bit_or(build.shift_left(high, by), build.shift_right(low, rest))
              : build.bit_or(build.shift_right(low, by), build.shift_left(high, rest));
}

Expr saturating(Builder& build, unsigned intrinsic, Expr a, Expr b) {
  const unsigned width = a->width;
  if (intrinsic == Intrinsic::uadd_sat) {
    const Expr sum = build.add(build.zero_extend(a, width + 1), build.zero_extend(b, width + 1));
    return build.mux(build.extract(sum, width, 1), build.constant(llvm::APInt::getAllOnes(width)),
                     build.truncate(sum, width));
  }
  if (intrinsic == Intrinsic::usub_sat) {
    return build.mux(build.less(a, b), build.constant(width, 0), build.subtract(a, b));
  }
  const Expr wide_a = build.sign_extend(a, width + 1);
  const Expr wide_b = build.sign_extend(b, width + 1);
  const Expr exact = intrinsic == Intrinsic::sadd_sat ? build.add(wide_a, wide_b) : build.subtract(wide_a, wide_b);
  const Expr sign = build.extract(exact, width, 1);
  const Expr limit = build.mux(sign, build.constant(llvm::APInt::getSignedMinValue(width)),
                               build.constant(llvm::APInt::getSignedMaxValue(width)));
  const Expr fits = build.equal(sign, build.extract(exact, width - 1, 1));
  return build.mux(fits, build.truncate(exact, width), limit);
}

// Returns null for any other intrinsic.
Expr arithmetic(Builder& build, Values& values, const llvm::CallInst& call) {
  const unsigned intrinsic = call.getIntrinsicID();
  if (!call.getArgOperand(0)->getType()->isIntegerTy()) return nullptr;
  const Expr a = values.number_of(call.getArgOperand(0));
  const auto b = [&] { return values.number_of(call.getArgOperand(1)); };
  switch (intrinsic) {
    case Intrinsic::abs:
      return build.mux(build.extract(a, a->width - 1, 1), build.subtract(build.constant(a->width, 0), a), a);
    case Intrinsic::bitreverse:
      return build.reverse_bits(a);
    case Intrinsic::bswap: {
      std::vector<Expr> bytes;
      for (unsigned low = a->width; low > 0; low -= 8) bytes.push_back(build.extract(a, low - 8, 8));
      return build.concat(bytes);
    }
    case Intrinsic::ctlz:
      return build.count_leading_zeros(a);
    case Intrinsic::cttz:
      return build.count_trailing_zeros(a);
    case Intrinsic::ctpop:
      return build.count_ones(a);
    case Intrinsic::expect:
      return a;
    case Intrinsic::fshl:
    case Intrinsic::fshr:
      return funnel_shift(build, intrinsic == Intrinsic::fshl, a, b(), values.number_of(call.getArgOperand(2)));
    case Intrinsic::smax:
      return build.mux(build.signed_less(a, b()), b(), a);
    case Intrinsic::smin:
      return build.mux(build.signed_less(b(), a), b(), a);
    case Intrinsic::umax:
      return build.mux(build.less(a, b()), b(), a);
    case Intrinsic::umin:
      return build.mux(build.less(b(), a), b(), a);
    case Intrinsic::ucmp:
    case Intrinsic::scmp: {
      const bool is_signed = intrinsic == Intrinsic::scmp;
      const Expr below = is_signed ? build.signed_less(a, b()) : build.less(a, b());
      const Expr above = is_signed ? build.signed_less(b(), a) : build.less(b(), a);
      const unsigned width = call.getType()->getIntegerBitWidth();
      return build.mux(below, build.constant(llvm::APInt::getAllOnes(width)), build.zero_extend(above, width));
    }
    case Intrinsic::uadd_sat:
    case Intrinsic::usub_sat:
    case Intrinsic::sadd_sat:
    case Intrinsic::ssub_sat:
      return saturating(build, intrinsic, a, b());
    default:
      return nullptr;
  }
}

// Gives the call the pair {result, overflow}.
bool overflow(Builder& build, Values& values, const llvm::CallInst& call) {
  const auto* operation = llvm::dyn_cast<llvm::WithOverflowInst>(&call);
  if (!operation) return false;
  const Expr a = values.number_of(operation->getLHS());
  const Expr b = values.number_of(operation->getRHS());
  const unsigned width = a->width;
  const llvm::Instruction::BinaryOps op = operation->getBinaryOp();
  const unsigned wide = op == llvm::Instruction::Mul ? 2 * width : width + 1;
  const auto extend = [&](Expr x) {
    return operation->isSigned() ? build.sign_extend(x, wide) : build.zero_extend(x, wide);
  };
  const Expr exact = op == llvm::Instruction::Add   ? build.add(extend(a), extend(b))
                     : op == llvm::Instruction::Sub ? build.subtract(extend(a), extend(b))
                                                    : build.multiply(extend(a), extend(b));
  const Expr result = build.truncate(exact, width);
  values.set(call, Value{nullptr, nullptr, {result, build.not_equal(extend(result), exact)}});
  return true;
}

bool move_memory(Context& context, Values& values, Accesses& accesses, const llvm::CallInst& call) {
  const auto* operation = llvm::dyn_cast<llvm::MemIntrinsic>(&call);
  if (!operation) return false;
  if (operation->isVolatile()) context.refuse("a volatile access is not translatable");
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(operation->getLength());
  const Pointer to = values.pointer_of(operation->getDest());
  if (const auto* copied = llvm::dyn_cast<llvm::MemTransferInst>(operation)) {
    const Pointer from = values.pointer_of(copied->getSource());
    length ? accesses.copy(to, from, length->getZExtValue())
           : copy_some(context, to, from, values.number_of(operation->getLength()));
  } else {
    const Expr byte = values.number_of(llvm::cast<llvm::MemSetInst>(operation)->getValue());
    length ? accesses.fill(to, byte, length->getZExtValue())
           : fill_some(context, to, byte, values.number_of(operation->getLength()));
  }
  return true;
}

}  // namespace

bool translate_intrinsic(Context& context, Values& values, Accesses& accesses, llvm::CallInst& call) {
  const unsigned intrinsic = call.getIntrinsicID();
  if (intrinsic == Intrinsic::not_intrinsic) return false;
  if (intrinsic == Intrinsic::assume) {
    context.facts->add(values.number_of(call.getArgOperand(0)), true);
    return true;
  }
  if (has_no_effect(intrinsic) || move_memory(context, values, accesses, call)) return true;
  if (overflow(context.build, values, call)) return true;
  if (!call.getType()->isIntegerTy()) return false;
  const Expr result = arithmetic(context.build, values, call);
  if (result) values.set(call, result);
  return result != nullptr;
}

namespace {

llvm::StringRef name_of(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee && callee->isDeclaration() && call.arg_size() == 3 ? callee->getName() : "";
}

// Puts the first byte into the highest bits, so that comparing numbers compares the bytes in order.
Expr first_byte_highest(Builder& build, Expr x) {
  std::vector<Expr> bytes;
  for (unsigned low = x->width; low > 0; low -= 8) bytes.push_back(build.extract(x, low - 8, 8));
  return build.concat(bytes);
}

// Returns the bytes that a call compares, as numbers; null if there are none.
std::pair<Expr, Expr> compared_bytes(Context& context, Values& values, Accesses& accesses, const llvm::CallInst& call) {
  const Pointer a = values.pointer_of(call.getArgOperand(0));
  const Pointer b = values.pointer_of(call.getArgOperand(1));
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
  if (!length) return load_some(context, a, b, values.number_of(call.getArgOperand(2)));
  if (length->isZero()) return {nullptr, nullptr};
  return {accesses.load(a, length->getZExtValue()), accesses.load(b, length->getZExtValue())};
}

}  // namespace

bool is_library_call(const llvm::CallInst& call) {
  return name_of(call) == "memcmp" || name_of(call) == "bcmp";
}

bool translate_library_call(Context& context, Values& values, Accesses& accesses, llvm::CallInst& call) {
  if (!is_library_call(call)) return false;
  Builder& build = context.build;
  const unsigned width = call.getType()->getIntegerBitWidth();
  const auto [a, b] = compared_bytes(context, values, accesses, call);
  if (!a) {
    values.set(call, build.constant(width, 0));
    return true;
  }
  if (name_of(call) == "bcmp") {
    values.set(call, build.zero_extend(build.not_equal(a, b), width));
    return true;
  }
  const Expr left = first_byte_highest(build, a);
  const Expr right = first_byte_highest(build, b);
  values.set(call, build.mux(build.less(left, right), build.constant(llvm::APInt::getAllOnes(width)),
                             build.zero_extend(build.less(right, left), width)));
  return true;
}

}  // namespace stepc
