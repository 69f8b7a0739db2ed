// SPDX-License-Identifier: Apache-2.0
// Runs the core beside Unicorn on random instructions that do not trap, and on every instruction of 16
// bits, and compares every register and the address of the next instruction after each one.
//
//     core_beside_unicorn [INSTRUCTIONS [SEED]]
#include <unicorn/unicorn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "hls/core/core.hpp"

namespace {

using core::field;

constexpr std::uint32_t kBytes = 0x100000;
constexpr std::uint32_t kData = 0x600;  // a page below the program for loads and stores

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  std::uint32_t operator()() { return static_cast<std::uint32_t>(engine_()); }

 private:
  std::mt19937 engine_;
};

std::uint32_t random_instruction(Random& random) {
  const std::uint32_t word = random();
  const std::uint32_t operands = word & 0x01fff000u;
  const std::uint32_t rd = word & 0xf80u;
  const std::uint32_t data = kData + field(random(), 0, 8);
  constexpr std::uint32_t kConditions[] = {0, 1, 4, 5, 6, 7};
  switch (random() % 8) {
    case 0:
      return (random() % 2 != 0 ? word & 0xfffff000u : word & 0x3ffff000u) | rd | (random() % 2 != 0 ? 0x37 : 0x17);
    case 1: {  // forwards, 8 or 12 bytes
      const std::uint32_t offset = 2 + field(word, 7, 1) * 2;
      return (word & 0x01ff8000u) | kConditions[random() % 6] << 12 | (4 | offset) << 8 | 0x63;
    }
    case 2: {  // JAL, or JALR from x0
      if (random() % 2 != 0) return 8u << 20 | rd | 0x6f;
      return field(0x700 + random() % 0x80, 2, 9) << 22 | rd | 0x67;
    }
    case 3: {
      constexpr std::uint32_t kSizes[] = {0, 1, 2, 4, 5};
      const std::uint32_t function = kSizes[random() % 5];
      return (data & ~((1u << (function & 3)) - 1)) << 20 | function << 12 | rd | 0x03;
    }
    case 4: {
      const std::uint32_t function = random() % 3;
      const std::uint32_t to = data & ~((1u << function) - 1);
      return field(to, 5, 7) << 25 | (word & 0x01f00000u) | function << 12 | field(to, 0, 5) << 7 | 0x23;
    }
    case 5: {
      const std::uint32_t function = 1 + random() % 7;
      return 0x340u << 20 | (word & 0xf8000u) | (function == 4 ? 1 : function) << 12 | rd | 0x73;
    }
    case 6: {
      const std::uint32_t function = field(word, 12, 3);
      if (random() % 3 == 0) return 1u << 25 | operands | rd | 0x33;  // M
      const bool alternative = (function == 0 || function == 5) && random() % 2 != 0;
      return (alternative ? 1u << 30 : 0) | operands | rd | 0x33;
    }
    default: {
      const std::uint32_t function = field(word, 12, 3);
      if (function != 1 && function != 5) return (word & 0xfffff000u) | rd | 0x13;
      return (function == 5 && random() % 2 != 0 ? 1u << 30 : 0) | operands | rd | 0x13;
    }
  }
}

// One of 16 bits that neither traps nor reads or writes the memory. It goes forwards.
std::uint32_t random_compressed(Random& random) {
  for (;;) {
    const std::uint32_t half = field(random(), 0, 16);
    const std::uint32_t word = core::expanded(half);
    const std::uint32_t opcode = field(word, 0, 7);
    const bool goes_back = (opcode == 0x6f || opcode == 0x63) &&
                           (word >> 31 != 0 || core::immediate_of(word, core::Opcode{opcode >> 2}) > 64);
    const bool is_any = opcode == 0x13 || opcode == 0x33 || opcode == 0x37 || opcode == 0x6f || opcode == 0x63;
    if (core::is_compressed(half) && is_any && !goes_back && core::immediate_of(word, core::Opcode{opcode >> 2}) != 0)
      return half;
  }
}

struct Small : core::CoreConfiguration {
  static constexpr bool kMultiplies = true;
};
struct Compressed : Small {
  static constexpr bool kCompressed = true;
};
struct Fast : Compressed {
  static constexpr bool kFastShifts = true;
  static constexpr bool kFastProducts = true;
};

int fail(const char* what, std::uint32_t instruction, std::uint32_t ours, std::uint32_t theirs) {
  std::fprintf(stderr, "core_beside_unicorn: %s after %08x: %08x, Unicorn has %08x\n", what, instruction, ours, theirs);
  return 1;
}

struct Closer {
  void operator()(uc_engine* engine) const { uc_close(engine); }
};
using Unicorn = std::unique_ptr<uc_engine, Closer>;

Unicorn make_unicorn() {
  uc_engine* engine = nullptr;
  if (uc_open(UC_ARCH_RISCV, UC_MODE_RISCV32, &engine) != UC_ERR_OK) return nullptr;
  uc_mem_map(engine, 0, kBytes, UC_PROT_ALL);
  return Unicorn(engine);
}

template <class Config>
std::uint32_t pc_of(const core::State<Config>& state, const core::Out<Config>& out) {
  if constexpr (Config::kCompressed) return state.counter.address;
  return out.address;
}

// A core and its memory.
template <class Config>
class Machine {
 public:
  Machine() : memory_(kBytes) {}

  std::uint32_t pc() const { return pc_of(state, out); }
  void write(std::uint32_t address, std::uint32_t word, unsigned bytes) {
    std::memcpy(&memory_[address], &word, bytes);
  }
  const std::vector<std::uint8_t>& memory() const { return memory_; }
  // From a fetch to the next.
  void run_instruction(Random& random) {
    bool fetched = false;
    do {
      in_.ready = hls::Bit(out.valid && random() % 2 != 0);
      if (in_.ready) {
        std::uint32_t word = 0;
        std::memcpy(&word, &memory_[out.address], sizeof word);
        in_.read_data = core::Word(word);
        for (unsigned byte = 0; byte < 4; ++byte) {
          if ((out.strobes >> byte & 1) != 0)
            memory_[out.address + byte] = static_cast<std::uint8_t>(out.write_data >> 8 * byte);
        }
        fetched = fetched || out.instruction;
      }
      core::Core<Config>::step(state, in_, out);
    } while (!(fetched && out.valid && out.instruction && state.phase == core::Phase::kFetch));
  }
  // The address of the next instruction and x0 to x31, as Unicorn has them too; 0, or the status of the program.
  int compare_with(uc_engine* unicorn, std::uint32_t instruction) const {
    std::uint32_t theirs = 0;
    uc_reg_read(unicorn, UC_RISCV_REG_PC, &theirs);
    if (theirs != pc()) return fail("pc", instruction, pc(), theirs);
    core::RegisterFile registers = state.registers;
    for (unsigned i = 0; i < 32; ++i) {
      registers.request_first(i);
      uc_reg_read(unicorn, UC_RISCV_REG_X0 + static_cast<int>(i), &theirs);
      if (theirs != registers.first()) return fail("a register", instruction, registers.first(), theirs);
    }
    return 0;
  }

  core::State<Config> state;
  core::Out<Config> out;

 private:
  std::vector<std::uint8_t> memory_;
  core::In in_;
};

// Both from the reset on.
template <class Config>
int compare(unsigned long instructions, Random& random) {
  const Unicorn unicorn = make_unicorn();
  if (unicorn == nullptr) return 2;
  Machine<Config> machine;
  for (unsigned long done = 0; done < instructions; ++done) {
    const bool is_short = Config::kCompressed && done != 0 && random() % 2 != 0;
    const std::uint32_t instruction = is_short    ? random_compressed(random)
                                      : done == 0 ? 0x7000006fu
                                                  : random_instruction(random);
    const unsigned bytes = is_short ? 2 : 4;
    const std::uint32_t at = machine.pc();
    uc_mem_write(unicorn.get(), at, &instruction, bytes);
    uc_ctl_remove_cache(unicorn.get(), at, at + bytes);
    if (uc_emu_start(unicorn.get(), at, kBytes, 0, 1) != UC_ERR_OK) return fail("an exception", instruction, at, at);
    machine.write(at, instruction, bytes);
    machine.run_instruction(random);
    if (const int status = machine.compare_with(unicorn.get(), instruction)) return status;
    if (machine.pc() >= kBytes - 64) return fail("no jump back", instruction, machine.pc(), 0x700);
  }
  return 0;
}

// Unicorn runs some that this core must refuse: of floating point, of RV64, reserved, and shifts by more than 31 bits.
bool is_of_another_extension(std::uint32_t half) {
  const bool is_floating = (half & 3) != 1 && (half >> 13 & 1) != 0;
  const bool is_reserved = (half & 0xe003) == 0x8000 || (half & 0xfc03) == 0x9c01;
  const bool is_shift = (half & 0xf003) == 0x1002 || (half & 0xf803) == 0x9001;
  return is_floating || is_reserved || is_shift;
}

// Every instruction of 16 bits, at both halves of a word. Registers point into the memory.
int compare_every_compressed(Random& random) {
  const Unicorn unicorn = make_unicorn();
  if (unicorn == nullptr) return 2;
  constexpr std::uint32_t kHandler = 0x300, kFirst = 0x1000, kWords = 0x500;
  for (std::uint32_t half = 0; half < 0x10000; ++half) {
    if (!core::is_compressed(half)) continue;
    Machine<Compressed> machine;
    const std::uint32_t at = 0x8000 + half % 512 * 4 + random() % 2 * 2;
    machine.run_instruction(random);  // from the reset to the first fetch, and over a word of zeros, which traps
    machine.out.address = core::Word(at & ~3u);
    machine.state.counter.address = core::Word(at);
    machine.state.registers.write(core::stored_at(core::kMtvec), kHandler);
    for (unsigned i = 1; i < 32; ++i) {
      const std::uint32_t word = kFirst + field(random(), 0, 10) * 4;
      machine.state.registers.write(i, word);
      uc_reg_write(unicorn.get(), UC_RISCV_REG_X0 + static_cast<int>(i), &word);
    }
    for (std::uint32_t i = 0; i < kWords; ++i) {
      const std::uint32_t word = random();
      machine.write(kFirst + 4 * i, word, 4);
      uc_mem_write(unicorn.get(), kFirst + 4 * i, &word, 4);
    }
    machine.write(at, half, 2);
    uc_mem_write(unicorn.get(), at, &half, 2);
    uc_ctl_remove_cache(unicorn.get(), at, at + 2);
    const bool goes_on = uc_emu_start(unicorn.get(), at, kBytes, 0, 1) == UC_ERR_OK;
    machine.run_instruction(random);
    if (machine.pc() == kHandler) {
      const std::uint32_t cause = machine.state.cause;
      if (cause != (half == 0x9002 ? 3 : 2)) return fail("the cause", half, cause, 2);
      if (goes_on && !is_of_another_extension(half)) return fail("an exception", half, cause, 0);
      continue;
    }
    if (!goes_on) return fail("no exception", half, 0, 1);
    if (const int status = machine.compare_with(unicorn.get(), half)) return status;
    std::vector<std::uint8_t> theirs(sizeof(std::uint32_t) * kWords);
    uc_mem_read(unicorn.get(), kFirst, theirs.data(), theirs.size());
    if (!std::equal(theirs.begin(), theirs.end(), machine.memory().begin() + kFirst))
      return fail("the memory", half, 0, 0);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned long instructions = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 20000;
  Random random(argc > 2 ? static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10)) : 1u);
  // Unicorn fails in its own cache after some millions of instructions that have been overwritten.
  constexpr unsigned long kMost = 100000;
  const unsigned long most = std::min(kMost, instructions / 3 + 1);
  for (unsigned long done = 0; done < instructions; done += most) {
    const unsigned long some = std::min(most, instructions - done);
    const unsigned long turn = done / most % 3;
    if (const int status = turn == 0   ? compare<Small>(some, random)
                           : turn == 1 ? compare<Compressed>(some, random)
                                       : compare<Fast>(some, random)) {
      return status;
    }
  }
  if (const int status = compare_every_compressed(random)) return status;
  std::printf("%lu instructions, and every one of 16 bits: the same registers\n", instructions);
  return 0;
}
