// SPDX-License-Identifier: Apache-2.0
// Start values of registers, and enables of registers and modules.
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <map>

#include "hls/stepc/design/transforms.hpp"

namespace stepc {

namespace {

llvm::APInt number_at(const std::vector<unsigned char>& bytes, std::uint64_t offset, std::uint64_t count) {
  llvm::APInt value(static_cast<unsigned>(8 * count), 0);
  for (std::uint64_t i = 0; i < count; ++i) value.insertBits(bytes[offset + i], static_cast<unsigned>(8 * i), 8);
  return value;
}

class Resetter {
 public:
  Resetter(const ResetBytes& bytes, bool reset_data, Diagnostics& diagnostics)
      : bytes_(bytes), reset_data_(reset_data), diagnostics_(diagnostics) {}

  void run(Design& design) {
    find_bases(design.top(), 0);
    for (const auto& module : design.modules) {  // parts before their owners, who pass the start values
      for (Register& reg : module->registers) set(reg, *module);
      for (MemoryBlock& memory : module->memories) set(memory, *module);
      for (Instance& part : module->instances) set(part, *module);
    }
  }

 private:
  // Finds the bytes of the state at which the objects of a module begin.
  void find_bases(const Module& module, std::uint64_t base) {
    bases_[&module].push_back(base);
    for (const Instance& part : module.instances) {
      if (!part.is_stateless()) find_bases(*part.module, base + part.offset);
    }
  }

  void set(Register& reg, Module& module) {
    const std::vector<unsigned char>& bytes = reg.in_out ? bytes_.out : bytes_.state;
    if (!reg.leaf.is_data && !reg.leaf.in_union) check_is_set(reg, module);
    const std::vector<llvm::APInt> values = values_at(bytes, module, reg.leaf.offset, reg.leaf.bytes());
    reg.is_reset = reset_data_ || !reg.leaf.is_data;
    reg.reset = values[0].trunc(reg.leaf.width());
    for (const llvm::APInt& value : values) {
      const llvm::APInt start = value.trunc(reg.leaf.width());
      if (!reg.is_reset && !start.isZero()) {
        diagnostics_.report({reg.leaf.location, "register '" + reg.leaf.path + "' is data (kHlsData) and starts with " +
                                                    llvm::toString(start, 10, false) +
                                                    ": data must start with zero; or give --reset-data"});
      }
      if (start != reg.reset && !reg.start)
        reg.start = add_start(module, reg.name + "_start", reg.leaf.offset, reg.reset);
    }
  }

  // Warns of a register that no constructor sets: in C++ its first value is arbitrary.
  void check_is_set(const Register& reg, const Module& module) {
    const std::vector<bool>& is_set = reg.in_out ? bytes_.out_is_set : bytes_.state_is_set;
    for (const std::uint64_t base : bases_.at(&module)) {
      const auto begin = is_set.begin() + static_cast<std::ptrdiff_t>(base + reg.leaf.offset);
      if (std::all_of(begin, begin + static_cast<std::ptrdiff_t>(reg.leaf.bytes()), [](bool x) { return x; })) continue;
      diagnostics_.warn(reg.leaf.location, "register '" + reg.leaf.path +
                                               "' is set by no constructor: it starts with zero, in C++ with anything; "
                                               "give it a first value");
      return;
    }
  }

  static unsigned add_start(Module& module, const std::string& name, std::uint64_t offset, const llvm::APInt& value) {
    module.starts.push_back({name, offset, value});
    return static_cast<unsigned>(module.starts.size()) - 1;
  }

  void set(Instance& part, Module& owner) {
    for (const Start& start : part.module->starts) {
      const std::uint64_t offset = part.offset + start.offset;
      const unsigned width = start.value.getBitWidth();
      const std::vector<llvm::APInt> values = values_at(bytes_.state, owner, offset, (width + 7) / 8);
      StartValue value{values[0].trunc(width), std::nullopt};
      const bool differ = std::any_of(values.begin(), values.end(),
                                      [&](const llvm::APInt& other) { return other.trunc(width) != value.value; });
      if (differ) value.of_owner = add_start(owner, part.name + "_" + start.name, offset, value.value);
      part.starts.push_back(value);
    }
  }

  // Returns the numbers at `offset` of every object of the module.
  std::vector<llvm::APInt> values_at(const std::vector<unsigned char>& bytes, const Module& module,
                                     std::uint64_t offset, std::uint64_t count) const {
    std::vector<llvm::APInt> values;
    for (const std::uint64_t base : bases_.at(&module)) values.push_back(number_at(bytes, base + offset, count));
    return values;
  }

  void set(MemoryBlock& memory, const Module& module) {
    const Type& type = *memory.leaf.type;
    bool is_first = true;
    for (const std::uint64_t base : bases_.at(&module)) {
      const std::uint64_t begin = base + memory.leaf.offset;
      std::vector<llvm::APInt> contents;
      contents.reserve(type.count);
      for (std::uint64_t i = 0; i < type.count; ++i) {
        contents.push_back(word_at(memory, begin + i * type.element->bytes));
      }
      llvm::APInt data(memory.leaf.width(), 0);
      if (memory.is_sync()) data = word_at(memory, begin + type.memory_data_offset);
      if (!is_first && (contents != memory.contents || data != memory.first_data)) {
        diagnostics_.report({memory.leaf.location, "memory '" + memory.leaf.path + "' of part '" + module.source +
                                                       "' starts with different words in different instances; give "
                                                       "them a class each"});
      }
      is_first = false;
      memory.contents = std::move(contents);
      memory.first_data = data;
    }
  }

  // Returns the word at byte `offset` of the state as the memory holds it, the first field in the
  // highest bits.
  llvm::APInt word_at(const MemoryBlock& memory, std::uint64_t offset) const {
    llvm::APInt word(memory.leaf.width(), 0);
    unsigned high = memory.leaf.width();
    for (const Leaf& field : memory.fields) {
      high -= field.width();
      word.insertBits(number_at(bytes_.state, offset + field.offset, field.bytes()).trunc(field.width()), high);
    }
    return word;
  }

  const ResetBytes& bytes_;
  bool reset_data_;
  Diagnostics& diagnostics_;
  std::map<const Module*, std::vector<std::uint64_t>> bases_;
};

}  // namespace

void set_reset_values(Design& design, const ResetBytes& bytes, bool reset_data, Diagnostics& diagnostics) {
  Resetter(bytes, reset_data, diagnostics).run(design);
}

void set_module_enables(Design& design) {
  for (auto owner = design.modules.rbegin(); owner != design.modules.rend(); ++owner) {  // owners before their parts
    for (const Instance& part : (*owner)->instances) {
      if ((*owner)->has_enable || !part.called->is_ones()) part.module->has_enable = true;
    }
  }
  design.enables_settled = true;
}

namespace {

bool needs_clock(const Module& module) {
  const auto is_written = [](const Register& reg) { return reg.is_written(); };
  const auto is_read = [](const MemoryBlock& memory) { return memory.is_read; };
  const auto is_clocked = [](const Instance& part) { return part.module->is_clocked; };
  return module.is_top || !module.assertions.empty() || std::ranges::any_of(module.registers, is_written) ||
         std::ranges::any_of(module.memories, is_read) || std::ranges::any_of(module.instances, is_clocked);
}

}  // namespace

void drop_unused_clocks(Design& design) {
  for (const auto& module : design.modules) {  // parts before their owners
    module->is_clocked = needs_clock(*module);
    if (!module->is_clocked) module->has_enable = false;
    for (Instance& part : module->instances) {
      if (!part.module->is_clocked) part.called = module->build.constant(1, 1);
    }
  }
}

void split_register_enables(Module& module) {
  for (Register& reg : module.registers) {
    if (reg.next->op != Op::kMux) continue;
    const auto& choice = reg.next->operands;
    if (choice[2] == reg.now) reg.load = Load{choice[0], true, choice[1]};
    if (choice[1] == reg.now) reg.load = Load{choice[0], false, choice[2]};
  }
}

}  // namespace stepc
