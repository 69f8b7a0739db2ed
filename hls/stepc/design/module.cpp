// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/design/module.hpp"

#include <llvm/Support/MathExtras.h>

namespace stepc {

std::vector<Expr> values_of(const Port& port) {
  std::vector<Expr> values;
  for (const PortLeaf& leaf : port.leaves) values.push_back(leaf.value);
  return values;
}

unsigned MemoryBlock::address_width() const {
  return std::max(1u, llvm::Log2_64_Ceil(leaf.type->count));
}

Expr Module::new_symbol(const Symbol& symbol, unsigned width) {
  symbols.push_back(symbol);
  return build.symbol(static_cast<unsigned>(symbols.size()) - 1, width);
}

std::optional<unsigned> Module::instance_with(std::uint64_t byte) const {
  for (unsigned i = 0; i < instances.size(); ++i) {
    if (!instances[i].is_stateless() && instances[i].holds(byte)) return i;
  }
  return std::nullopt;
}

Expr Module::instance_register(unsigned instance, std::uint64_t offset, Moment moment, unsigned width) {
  Expr& known = instance_registers_[{instance, offset, moment}];
  if (!known) {
    const auto kind = moment.is_next ? Symbol::Kind::kInstanceNext : Symbol::Kind::kInstanceNow;
    known = new_symbol({kind, instance, 0, 0, offset, moment.entry}, width);
  }
  return known;
}

std::optional<unsigned> Module::export_register(std::uint64_t offset, Moment moment, Use use) {
  for (unsigned i = 0; i < exports.size(); ++i) {
    if (exports[i].offset == offset && exports[i].moment == moment) return i;
  }
  const bool is_between = moment.is_next && moment != kNext;
  const std::string when = is_between ? "_after_" + entries[moment.entry].name : moment.is_next ? "_next" : "_now";
  for (const Leaf& leaf : leaves_of(*state)) {
    if (leaf.offset != offset || leaf.type->is_memory()) continue;
    exports.push_back({leaf.name + when, offset, moment, register_value(leaf, moment), use});
    return static_cast<unsigned>(exports.size()) - 1;
  }
  return std::nullopt;
}

Expr Module::register_value(const Leaf& leaf, Moment moment) {
  const bool is_next = moment.is_next;
  if (is_next) {
    const unsigned entry = moment == kNext ? static_cast<unsigned>(entries.size()) - 1 : moment.entry;
    if (const auto found = values_after_.find({entry, leaf.offset}); found != values_after_.end()) return found->second;
  }
  for (const Register& candidate : registers) {
    if (!candidate.in_out && candidate.leaf.offset == leaf.offset) return is_next ? candidate.next : candidate.now;
  }
  const auto part = instance_with(leaf.offset);  // after a function: see above
  return part ? instance_register(*part, leaf.offset - instances[*part].offset, kNow, leaf.width()) : nullptr;
}

Expr Module::instance_word(unsigned instance, std::uint64_t offset, Moment moment, Expr address, unsigned width) {
  std::vector<WordRead>& reads = instances[instance].reads;
  for (const WordRead& read : reads) {
    if (read.offset == offset && read.moment == moment && read.address == address) return read.word;
  }
  const Symbol symbol{Symbol::Kind::kInstanceWord, instance, 0, static_cast<unsigned>(reads.size())};
  reads.push_back({offset, moment, address, new_symbol(symbol, width)});
  return reads.back().word;
}

void Module::export_word(const WordRead& read) {
  for (const Export& port : exports) {
    if (port.offset == read.offset && port.moment == read.moment && port.read == read.read) return;
  }
  for (const Leaf& leaf : leaves_of(*state)) {
    if (leaf.offset != read.offset || !leaf.type->is_memory()) continue;
    const std::string number = read.read == 0 ? "" : "_" + std::to_string(read.read + 1);
    const std::string& function = entries[read.moment.entry].name;
    const std::string when = !read.moment.is_next ? "" : function.empty() ? "_next" : "_after_" + function;
    Export port{leaf.name + "_word" + when + number, read.offset, read.moment, nullptr, Use::kHardware, read.read};
    if (read.address) {
      const auto index = static_cast<unsigned>(exports.size());
      port.address = new_symbol({Symbol::Kind::kWordAddress, index}, read.address->width);
      port.address_name = leaf.name + "_address" + when + number;
    }
    port.value = word_value(leaf, read.moment, port.address);
    exports.push_back(port);
    return;
  }
}

bool Module::may_change_memory(std::uint64_t offset, unsigned entry) const {
  for (const MemoryBlock& memory : memories) {
    if (memory.leaf.offset != offset) continue;
    const MemoryRequests& until = memory.after[entry];
    return !until.write_enable->is_zero() || !until.request_enable->is_zero();
  }
  const auto number = instance_with(offset);
  if (!number) return false;
  const Instance& part = instances[*number];  // its functions are not told apart
  return part.module->may_change_memory(offset - part.offset, static_cast<unsigned>(part.module->entries.size()) - 1);
}

Expr Module::word_value(const Leaf& leaf, Moment moment, Expr address) {
  for (unsigned i = 0; i < memories.size(); ++i) {
    MemoryBlock& memory = memories[i];
    if (memory.leaf.offset != leaf.offset) continue;
    memory.is_read = true;
    if (!address) return memory.data;
    const Expr word = build.memory_word(i, address, leaf.width());
    if (!moment.is_next) return word;
    const MemoryRequests& until = memory.after[moment.entry];
    const Expr is_written = build.bit_and(until.write_enable, build.equal(address, until.write_address));
    return build.mux(is_written, until.write_word, word);
  }
  const auto part = instance_with(leaf.offset);
  return part ? instance_word(*part, leaf.offset - instances[*part].offset, kNow, address, leaf.width()) : nullptr;
}

std::vector<Expr> Instance::arguments_of(const Port& port, std::size_t first) const {
  const auto begin = arguments.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(port.leaves.size())};
}

bool Instance::is_stateless() const {
  return module->state == nullptr;
}

bool Instance::holds(std::uint64_t byte) const {
  return byte >= offset && byte < offset + used_bytes(*module->state);
}

std::optional<unsigned> Instance::register_width(std::uint64_t byte) const {
  if (is_stateless()) return std::nullopt;
  for (const Leaf& leaf : leaves_of(*module->state)) {
    if (leaf.offset == byte && !leaf.type->is_memory()) return leaf.width();
  }
  return std::nullopt;
}

Expr Instance::address_of(const Export& port) const {
  for (const WordRead& read : reads) {
    const bool is_it = read.offset == port.offset && read.moment == port.moment && read.read == port.read;
    if (is_it && read.is_used) return read.address;
  }
  return nullptr;
}

}  // namespace stepc
