// SPDX-License-Identifier: Apache-2.0
// The memory that a run takes, beside the estimate by which the command refuses runs.
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <string>
#include <vector>

#include "test_support/command.hpp"
#include "test_support/rows.hpp"
#include "test_support/sizes.hpp"
#include "testbench/run/memory_estimate.hpp"

namespace testbench::test {
namespace {

using collectives::Collective;
using collectives::Operation;
using collectives::PortModel;
using test_support::operation_of;

// Most bytes of main memory that the command held while it ran the operation.
std::uint64_t bytes_held(const Operation& operation) {
  std::string words[] = {CUBECAST_COMMAND,
                         "run",
                         name_of(operation.row->collective),
                         "--algorithm",
                         operation.row->algorithm,
                         "--ports",
                         name_of(operation.row->ports),
                         "--dim",
                         std::to_string(operation.d()),
                         "--packets",
                         std::to_string(operation.packets),
                         "--json"};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", 1, 0);
  pid_t child = 0;
  EXPECT_EQ(posix_spawn(&child, CUBECAST_COMMAND, &quiet, nullptr, arguments.data(), environ), 0);
  posix_spawn_file_actions_destroy(&quiet);
  int status = -1;
  rusage usage{};
  EXPECT_EQ(wait4(child, &status, 0, &usage), child);
  EXPECT_EQ(status, 0);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

TEST(Memory, IsNoMoreThanWasSaid) {
  // Megabytes each, on cubes that the command has engines for; a soak compiles larger ones.
  const std::vector<Operation> operations =
      test_support::with_soak<Operation>({operation_of(Collective::kAllgather, "balanced", PortModel::kAll, 8, 16),
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
  // A program counts the memory that its parent holds when it starts, so all run before the first
  // is reckoned here.
  const std::uint64_t program = bytes_held(operation_of(Collective::kBroadcast, "sbt", PortModel::kAll, 1, 1));
  // The compiler counts as the command's child where an engine is not in the store.
  for (const Operation& operation : operations) bytes_held(operation);
  std::vector<std::uint64_t> bytes;
  for (const Operation& operation : operations) bytes.push_back(bytes_held(operation));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const Operation& operation = operations[i];
    const std::uint64_t held = bytes[i] - program;
    const std::uint64_t said = memory_bytes(operation, {});
    // Which pages of the program itself are touched differs from run to run.
    constexpr std::uint64_t kPages = std::uint64_t{64} << 10;
    EXPECT_LE(held, said + kPages) << name_of(operation.row->collective) << ' ' << operation.row->algorithm;
    EXPECT_LE(said, 2 * held + (std::uint64_t{3} << 20)) << "a bound that refuses what would fit is none";
    std::cout << name_of(operation.row->collective) << ' ' << operation.row->algorithm << ": " << (held >> 10)
              << " KiB held, " << (said >> 10) << " KiB said\n";
  }
}

}  // namespace
}  // namespace testbench::test
