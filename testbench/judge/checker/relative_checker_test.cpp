// SPDX-License-Identifier: Apache-2.0
// The judge of one node for all: runs made by hand, which are right, and damaged ones.
#include "testbench/judge/checker/relative_checker.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>

#include "test_support/seed.hpp"

namespace testbench {
namespace {

struct Arrived {
  std::uint32_t source;
  std::uint32_t sequence;
  std::uint64_t word;
};

// Node 0 of a cube sends the events, and the deliveries come to its memory.
struct RelativeRun {
  Task task;
  std::vector<LinkEvent> events;
  std::vector<Arrived> deliveries;
  // They make the results, in the order of their names.
  std::vector<Expressions::Combination> combinations;
};

std::optional<std::string> fault_of(const RelativeRun& run) {
  std::vector<std::uint32_t> neighbours;
  for (unsigned port = 0; port < run.task.dim; ++port) neighbours.push_back(1u << port);
  RelativeChecker checker(run.task, {}, neighbours);
  for (const auto& made : run.combinations) checker.expressions().combine(made.left.word(), made.right.word());
  checker.observe(run.events);
  for (const Arrived& delivery : run.deliveries) checker.deliver(delivery.source, delivery.sequence, delivery.word);
  return checker.finish();
}

// Dimension by dimension: all that the node holds, packet by packet.
RelativeRun allgather_run(unsigned dim, std::uint32_t packets) {
  RelativeRun run{{Collective::kAllgather, dim, PortModel::kOne, packets}, {}, {}, {}};
  std::uint64_t cycle = 0;
  for (unsigned port = 0; port < dim; ++port) {
    for (std::uint32_t source = 0; source < 1u << port; ++source) {
      for (std::uint32_t sequence = 0; sequence < packets; ++sequence) {
        run.events.push_back({++cycle, 0, port, source, kAllNodes, 0, sequence});
        const std::uint32_t seen = source ^ 1u << port;
        run.deliveries.push_back({seen, sequence, SymbolicPayload{sequence, seen}.word()});
      }
    }
  }
  return run;
}

// By e-cube, dimension by dimension from the highest.
RelativeRun alltoall_run(unsigned dim, std::uint32_t packets) {
  RelativeRun run{{Collective::kAlltoall, dim, PortModel::kOne, packets}, {}, {}, {}};
  const std::uint32_t nodes = 1u << dim;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> held;  // source and destination
  for (std::uint32_t to = 1; to < nodes; ++to) held.emplace_back(0, to);
  std::uint64_t cycle = 0;
  for (unsigned port = dim; port-- > 0;) {
    const std::uint32_t across = 1u << port;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> next;
    for (const auto& [source, to] : held) {
      if ((to & across) == 0) {
        next.emplace_back(source, to);
        continue;
      }
      for (std::uint32_t sequence = 0; sequence < packets; ++sequence) {
        run.events.push_back({++cycle, 0, port, source, static_cast<std::int32_t>(to), 0, sequence});
        if ((to ^ across) != 0) continue;
        const std::uint32_t seen = source ^ across;
        run.deliveries.push_back({seen, sequence, SymbolicPayload{seen * packets + sequence, seen}.word()});
      }
      if ((to ^ across) != 0) next.emplace_back(source ^ across, to ^ across);
    }
    held = next;
  }
  return run;
}

// Recursive halving.
RelativeRun reduce_scatter_run(unsigned dim) {
  RelativeRun run{{Collective::kReduceScatter, dim, PortModel::kOne, 1}, {}, {}, {}};
  const std::uint32_t nodes = 1u << dim;
  std::vector<SymbolicPayload> held;
  for (std::uint32_t to = 0; to < nodes; ++to) held.push_back({to, 0});
  std::uint64_t cycle = 0;
  for (unsigned port = dim; port-- > 0;) {
    const std::uint32_t half = 1u << port;
    for (std::uint32_t to = half; to < 2 * half; ++to) {
      run.events.push_back({++cycle, 0, port, 0, static_cast<std::int32_t>(to), 0, 0});
      SymbolicPayload come = held[to];
      come.origin ^= half;
      run.combinations.push_back({held[to ^ half], come});
      held[to ^ half] = {static_cast<std::uint32_t>(nodes + run.combinations.size() - 1), 0};
    }
  }
  run.deliveries.push_back({0, 0, held[0].word()});
  return run;
}

// Every packet through every port, combined with what has come before.
RelativeRun allreduce_run(unsigned dim) {
  RelativeRun run{{Collective::kAllreduce, dim, PortModel::kOne, 1}, {}, {}, {}};
  SymbolicPayload held{0, 0};
  for (unsigned port = 0; port < dim; ++port) {
    run.events.push_back({port + 1, 0, port, 0, kAllNodes, 0, 0});
    SymbolicPayload come = held;
    come.origin ^= 1u << port;
    run.combinations.push_back({held, come});
    held = {static_cast<std::uint32_t>(run.combinations.size()), 0};
  }
  run.deliveries.push_back({0, 0, held.word()});
  return run;
}

std::vector<RelativeRun> right_runs() {
  return {allgather_run(1, 1),   allgather_run(4, 3),   alltoall_run(1, 2), alltoall_run(4, 2),
          reduce_scatter_run(1), reduce_scatter_run(4), allreduce_run(1),   allreduce_run(5)};
}

TEST(RelativeChecker, TakesRightRuns) {
  for (const RelativeRun& run : right_runs()) {
    EXPECT_EQ(fault_of(run).value_or("none"), "none") << name_of(run.task.collective) << ' ' << run.task.dim;
  }
}

TEST(RelativeChecker, TellsTheCyclesOfEveryPacket) {
  const RelativeRun run = allgather_run(3, 1);
  std::vector<std::uint64_t> cycles;
  RelativeChecker checker(run.task, {}, {1, 2, 4}, [&](std::uint64_t taken) { cycles.push_back(taken); });
  checker.observe(run.events);
  EXPECT_EQ(cycles, (std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6, 7}));
}

// A way to damage a run. False: it does not lend itself to it.
struct RelativeDamage {
  const char* name;
  bool (*apply)(RelativeRun&, std::mt19937_64&);
};

template <class List>
auto& any_of(List& list, std::mt19937_64& random) {
  return list[std::uniform_int_distribution<std::size_t>(0, list.size() - 1)(random)];
}

const RelativeDamage kDamages[] = {
    {"a delivery is missing",
     [](RelativeRun& run, std::mt19937_64& random) {
       run.deliveries.erase(run.deliveries.begin() + (&any_of(run.deliveries, random) - run.deliveries.data()));
       return true;
     }},
    {"a delivery comes twice",
     [](RelativeRun& run, std::mt19937_64& random) {
       run.deliveries.push_back(any_of(run.deliveries, random));
       return true;
     }},
    {"a payload of another node",
     [](RelativeRun& run, std::mt19937_64& random) {
       Arrived& delivery = any_of(run.deliveries, random);
       delivery.word ^= std::uint64_t{1} << 32;
       return !is_combined(run.task);
     }},
    {"another payload",
     [](RelativeRun& run, std::mt19937_64& random) {
       any_of(run.deliveries, random).word ^= 1;
       return true;
     }},
    {"a packet twice in a cycle",
     [](RelativeRun& run, std::mt19937_64& random) {
       const auto at = run.events.begin() + (&any_of(run.events, random) - run.events.data());
       const LinkEvent twice = *at;
       run.events.insert(at, twice);
       return true;
     }},
    {"a packet again later",
     [](RelativeRun& run, std::mt19937_64& random) {
       LinkEvent twice = any_of(run.events, random);
       twice.cycle = run.events.back().cycle + 1;
       run.events.push_back(twice);
       return true;
     }},
    {"the packet of another source",
     [](RelativeRun& run, std::mt19937_64& random) {
       LinkEvent& event = any_of(run.events, random);
       event.source ^= 1u << std::uniform_int_distribution<unsigned>(0, run.task.dim - 1)(random);
       return true;
     }},
    {"through another port in the same cycle, with one port",
     [](RelativeRun& run, std::mt19937_64& random) {
       const auto at = run.events.begin() + (&any_of(run.events, random) - run.events.data());
       LinkEvent other = *at;
       other.port = (other.port + 1) % run.task.dim;
       run.events.insert(at, other);
       return run.task.dim > 1;
     }},
    {"no port",
     [](RelativeRun& run, std::mt19937_64& random) {
       any_of(run.events, random).port = run.task.dim;
       return true;
     }},
    {"another node",
     [](RelativeRun& run, std::mt19937_64& random) {
       any_of(run.events, random).node = 1;
       return true;
     }},
    {"a hop is missing on the way",
     [](RelativeRun& run, std::mt19937_64&) {
       if (is_combined(run.task)) return false;
       const auto later = std::ranges::find_if(run.events, [](const LinkEvent& event) { return event.source != 0; });
       if (later == run.events.end()) return false;
       const std::uint32_t source = later->source;
       std::erase_if(run.events,
                     [&](const LinkEvent& event) { return event.source == 0 && 1u << event.port == source; });
       return true;
     }},
    {"a contribution is left out",
     [](RelativeRun& run, std::mt19937_64& random) {
       if (run.combinations.size() < 2) return false;
       Expressions::Combination& made = any_of(run.combinations, random);
       made.right = made.left;
       return true;
     }},
};

TEST(RelativeChecker, ReportsEveryDamage) {
  std::mt19937_64 random(test_support::seed());
  std::map<std::string, unsigned> done;
  for (unsigned i = 0; i < 200; ++i) {
    for (const RelativeDamage& damage : kDamages) {
      for (RelativeRun run : right_runs()) {
        if (!damage.apply(run, random)) continue;
        ++done[damage.name];
        EXPECT_TRUE(fault_of(run).has_value())
            << damage.name << ": " << name_of(run.task.collective) << ' ' << run.task.dim;
      }
    }
  }
  for (const RelativeDamage& damage : kDamages) EXPECT_GT(done[damage.name], 0u) << damage.name;
}

TEST(RelativeChecker, NamesTheFirstFault) {
  RelativeRun run = allgather_run(3, 1);
  run.events[2].source = 4;
  EXPECT_EQ(fault_of(run), "cycle 3, node 0, port 1, packet 0 of source 4: the node does not hold the packet");
}

}  // namespace
}  // namespace testbench
