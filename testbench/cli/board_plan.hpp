// Every run of cubecast board, and its files, checked before the line is opened.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/cli/commands.hpp"
#include "testbench/cli/request.hpp"
#include "testbench/cli/result.hpp"
#include "testbench/files/command_files.hpp"

namespace testbench {

inline constexpr std::uint64_t kBoardPacketBytes = 1;

struct BoardPlan {
  // Throws UsageError and FileError.
  explicit BoardPlan(const BoardArguments& arguments);

  // The send memories of a run: the payload's bytes, or random ones by a seed of its own, so that what a run before has
  // left is noticed.
  std::vector<std::vector<std::uint64_t>> bytes_of(std::size_t run) const;
  std::uint64_t run_seed(std::size_t run) const { return seed_of_run(seed, run); }
  std::uint64_t payload_bytes() const { return payload ? payload->bytes : 0; }

  unsigned baud = 0;
  std::uint64_t seed = 1;
  CommandFiles files;
  std::optional<PayloadFile> payload;
  OutputFolder* output = nullptr;
  std::vector<Resolved> operations;  // in the order of the table
};

}  // namespace testbench
