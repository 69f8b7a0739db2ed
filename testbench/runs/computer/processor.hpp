// SPDX-License-Identifier: Apache-2.0
// A processor of one node, with the node's memory. It runs by itself until it reads or writes
// something outside the memory, which the computer around it answers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "testbench/engines/nodes/core_model.hpp"
#include "testbench/runs/computer/image.hpp"
#include "testbench/runs/computer/interrupts.hpp"

namespace testbench {

class Processor {
 public:
  struct Stop {
    enum Kind {
      kAccess,   // outside the memory; answer() ends it
      kPause,    // the limit has come
      kNothing,  // where there is nothing; answer() ends it
      kSleep,    // it waits for an interrupt, and none is known to come
      kBreak,    // the next instruction has a breakpoint
      kFault,    // it cannot continue
      kServed,   // an access that Server has seen, which the node waits for or ends with
    };
    Kind kind = kPause;
    std::uint32_t address = 0;
    std::uint32_t value = 0;  // of a write
    bool is_write = false;
    std::string fault;
  };
  // The lines of interrupts are set from these cycles() on.
  struct Lines {
    std::uint64_t timer = Interrupts::kNever;
    std::uint64_t external = Interrupts::kNever;
  };

  // Answers an access at once, if it can. Returns whether the processor continues.
  using Server = std::function<bool(const Stop&)>;

  virtual ~Processor() = default;

  // One that may call `server` for accesses stops for none that it answers.
  virtual void serve(const Server& /*server*/) {}
  // Its fault may leave damage in what others need.
  virtual bool shares_memory() const { return false; }

  // Runs until one of these, or until about `instructions` more have ended.
  virtual Stop run(std::uint64_t instructions) = 0;
  // The value of a read; any for a write.
  virtual void answer(std::uint32_t value) = 0;
  // For processors that take interrupts.
  virtual void set_lines(const Lines& /*lines*/) {}

  virtual std::uint64_t instructions() const = 0;  // that have ended
  virtual std::uint64_t cycles() const = 0;        // without those in which it waits for answers
  virtual std::uint32_t counter() const = 0;       // the address of the next instruction
  // x0 to x31, and as number 32 the address of the next instruction.
  virtual std::uint32_t read_register(unsigned number) const = 0;
  virtual void write_register(unsigned number, std::uint32_t value) = 0;
  // The processor stops before these instructions, but not before the first of a run.
  virtual void set_breakpoints(const std::set<std::uint32_t>& addresses) = 0;
  // From address 0 on.
  virtual std::span<std::uint8_t> memory() = 0;
  // Counts from now on how often the instruction at each two bytes of the memory ends.
  virtual void count_each() = 0;
  virtual std::span<const std::uint32_t> counts() const = 0;
};

// The lowest cycle from which on a line is set that `enabled`, the word of mie, lets wake the core.
inline std::uint64_t wake_cycle(const Processor::Lines& lines, std::uint32_t enabled) {
  constexpr std::uint32_t kTimer = 1u << 7;
  constexpr std::uint32_t kExternal = 1u << 11;
  return std::min((enabled & kTimer) != 0 ? lines.timer : Interrupts::kNever,
                  (enabled & kExternal) != 0 ? lines.external : Interrupts::kNever);
}

// The emulator of Unicorn: instructions without cycles, of which each counts four. Throws
// std::runtime_error where the library is missing.
std::unique_ptr<Processor> make_emulator(const Image& image);
// The core of hls/core, cycle by cycle. `model`: its RTL or SystemC, which drives the bus and must be
// equal to the C++ in every cycle; null for C++ alone. The image must begin where the core does.
std::unique_ptr<Processor> make_core(const Image& image, std::unique_ptr<CoreModel> model);

}  // namespace testbench
