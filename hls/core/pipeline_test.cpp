// SPDX-License-Identifier: Apache-2.0
// A pipelined core beside one that is not, which Unicorn has confirmed: the same loads and stores with
// the same registers, on random programs that trap, jump anywhere and overwrite themselves.
#include <gtest/gtest.h>

#include <map>

#include "hls/core/core.hpp"
#include "test_support/seed.hpp"

namespace core {
namespace {

template <bool Multiplies, bool IsFast>
struct Plain : CoreConfiguration {
  static constexpr std::uint32_t kResetAddress = 0x1000;
  static constexpr bool kMultiplies = Multiplies;
  static constexpr bool kFastShifts = IsFast;
  static constexpr bool kFastProducts = IsFast && Multiplies;
};
template <class Base>
struct Pipelined : Base {
  static constexpr bool kPipelined = true;
};

// The instruction at an address, of any opcode; WFI would wait without end.
std::uint32_t instruction_at(std::uint32_t address, std::uint64_t seed) {
  constexpr std::uint32_t kOpcodes[] = {0x03, 0x03, 0x0f, 0x13, 0x13, 0x17, 0x23, 0x23, 0x33,
                                        0x33, 0x37, 0x63, 0x63, 0x67, 0x6f, 0x73, 0x73};
  constexpr std::uint32_t kCsrs[] = {kMscratch, kMepc, kMcause, kMtval, kMtvec, kMstatus, kMisa, kMhartid, 0xf15};
  // The handler of traps, until mtvec is written: it continues behind the instruction.
  if (address == 0) return 0x341020f3;  // csrr x1, mepc
  if (address == 4) return 0x00408067;  // jr x1 + 4
  std::mt19937_64 random(seed ^ address);
  std::uint32_t word = static_cast<std::uint32_t>(random() >> 16);
  word = (word & ~0x7fu) | kOpcodes[random() % std::size(kOpcodes)];
  // Few registers, so that results are used at once.
  word = (word & ~(0x1cu << 7 | 0x1cu << 15)) & (random() % 2 != 0 ? ~(0x1cu << 20) : ~0u);
  const std::uint32_t opcode = word & 0x7f;
  if ((opcode == 0x33 || opcode == 0x13) && random() % 4 != 0) word &= 0x41ffffffu;
  if (opcode == 0x33 && random() % 3 == 0) word = (word & 0x01ffffffu) | 1u << 25;
  if (opcode == 0x73) {
    if (random() % 4 == 0) return random() % 2 != 0 ? 0x00000073 : 0x30200073;  // ECALL, MRET
    word = (word & 0x000fffffu) | kCsrs[random() % std::size(kCsrs)] << 20;
  }
  // Often a store to one of the next instructions, from AUIPC to x1 before it.
  if (address % 64 == 16) return 0x00000097;
  if (address % 64 == 20) return (word & 0x01f00000u) | 4u << 7 | 1u << 15 | 2u << 12 | 0x23 | (4u + word % 3 * 4) << 7;
  return word;
}

struct Access {
  std::uint32_t address, data, strobes;
  std::array<std::uint32_t, 64> registers;
  friend bool operator==(const Access&, const Access&) = default;
};

template <class Config>
class Machine {
 public:
  Machine(std::uint64_t seed, unsigned waits) : seed_(seed), waits_(waits), random_(seed) {}

  // The next load or store, with the registers before it. None if there is none for long.
  std::optional<Access> next() {
    for (int cycle = 0; cycle < 1000; ++cycle) {
      In in;
      in.ready = hls::Bit(out_.valid && (waits_ == 0 || random_() % waits_ == 0));
      std::optional<Access> access;
      if (in.ready) {
        const std::uint32_t address = out_.address;
        std::uint32_t& word = memory_.try_emplace(address, instruction_at(address, seed_)).first->second;
        in.read_data = Word(word);
        if (!out_.instruction)
          access = {address, out_.strobes != 0 ? std::uint32_t{out_.write_data} : 0, out_.strobes, registers()};
        for (unsigned byte = 0; byte < 4; ++byte) {
          const std::uint32_t lane = 0xffu << 8 * byte;
          if ((out_.strobes >> byte & 1) != 0) word = (word & ~lane) | (out_.write_data & lane);
        }
      }
      Core<Config>::step(state_, in, out_);
      if (access) return access;
    }
    return std::nullopt;
  }

 private:
  std::array<std::uint32_t, 64> registers() const {
    std::array<std::uint32_t, 64> all{};
    RegisterFile file = state_.registers;
    for (unsigned i = 0; i < 64; ++i) {
      file.request_first(i);
      all[i] = file.first();
    }
    return all;
  }

  std::uint64_t seed_;
  unsigned waits_;
  std::mt19937_64 random_;
  std::map<std::uint32_t, std::uint32_t> memory_;
  State<Config> state_{};
  Out<Config> out_;
};

template <class Config>
void expect_the_same(unsigned waits) {
  const std::uint64_t seed = test_support::seed();
  std::uint64_t accesses = 0;
  for (std::uint64_t program = 0; program < 40; ++program) {
    Machine<Config> plain(1000 * seed + program, waits);
    Machine<Pipelined<Config>> pipelined(1000 * seed + program, waits);
    for (int i = 0; i < 200; ++i, ++accesses) {
      const std::optional<Access> expected = plain.next();
      const std::optional<Access> found = pipelined.next();
      ASSERT_EQ(found.has_value(), expected.has_value()) << "program " << program << ", access " << i;
      if (!expected) break;  // it traps for ever
      ASSERT_EQ(found->address, expected->address) << "program " << program << ", access " << i;
      ASSERT_TRUE(*found == *expected) << "program " << program << ", access " << i;
    }
  }
  EXPECT_GT(accesses, 500u);
}

TEST(Pipeline, DoesWhatACoreWithoutItDoes) {
  for (const unsigned waits : {0u, 2u, 4u}) {
    expect_the_same<Plain<false, false>>(waits);
    expect_the_same<Plain<true, false>>(waits);
    expect_the_same<Plain<true, true>>(waits);
  }
}

}  // namespace
}  // namespace core
