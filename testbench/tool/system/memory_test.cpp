// SPDX-License-Identifier: Apache-2.0
// The memory that a run takes, beside the estimate by which the command refuses runs.
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "test_support/command.hpp"
#include "test_support/rows.hpp"
#include "test_support/sizes.hpp"
#include "testbench/plans/collectives/catalog.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/runs/experiment/memory_estimate.hpp"
#include "testbench/runs/experiment/symmetric_run.hpp"

namespace testbench::test {
namespace {

using collectives::Collective;
using collectives::Operation;
using collectives::PortModel;
using test_support::operation_of;

// Most bytes of main memory that the command held while it ran with these words. A process begins with the
// figure of the one that it came of, which is a shell here: it leaves the command to this process.
std::uint64_t bytes_held(std::vector<std::string> words) {
  words.insert(words.begin(), {"sh", "-c", "\"$@\" > /dev/null &", "sh", CUBECAST_COMMAND, "run"});
  words.push_back("--json");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  EXPECT_EQ(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  pid_t shell = 0;
  EXPECT_EQ(posix_spawn(&shell, "/bin/sh", nullptr, nullptr, arguments.data(), environ), 0);
  int status = -1;
  EXPECT_EQ(waitpid(shell, &status, 0), shell);
  EXPECT_EQ(status, 0);
  rusage usage{};
  EXPECT_GT(wait4(-1, &status, 0, &usage), 0);
  EXPECT_EQ(status, 0);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}
std::uint64_t bytes_held(const Operation& operation) {
  return bytes_held({name_of(operation.row->collective), "--algorithm", operation.row->algorithm, "--ports",
                     name_of(operation.row->ports), "--dim", std::to_string(operation.d()), "--packets",
                     std::to_string(operation.packets)});
}

// Megabytes each, on cubes that the command has engines for; a soak compiles larger ones.
std::vector<Operation> operations() {
  return test_support::with_soak<Operation>({operation_of(Collective::kAllgather, "balanced", PortModel::kAll, 8, 16),
                                             operation_of(Collective::kAllgather, "nesbt", PortModel::kAll, 8, 17),
                                             operation_of(Collective::kAllgather, "sbt", PortModel::kOne, 8, 16),
                                             operation_of(Collective::kAlltoall, "table", PortModel::kAll, 8, 4),
                                             operation_of(Collective::kAlltoall, "ecube", PortModel::kAll, 8, 8),
                                             operation_of(Collective::kGather, "sbt", PortModel::kAll, 8, 32),
                                             operation_of(Collective::kBroadcast, "nesbt", PortModel::kAll, 8, 10000),
                                             operation_of(Collective::kBroadcast, "nrsbt", PortModel::kAll, 8, 1),
                                             operation_of(Collective::kScatter, "balanced", PortModel::kAll, 8, 100)},
                                            {operation_of(Collective::kAllgather, "balanced", PortModel::kAll, 9, 4),
                                             operation_of(Collective::kAllgather, "sbt", PortModel::kOne, 9, 4),
                                             operation_of(Collective::kAlltoall, "table", PortModel::kAll, 9, 1),
                                             operation_of(Collective::kGather, "sbt", PortModel::kAll, 10, 8),
                                             operation_of(Collective::kBroadcast, "nesbt", PortModel::kAll, 9, 5000),
                                             operation_of(Collective::kScatter, "balanced", PortModel::kAll, 9, 50)});
}

// One node that stands for all of a network.
constexpr const char* kLargeNetwork = "torus:17x17x17x17";
struct OfNetwork {
  const char* collective;
  const char* algorithm;  // that is chosen where none is named: choosing it takes no more memory
  PortModel ports;
};
constexpr OfNetwork kOfNetwork[] = {{"allgather", "tree", PortModel::kAll},
                                    {"alltoall", "shortest", PortModel::kAll},
                                    {"alltoall", "fifo", PortModel::kOne}};

std::uint64_t bytes_held_for_all(const OfNetwork& of, const char* network) {
  return bytes_held(
      {of.collective, "--network", network, "--engine", kSymmetricEngineName, "--ports", name_of(of.ports)});
}

struct Held {
  std::vector<std::uint64_t> by_operations;
  std::vector<std::uint64_t> for_all;  // of kOfNetwork
};

// The bytes of the runs beside the program.
const Held& held() {
  static const Held found = [] {
    Held held;
    const std::uint64_t program = bytes_held(operation_of(Collective::kBroadcast, "sbt", PortModel::kAll, 1, 1));
    // The compiler counts as the command's child where an engine is not in the store.
    for (const Operation& operation : operations()) bytes_held(operation);
    for (const Operation& operation : operations()) held.by_operations.push_back(bytes_held(operation) - program);
    for (const OfNetwork& of : kOfNetwork) {
      bytes_held_for_all(of, "torus:3x3x3x3");
      const std::uint64_t small = bytes_held_for_all(of, "torus:3x3x3x3");
      held.for_all.push_back(bytes_held_for_all(of, kLargeNetwork) - small);
    }
    return held;
  }();
  return found;
}

TEST(Memory, IsNoMoreThanWasSaid) {
  for (std::size_t i = 0; i < operations().size(); ++i) {
    const std::uint64_t bytes = held().by_operations[i];
    const Operation operation = operations()[i];
    const std::uint64_t said = memory_bytes(operation, false);
    // The pages of the program itself that are touched differ from run to run.
    constexpr std::uint64_t kPages = std::uint64_t{64} << 10;
    EXPECT_LE(bytes, said + kPages) << name_of(operation.row->collective) << ' ' << operation.row->algorithm;
    EXPECT_LE(said, 2 * bytes + (std::uint64_t{3} << 20)) << "a bound that refuses what would fit is none";
    std::cout << name_of(operation.row->collective) << ' ' << operation.row->algorithm << ": " << (bytes >> 10)
              << " KiB held, " << (said >> 10) << " KiB said\n";
  }
}

// A node of a large network is one of hundreds of thousands: what is known of it is 256 bytes at most.
TEST(Memory, OfOneNodeForAllIsAtMost256BytesForEach) {
  for (std::size_t i = 0; i < std::size(kOfNetwork); ++i) {
    const OfNetwork& of = kOfNetwork[i];
    SCOPED_TRACE(of.algorithm);
    const std::uint64_t bytes = held().for_all[i];
    const Network network = symmetric_network_of(kLargeNetwork);
    const auto row = std::ranges::find_if(catalog(), [&](const Entry& each) {
      return name_of(each.collective) == std::string(of.collective) && each.algorithm == std::string(of.algorithm) &&
             each.ports == of.ports && each.is_offered_at(kOnOther);
    });
    const MeshSetting one_for_all{.engine = kSymmetricEngineName};
    const Experiment experiment(
        std::make_shared<const Prepared>(*row, Site(network), collectives::Operation(), one_for_all));
    const std::uint64_t said = memory_bytes(experiment, false);
    const std::uint64_t most = std::uint64_t{256} * network.nodes();
    EXPECT_LE(bytes, most);
    EXPECT_LE(bytes, said);
    EXPECT_LE(said, most + (std::uint64_t{16} << 20)) << "a bound that refuses what would fit is none";
    std::cout << of.collective << ' ' << of.algorithm << " on " << kLargeNetwork << ": " << bytes / network.nodes()
              << " bytes a node, " << (said >> 10) << " KiB said\n";
  }
}

}  // namespace
}  // namespace testbench::test
