// SPDX-License-Identifier: Apache-2.0
// Lockstep reports a deliberately wrong register in its first cycle, and the waveform shows it. The
// expected report is derived from the C++ alone.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "rtl_sim/mutants/test_layout.hpp"
#include "rtl_sim/mutants/test_mutated_rtl.hpp"
#include "rtl_sim/mutants/test_observed_nodes.hpp"
#include "test_support/fst_file.hpp"
#include "test_support/rows.hpp"

namespace rtl_sim::test {
namespace {

using collectives::Collective;
using collectives::Operation;
using collectives::PortModel;
using test_support::FstFile;
using test_support::operation_of;
using test_support::Scratch;
using testbench::Divergence;
using testbench::RegisterDifference;

constexpr const char* kName = "node_d2_w64_gated";
const hls::NodeConfiguration kNode = hls::configuration_named(kName);

const MutatedRtl& mutated() {
  static const MutatedRtl rtl(
      kNode,
      {// The arbiter forgets the port that it has served.
       {"round_robin", "last_grant <= ", "[~a-z& ]*[(]last_grant [|] grant[)]", "last_grant"},
       // A queue never holds two packets.
       {"queue_count", "if [(]", "queues_0_count_load(?=[)] queues_0_count <=)", "$2 & (queues_0_count_next != 4'd2)"},
       // The neighbour through port 1 is never stopped.
       {"go", "out_links_1_go <= ", "[a-z][a-z_0-9.]*", "1'd1"},
       // A bit of one payload in many is wrong: that of packet 50, on port 1.
       {"payload", "out_links_1_packet_payload <= ", "([a-z_0-9]+)[.]packet[.]payload",
        "$2 ^ {46'd0, $3.valid & ($3.packet.header.sequence_ == 16'd50), 17'd0}"},
       // A word of the ejectors' memory is written wrong; memories are not compared in every cycle.
       {"memory", "queue_slots_packets\\[queue_slots_end\\] <= ", "packet(?=;)", "$2 ^ {63'd0, 1'b1, 24'd0}"},
       // A register is loaded wrong.
       {"loading", "injection_rule <= ", "access[.]value\\[2:0\\]", "~$2"}});
  return rtl;
}

const Layout& layout() {
  static const Layout places(testbench::rtl_text(testbench::hardware_source(kNode)).layout);
  return places;
}

struct Mutant {
  std::string name;
  Operation operation;
  double stall;
  std::string rtl;  // the register's name in the RTL without the port; empty: none
  Fault fault;
};

void PrintTo(const Mutant& mutant, std::ostream* out) {
  *out << mutant.name;
}

Operation alltoall(std::uint32_t packets) {
  return operation_of(Collective::kAlltoall, "table", PortModel::kAll, 2, packets);
}

// The first fault that `of_port` finds, in the order of ports in which lockstep compares.
template <class OfPort>
Fault at_each_port(OfPort of_port) {
  return [of_port](const Step& step) -> Found {
    for (unsigned port = 0; port < ObservedConfig::Network::kPorts; ++port) {
      if (const auto found = of_port(step, port)) return found;
    }
    return std::nullopt;
  };
}

Found forgotten_grant(const Step& step, unsigned port) {
  const RegisterPlace place = layout().state(fmt::format("outputs_[{}].last_grant_", port));
  if (place.read(&step.state) == 0) return std::nullopt;
  return RegisterDifference{step.node, place.path, 0, 1};
}

Found lost_count(const Step& step, unsigned port) {
  const RegisterPlace place = layout().state(fmt::format("outputs_[{}].queues_[0].count_", port));
  if (place.read(&step.state) != 2) return std::nullopt;
  return RegisterDifference{step.node, place.path, place.read(&step.before), 2};
}

Found reckless_go(const Step& step) {
  const RegisterPlace place = layout().out("links[1].go");
  if (place.read(&step.out) != 0) return std::nullopt;
  return RegisterDifference{step.node, place.path, 1, 0};
}

Found wrong_payload(const Step& step) {
  const network::Link<ObservedConfig>& link = step.out.links[1];
  if (!link.valid || link.packet.header.sequence != 50) return std::nullopt;
  const std::uint64_t payload = link.packet.payload;
  return RegisterDifference{step.node, layout().out("links[1].packet.payload").path, payload ^ 1u << 17, payload};
}

Found wrong_word(const Step& step, unsigned port) {
  const MemoryPlace place = layout().memory(fmt::format("ejectors_[{}].queue_.slots_.packets_", port));
  for (std::size_t i = 0; i < place.words; ++i) {
    const std::string word = place.word(&step.state, i);
    if (word == place.word(&step.before, i)) continue;
    std::uint64_t payload = 0;
    std::memcpy(&payload, word.data(), sizeof payload);
    return RegisterDifference{step.node, fmt::format("{}[{}]", place.path, i), payload ^ 1, payload};
  }
  return std::nullopt;
}

Found wrong_load(const Step& step) {
  const RegisterPlace place = layout().state(".rule_");
  const std::uint64_t rule = place.read(&step.state);
  if (rule == place.read(&step.before)) return std::nullopt;
  return RegisterDifference{step.node, place.path, ~rule & 7, rule};
}

class Mutants : public testing::TestWithParam<Mutant> {};

INSTANTIATE_TEST_SUITE_P(
    Rtl, Mutants,
    testing::Values(Mutant{"round_robin", alltoall(1), 0, "last_grant", at_each_port(forgotten_grant)},
                    Mutant{"queue_count", alltoall(8), 0.5, "queues_0_count", at_each_port(lost_count)},
                    Mutant{"go", alltoall(8), 0.8, "out_links_1_go", reckless_go},
                    Mutant{"payload", alltoall(60), 0.5, "out_links_1_packet_payload", wrong_payload},
                    Mutant{"memory", alltoall(8), 0.5, "", at_each_port(wrong_word)},
                    Mutant{"loading", operation_of(Collective::kAllgather, "sbnt", PortModel::kAll, 2, 1), 0, "rule",
                           wrong_load}),
    [](const auto& info) { return info.param.name; });

// The difference that lockstep finds in the run of the mutant; its waveforms are in the folder.
std::optional<Divergence> found_in(const Mutant& mutant, const Scratch& folder, const char* wave = nullptr,
                                   const std::vector<bool>& rtl_nodes = {}) {
  mutated().choose(mutant.name);
  testbench::MeshSetting setting = setting_with(mutant.stall);
  setting.engine = rtl_nodes.empty() ? "rtl" : "systemc";
  setting.rtl_nodes = rtl_nodes;
  setting.lockstep = true;
  setting.sv = mutated().sv();
  testbench::RunHooks hooks;
  hooks.lockstep_wave = folder / "lockstep.fst";
  if (wave != nullptr) hooks.wave = folder / wave;
  try {
    testbench::Run({mutant.operation, setting}, testbench::PayloadHash(kSeed)).execute(hooks);
  } catch (const Divergence& found) {
    return found;
  }
  return std::nullopt;
}

// The difference equals the one predicted from the C++, and the note names its waveform.
void expect_same(const Divergence& found, const Divergence& expected, const std::filesystem::path& wave) {
  EXPECT_EQ(found.moment, expected.moment);
  EXPECT_EQ(std::string(found.what()), fmt::format("{}; waveform: {}", expected.what(), wave.string()));
}

// The last cycle of the waveform is the first in which the register is wrong.
void expect_wave(const std::filesystem::path& file, const Mutant& mutant, const Divergence& expected,
                 std::uint64_t first_cycle) {
  const FstFile wave(file);
  const std::uint64_t cycle = expected.moment.cycle;
  const RegisterDifference& difference = expected.difference;
  EXPECT_EQ(wave.first_cycle(), first_cycle);
  EXPECT_EQ(wave.last_cycle(), cycle);
  EXPECT_EQ(wave.value("cube.cycle", cycle), cycle);
  EXPECT_EQ(wave.value("cube.lockstep.differs", cycle), 1u);
  EXPECT_EQ(wave.value("cube.lockstep.differs", cycle - 1), 0u);
  EXPECT_EQ(wave.value("cube.lockstep.node", cycle), difference.node.number());
  EXPECT_EQ(wave.value("cube.lockstep.rtl", cycle), difference.rtl);
  EXPECT_EQ(wave.value("cube.lockstep.native", cycle), difference.native);
  for (unsigned node = 0; node < 4; ++node) EXPECT_TRUE(wave.has_scope(fmt::format("node_{}.port_1.link_out", node)));
  if (mutant.rtl.empty()) return;
  // The register is shown under its name in the RTL.
  const RegisterPlace place =
      difference.name.starts_with("out.") ? layout().out(difference.name.substr(4)) : layout().state(difference.name);
  const std::string signal = fmt::format("node_{}.{}.{}", difference.node.number(), kName, place.rtl);
  EXPECT_TRUE(signal.ends_with(mutant.rtl));
  EXPECT_EQ(wave.value(signal, cycle), difference.rtl);
}

TEST_P(Mutants, AreCaughtInTheFirstWrongCycle) {
  const Mutant& mutant = GetParam();
  const std::optional<Divergence> expected = foretold(mutant.operation, mutant.stall, mutant.fault);
  ASSERT_TRUE(expected) << "the run never does what the mutant does wrong";
  const Scratch scratch;
  const std::optional<Divergence> found = found_in(mutant, scratch);
  ASSERT_TRUE(found);
  expect_same(*found, *expected, scratch / "lockstep.fst");
  const std::uint64_t cycle = expected->moment.cycle;
  const std::uint64_t first = expected->moment.started ? 0 : 1;  // access 1 is the first of loading
  expect_wave(scratch / "lockstep.fst", mutant, *expected,
              std::max(first, cycle - std::min(cycle, testbench::Run::kWaveCycles)));
}

// A requested waveform covers the whole run, and no other one is made.
TEST_P(Mutants, AreInTheWaveformThatWasAskedFor) {
  const Mutant& mutant = GetParam();
  const std::optional<Divergence> expected = foretold(mutant.operation, mutant.stall, mutant.fault);
  ASSERT_TRUE(expected);
  const Scratch scratch;
  const std::optional<Divergence> found = found_in(mutant, scratch, "mine.fst");
  ASSERT_TRUE(found);
  expect_same(*found, *expected, scratch / "mine.fst");
  expect_wave(scratch / "mine.fst", mutant, *expected, expected->moment.started ? 0 : 1);
  EXPECT_FALSE(std::filesystem::exists(scratch / "lockstep.fst"));
}

// In the SystemC cube only the RTL nodes can be wrong.
TEST_P(Mutants, AreCaughtInACosimulation) {
  const Mutant& mutant = GetParam();
  const std::vector<bool> is_rtl = {false, true, true, false};
  const Fault fault_of_rtl = [&](const Step& step) {
    return is_rtl[step.node.number()] ? mutant.fault(step) : Found();
  };
  const std::optional<Divergence> expected = foretold(mutant.operation, mutant.stall, fault_of_rtl, /*all_rtl=*/false);
  ASSERT_TRUE(expected);
  const Scratch scratch;
  const std::optional<Divergence> found = found_in(mutant, scratch, nullptr, is_rtl);
  ASSERT_TRUE(found);
  expect_same(*found, *expected, scratch / "lockstep.fst");
  EXPECT_TRUE(FstFile(scratch / "lockstep.fst").has_scope("node_2.port_1.link_out"));
}

// The switches alone change nothing.
TEST(MutatedText, NoneIsTheNodeAsItIs) {
  const Mutant none{MutatedRtl::kNone, alltoall(8), 0.5, "", {}};
  EXPECT_FALSE(found_in(none, Scratch()));
}

// A mutant whose place no longer occurs must not count as found.
TEST(MutatedText, HasAPlaceForEachMutant) {
  try {
    const MutatedRtl rtl(kNode, {{"of_nothing", "no such ", "line", "x"}});
    FAIL() << "there is such a line";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(std::string(error.what()),
              "mutant of_nothing: its place occurs 0 times in node_d2_w64_gated, must be once");
  }
}

}  // namespace
}  // namespace rtl_sim::test
