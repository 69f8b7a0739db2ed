#include "hls/stepc/walk/library_calls.hpp"

#include <llvm/IR/Constants.h>

namespace stepc {
namespace {

llvm::StringRef name_of(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee && callee->isDeclaration() && call.arg_size() == 3 ? callee->getName() : "";
}

// The first byte in the highest bits: so bytes compare as numbers.
Expr first_byte_highest(Builder& build, Expr x) {
  std::vector<Expr> bytes;
  for (unsigned low = x->width; low > 0; low -= 8) bytes.push_back(build.extract(x, low - 8, 8));
  return build.concat(bytes);
}

}  // namespace

bool is_library_call(const llvm::CallInst& call) {
  return name_of(call) == "memcmp" || name_of(call) == "bcmp";
}

bool translate_library_call(Context& context, Values& values, Accesses& accesses, llvm::CallInst& call) {
  if (!is_library_call(call)) return false;
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
  if (!length) context.refuse("a comparison of variable length is not translatable");
  Builder& build = context.build;
  const unsigned width = call.getType()->getIntegerBitWidth();
  const std::uint64_t bytes = length->getZExtValue();
  if (bytes == 0) {
    values.set(call, build.constant(width, 0));
    return true;
  }
  const Expr a = accesses.load(values.pointer_of(call.getArgOperand(0)), bytes);
  const Expr b = accesses.load(values.pointer_of(call.getArgOperand(1)), bytes);
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
