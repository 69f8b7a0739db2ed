// SPDX-License-Identifier: Apache-2.0
// A processor by Unicorn. The library is loaded when it is needed, so that nobody else pays for it.
#include <dlfcn.h>
#include <fmt/format.h>
#include <unicorn/unicorn.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <stdexcept>

#include "firmware/image/memory_map.h"
#include "hls/core/compressed.hpp"
#include "testbench/engines/nodes/core_model.hpp"
#include "testbench/runs/computer/processor.hpp"
#include "testbench/runs/computer/program_memory.hpp"

namespace testbench {
namespace {

// The functions of the library.
struct Unicorn {
  decltype(&uc_open) open;
  decltype(&uc_close) close;
  decltype(&uc_strerror) strerror;
  decltype(&uc_mem_map_ptr) mem_map_ptr;
  decltype(&uc_hook_add) hook_add;
  decltype(&uc_emu_start) emu_start;
  decltype(&uc_emu_stop) emu_stop;
  decltype(&uc_reg_read) reg_read;
  decltype(&uc_reg_write) reg_write;

  static const Unicorn& get() {
    static const Unicorn library = [] {
      void* const handle = dlopen("libunicorn.so.2", RTLD_NOW | RTLD_LOCAL);
      if (handle == nullptr) {
        throw std::runtime_error("--engine emulator: the library libunicorn.so.2 is missing; install libunicorn2");
      }
      Unicorn found{};
      const auto find = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(handle, name));
        if (function == nullptr) throw std::runtime_error(fmt::format("libunicorn.so.2 has no {}", name));
      };
      find(found.open, "uc_open");
      find(found.close, "uc_close");
      find(found.strerror, "uc_strerror");
      find(found.mem_map_ptr, "uc_mem_map_ptr");
      find(found.hook_add, "uc_hook_add");
      find(found.emu_start, "uc_emu_start");
      find(found.emu_stop, "uc_emu_stop");
      find(found.reg_read, "uc_reg_read");
      find(found.reg_write, "uc_reg_write");
      return found;
    }();
    return library;
  }
};

// An instruction takes so many cycles, and an access to a register one more.
constexpr std::uint64_t kInstructionCycles = 4;

class Emulator final : public Processor {
 public:
  explicit Emulator(const Image& image) : unicorn_(Unicorn::get()), program_(image), memory_(program_.bytes()) {
    require(unicorn_.open(UC_ARCH_RISCV, UC_MODE_RISCV32, &engine_));
    for (std::uint32_t first = CC_MEMORY; first < memory_.size();) {
      std::uint32_t end = first;
      while (end < memory_.size() && program_.is_code(end) == program_.is_code(first)) end += ProgramMemory::kPage;
      require(unicorn_.mem_map_ptr(engine_, first, end - first,
                                   program_.is_code(first) ? UC_PROT_READ | UC_PROT_EXEC : UC_PROT_READ | UC_PROT_WRITE,
                                   &memory_[first]));
      first = end;
    }
    uc_hook hook{};
    require(unicorn_.hook_add(engine_, &hook, UC_HOOK_CODE, reinterpret_cast<void*>(see_instruction), this, 1, 0));
    require(unicorn_.hook_add(engine_, &hook, UC_HOOK_MEM_INVALID, reinterpret_cast<void*>(see_invalid), this, 1, 0));
    require(unicorn_.hook_add(engine_, &hook, UC_HOOK_INTR, reinterpret_cast<void*>(see_trap), this, 1, 0));
    counter_ = image.entry();
  }
  ~Emulator() override {
    if (engine_ != nullptr) unicorn_.close(engine_);
  }
  Emulator(const Emulator&) = delete;
  Emulator& operator=(const Emulator&) = delete;

  Stop run(std::uint64_t instructions) override {
    limit_ = instructions_ + instructions;
    first_ = instructions_;
    do {
      begin();
      if (is_interrupted_) enter_trap();
      if (constant_) answer(*constant_);
    } while (is_interrupted_ || constant_ || (sleeps_ && wakes()));
    if (sleeps_) stop_.kind = Stop::kSleep;
    return stop_;
  }
  void set_lines(const Lines& lines) override { lines_ = lines; }
  void answer(std::uint32_t value) override {
    const auto destination = static_cast<int>(instruction_ >> 7 & 31);
    if (!stop_.is_write && destination != 0) unicorn_.reg_write(engine_, UC_RISCV_REG_X0 + destination, &value);
    counter_ += bytes_;
    if (is_counted_) return;
    if (!counts_.empty()) ++counts_[(counter_ - bytes_) / 2];
    ++instructions_;
  }

  std::uint64_t instructions() const override { return instructions_; }
  std::uint64_t cycles() const override { return kInstructionCycles * instructions_ + accesses_ + slept_; }
  std::uint32_t counter() const override { return counter_; }
  std::uint32_t read_register(unsigned number) const override {
    return number == 32 ? counter_ : reg(UC_RISCV_REG_X0 + static_cast<int>(number));
  }
  void write_register(unsigned number, std::uint32_t value) override {
    if (number == 32) {
      counter_ = value;
    } else if (number != 0) {
      unicorn_.reg_write(engine_, UC_RISCV_REG_X0 + static_cast<int>(number), &value);
    }
  }
  void set_breakpoints(const std::set<std::uint32_t>& addresses) override { breakpoints_ = addresses; }
  std::span<std::uint8_t> memory() override { return memory_; }
  void count_each() override { counts_.assign(memory_.size() / 2, 0); }
  std::span<const std::uint32_t> counts() const override { return counts_; }

 private:
  // Goes on to the next stop, to an interrupt, or to a WFI.
  void begin() {
    stop_ = {};
    is_interrupted_ = sleeps_ = is_counted_ = false;
    constant_.reset();
    const uc_err error = unicorn_.emu_start(engine_, counter_, ~0u, 0, 0);
    counter_ = reg(UC_RISCV_REG_PC);
    // Where it began, behind a wild jump too.
    if (stop_.kind == Stop::kFault || stop_.kind == Stop::kNothing || error != UC_ERR_OK) counter_ = last_;
    if (stop_.kind == Stop::kFault || stop_.kind == Stop::kNothing || error == UC_ERR_OK) return;
    const bool illegal = error == UC_ERR_INSN_INVALID || error == UC_ERR_EXCEPTION;
    stop_ = {Stop::kFault, counter_, 0, false, illegal ? "an illegal instruction" : unicorn_.strerror(error)};
  }

  // Unicorn has no lines of interrupts: this does what a line would do before an instruction. The external
  // interrupt comes before the timer's.
  bool has_interrupt() const {
    constexpr std::uint32_t kEnabled = 1u << 3;
    if (std::min(lines_.timer, lines_.external) > cycles()) return false;
    return (reg(UC_RISCV_REG_MSTATUS) & kEnabled) != 0 && wake_cycle(lines_, reg(UC_RISCV_REG_MIE)) <= cycles();
  }
  void enter_trap() {
    constexpr std::uint32_t kMachine = 3u << 11;
    constexpr std::uint32_t kWasEnabled = 1u << 7;
    const std::uint32_t status = kMachine | kWasEnabled;
    const std::uint32_t external = reg(UC_RISCV_REG_MIE) & 1u << 11;
    const std::uint32_t cause = 1u << 31 | (wake_cycle(lines_, external) <= cycles() ? 11 : 7);
    const std::uint32_t none = 0;
    unicorn_.reg_write(engine_, UC_RISCV_REG_MEPC, &counter_);
    unicorn_.reg_write(engine_, UC_RISCV_REG_MCAUSE, &cause);
    unicorn_.reg_write(engine_, UC_RISCV_REG_MTVAL, &none);
    unicorn_.reg_write(engine_, UC_RISCV_REG_MSTATUS, &status);
    counter_ = reg(UC_RISCV_REG_MTVEC) & ~3u;
  }
  // The end of a WFI, at once or after cycles without instructions; false: it is not known when.
  bool wakes() {
    const std::uint64_t cycle = wake_cycle(lines_, reg(UC_RISCV_REG_MIE));
    if (cycle == Interrupts::kNever) return false;
    if (cycle > cycles()) slept_ += cycle - cycles();
    if (!counts_.empty()) ++counts_[counter_ / 2];
    counter_ += bytes_;
    ++instructions_;
    return true;
  }

  void require(uc_err error) const {
    if (error == UC_ERR_NOMEM) throw std::bad_alloc();
    if (error != UC_ERR_OK) throw std::runtime_error(fmt::format("Unicorn: {}", unicorn_.strerror(error)));
  }
  std::uint32_t reg(int number) const {
    std::uint32_t value = 0;
    unicorn_.reg_read(engine_, number, &value);
    return value;
  }

  // Called before each instruction. One that reads or writes outside the memory is not executed:
  // answer() does it. Nor is a WFI: wakes() does it, nor a read of a register that is a constant of the core.
  static void see_instruction(uc_engine* engine, std::uint64_t address, std::uint32_t, void* object) {
    auto& self = *static_cast<Emulator*>(object);
    self.last_ = static_cast<std::uint32_t>(address);
    if (!self.breakpoints_.empty() && self.instructions_ != self.first_ &&
        self.breakpoints_.contains(static_cast<std::uint32_t>(address))) {
      self.stop_.kind = Stop::kBreak;
      self.unicorn_.emu_stop(engine);
      return;
    }
    self.is_interrupted_ = self.has_interrupt();
    if (!self.is_interrupted_ && self.instructions_ < self.limit_ &&
        !self.begins_access(static_cast<std::uint32_t>(address))) {
      ++self.instructions_;
      if (!self.counts_.empty()) ++self.counts_[address / 2];
      return;
    }
    self.unicorn_.emu_stop(engine);
  }
  bool begins_access(std::uint32_t address) {
    std::memcpy(&instruction_, &memory_[address], std::min<std::size_t>(sizeof instruction_, memory_.size() - address));
    bytes_ = core::is_compressed(instruction_) ? 2 : 4;
    if (bytes_ == 2) instruction_ = core::expanded(instruction_ & 0xffffu);
    constexpr std::uint32_t kWaitForInterrupt = 0x10500073;
    sleeps_ = instruction_ == kWaitForInterrupt;
    if (sleeps_) return true;
    constexpr std::uint32_t kLoad = 0x03;
    constexpr std::uint32_t kStore = 0x23;
    constexpr std::uint32_t kSystem = 0x73;
    const std::uint32_t opcode = instruction_ & 0x7f;
    if (opcode == kSystem && (instruction_ >> 12 & 3) != 0) return begins_status();
    if (opcode != kLoad && opcode != kStore) return false;
    const bool is_write = opcode == kStore;
    const auto high = static_cast<std::int32_t>(instruction_) >> 20;
    const std::int32_t offset = is_write ? (high & ~31) | static_cast<std::int32_t>(instruction_ >> 7 & 31) : high;
    const std::uint32_t where =
        reg(UC_RISCV_REG_X0 + static_cast<int>(instruction_ >> 15 & 31)) + static_cast<std::uint32_t>(offset);
    if (where < CC_SYSTEM) return false;
    constexpr std::uint32_t kWord = 2;  // the width of the access, funct3
    if ((instruction_ >> 12 & 7) != kWord || where % 4 != 0) {
      stop_ = {Stop::kNothing, where, 0, is_write, fmt::format("an access to {:08x} that is no aligned word", where)};
      return true;
    }
    ++accesses_;
    stop_ = {Stop::kAccess, where, is_write ? reg(UC_RISCV_REG_X0 + static_cast<int>(instruction_ >> 20 & 31)) : 0,
             is_write, ""};
    return true;
  }
  // Control and status registers are the core's: Unicorn has more and others. Returns whether it is not to do it.
  bool begins_status() {
    const std::uint32_t address = instruction_ >> 20;
    const bool writes = (instruction_ >> 12 & 3) == 1 || (instruction_ >> 15 & 31) != 0;
    if (!core::is_known<NodeCore>(address) || (writes && address >> 10 == 3)) {
      stop_ = {Stop::kFault, 0, 0, false, name_of_trap(2)};
      return true;
    }
    if (core::is_constant(address)) constant_ = core::StatusRegisters<NodeCore>().read(address);
    return constant_.has_value();
  }
  static bool see_invalid(uc_engine* engine, uc_mem_type type, std::uint64_t address, int, std::int64_t, void* object) {
    auto& self = *static_cast<Emulator*>(object);
    const bool is_write = type == UC_MEM_WRITE_UNMAPPED || type == UC_MEM_WRITE_PROT;
    const bool is_fetch = type == UC_MEM_FETCH_UNMAPPED || type == UC_MEM_FETCH_PROT;
    const auto where = static_cast<std::uint32_t>(address);
    std::uint32_t stack = 0;
    self.unicorn_.reg_read(engine, UC_RISCV_REG_SP, &stack);
    const ProgramMemory::Access access = is_fetch   ? ProgramMemory::kFetch
                                         : is_write ? ProgramMemory::kWrite
                                                    : ProgramMemory::kRead;
    const Stop::Kind kind = is_fetch || self.program_.is_code(where) ? Stop::kFault : Stop::kNothing;
    self.stop_ = {kind, where, 0, is_write, self.program_.fault(access, where, stack)};
    self.is_counted_ = true;
    self.unicorn_.emu_stop(engine);
    return false;
  }
  static void see_trap(uc_engine* engine, std::uint32_t number, void* object) {
    auto& self = *static_cast<Emulator*>(object);
    if (self.stop_.kind == Stop::kPause) self.stop_ = {Stop::kFault, 0, 0, false, name_of_trap(number)};
    self.unicorn_.emu_stop(engine);
  }

  const Unicorn& unicorn_;
  ProgramMemory program_;
  std::span<std::uint8_t> memory_;
  uc_engine* engine_ = nullptr;
  std::uint32_t counter_ = 0;
  std::uint64_t instructions_ = 0;
  std::uint64_t accesses_ = 0;
  std::uint64_t slept_ = 0;  // cycles in WFI
  Lines lines_;
  bool is_interrupted_ = false;            // before the next instruction
  bool is_counted_ = false;                // the access that waits for an answer
  bool sleeps_ = false;                    // the next instruction is a WFI
  std::optional<std::uint32_t> constant_;  // what the next instruction reads
  std::uint64_t limit_ = 0;
  std::uint32_t last_ = 0;   // the address of the instruction that has begun last
  std::uint64_t first_ = 0;  // instructions before this run
  std::set<std::uint32_t> breakpoints_;
  std::vector<std::uint32_t> counts_;
  std::uint32_t instruction_ = 0;  // of the access that waits for an answer
  std::uint32_t bytes_ = 4;        // of the instruction
  Stop stop_;
};

}  // namespace

std::unique_ptr<Processor> make_emulator(const Image& image) {
  return std::make_unique<Emulator>(image);
}

}  // namespace testbench
