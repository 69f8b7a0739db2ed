// What a run takes of the machine against what it was said to take at most: on that word the command refuses a run.
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <string>

#include "testbench/run/runner.hpp"
#include "testbench/system/command.hpp"

namespace testbench::test {
namespace {

using collectives::Algorithm;
using collectives::Collective;
using collectives::Operation;
using collectives::PortUse;

// Most bytes of main memory that the command held while it ran the operation.
std::uint64_t bytes_held(const Operation& operation) {
  std::string words[] = {CUBECAST_COMMAND,
                         "run",
                         name_of(operation.collective),
                         "--algorithm",
                         name_of(operation.algorithm),
                         "--ports",
                         name_of(operation.ports),
                         "--dim",
                         std::to_string(operation.d),
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
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  GTEST_SKIP() << "the sanitizer takes memory of its own";
#endif
#endif
  const std::uint64_t program = bytes_held({Collective::kBroadcast, Algorithm::kSbt, PortUse::kAll, 1, 1, 0});
  for (const Operation& operation : {Operation{Collective::kAllgather, Algorithm::kBalanced, PortUse::kAll, 9, 4, 0},
                                     Operation{Collective::kAllgather, Algorithm::kNesbt, PortUse::kAll, 8, 17, 0},
                                     Operation{Collective::kAllgather, Algorithm::kSbt, PortUse::kOne, 9, 4, 0},
                                     Operation{Collective::kAlltoall, Algorithm::kTable, PortUse::kAll, 9, 1, 0},
                                     Operation{Collective::kAlltoall, Algorithm::kEcube, PortUse::kAll, 8, 8, 0},
                                     Operation{Collective::kGather, Algorithm::kSbt, PortUse::kAll, 10, 8, 0},
                                     Operation{Collective::kBroadcast, Algorithm::kNesbt, PortUse::kAll, 9, 5000, 0},
                                     Operation{Collective::kScatter, Algorithm::kBalanced, PortUse::kAll, 9, 50, 0}}) {
    const std::uint64_t held = bytes_held(operation) - program;
    const std::uint64_t said = memory_bytes(operation, 0);
    EXPECT_LE(held, said) << name_of(operation.collective) << ' ' << name_of(operation.algorithm);
    EXPECT_LE(said, 4 * held + (std::uint64_t{64} << 20)) << "a bound that refuses what would fit is none";
    std::cout << name_of(operation.collective) << ' ' << name_of(operation.algorithm) << ": " << (held >> 10)
              << " KiB held, " << (said >> 10) << " KiB said\n";
  }
}

}  // namespace
}  // namespace testbench::test
