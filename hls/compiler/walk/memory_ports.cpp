// Ram, ForwardingRam and SyncRam: calls of their ports.
#include <algorithm>

#include "hls/compiler/walk/walker.hpp"

namespace stepc {
namespace {

enum Slot : unsigned { kWriteEnable, kWriteAddress, kWriteWord, kRequestEnable, kRequestAddress };

// `this` stands behind the pointer to a large result.
unsigned object_argument(const llvm::CallInst& call) {
  return call.arg_size() > 0 && call.paramHasAttr(0, llvm::Attribute::StructRet) ? 1 : 0;
}

}  // namespace

MemoryBlock& Walker::memory_at(const Region& region, std::uint64_t offset) {
  for (MemoryBlock& memory : module_.memories) {
    if (&region == object_ && memory.leaf.offset == offset) return memory;
  }
  fail("a memory must be a member of the state or of a part that ticks in it");
}

// A structure returned by value: in registers, or through the first argument.
void Walker::return_word(llvm::CallInst& call, const std::vector<std::pair<Leaf, Expr>>& fields, std::uint64_t bytes) {
  if (call.arg_size() > 0 && call.paramHasAttr(0, llvm::Attribute::StructRet)) {
    for (const auto& [leaf, value] : fields) store_leaf(pointer_of(call.getArgOperand(0)), leaf, value);
    return;
  }
  Memory assembled;
  Region& region = new_region("a returned value", bytes, nullptr);
  for (const auto& [leaf, value] : fields) {
    assembled.store(region, leaf.offset, build_.zero_extend(value, static_cast<unsigned>(8 * leaf.bytes())));
  }
  set_bytes(call, assembled.load(build_, region, 0, bytes));
}

void Walker::call_memory_port(llvm::CallInst& call, Role role) {
  switch (role) {
    case Role::kRead:
      return read_memory(call, false);
    case Role::kData:
      return read_memory(call, true);
    case Role::kWrite:
      return write_memory(call);
    case Role::kRequest:
      return request_memory(call);
    case Role::kModule:
      break;
  }
}

void Walker::read_memory(llvm::CallInst& call, bool synchronous_data) {
  const unsigned object = object_argument(call);
  const Pointer pointer = pointer_of(call.getArgOperand(object));
  const Type* type = nullptr;
  const Expr word = read_through(build_, pointer, 1, here_, [&](const Region& region, std::uint64_t offset) {
    MemoryBlock& memory = memory_at(region, offset);
    type = memory.leaf.type->element;
    memory.is_read = true;
    if (synchronous_data) {
      if (!memory_.slot(memory.slots + kRequestEnable)->is_zero()) {
        fail("data() of memory '" + memory.leaf.path + "' after request() in the same cycle");
      }
      return memory.data;
    }
    const Expr address = build_.resize(number_of(call.getArgOperand(object + 1)), memory.address_width());
    const Expr word =
        build_.memory_word(static_cast<unsigned>(&memory - module_.memories.data()), address, memory.leaf.width());
    const Expr written = memory_.slot(memory.slots + kWriteEnable);
    if (written->is_zero()) return word;
    if (!memory.leaf.type->forwards) {
      fail("memory '" + memory.leaf.path +
           "' is read after it is written in the same cycle; read it before, or use hls::ForwardingRam");
    }
    const Expr same_word = build_.equal(address, memory_.slot(memory.slots + kWriteAddress));
    return build_.mux(build_.bit_and(written, same_word), memory_.slot(memory.slots + kWriteWord), word);
  });
  std::vector<std::pair<Leaf, Expr>> fields;
  unsigned low = word->width;
  for (const Leaf& leaf : leaves_of(*type)) {
    low -= leaf.width();
    fields.emplace_back(leaf, build_.extract(word, low, leaf.width()));
  }
  return_word(call, fields, type->bytes);
}

// The memories that a port's object may be, each with the condition under which it is.
std::vector<std::pair<const MemoryBlock*, Expr>> Walker::memories_at(const Pointer& pointer) {
  std::vector<std::pair<const MemoryBlock*, Expr>> memories;
  visit_targets(build_, pointer, 1, here_, [&](const Region& region, std::uint64_t offset, Expr condition) {
    const MemoryBlock* memory = &memory_at(region, offset);
    const auto known = std::find_if(memories.begin(), memories.end(), [&](const auto& x) { return x.first == memory; });
    if (known == memories.end()) {
      memories.emplace_back(memory, condition);
    } else {
      known->second = build_.bit_or(known->second, condition);
    }
  });
  return memories;
}

void Walker::write_memory(llvm::CallInst& call) {
  for (const auto& [target, condition] : memories_at(pointer_of(call.getArgOperand(0)))) {
    const MemoryBlock& memory = *target;
    const unsigned slots = memory.slots;
    if (!memory_.slot(slots + kWriteEnable)->is_zero()) {
      fail("memory '" + memory.leaf.path + "' may be written twice in one cycle");
    }
    std::vector<Expr> fields;
    for (const Leaf& leaf : memory.fields) fields.push_back(load_leaf(pointer_of(call.getArgOperand(2)), leaf));
    std::reverse(fields.begin(), fields.end());
    memory_.set_slot(slots + kWriteEnable, condition);
    memory_.set_slot(slots + kWriteAddress, build_.resize(number_of(call.getArgOperand(1)), memory.address_width()));
    memory_.set_slot(slots + kWriteWord, build_.concat(fields));
  }
}

void Walker::request_memory(llvm::CallInst& call) {
  for (const auto& [target, condition] : memories_at(pointer_of(call.getArgOperand(0)))) {
    const MemoryBlock& memory = *target;
    const unsigned slots = memory.slots;
    if (!memory_.slot(slots + kRequestEnable)->is_zero()) {
      fail("memory '" + memory.leaf.path + "' may be requested twice in one cycle");
    }
    if (!memory_.slot(slots + kWriteEnable)->is_zero()) {
      fail("memory '" + memory.leaf.path + "' is requested after it is written in the same cycle");
    }
    memory_.set_slot(slots + kRequestEnable, condition);
    memory_.set_slot(slots + kRequestAddress, build_.resize(number_of(call.getArgOperand(1)), memory.address_width()));
  }
}

}  // namespace stepc
