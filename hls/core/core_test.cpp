// SPDX-License-Identifier: Apache-2.0
// Each class of instructions, and each trap, by programs whose results follow from the ISA manual.
#include "hls/core/core.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace {

using core::Word;

struct Counting : core::CoreConfiguration {
  static constexpr bool kCounters = true;
  static constexpr bool kMultiplies = true;
};

std::uint32_t immediate_type(std::uint32_t opcode, unsigned function, unsigned rd, unsigned rs1, std::uint32_t value) {
  return value << 20 | rs1 << 15 | function << 12 | rd << 7 | opcode;
}
std::uint32_t addi(unsigned rd, unsigned rs1, int value) {
  return immediate_type(0x13, 0, rd, rs1, static_cast<std::uint32_t>(value));
}
std::uint32_t operate(unsigned function, unsigned rd, unsigned rs1, unsigned rs2, bool alternative = false) {
  return (alternative ? 1u << 30 : 0u) | rs2 << 20 | immediate_type(0x33, function, rd, rs1, 0);
}
std::uint32_t lui(unsigned rd, std::uint32_t value) {
  return (value & 0xfffff000u) | rd << 7 | 0x37;
}
std::uint32_t store(unsigned function, unsigned rs2, unsigned rs1, unsigned offset) {
  return offset >> 5 << 25 | rs2 << 20 | rs1 << 15 | function << 12 | (offset & 31) << 7 | 0x23;
}
std::uint32_t load(unsigned function, unsigned rd, unsigned rs1, unsigned offset) {
  return immediate_type(0x03, function, rd, rs1, offset);
}
std::uint32_t branch(unsigned function, unsigned rs1, unsigned rs2, unsigned offset) {
  return (offset >> 5 & 63) << 25 | rs2 << 20 | rs1 << 15 | function << 12 | (offset >> 1 & 15) << 8 | 0x63;
}
std::uint32_t csr(unsigned function, unsigned rd, unsigned rs1, std::uint32_t address) {
  return immediate_type(0x73, function, rd, rs1, address);
}

struct Fast : Counting {
  static constexpr bool kFastShifts = true;
  static constexpr bool kFastProducts = true;
};

// A core and its memory, which waits for `waits` cycles before each answer.
template <class Config>
class MachineOf {
 public:
  explicit MachineOf(const std::vector<std::uint32_t>& program, unsigned waits = 0) : waits_(waits) {
    for (std::uint32_t i = 0; i < program.size(); ++i) memory[4 * i] = program[i];
  }
  void run(unsigned cycles) {
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      const bool ready = out.valid && waited_ == waits_;
      in.ready = hls::Bit(ready);
      waited_ = out.valid && !ready ? waited_ + 1 : 0;
      if (ready) {
        std::uint32_t& word = memory[out.address];
        in.read_data = Word(word);
        for (unsigned byte = 0; byte < 4; ++byte) {
          const std::uint32_t lane = 0xffu << 8 * byte;
          if ((out.strobes >> byte & 1) != 0) word = (word & ~lane) | (out.write_data & lane);
        }
      }
      core::Core<Config>::step(state, in, out);
    }
  }
  // Runs the program with a store of register `source` behind it, and returns the word.
  static std::uint32_t result(std::vector<std::uint32_t> program, unsigned source, unsigned waits = 0) {
    program.push_back(store(2, source, 0, 0x400));
    program.push_back(0x0000006f);  // jumps to itself
    MachineOf machine(program, waits);
    machine.memory[0x400] = 0xdeadbeef;
    machine.run(400 * (waits + 1));
    return machine.memory[0x400];
  }

  std::map<std::uint32_t, std::uint32_t> memory;
  core::In in;
  core::State<Config> state;
  core::Out<Config> out;

 private:
  unsigned waits_;
  unsigned waited_ = 0;
};

using Machine = MachineOf<Counting>;

const std::vector<std::uint32_t> kOperands = {lui(1, 0x80000000), addi(1, 1, 5), addi(2, 0, -3)};  // 0x80000005, -3

std::uint32_t of_operands(std::uint32_t instruction) {
  std::vector<std::uint32_t> program = kOperands;
  program.push_back(instruction);
  const std::uint32_t found = Machine::result(program, 3);
  EXPECT_EQ(MachineOf<Fast>::result(program, 3), found);
  return found;
}

TEST(Core, CalculatesWithRegisters) {
  EXPECT_EQ(of_operands(operate(0, 3, 1, 2)), 0x80000002u);
  EXPECT_EQ(of_operands(operate(0, 3, 1, 2, true)), 0x80000008u);
  EXPECT_EQ(of_operands(operate(2, 3, 1, 2)), 1u);  // signed: the smallest but five
  EXPECT_EQ(of_operands(operate(3, 3, 2, 1)), 0u);
  EXPECT_EQ(of_operands(operate(3, 3, 1, 2)), 1u);
  EXPECT_EQ(of_operands(operate(4, 3, 1, 2)), 0x7ffffff8u);
  EXPECT_EQ(of_operands(operate(6, 3, 1, 2)), 0xfffffffdu);
  EXPECT_EQ(of_operands(operate(7, 3, 1, 2)), 0x80000005u);
}

TEST(Core, ShiftsByTheLowFiveBits) {
  EXPECT_EQ(of_operands(operate(1, 3, 2, 1)), 0xffffffa0u);  // by 5
  EXPECT_EQ(of_operands(operate(5, 3, 1, 2)), 4u);           // by 29
  EXPECT_EQ(of_operands(operate(5, 3, 1, 2, true)), 0xfffffffcu);
}

std::uint32_t of_words(unsigned function, std::uint32_t first, std::uint32_t second) {
  const auto set = [](unsigned to, std::uint32_t word) {
    const std::uint32_t low = ((word & 0xfffu) ^ 0x800u) - 0x800u;
    return std::pair(lui(to, word - low), addi(to, to, static_cast<int>(low)));
  };
  const auto [first_high, first_low] = set(1, first);
  const auto [second_high, second_low] = set(2, second);
  const std::vector<std::uint32_t> program = {first_high, first_low, second_high, second_low,
                                              1u << 25 | operate(function, 3, 1, 2)};
  const std::uint32_t found = Machine::result(program, 3);
  EXPECT_EQ(MachineOf<Fast>::result(program, 3), found);
  return found;
}

// Unprivileged ISA, sections 7.1 and 7.2, table 7.1.
TEST(Core, MultipliesAndDivides) {
  const std::uint32_t words[] = {0, 1, 2, 3, 7, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffff9, 0xffffffff, 0x12345678};
  for (const std::uint32_t a : words) {
    for (const std::uint32_t b : words) {
      const auto is_a = static_cast<std::int32_t>(a);
      const auto is_b = static_cast<std::int32_t>(b);
      const auto upper = [](std::int64_t product) { return static_cast<std::uint32_t>(product >> 32); };
      EXPECT_EQ(of_words(0, a, b), a * b) << a << " " << b;
      EXPECT_EQ(of_words(1, a, b), upper(std::int64_t{is_a} * is_b)) << a << " " << b;
      EXPECT_EQ(of_words(2, a, b), upper(std::int64_t{is_a} * std::int64_t{b})) << a << " " << b;
      EXPECT_EQ(of_words(3, a, b), std::uint64_t{a} * b >> 32) << a << " " << b;
      const bool overflows = a == 0x80000000 && b == 0xffffffff;
      const std::int32_t quotient = b == 0 ? -1 : overflows ? is_a : is_a / is_b;
      const std::int32_t rest = b == 0 ? is_a : overflows ? 0 : is_a % is_b;
      EXPECT_EQ(of_words(4, a, b), static_cast<std::uint32_t>(quotient)) << a << " " << b;
      EXPECT_EQ(of_words(5, a, b), b == 0 ? 0xffffffff : a / b) << a << " " << b;
      EXPECT_EQ(of_words(6, a, b), static_cast<std::uint32_t>(rest)) << a << " " << b;
      EXPECT_EQ(of_words(7, a, b), b == 0 ? a : a % b) << a << " " << b;
    }
  }
}

// Without M the same instruction is illegal.
TEST(Core, MultipliesOnlyWhereItsConfigurationSaysSo) {
  EXPECT_TRUE(core::decode<core::CoreConfiguration>(0x02000033).illegal);
  EXPECT_FALSE(core::decode<Counting>(0x02000033).illegal);
}

struct Compressed : Counting {
  static constexpr bool kCompressed = true;
};

// Halves of 16 bits, one behind the other.
std::vector<std::uint32_t> in_words(const std::vector<std::uint32_t>& halves) {
  std::vector<std::uint32_t> words((halves.size() + 1) / 2, 0x0001'0000);  // C.NOP
  for (std::size_t i = 0; i < halves.size(); ++i) {
    const std::uint32_t low = i % 2 == 0 ? halves[i] : words[i / 2] & 0xffffu;
    words[i / 2] = low | (i % 2 == 0 ? words[i / 2] & 0xffff0000u : halves[i] << 16);
  }
  return words;
}

// Unprivileged ISA, chapter 16; every other instruction is compared with Unicorn (beside_unicorn/main.cpp).
TEST(Core, RunsInstructionsOfTwoBytes) {
  constexpr std::uint32_t kLi3 = 0x419d, kAddi3 = 0x018d, kNop = 0x0001;  // C.LI x3, 7; C.ADDI x3, 3
  for (const unsigned waits : {0u, 1u, 3u}) {
    using Short = MachineOf<Compressed>;
    EXPECT_EQ(Short::result(in_words({kLi3, kAddi3}), 3, waits), 10u);
    // One of four bytes in two words.
    const std::uint32_t plus = addi(3, 3, 0x123);
    EXPECT_EQ(Short::result(in_words({kLi3, plus & 0xffffu, plus >> 16, kAddi3}), 3, waits), 0x12du);
    // JAL from 2 over 6 bytes to 8; its link is 6, that of C.JAL at 8 is 10.
    const std::uint32_t jal = 6u << 20 | 1 << 7 | 0x6f;
    const std::vector<std::uint32_t> jumps = {
        kNop, jal & 0xffffu, jal >> 16, kLi3, 0x2011 /* C.JAL +4 */, kNop, 0x9086 /* C.ADD x1, x1 */, kNop};
    EXPECT_EQ(Short::result(in_words(jumps), 1, waits), 20u);
    // AUIPC at 2.
    const std::uint32_t auipc = 3 << 7 | 0x17;
    EXPECT_EQ(Short::result(in_words({kNop, auipc & 0xffffu, auipc >> 16, kAddi3}), 3, waits), 5u);
  }
}

TEST(Core, TrapsAtHalvesOfWords) {
  MachineOf<Compressed> machine({addi(1, 0, 0x200), csr(1, 0, 1, 0x305), 0x9002'0001, 0x0000'0001});  // C.EBREAK at 10
  const std::uint32_t handler[] = {
      csr(2, 4, 0, 0x341), store(2, 4, 0, 0x400), csr(2, 5, 0, 0x342), store(2, 5, 0, 0x404),
      addi(4, 4, 2),       csr(1, 0, 4, 0x341),   0x30200073};
  for (std::uint32_t i = 0; i < 7; ++i) machine.memory[0x200 + 4 * i] = handler[i];
  const std::pair<std::uint32_t, std::uint32_t> traps[] = {{10, 3}, {14, 2}};  // mepc and mcause; it returns to 12
  for (const auto& [address, cause] : traps) {
    machine.memory[0x404] = 0;
    for (unsigned cycle = 0; cycle < 100 && machine.memory[0x404] == 0; ++cycle) machine.run(1);
    EXPECT_EQ(machine.memory[0x400], address);
    EXPECT_EQ(machine.memory[0x404], cause);
  }
}

TEST(Core, CalculatesWithImmediates) {
  EXPECT_EQ(of_operands(immediate_type(0x13, 4, 3, 1, 0xfff)), 0x7ffffffau);
  EXPECT_EQ(of_operands(immediate_type(0x13, 5, 3, 1, 0x41f)), 0xffffffffu);  // SRAI 31
  EXPECT_EQ(of_operands(0x12345000u | 3 << 7 | 0x17), 0x1234500cu);           // AUIPC at 12
  EXPECT_EQ(Machine::result({addi(0, 0, 7), addi(3, 0, 0)}, 0), 0u);          // x0 stays 0
}

TEST(Core, BranchesByEachCondition) {
  const bool expected[] = {false, true, false, false, true, false, true, false};  // 0x80000005 beside -3
  for (const unsigned function : {0u, 1u, 4u, 5u, 6u, 7u}) {
    for (const unsigned waits : {0u, 3u}) {
      std::vector<std::uint32_t> program = kOperands;
      for (const std::uint32_t word : {addi(3, 0, 1), branch(function, 1, 2, 8), addi(3, 0, 2)})
        program.push_back(word);
      EXPECT_EQ(Machine::result(program, 3, waits), expected[function] ? 1u : 2u) << function;
    }
  }
}

TEST(Core, LoadsAndStoresBytesAndHalfwords) {
  const auto through = [](std::uint32_t out_of, std::uint32_t back) {
    return Machine::result({lui(1, 0x12348000), addi(1, 1, 0x7a9), store(2, 0, 0, 0x300), out_of, back}, 3);
  };
  EXPECT_EQ(through(store(0, 1, 0, 0x301), load(2, 3, 0, 0x300)), 0x0000a900u);
  EXPECT_EQ(through(store(0, 1, 0, 0x303), load(0, 3, 0, 0x303)), 0xffffffa9u);
  EXPECT_EQ(through(store(0, 1, 0, 0x303), load(4, 3, 0, 0x303)), 0x000000a9u);
  EXPECT_EQ(through(store(1, 1, 0, 0x302), load(1, 3, 0, 0x302)), 0xffff87a9u);
  EXPECT_EQ(through(store(1, 1, 0, 0x302), load(5, 3, 0, 0x302)), 0x000087a9u);
  EXPECT_EQ(through(store(2, 1, 0, 0x300), load(2, 3, 0, 0x300)), 0x123487a9u);
}

TEST(Core, ReadsAndWritesControlAndStatusRegisters) {
  EXPECT_EQ(Machine::result({addi(1, 0, 0xf0), csr(1, 0, 1, 0x340), csr(6, 0, 3, 0x340), csr(7, 3, 16, 0x340)}, 3),
            0xf3u);
  EXPECT_EQ(Machine::result({addi(1, 0, 0xf0), csr(1, 0, 1, 0x340), csr(7, 0, 16, 0x340), csr(2, 3, 0, 0x340)}, 3),
            0xe0u);
  EXPECT_EQ(Machine::result({addi(1, 0, -1), csr(1, 0, 1, 0x300), csr(2, 3, 0, 0x300)}, 3), 0x1888u);
  EXPECT_EQ(Machine::result({addi(1, 0, -1), csr(1, 0, 1, 0x304), csr(2, 3, 0, 0x304)}, 3), 0x888u);
  EXPECT_EQ(Machine::result({addi(1, 0, -1), csr(1, 0, 1, 0x305), csr(2, 3, 0, 0x305)}, 3), 0xfffffffcu);
  EXPECT_EQ(Machine::result({addi(0, 0, 0), addi(0, 0, 0), csr(2, 3, 0, 0xb02)}, 3), 2u);
  EXPECT_EQ(Machine::result({csr(5, 0, 9, 0xb02), csr(2, 3, 0, 0xb02)}, 3), 9u);  // in place of the step
}

// Privileged architecture 1.12, sections 3.1.6, 3.1.10 and 3.1.17: mstatush, mhpmcounter3 to 31 with their upper
// halves, mhpmevent3 to 31 and mconfigptr.
TEST(Core, RegistersThatReadZeroIgnoreWhatIsWritten) {
  std::vector<std::uint32_t> found = {0x310};
  for (const std::uint32_t first : {0xb00u, 0xb80u, 0x320u}) {
    for (std::uint32_t i = 3; i < 32; ++i) found.push_back(first + i);
  }
  for (const std::uint32_t at : found) {
    EXPECT_EQ(Machine::result({addi(3, 0, 7), addi(1, 0, -1), csr(1, 0, 1, at), csr(2, 3, 0, at), addi(3, 3, 5)}, 3),
              5u)
        << std::hex << at;
  }
  EXPECT_EQ(Machine::result({addi(3, 0, 7), csr(2, 3, 0, 0xf15), addi(3, 3, 5)}, 3), 5u);
}

struct WithoutCounters : core::CoreConfiguration {};
// A trap begins the program again, so that it never stores.
TEST(Core, CountersTrapWhereThereAreNone) {
  for (const std::uint32_t at : {0xb00u, 0xb80u, 0xb02u, 0xb03u, 0xb9fu, 0x323u, 0x33fu, 0xc00u}) {
    EXPECT_EQ(MachineOf<WithoutCounters>::result({addi(3, 0, 7), csr(2, 3, 0, at)}, 3), 0xdeadbeefu) << std::hex << at;
  }
  EXPECT_EQ(MachineOf<WithoutCounters>::result({addi(3, 0, 7), csr(2, 3, 0, 0xf15)}, 3), 0u);
}

// mepc, mcause and mtval behind a trap of the instruction at 8.
void expect_trap(std::uint32_t instruction, std::uint32_t cause, std::uint32_t value) {
  Machine machine({addi(1, 0, 0x200), csr(1, 0, 1, 0x305), instruction, 0x0000006f});
  const std::uint32_t handler[] = {
      csr(2, 4, 0, 0x341), store(2, 4, 0, 0x400), csr(2, 4, 0, 0x342),   store(2, 4, 0, 0x404),
      csr(2, 4, 0, 0x343), store(2, 4, 0, 0x408), store(2, 5, 0, 0x40c), 0x0000006f};
  for (std::uint32_t i = 0; i < 8; ++i) machine.memory[0x200 + 4 * i] = handler[i];
  machine.run(200);
  EXPECT_EQ(machine.memory[0x400], 8u) << std::hex << instruction;
  EXPECT_EQ(machine.memory[0x404], cause) << std::hex << instruction;
  EXPECT_EQ(machine.memory[0x408], value) << std::hex << instruction;
  EXPECT_EQ(machine.memory[0x40c], 0u) << "x5 was written";
}

TEST(Core, TrapsPrecisely) {
  expect_trap(0x00000000, 2, 0);
  expect_trap(0xffffffff, 2, 0);
  expect_trap(csr(2, 5, 0, 0x7c0), 2, 0);  // unknown
  expect_trap(csr(1, 5, 1, 0xf14), 2, 0);  // read only
  expect_trap(csr(1, 5, 1, 0xf15), 2, 0);
  for (const std::uint32_t at : {0xf10u, 0xf16u, 0x311u, 0xb01u, 0xb20u, 0xb83u + 29, 0x322u, 0xc03u}) {
    expect_trap(csr(2, 5, 0, at), 2, 0);
  }
  expect_trap(operate(1, 5, 1, 1, true), 2, 0);  // no such shift
  expect_trap(0x04000033 | 5 << 7, 2, 0);        // no such operation
  expect_trap(0x00000073, 11, 0);
  expect_trap(0x00100073, 3, 0);
  expect_trap(load(2, 5, 1, 1), 4, 0x201);
  expect_trap(load(1, 5, 1, 3), 4, 0x203);
  expect_trap(store(2, 1, 1, 2), 6, 0x202);
  expect_trap(immediate_type(0x67, 0, 5, 1, 7), 0, 0x206);  // JALR clears bit 0
  expect_trap(branch(0, 0, 0, 6), 0, 14);
}

TEST(Core, WaitsForAnInterruptAndReturnsBehindIt) {
  Machine machine({addi(1, 0, 0x200), csr(1, 0, 1, 0x305), addi(1, 0, 0x80), csr(1, 0, 1, 0x304), csr(6, 0, 8, 0x300),
                   0x10500073, addi(5, 0, 9), store(2, 5, 0, 0x404), 0x0000006f});
  const std::uint32_t handler[] = {csr(2, 4, 0, 0x341),   store(2, 4, 0, 0x400), csr(2, 4, 0, 0x342),
                                   store(2, 4, 0, 0x408), csr(1, 0, 0, 0x304),   0x30200073};
  for (std::uint32_t i = 0; i < 6; ++i) machine.memory[0x200 + 4 * i] = handler[i];
  machine.run(300);
  EXPECT_EQ(machine.memory[0x404], 0u);
  machine.in.timer = hls::Bit(1);
  machine.run(100);
  EXPECT_EQ(machine.memory[0x400], 24u);
  EXPECT_EQ(machine.memory[0x408], 0x80000007u);
  EXPECT_EQ(machine.memory[0x404], 9u);
}

// A line that falls in any cycle: the interrupt comes with its cause, or not at all.
TEST(Core, TakesTheCauseOfALineThatFalls) {
  const std::vector<std::uint32_t> program = {addi(1, 0, 0x200),   csr(1, 0, 1, 0x305), addi(1, 0, 0x88),
                                              csr(1, 0, 1, 0x304), csr(6, 0, 8, 0x300), addi(2, 2, 1),
                                              addi(2, 2, 1),       addi(2, 2, 1),       0xff5ff06f /* JAL -12 */};
  unsigned taken = 0;
  for (unsigned rise = 40; rise < 50; ++rise) {
    for (unsigned cycles = 1; cycles < 8; ++cycles) {
      Machine machine(program);
      machine.memory[0x200] = csr(2, 4, 0, 0x342);
      machine.memory[0x204] = store(2, 4, 0, 0x400);
      machine.memory[0x208] = 0x0000006f;
      machine.run(rise);
      machine.in.software = hls::Bit(1);
      machine.run(cycles);
      machine.in.software = hls::Bit(0);
      machine.run(40);
      const std::uint32_t cause = machine.memory[0x400];
      taken += cause != 0 ? 1 : 0;
      ASSERT_TRUE(cause == 0 || cause == 0x80000003u)
          << std::hex << cause << ", rises in " << rise << " for " << cycles;
    }
  }
  EXPECT_GT(taken, 30u);
}

// The cycles of one instruction, between two reads of mcycle of three cycles each.
template <class Config = Counting>
std::uint32_t cycles_of(std::uint32_t instruction) {
  return MachineOf<Config>::result({csr(2, 4, 0, 0xb00), instruction, csr(2, 3, 0, 0xb00), operate(0, 3, 3, 4, true)},
                                   3) -
         3;
}

TEST(Core, TakesTheCyclesOfItsPage) {  // docs/reference/core.md
  EXPECT_EQ(cycles_of(addi(5, 0, 1)), 2u);
  EXPECT_EQ(cycles_of(0x0040006f), 2u);  // JAL to the next
  EXPECT_EQ(cycles_of(branch(1, 0, 0, 4)), 2u);
  EXPECT_EQ(cycles_of(branch(0, 0, 0, 4)), 3u);
  EXPECT_EQ(cycles_of(load(2, 5, 0, 0x300)), 3u);
  EXPECT_EQ(cycles_of(store(2, 5, 0, 0x300)), 3u);
  EXPECT_EQ(cycles_of(immediate_type(0x13, 1, 5, 0, 7)), 10u);
  EXPECT_EQ(cycles_of(1u << 25 | operate(0, 5, 4, 4)), 35u);
  EXPECT_EQ(cycles_of(1u << 25 | operate(4, 5, 4, 4)), 35u);
  EXPECT_EQ(cycles_of<Compressed>(addi(5, 0, 1)), 2u);
  EXPECT_EQ(cycles_of<Compressed>(0x0001'0001), 4u);
  EXPECT_EQ(cycles_of<Fast>(immediate_type(0x13, 1, 5, 0, 7)), 3u);
  EXPECT_EQ(cycles_of<Fast>(1u << 25 | operate(0, 5, 4, 4)), 3u);
  EXPECT_EQ(cycles_of<Fast>(1u << 25 | operate(4, 5, 4, 4)), 35u);
}

// The line rises in every cycle of a program of every class of instructions, and falls when the
// handler has run. The program must have its result, and the handler must have run once.
template <class Config>
void expect_one_interrupt_in_any_cycle(const std::vector<std::uint32_t>& program) {
  const std::uint32_t handler[] = {load(2, 31, 0, 0x404), addi(31, 31, 1), store(2, 31, 0, 0x404), 0x30200073};
  for (const unsigned waits : {0u, 1u, 2u}) {
    for (unsigned rise = 0; rise < 250; ++rise) {
      MachineOf<Config> machine(program, waits);
      for (std::uint32_t i = 0; i < 4; ++i) machine.memory[0x200 + 4 * i] = handler[i];
      machine.run(rise);
      machine.in.external = hls::Bit(1);
      for (unsigned cycle = 0; cycle < 600 && machine.memory[0x404] == 0; ++cycle) machine.run(1);
      machine.in.external = hls::Bit(0);
      machine.run(600);
      ASSERT_EQ(machine.memory[0x404], 1u) << "rises in cycle " << rise << ", waits " << waits;
      ASSERT_EQ(machine.memory[0x400], 192u) << "rises in cycle " << rise << ", waits " << waits;  // 2 (48 + 48)
    }
  }
}

TEST(Core, TakesAnInterruptInEveryCycle) {
  const std::vector<std::uint32_t> program = {
      addi(1, 0, 0x200),     csr(1, 0, 1, 0x305),   lui(1, 0x1000),      addi(1, 1, -0x800),
      csr(1, 0, 1, 0x304),   csr(6, 0, 8, 0x300),   addi(2, 0, 3),       immediate_type(0x13, 1, 3, 2, 4),
      store(1, 3, 0, 0x300), load(0, 4, 0, 0x300),  operate(0, 5, 4, 3), branch(5, 2, 5, 8),
      addi(2, 2, 25),        addi(10, 0, 1),        csr(1, 7, 5, 0x340), csr(2, 8, 0, 0x340),
      operate(0, 9, 8, 5),   store(2, 9, 0, 0x400), 0x0000006f};
  expect_one_interrupt_in_any_cycle<Counting>(program);
  // The same with the second half in two words each.
  std::vector<std::uint32_t> moved(program.begin(), program.begin() + 6);
  std::vector<std::uint32_t> halves{0x0001};
  for (std::size_t i = 6; i < program.size(); ++i) {
    halves.push_back(program[i] & 0xffffu);
    halves.push_back(program[i] >> 16);
  }
  for (const std::uint32_t word : in_words(halves)) moved.push_back(word);
  expect_one_interrupt_in_any_cycle<Compressed>(moved);
}

}  // namespace
