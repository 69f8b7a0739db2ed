// SPDX-License-Identifier: Apache-2.0
// Runs that begin at a checkpoint beside the run that has made it: the same report, whatever the cycle.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <random>
#include <utility>

#include "firmware/collectives/catalog.hpp"
#include "test_support/rows.hpp"
#include "test_support/sizes.hpp"
#include "test_support/thread_ranks.hpp"
#include "testbench/judge/checker/payload_hash.hpp"
#include "testbench/plans/collectives/catalog.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/runs/experiment/symmetric_run.hpp"
#include "testbench/runs/experiment/test_plans.hpp"
#include "testbench/runs/verdict/test_reports.hpp"

namespace testbench::test {
namespace {

using collectives::Operation;
using test_support::first_row;
using test_support::run_as_ranks;

using Checkpoint = std::vector<std::byte>;
using CheckpointsByCycle = std::map<std::uint64_t, Checkpoint>;

// For a run that makes a checkpoint in every cycle.
RunHooks writing(CheckpointsByCycle& made) {
  RunHooks hooks;
  hooks.checkpoints.in_any_cycle = true;
  hooks.checkpoints.is_due = [&made](std::uint64_t cycle) {
    made[cycle] = {};
    return true;
  };
  hooks.checkpoints.write = [&made](const Checkpoints::Serialize& serialize) {
    Checkpoint& checkpoint = made.rbegin()->second;
    Archive archive =
        Archive::writing([&](auto bytes) { checkpoint.insert(checkpoint.end(), bytes.begin(), bytes.end()); });
    serialize(archive);
  };
  return hooks;
}

RunHooks reading(const Checkpoint& checkpoint) {
  RunHooks hooks;
  hooks.checkpoints.read = [&checkpoint](const Checkpoints::Serialize& serialize) {
    std::span<const std::byte> left = checkpoint;
    Archive archive = Archive::reading([&](std::span<std::byte> bytes) {
      ASSERT_LE(bytes.size(), left.size());
      if (!bytes.empty()) std::memcpy(bytes.data(), left.data(), bytes.size());
      left = left.subspan(bytes.size());
    });
    serialize(archive);
    EXPECT_TRUE(left.empty());
  };
  return hooks;
}

// Some of the cycles, or all of a short run.
std::vector<std::uint64_t> some_cycles(const CheckpointsByCycle& made) {
  const std::size_t most = test_support::is_soak() ? 1000 : 6;
  std::vector<std::uint64_t> cycles;
  for (const auto& [cycle, checkpoint] : made) cycles.push_back(cycle);
  std::shuffle(cycles.begin(), cycles.end(), std::mt19937(static_cast<std::uint32_t>(made.size())));
  if (cycles.size() > most) cycles.resize(most);
  return cycles;
}

template <class RunIt>
void expect_it_goes_on(RunIt run) {
  CheckpointsByCycle made;
  const std::string whole = text_of(run(RunHooks()));
  EXPECT_EQ(text_of(run(writing(made))), whole);
  ASSERT_FALSE(made.empty());
  for (const std::uint64_t cycle : some_cycles(made)) {
    SCOPED_TRACE(testing::Message() << "cycle " << cycle << " of " << made.size());
    EXPECT_EQ(text_of(run(reading(made[cycle]))), whole);
  }
}
void expect_it_goes_on(const Experiment& experiment) {
  // Behind a link layer the wires tell when packets arrive, and a checkpoint keeps none: --latency is refused with it.
  const Experiment recorded = experiment.with_records(!experiment.setting().links, true);
  expect_it_goes_on([&](const RunHooks& hooks) { return run_of_any(recorded, hooks); });
}

TEST(Checkpoint, IsGoneOnFromOnEveryRowOfTheCube) {
  const unsigned d = test_support::is_soak() ? 5 : 3;
  for (const collectives::Row& row : collectives::kCatalog) {
    for (const unsigned hop : {1u, 2u}) {
      const Operation operation = test_support::operation_of(row, d, hop == 1 ? 5 : 2, Address((1u << d) - 1), hop);
      SCOPED_TRACE(testing::Message() << testing::PrintToString(row) << " hop " << hop);
      expect_it_goes_on(Experiment(operation));
      const Experiment by_one(operation, {.engine = kSymmetricEngineName}, 0);
      if (!asymmetry_of(by_one)) expect_it_goes_on(by_one);
    }
  }
}

TEST(Checkpoint, IsGoneOnFromOnOtherNetworks) {
  for (const char* const spec : test_support::with_soak<const char*>({"mesh:2x3", "star:3"}, {"torus:4x3", "star:4"})) {
    for_every_plan(spec, 2, 1, [&](const Prepared& planned) { expect_it_goes_on(Experiment(planned.operation())); });
  }
}

TEST(Checkpoint, HasQueuesThatFill) {
  for (const collectives::Collective collective :
       {collectives::Collective::kAllgather, collectives::Collective::kScatter, collectives::Collective::kAllreduce}) {
    const Operation operation = first_row(collective, 6);
    SCOPED_TRACE(testing::PrintToString(*operation.row));
    MeshSetting setting;
    setting.threads = 2;
    setting.stall_probability = 0.3;
    setting.least_numbered_dim = 1;
    expect_it_goes_on({operation, setting});
    expect_it_goes_on({operation, {}, 4});  // an allgather stands still
  }
}

TEST(Checkpoint, HasPortsWithAndWithoutQueues) {
  MeshSetting setting;
  setting.least_late_dim = 1;
  setting.stall_probability = 0.5;
  for (const collectives::Collective collective :
       {collectives::Collective::kAllgather, collectives::Collective::kAllreduce}) {
    expect_it_goes_on({first_row(collective, 3), setting});
  }
}

TEST(Checkpoint, HasLinksAndStages) {
  MeshSetting setting;
  setting.links.emplace();
  setting.links->wires = 16;
  setting.links->frame_packets = 4;
  setting.links->check = hls::LinkCheck::kCrc32;
  setting.wires = {.bit_error_rate = 0.001, .seed = 3, .broken = {}};
  expect_it_goes_on({first_row(collectives::Collective::kAllgather, 2), setting});
  Operation combining = first_row(collectives::Collective::kAllreduce, 2);
  combining.combine_stages = 3;
  combining.hop_cycles = 4;
  expect_it_goes_on({combining, setting});
  expect_it_goes_on(Experiment(combining));
}

TEST(Checkpoint, HasTheMemoriesThatAreKept) {
  for (const collectives::Collective collective :
       {collectives::Collective::kAlltoall, collectives::Collective::kReduceScatter}) {
    const Experiment experiment = Experiment(first_row(collective, 4)).with_records(true, true);
    std::vector<DeliveredMemory> whole;
    expect_it_goes_on([&](const RunHooks& hooks) {
      testbench::Run run(experiment, words_of(experiment.task(), PayloadHash(7)));
      RunReport report = run.execute(hooks);
      const std::vector<DeliveredMemory> found(run.memory().receive().begin(), run.memory().receive().end());
      if (whole.empty()) whole = found;
      for (std::size_t node = 0; node < found.size(); ++node) EXPECT_EQ(found[node].words, whole[node].words);
      return report;
    });
  }
}

TEST(Checkpoint, OfRanksIsTheStateOfEach) {
  constexpr unsigned kRanks = 3;
  for (const auto& [collective, latency] :
       {std::pair(collectives::Collective::kAlltoall, 0u), std::pair(collectives::Collective::kBroadcast, 0u),
        std::pair(collectives::Collective::kScan, 0u), std::pair(collectives::Collective::kAlltoall, 3u)}) {
    Operation operation = first_row(collective, 4);
    operation.hop_cycles += latency;
    operation.link_latency = latency;
    const Experiment experiment = Experiment(operation).with_records(true, true);
    SCOPED_TRACE(testing::Message() << name_of(collective) << " L " << latency);
    std::vector<CheckpointsByCycle> made(kRanks);
    std::string whole;
    const auto run = [&](const std::function<RunHooks(unsigned rank)>& hooks) {
      std::string text;
      run_as_ranks(kRanks, [&](Ranks& ranks) {
        Division division{ranks, NodeShare(ranks_by_address(8, kRanks), ranks.rank())};
        const RunReport report = testbench::Run(experiment, division).execute(hooks(ranks.rank()));
        if (ranks.rank() == 0) text = text_of(report);
      });
      return text;
    };
    whole = run([&](unsigned rank) { return writing(made[rank]); });
    EXPECT_EQ(text_of(run_of_any(experiment, {})), whole);
    for (const std::uint64_t cycle : some_cycles(made[0])) {
      SCOPED_TRACE(testing::Message() << "cycle " << cycle);
      EXPECT_EQ(run([&](unsigned rank) { return reading(made[rank][cycle]); }), whole);
    }
  }
}

}  // namespace
}  // namespace testbench::test
