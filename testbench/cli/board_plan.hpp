// Every run of cubecast board, and its files. Checks that depend on no board come before the line
// is opened; the rest when the board has said what it is.
//
//     BoardPlan plan(arguments);
//     plan.fit({link.shape(), capabilities_of(link)});
//     plan.files.open();
#pragma once

#include <cstdint>
#include <vector>

#include "hls/board/shape.hpp"
#include "testbench/cli/commands.hpp"
#include "testbench/cli/request.hpp"
#include "testbench/cli/result.hpp"
#include "testbench/files/command_files.hpp"

namespace testbench {

// What a board says of itself.
struct KnownBoard {
  board::Shape shape;
  std::uint32_t capabilities = 0;  // the register of its nodes
};

struct BoardPlan {
  // Throws UsageError and FileError.
  explicit BoardPlan(const BoardArguments& arguments);
  // The runs that such a board can make, and the files. Throws likewise where nothing is left, and
  // for values that are beyond the board.
  void fit(const KnownBoard& known);

  // The send memories of a run: the payload's bytes, or random ones by a seed of its own, so that
  // what a run before has left is noticed.
  std::vector<std::vector<std::uint64_t>> bytes_of(std::size_t run) const;
  std::uint64_t run_seed(std::size_t run) const { return seed_of_run(seed, run); }
  std::uint64_t payload_bytes() const { return payload ? payload->bytes : 0; }
  // Of a packet: of a payload whole bytes, of random bits all.
  std::uint64_t packet_bytes() const { return (shape.payload_bits + (payload ? 0 : 7)) / 8; }

  BoardArguments arguments;
  unsigned baud = 0;
  std::uint64_t seed = 1;
  board::Shape shape;
  CommandFiles files;
  std::optional<PayloadFile> payload;
  OutputFolder* output = nullptr;
  std::vector<Experiment> runs;  // in the order of the table

 private:
  // Checks them; nothing where there is no --output.
  OutputFolder* add_files(CommandFiles& to, std::uint32_t nodes);
};

}  // namespace testbench
