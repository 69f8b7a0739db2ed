// SPDX-License-Identifier: Apache-2.0
// A processor that is the core of hls/core, clocked cycle by cycle. Its memory answers in the cycle of
// the request. A register outside answers a cycle later, or when the computer around it does: nothing
// changes in the core while it waits.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "firmware/image/memory_map.h"
#include "testbench/runs/computer/processor.hpp"
#include "testbench/runs/computer/program_memory.hpp"

namespace testbench {
namespace {

using core::field;
static_assert(NodeCore::kResetAddress == CC_MEMORY + CC_STACK_BYTES);

// The core in C++, from the reset on.
class NativeClock {
 public:
  void step(const core::In& in) { core::Core<NodeCore>::step(state_, in, out_); }
  const CoreState& state() const { return state_; }
  CoreState& state() { return state_; }
  const CoreOut& out() const { return out_; }
  CoreOut& out() { return out_; }
  static constexpr bool differs() { return false; }
  static std::string difference() { return ""; }

 private:
  // Memories without a reset begin with zeros, as in RTL.
  alignas(CoreState) unsigned char zeros_[sizeof(CoreState)] = {};
  CoreState& state_ = *::new (zeros_) CoreState;
  CoreOut out_;
};

// A model, with the core in C++ beside it.
class ModelClock {
 public:
  explicit ModelClock(std::unique_ptr<CoreModel> model) : model_(std::move(model)) {}

  void step(const core::In& in) {
    model_->step(in, out_);
    native_.step(in);
    ++cycles_;
    if (differs()) return;
    if (const auto found = model_->difference(native_.state(), native_.out())) {
      difference_ = fmt::format("the core differs from C++ in cycle {}: {}", cycles_, *found);
    }
  }
  const CoreState& state() const { return native_.state(); }
  CoreState& state() { return native_.state(); }
  const CoreOut& out() const { return out_; }
  CoreOut& out() { return out_; }
  bool differs() const { return !difference_.empty(); }
  const std::string& difference() const { return difference_; }

 private:
  std::unique_ptr<CoreModel> model_;
  NativeClock native_;
  CoreOut out_;
  std::uint64_t cycles_ = 0;
  std::string difference_;
};

template <class Clock>
class CoreProcessor final : public Processor {
 public:
  template <class... Model>
  explicit CoreProcessor(const Image& image, Model... model)
      : clock_(std::move(model)...), program_(image), memory_(program_.bytes()) {}

  Stop run(std::uint64_t instructions) override {
    const std::uint64_t first = instructions_;
    const std::uint64_t limit = first + instructions;
    // A trap is not an instruction. A handler that traps itself must end too.
    constexpr std::uint64_t kMostCycles = 64;  // of an instruction
    const std::uint64_t most = cycles_ + kMostCycles * instructions;
    for (;;) {
      const CoreOut& out = clock_.out();
      core::In in;
      if (clock_.differs()) return fault(clock_.difference());
      if (clock_.state().phase == core::Phase::kFetchRest) {
        if (!program_.allows(ProgramMemory::kFetch, out.address)) return fault(reason_of_jump(out.address));
        read(in, out.address);
      } else if (out.valid && out.instruction) {
        end_instruction();
        if (instructions_ >= limit || cycles_ >= most) return {};
        if (instructions_ != first && breakpoints_.contains(next())) return {Stop::kBreak, 0, 0, false, ""};
        if (!program_.allows(ProgramMemory::kFetch, next())) return fault(reason_of_jump(next()));
        counter_ = next();
        has_begun_ = true;
        has_trapped_ = false;
        read(in, out.address);
      } else if (out.valid && out.address >= CC_SYSTEM) {
        return access();
      } else if (out.valid) {
        const auto access = out.strobes != 0 ? ProgramMemory::kWrite : ProgramMemory::kRead;
        if (!program_.allows(access, out.address)) return outside(access);
        read(in, out.address);
        if (out.strobes != 0) write();
      } else if (clock_.state().phase == core::Phase::kWait && !clock_.state().status.wakes()) {
        // Nothing changes in the core until then.
        const std::uint64_t wakes = wake_cycle(lines_, clock_.state().status.read(core::kMie));
        if (wakes == Interrupts::kNever) return {Stop::kSleep, 0, 0, false, ""};
        cycles_ = std::max(cycles_, wakes);
      }
      step(in);
    }
  }
  void answer(std::uint32_t value) override {
    core::In in;
    step(in);
    in.ready = hls::Bit(1);
    in.read_data = core::Word(value);
    step(in);
    end_instruction();
  }

  void set_lines(const Lines& lines) override { lines_ = lines; }

  std::uint64_t instructions() const override { return instructions_; }
  std::uint64_t cycles() const override { return cycles_; }
  std::uint32_t counter() const override { return has_begun_ || has_failed_ ? counter_ : next(); }
  std::uint32_t read_register(unsigned number) const override {
    if (number == 32) return counter();
    core::RegisterFile registers = clock_.state().registers;
    registers.request_first(number);
    return registers.first();
  }
  void write_register(unsigned number, std::uint32_t value) override {
    if (number == 32) {
      clock_.out().address = core::Word(value & ~3u);
      clock_.state().counter.address = core::Word(value & ~1u);
    } else if (number != 0) {
      clock_.state().registers.write(number, value);
    }
  }
  void set_breakpoints(const std::set<std::uint32_t>& addresses) override { breakpoints_ = addresses; }
  std::span<std::uint8_t> memory() override { return memory_; }
  void count_each() override { counts_.assign(memory_.size() / 2, 0); }
  std::span<const std::uint32_t> counts() const override { return counts_; }

 private:
  // The address of the instruction that is fetched.
  std::uint32_t next() const { return clock_.state().counter.address; }
  void step(core::In& in) {
    in.timer = hls::Bit(cycles_ >= lines_.timer);
    in.external = hls::Bit(cycles_ >= lines_.external);
    clock_.step(in);
    ++cycles_;
    has_trapped_ = has_trapped_ || clock_.state().phase == core::Phase::kEpc;
  }
  // To be called between two instructions.
  void end_instruction() {
    if (!has_begun_) return;
    has_begun_ = false;
    if (has_trapped_) return;
    ++instructions_;
    if (!counts_.empty()) ++counts_[counter_ / 2];
  }
  void read(core::In& in, std::uint32_t address) const {
    std::uint32_t word = 0;
    std::memcpy(&word, &memory_[address], sizeof word);
    in.read_data = core::Word(word);
    in.ready = hls::Bit(1);
  }
  void write() {
    const CoreOut& out = clock_.out();
    for (unsigned byte = 0; byte < 4; ++byte) {
      if ((out.strobes >> byte & 1) != 0) {
        memory_[out.address + byte] = static_cast<std::uint8_t>(out.write_data >> 8 * byte);
      }
    }
  }
  // A register of the router or of the system.
  Stop access() {
    const CoreOut& out = clock_.out();
    const bool is_write = out.strobes != 0;
    constexpr std::uint32_t kWord = 2;
    if (field(clock_.state().instruction, 12, 2) != kWord) {
      return {Stop::kNothing, out.address, 0, is_write,
              fmt::format("an access to {:08x} that is no aligned word", byte_address())};
    }
    return {Stop::kAccess, out.address, out.write_data, is_write, ""};
  }
  // A load or store that the memory does not allow.
  Stop outside(ProgramMemory::Access access) {
    const std::string what = program_.fault(access, byte_address(), stack());
    if (program_.is_code(byte_address())) return fault(what);
    return {Stop::kNothing, clock_.out().address, 0, access == ProgramMemory::kWrite, what};
  }
  Stop fault(const std::string& what) {
    has_failed_ = true;
    return {Stop::kFault, 0, 0, false, what};
  }
  std::string reason_of_jump(std::uint32_t address) const {
    if (!has_trapped_) return program_.fault(ProgramMemory::kFetch, address, 0);
    return name_of_trap(clock_.state().cause & 15u);
  }
  std::uint32_t byte_address() const { return clock_.out().address + clock_.state().lane; }
  std::uint32_t stack() const { return read_register(2); }

  Clock clock_;
  ProgramMemory program_;
  std::span<std::uint8_t> memory_;
  Lines lines_;
  std::uint64_t cycles_ = 0;
  std::uint64_t instructions_ = 0;
  std::uint32_t counter_ = 0;  // of the instruction that has begun last
  bool has_begun_ = false;     // and has not ended
  bool has_trapped_ = false;
  bool has_failed_ = false;
  std::set<std::uint32_t> breakpoints_;
  std::vector<std::uint32_t> counts_;
};

}  // namespace

std::unique_ptr<Processor> make_core(const Image& image, std::unique_ptr<CoreModel> model) {
  if (model == nullptr) return std::make_unique<CoreProcessor<NativeClock>>(image);
  return std::make_unique<CoreProcessor<ModelClock>>(image, std::move(model));
}

}  // namespace testbench
