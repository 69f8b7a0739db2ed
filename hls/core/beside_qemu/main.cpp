// SPDX-License-Identifier: Apache-2.0
// Runs cores beside QEMU on random programs in machine mode, and compares every register, control and
// status registers too, after every instruction, trap and interrupt.
//
//     core_beside_qemu [INSTRUCTIONS [SEED]]
#include <cstdio>
#include <cstdlib>
#include <string>
#include <tuple>

#include "hls/core/beside_qemu/differences.hpp"
#include "hls/core/beside_qemu/machine.hpp"

namespace beside_qemu {
namespace {

struct Plain : core::CoreConfiguration {
  static constexpr std::uint32_t kResetAddress = kMemory;
  static constexpr bool kCounters = true;
  static constexpr bool kTraces = true;
};
struct Pipelined : Plain {
  static constexpr bool kPipelined = true;
};
struct Multiplying : Plain {
  static constexpr bool kMultiplies = true;
};
struct FastPipelined : Multiplying {
  static constexpr bool kPipelined = true;
  static constexpr bool kFastShifts = true;
  static constexpr bool kFastProducts = true;
};
struct Compressed : Multiplying {
  static constexpr bool kCompressed = true;
};
struct FastCompressed : Compressed {
  static constexpr bool kFastShifts = true;
  static constexpr bool kFastProducts = true;
};

struct Counts {
  std::uint64_t instructions = 0, exceptions = 0, interrupts = 0;
};

bool fail(const char* what, const Registers& at, std::uint32_t instruction, std::uint32_t ours, std::uint32_t theirs) {
  std::fprintf(stderr, "core_beside_qemu: %s after %08x, at %08x: %08x, QEMU has %08x\n", what, instruction, at.pc,
               ours, theirs);
  return false;
}

bool are_equal(const Registers& ours, const Registers& theirs, Differences& differences, std::uint32_t instruction) {
  const std::uint32_t mtval = differences.in_mtval(theirs.mtval);
  const std::tuple<const char*, std::uint32_t, std::uint32_t> status[] = {
      {"pc", ours.pc, theirs.pc},
      {"mstatus", ours.mstatus, Differences::in_status(theirs.mstatus)},
      {"mip", ours.mip, theirs.mip},
      {"mie", ours.mie, theirs.mie},
      {"mtvec", ours.mtvec, theirs.mtvec},
      {"mepc", ours.mepc, theirs.mepc},
      {"mcause", ours.mcause, theirs.mcause},
      {"mtval", ours.mtval, mtval},
      {"mscratch", ours.mscratch, theirs.mscratch}};
  for (const auto& [name, mine, other] : status) {
    if (mine != other) return fail(name, ours, instruction, mine, other);
  }
  for (unsigned i = 0; i < 32; ++i) {
    const std::uint32_t other = differences.in_register(i, theirs.x[i]);
    if (ours.x[i] != other) return fail(("x" + std::to_string(i)).c_str(), ours, instruction, ours.x[i], other);
  }
  return true;
}

template <class Config>
class Comparison {
 public:
  Comparison(const Program& program, const std::vector<Registers>& theirs, std::uint32_t seed)
      : machine_(program, seed), theirs_(theirs), begin_(program.begin) {}

  bool holds(Counts& counts) {
    for (unsigned i = 0; machine_.registers().pc != begin_; ++i) {
      if (machine_.run() == Event::kStuck || i > begin_ - kMemory) return fail("no way", machine_.registers(), 0, 0, 0);
    }
    if (!are_equal(machine_.registers(), theirs_[0], differences_, 0)) return false;
    retired_ = machine_.retired();
    for (;;) {
      const Event event = machine_.run();
      const std::uint32_t instruction = machine_.rvfi().insn;
      if (event == Event::kStuck) return fail("no end", machine_.registers(), instruction, 0, 0);
      if (at_ + 1 == theirs_.size())
        return event == Event::kEnded || fail("too many instructions", machine_.registers(), instruction, 0, 0);
      if (event == Event::kEnded) return fail("too few instructions", theirs_[at_], instruction, 0, 0);
      const bool is_trap =
          event == Event::kRetired && theirs_[at_ + 1].pc == theirs_[at_ + 1].mtvec && machine_.rvfi().trap;
      ++(event == Event::kInterrupted ? counts.interrupts : is_trap ? counts.exceptions : counts.instructions);
      if (!(event == Event::kRetired ? follows_instruction() : follows_interrupt())) return false;
    }
  }

 private:
  // QEMU need not print the registers between an instruction and an interrupt.
  bool follows_instruction() {
    const core::Rvfi& rvfi = machine_.rvfi();
    const std::uint32_t instruction = rvfi.insn;
    const Registers& next = theirs_[at_ + 1];
    differences_.retired(instruction, rvfi.pc_rdata, static_cast<unsigned>(rvfi.rd_addr), next);
    const bool is_interrupt = next.pc == next.mtvec && next.mcause >> 31 != 0;
    const Registers ours = machine_.registers();
    const bool is_trap = next.pc == next.mtvec && !is_interrupt;
    retired_ += is_trap ? 0 : 1;
    if (machine_.retired() != retired_) return fail("minstret", ours, instruction, machine_.retired(), retired_);
    if (is_interrupt && ours.pc != next.pc) return true;
    ++at_;
    return are_equal(ours, next, differences_, instruction);
  }
  bool follows_interrupt() {
    ++at_;
    return are_equal(machine_.registers(), theirs_[at_], differences_, machine_.rvfi().insn);
  }

  Machine<Config> machine_;
  const std::vector<Registers>& theirs_;
  std::uint32_t begin_;
  Differences differences_;
  std::size_t at_ = 0;
  std::uint32_t retired_ = 0;
};

template <class... Configs>
bool compare(std::uint32_t seed, unsigned instructions, Extensions extensions, Counts& counts) {
  const Program program = random_program(seed, instructions, extensions);
  const std::optional<std::vector<Registers>> theirs = trace(program, extensions);
  if (!theirs) {
    std::fprintf(stderr, "core_beside_qemu: QEMU does not run the program of seed %u\n", seed);
    return false;
  }
  return (Comparison<Configs>(program, *theirs, seed).holds(counts) && ...);
}

}  // namespace
}  // namespace beside_qemu

int main(int argc, char** argv) {
  using namespace beside_qemu;
  const unsigned long instructions = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 30000;
  const std::uint32_t first = argc > 2 ? static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10)) : 1u;
  constexpr unsigned kMost = 10000;
  Counts counts;
  std::uint32_t seed = first;
  for (unsigned long done = 0; done < instructions; done += kMost, ++seed) {
    const bool holds = done / kMost % 3 == 0   ? compare<Plain, Pipelined>(seed, kMost, {}, counts)
                       : done / kMost % 3 == 1 ? compare<Multiplying, FastPipelined>(seed, kMost, {true, false}, counts)
                                               : compare<Compressed, FastCompressed>(seed, kMost, {true, true}, counts);
    if (!holds) {
      std::fprintf(stderr, "core_beside_qemu: to see it again: core_beside_qemu %lu %u\n", done + kMost, first);
      return 1;
    }
  }
  if (counts.exceptions == 0 || counts.interrupts == 0) {
    std::fprintf(stderr, "core_beside_qemu: no exceptions, or no interrupts\n");
    return 1;
  }
  std::printf("%llu instructions, %llu exceptions, %llu interrupts: the same registers\n",
              static_cast<unsigned long long>(counts.instructions), static_cast<unsigned long long>(counts.exceptions),
              static_cast<unsigned long long>(counts.interrupts));
  return 0;
}
