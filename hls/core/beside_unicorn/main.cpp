// SPDX-License-Identifier: Apache-2.0
// Runs the core beside Unicorn on random instructions that do not trap, and compares every register
// and the address of the next instruction after each one.
//
//     core_beside_unicorn [INSTRUCTIONS [SEED]]
#include <unicorn/unicorn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
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

struct Small : core::CoreConfiguration {
  static constexpr bool kMultiplies = true;
};
struct Fast : Small {
  static constexpr bool kFastShifts = true;
  static constexpr bool kFastProducts = true;
};

int fail(const char* what, std::uint32_t instruction, std::uint32_t ours, std::uint32_t theirs) {
  std::fprintf(stderr, "core_beside_unicorn: %s after %08x: %08x, Unicorn has %08x\n", what, instruction, ours, theirs);
  return 1;
}

// Both from the reset on.
template <class Config>
int compare(unsigned long instructions, Random& random) {
  uc_engine* engine = nullptr;
  if (uc_open(UC_ARCH_RISCV, UC_MODE_RISCV32, &engine) != UC_ERR_OK) return 2;
  const std::unique_ptr<uc_engine, uc_err (*)(uc_engine*)> owner(engine, uc_close);
  uc_engine* const unicorn = engine;
  uc_mem_map(unicorn, 0, kBytes, UC_PROT_ALL);
  std::vector<std::uint32_t> memory(kBytes / 4);
  core::State<Config> state;
  core::Out<Config> out;
  core::In in;
  std::uint32_t pc = 0;
  for (unsigned long done = 0; done < instructions; ++done) {
    const std::uint32_t instruction = done == 0 ? 0x7000006fu : random_instruction(random);
    const std::uint32_t at = out.address;
    uc_mem_write(unicorn, at, &instruction, 4);
    uc_ctl_remove_cache(unicorn, at, at + 4);
    if (uc_emu_start(unicorn, at, kBytes, 0, 1) != UC_ERR_OK) return fail("an exception", instruction, at, at);
    memory[at / 4] = instruction;
    bool fetched = false;
    do {
      in.ready = hls::Bit(out.valid && random() % 2 != 0);
      if (in.ready) {
        std::uint32_t& word = memory[out.address / 4];
        in.read_data = core::Word(word);
        for (unsigned byte = 0; byte < 4; ++byte) {
          const std::uint32_t lane = 0xffu << 8 * byte;
          if ((out.strobes >> byte & 1) != 0) word = (word & ~lane) | (out.write_data & lane);
        }
        fetched = fetched || out.instruction;
      }
      core::Core<Config>::step(state, in, out);
    } while (!(fetched && out.valid && out.instruction));
    std::uint32_t theirs = 0;
    uc_reg_read(unicorn, UC_RISCV_REG_PC, &theirs);
    if (theirs != out.address) return fail("pc", instruction, out.address, theirs);
    core::RegisterFile registers = state.registers;
    for (unsigned i = 0; i < 32; ++i) {
      registers.request_first(i);
      uc_reg_read(unicorn, UC_RISCV_REG_X0 + static_cast<int>(i), &theirs);
      if (theirs != registers.first()) return fail("a register", instruction, registers.first(), theirs);
    }
    pc = out.address;
    if (pc >= kBytes - 64) return fail("no jump back", instruction, pc, 0x700);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned long instructions = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 20000;
  Random random(argc > 2 ? static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10)) : 1u);
  // Unicorn fails in its own cache after some millions of instructions that have been overwritten.
  constexpr unsigned long kMost = 100000;
  for (unsigned long done = 0; done < instructions; done += kMost) {
    const unsigned long some = std::min(kMost, instructions - done);
    const bool is_fast = done / kMost % 2 != 0;
    if (const int status = is_fast ? compare<Fast>(some, random) : compare<Small>(some, random)) return status;
  }
  std::printf("%lu instructions: the same registers\n", instructions);
  return 0;
}
