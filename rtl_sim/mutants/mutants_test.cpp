// A deliberately wrong register is caught and reported at its first cycle, and the waveform shows it. What must be
// reported is worked out from the C++ alone.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "rtl_sim/mutants/layout.hpp"
#include "rtl_sim/mutants/observed_mesh.hpp"
#include "test_support/command.hpp"
#include "test_support/fst_file.hpp"
#include "test_support/rows.hpp"

namespace rtl_sim::test {
namespace {

using collectives::Collective;
using collectives::Operation;
using collectives::PortUse;
using test_support::FstFile;
using test_support::operation_of;
using test_support::Outcome;
using test_support::Scratch;
using testbench::RegisterDifference;

const Layout kLayout(CUBECAST_LAYOUT);

struct Mutant {
  std::string name;
  Operation operation;
  double stall;
  std::string rtl;  // of a register, its name in the RTL without the port; empty: none
  Fault fault;
};

void PrintTo(const Mutant& mutant, std::ostream* out) {
  *out << mutant.name;
}

Operation alltoall(std::uint32_t packets) {
  return operation_of(Collective::kAlltoall, "table", PortUse::kAll, 2, packets);
}

// The first port for which `of_port` finds a fault; lockstep compares them in this order.
template <class OfPort>
Fault at_each_port(OfPort of_port) {
  return [of_port](const Step& step) -> std::optional<RegisterDifference> {
    for (unsigned port = 0; port < TopConfig::Network::kPorts; ++port) {
      if (const auto found = of_port(step, port)) return found;
    }
    return std::nullopt;
  };
}

using Found = std::optional<RegisterDifference>;

Found forgotten_grant(const Step& step, unsigned port) {
  const RegisterPlace place = kLayout.state(fmt::format("outputs_[{}].last_grant_", port));
  if (place.read(&step.state) == 0) return std::nullopt;
  return RegisterDifference{step.node, place.path, 0, 1};
}

Found lost_count(const Step& step, unsigned port) {
  const RegisterPlace place = kLayout.state(fmt::format("outputs_[{}].queues_[0].count_", port));
  if (place.read(&step.state) != 2) return std::nullopt;
  return RegisterDifference{step.node, place.path, place.read(&step.before), 2};
}

Found reckless_go(const Step& step) {
  const RegisterPlace place = kLayout.out("links[1].go");
  if (place.read(&step.out) != 0) return std::nullopt;
  return RegisterDifference{step.node, place.path, 1, 0};
}

Found wrong_payload(const Step& step) {
  const network::Link<TopConfig>& link = step.out.links[1];
  if (!link.valid || link.packet.header.sequence != 50) return std::nullopt;
  const std::uint64_t payload = link.packet.payload;
  return RegisterDifference{step.node, kLayout.out("links[1].packet.payload").path, payload ^ 1u << 17, payload};
}

Found wrong_word(const Step& step, unsigned port) {
  const MemoryPlace place = kLayout.memory(fmt::format("ejectors_[{}].queue_.slots_.packets_", port));
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
  const RegisterPlace place = kLayout.state(".rule_");
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
                    Mutant{"loading", operation_of(Collective::kAllgather, "sbnt", PortUse::kAll, 2, 1), 0, "rule",
                           wrong_load}),
    [](const auto& info) { return info.param.name; });

Outcome run(const Mutant& mutant, const std::string& more, const std::filesystem::path& folder) {
  const Operation& operation = mutant.operation;
  // The run's queues are the top's own; a smaller depth only says that the run may have to wait.
  return test_support::run_program(
      CUBECAST_MUTANTS "mutant_" + mutant.name,
      fmt::format("run {} --algorithm {} --dim 2 --packets {} --stall {} --queue-depth 8 {}",
                  name_of(operation.row->collective), operation.row->algorithm, operation.packets, mutant.stall, more),
      folder);
}

std::string text_of(const FirstFault& expected) {
  return testbench::Divergence(expected.moment, expected.difference).what();
}

// The last cycle of the waveform is the first in which the register is wrong.
void expect_wave(const std::filesystem::path& file, const Mutant& mutant, const FirstFault& expected,
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
  // The register itself, under its name in the RTL.
  const RegisterPlace place =
      difference.name.starts_with("out.") ? kLayout.out(difference.name.substr(4)) : kLayout.state(difference.name);
  const std::string signal = fmt::format("node_{}.mutant_{}.{}", difference.node.number(), mutant.name, place.rtl);
  EXPECT_TRUE(signal.ends_with(mutant.rtl));
  EXPECT_EQ(wave.value(signal, cycle), difference.rtl);
}

TEST_P(Mutants, AreCaughtInTheFirstWrongCycle) {
  const Mutant& mutant = GetParam();
  const std::optional<FirstFault> expected = first_fault(mutant.operation, mutant.stall, mutant.fault);
  ASSERT_TRUE(expected) << "the run never does what the mutant does wrong";
  const std::uint64_t cycle = expected->moment.cycle;

  const Scratch scratch;
  const Outcome outcome = run(mutant, "--lockstep --json", scratch / "");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.error, "cubecast: " + text_of(*expected) + "; waveform: cubecast-lockstep.fst\n");
  const std::uint64_t first = expected->moment.started ? 0 : 1;  // access 1 is the first of loading
  expect_wave(scratch / "cubecast-lockstep.fst", mutant, *expected,
              std::max(first, cycle - std::min(cycle, testbench::Run::kWaveCycles)));
}

// A waveform that was asked for is of the whole run, and no other is made.
TEST_P(Mutants, AreInTheWaveformThatWasAskedFor) {
  const Mutant& mutant = GetParam();
  const std::optional<FirstFault> expected = first_fault(mutant.operation, mutant.stall, mutant.fault);
  ASSERT_TRUE(expected);
  const Scratch scratch;
  const Outcome outcome = run(mutant, "--lockstep --wave mine.fst", scratch / "");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.error, "cubecast: " + text_of(*expected) + "; waveform: mine.fst\n");
  expect_wave(scratch / "mine.fst", mutant, *expected, expected->moment.started ? 0 : 1);
  EXPECT_FALSE(std::filesystem::exists(scratch / "cubecast-lockstep.fst"));
}

// In the SystemC cube only the nodes that are RTL can be wrong.
TEST_P(Mutants, AreCaughtInACosimulation) {
  const Mutant& mutant = GetParam();
  const Fault fault_of_rtl = [&mutant](const Step& step) -> std::optional<RegisterDifference> {
    return step.node == network::Address(1) || step.node == network::Address(2) ? mutant.fault(step) : std::nullopt;
  };
  const std::optional<FirstFault> expected = first_fault(mutant.operation, mutant.stall, fault_of_rtl, false);
  ASSERT_TRUE(expected);
  const Scratch scratch;
  const Outcome outcome = run(mutant, "--engine systemc --rtl-nodes 1-2 --lockstep", scratch / "");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.error, "cubecast: " + text_of(*expected) + "; waveform: cubecast-lockstep.fst\n");
  EXPECT_TRUE(FstFile(scratch / "cubecast-lockstep.fst").has_scope("node_2.port_1.link_out"));
}

}  // namespace
}  // namespace rtl_sim::test
