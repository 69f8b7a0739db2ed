#include "hls/stepc/walk/returned_word.hpp"

namespace stepc {

bool returns_by_pointer(const llvm::CallInst& call) {
  return call.arg_size() > 0 && call.paramHasAttr(0, llvm::Attribute::StructRet);
}

void return_word(Context& context, Values& values, Accesses& accesses, llvm::CallInst& call,
                 const std::vector<std::pair<Leaf, Expr>>& leaves, std::uint64_t bytes) {
  if (returns_by_pointer(call)) {
    for (const auto& [leaf, value] : leaves) {
      accesses.store_leaf(values.pointer_of(call.getArgOperand(0)), leaf, value);
    }
    return;
  }
  Memory assembled;
  const Region& region = context.new_region("a returned value", bytes, nullptr);
  for (const auto& [leaf, value] : leaves) {
    const auto width = static_cast<unsigned>(8 * leaf.bytes());
    assembled.store(region, leaf.offset, context.build.zero_extend(value, width));
  }
  values.set_bytes(call, assembled.load(context.build, region, 0, bytes));
}

}  // namespace stepc
