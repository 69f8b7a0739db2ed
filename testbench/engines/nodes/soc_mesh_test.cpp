// SPDX-License-Identifier: Apache-2.0
#include "testbench/engines/nodes/soc_mesh.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

namespace testbench {
namespace {

struct ErringConfig : soc::System<links::Linked<router::CubeConfig<1>, 16>> {
  static constexpr std::uint32_t kStackKib = 4;
  static constexpr std::uint32_t kMemoryKib = 8;
  static constexpr unsigned kCyclesPerBit = 4;
  static constexpr links::Check kCheck = links::Check::kCrc16;
};

std::vector<std::uint32_t> heard_words;  // by all systems

// A system whose neighbour drives what it drives after the reset.
class HearingSoc : public NativeSoc<ErringConfig> {
 public:
  void step(const soc::In<ErringConfig>& in) {
    heard_words.push_back(std::uint32_t{in.links[0].word[0]});
    NativeSoc<ErringConfig>::step(in);
  }
};

// A system that differs if it is RTL.
class DifferingSoc : public NativeSoc<ErringConfig> {
 public:
  explicit DifferingSoc(bool is_rtl) : is_rtl_(is_rtl) {}
  std::optional<std::string> difference() const {
    return is_rtl_ ? std::optional<std::string>("differs") : std::nullopt;
  }

 private:
  bool is_rtl_;
};

TEST(SocMesh, HasRtlAtTheNodesThatAreNamed) {
  EXPECT_EQ(SocMesh<DifferingSoc>({false, true}).difference(), "node 1: differs");
  EXPECT_EQ(SocMesh<DifferingSoc>({false, false}).difference(), std::nullopt);
  EXPECT_EQ(SocMesh<DifferingSoc>().difference(), "node 0: differs");
}

// Wires err at random while memories are loaded, too, where the cycle from the reset stays 0.
TEST(SocMesh, WiresErrInEveryCycleAnew) {
  for (const std::uint64_t first : {0u, 1u}) {
    SocMesh<HearingSoc> mesh;
    WireFaults faults;
    faults.bit_error_rate = 0.01;
    mesh.disturb(faults);
    SocCube::Inputs inputs;
    inputs.runs = {0, 0};
    inputs.rx = {1, 1};
    inputs.rx_ends = {0, 0};
    heard_words.clear();
    constexpr unsigned kCycles = 1000;
    for (unsigned cycle = 0; cycle < kCycles; ++cycle) {
      inputs.cycle = first * (cycle + 1);
      mesh.cycle(inputs);
    }
    unsigned wrong = 0;
    for (const std::uint32_t word : heard_words) wrong += static_cast<unsigned>(std::popcount(word));
    // 2 links of 16 wires: 320 wrong bits are expected, with a standard deviation of 18.
    EXPECT_GT(wrong, 320u - 5 * 18) << first;
    EXPECT_LT(wrong, 320u + 5 * 18) << first;
  }
}

}  // namespace
}  // namespace testbench
