// SPDX-License-Identifier: Apache-2.0
// Calls of memory ports, and the results of calls.
#include <algorithm>

#include "hls/stepc/walk/parts.hpp"

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

void MemoryPorts::add(const Leaf& leaf) {
  MemoryBlock memory;
  memory.leaf = leaf;
  memory.name = leaf.name;
  memory.fields = leaves_of(*leaf.type->element, leaf.location);
  const MemorySlots& slots = slots_.emplace_back(context_.slots);
  if (memory.is_sync()) {
    const auto number = static_cast<unsigned>(context_.module.memories.size());
    memory.data = context_.module.new_symbol({Symbol::Kind::kMemoryData, number, 0, 0, 0}, leaf.width());
  }
  context_.memory.set_slot(slots.write_enable, context_.build.constant(1, 0));
  context_.memory.set_slot(slots.request_enable, context_.build.constant(1, 0));
  context_.module.memories.push_back(std::move(memory));
}

unsigned MemoryPorts::memory_at(const Region& region, std::uint64_t offset) const {
  const std::vector<MemoryBlock>& memories = context_.module.memories;
  for (unsigned i = 0; i < memories.size(); ++i) {
    if (&region == context_.object && memories[i].leaf.offset == offset) return i;
  }
  if (const auto part = &region == context_.object ? parts_.memory_at(offset) : std::nullopt) {
    context_.fail("memory '" + part->leaf.path + "' of part '" + context_.module.instances[part->instance].name +
                  "' is written or requested by its owner: give the part a function that does it, marked HLS_MODULE");
  }
  context_.fail("a memory must be a member of the state or of a part that ticks in it");
}

void MemoryPorts::call(llvm::CallInst& call, Role role) {
  switch (role) {
    case Role::kRead:
      return read(call, false);
    case Role::kData:
      return read(call, true);
    case Role::kWrite:
      return write(call);
    case Role::kRequest:
      return request(call);
    case Role::kModule:
      break;
  }
}

// A memory of one word ignores its address.
Expr MemoryPorts::index_of(const llvm::CallInst& call, unsigned argument, const Type& memory) const {
  const Expr index = values_.number_of(call.getArgOperand(argument));
  return memory.count == 1 ? context_.build.constant(index->width, 0) : index;
}

Expr MemoryPorts::data_of(const MemoryBlock& memory, const MemorySlots& slots) const {
  context_.require_unset(slots.request_enable,
                         "data() of memory '" + memory.leaf.path + "' after request() in the same cycle");
  return memory.data;
}

Expr MemoryPorts::word_of(unsigned number, Expr index) const {
  Builder& build = context_.build;
  const MemoryBlock& memory = context_.module.memories[number];
  const MemorySlots& slots = slots_[number];
  const Expr address = build.resize(index, memory.address_width());
  const Expr word = build.memory_word(number, address, memory.leaf.width());
  const Expr written = context_.memory.slot(slots.write_enable);
  if (written->is_zero()) return word;
  if (!memory.leaf.type->forwards) {
    context_.require_unset(
        slots.write_enable,
        "memory '" + memory.leaf.path +
            "' is read after it is written in the same cycle; read it before, or use hls::ForwardingRam");
  }
  const Expr same_word = build.equal(address, context_.memory.slot(slots.write_address));
  return build.mux(build.bit_and(written, same_word), context_.memory.slot(slots.write_word), word);
}

void MemoryPorts::read(llvm::CallInst& call, bool synchronous_data) {
  // The pointer to a large result comes before `this`.
  const unsigned object = returns_by_pointer(call) ? 1 : 0;
  const Pointer pointer = values_.pointer_of(call.getArgOperand(object));
  const Type* type = nullptr;
  const Expr word =
      read_through(context_.build, pointer, context_.call_of(1), [&](const Region& region, std::uint64_t offset) {
        const auto index_in = [&](const Type& memory) {
          return synchronous_data ? nullptr : index_of(call, object + 1, memory);
        };
        if (&region == context_.object) {
          if (const auto part = parts_.memory_at(offset)) {
            type = part->leaf.type->element;
            return parts_.word_of(*part, index_in(*part->leaf.type));
          }
        }
        const unsigned number = memory_at(region, offset);
        MemoryBlock& memory = context_.module.memories[number];
        type = memory.leaf.type->element;
        memory.is_read = true;
        return synchronous_data ? data_of(memory, slots_[number]) : word_of(number, index_in(*memory.leaf.type));
      });
  std::vector<std::pair<Leaf, Expr>> fields;
  unsigned low = word->width;
  for (const Leaf& leaf : leaves_of(*type)) {
    low -= leaf.width();
    fields.emplace_back(leaf, context_.build.extract(word, low, leaf.width()));
  }
  return_word(context_, values_, accesses_, call, fields, type->bytes);
}

// Returns the memories that the port's object may be, each with its condition.
std::vector<std::pair<unsigned, Expr>> MemoryPorts::memories_at(const Pointer& pointer) {
  std::vector<std::pair<unsigned, Expr>> memories;
  visit_targets(context_.build, pointer, context_.call_of(1),
                [&](const Region& region, std::uint64_t offset, Expr condition) {
                  const unsigned memory = memory_at(region, offset);
                  const auto known =
                      std::find_if(memories.begin(), memories.end(), [&](const auto& x) { return x.first == memory; });
                  if (known == memories.end()) {
                    memories.emplace_back(memory, condition);
                  } else {
                    known->second = context_.build.bit_or(known->second, condition);
                  }
                });
  return memories;
}

void MemoryPorts::write(llvm::CallInst& call) {
  Builder& build = context_.build;
  for (const auto& [number, condition] : memories_at(values_.pointer_of(call.getArgOperand(0)))) {
    const MemoryBlock& memory = context_.module.memories[number];
    const MemorySlots& slots = slots_[number];
    context_.require_unset(slots.write_enable, "memory '" + memory.leaf.path + "' may be written twice in one cycle");
    std::vector<Expr> fields;
    fields.reserve(memory.fields.size());
    for (const Leaf& leaf : memory.fields) {
      fields.push_back(accesses_.load_leaf(values_.pointer_of(call.getArgOperand(2)), leaf));
    }
    std::reverse(fields.begin(), fields.end());
    const Expr address = index_of(call, 1, *memory.leaf.type);
    context_.memory.set_slot(slots.write_enable, condition);
    context_.memory.set_slot(slots.write_address, build.resize(address, memory.address_width()));
    context_.memory.set_slot(slots.write_word, build.concat(fields));
  }
}

void MemoryPorts::request(llvm::CallInst& call) {
  for (const auto& [number, condition] : memories_at(values_.pointer_of(call.getArgOperand(0)))) {
    const MemoryBlock& memory = context_.module.memories[number];
    const MemorySlots& slots = slots_[number];
    context_.require_unset(slots.request_enable,
                           "memory '" + memory.leaf.path + "' may be requested twice in one cycle");
    context_.require_unset(slots.write_enable,
                           "memory '" + memory.leaf.path + "' is requested after it is written in the same cycle");
    const Expr address = index_of(call, 1, *memory.leaf.type);
    context_.memory.set_slot(slots.request_enable, condition);
    context_.memory.set_slot(slots.request_address, context_.build.resize(address, memory.address_width()));
  }
}

void MemoryPorts::end_function() {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    MemoryBlock& memory = context_.module.memories[i];
    const MemorySlots& slots = slots_[i];
    memory.after.push_back(
        {context_.slot_value(slots.write_enable, 1), context_.slot_value(slots.write_address, memory.address_width()),
         context_.slot_value(slots.write_word, memory.leaf.width()), context_.slot_value(slots.request_enable, 1)});
  }
}

void MemoryPorts::finish() {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    MemoryBlock& memory = context_.module.memories[i];
    const MemorySlots& slots = slots_[i];
    memory.write_enable = context_.slot_value(slots.write_enable, 1);
    memory.write_address = context_.slot_value(slots.write_address, memory.address_width());
    memory.write_word = context_.slot_value(slots.write_word, memory.leaf.width());
    memory.request_enable = context_.slot_value(slots.request_enable, 1);
    memory.request_address = context_.slot_value(slots.request_address, memory.address_width());
  }
}

}  // namespace stepc
