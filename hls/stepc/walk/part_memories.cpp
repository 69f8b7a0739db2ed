// Memories of parts that their owner reads.
#include <llvm/Support/MathExtras.h>

#include <algorithm>

#include "hls/stepc/walk/parts.hpp"

namespace stepc {

std::optional<Parts::PartMemory> Parts::memory_at(std::uint64_t byte) const {
  const std::vector<Instance>& instances = context_.module.instances;
  for (unsigned i = 0; i < instances.size(); ++i) {
    if (instances[i].is_stateless() || !instances[i].holds(byte)) continue;
    for (const Leaf& leaf : leaves_of(*instances[i].module->state)) {
      if (leaf.type->is_memory() && instances[i].offset + leaf.offset == byte) return PartMemory{i, leaf};
    }
  }
  return std::nullopt;
}

// Functions of the part that have run before may have written the word, or requested another.
Expr Parts::word_of(const PartMemory& memory, Expr index) {
  Module& module = context_.module;
  const Instance& instance = module.instances[memory.instance];
  const Module& part = *instance.module;
  const Type& type = *memory.leaf.type;
  const unsigned address_width = std::max(1u, llvm::Log2_64_Ceil(type.count));
  const Expr address = index ? context_.build.resize(index, address_width) : nullptr;
  Expr word = module.instance_word(memory.instance, memory.leaf.offset, kNow, address, memory.leaf.width());
  const bool is_own = std::any_of(part.memories.begin(), part.memories.end(),
                                  [&](const MemoryBlock& block) { return block.leaf.offset == memory.leaf.offset; });
  for (unsigned entry = 0; entry < part.entries.size(); ++entry) {
    if (!part.may_change_memory(memory.leaf.offset, entry)) continue;
    const Slot called = slots_[memory.instance][entry].called;
    if (!type.forwards || !is_own) {
      context_.require_unset(called, "memory '" + memory.leaf.path + "' of part '" + instance.name +
                                         "' is read after the part may have written it, or requested a word of it, in "
                                         "the same cycle; read it before");
      continue;
    }
    const Expr after =
        module.instance_word(memory.instance, memory.leaf.offset, Moment{true, entry}, address, word->width);
    word = context_.build.mux(context_.memory.slot(called), after, word);
  }
  return word;
}

}  // namespace stepc
