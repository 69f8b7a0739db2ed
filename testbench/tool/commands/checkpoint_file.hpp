// SPDX-License-Identifier: Apache-2.0
// The checkpoints of a run in a file, which the next replaces when it is complete:
//
//     a line of JSON      what the run is: RunIdentity
//     for each rank       its state, as pieces of 4 bytes of length and so many bytes; a piece of length 0 ends it
//     16 bytes            XXH3 (128 bits) of all before
//
// Rank 0 reads and writes the file for all.
//
//     CheckpointFiles files(identity, ranks);
//     files.resume(path);            // throws FileError where the file is not of this run, or damaged
//     files.write_to(path, 10);      // every ten minutes
//     options.checkpoints = files.checkpoints();
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "testbench/engines/mesh/division.hpp"
#include "testbench/runs/verdict/run_hooks.hpp"
#include "testbench/tool/printer/result.hpp"

namespace testbench {

// A run resumes only in the same program and with the same options and data.
struct RunIdentity {
  std::string version;
  std::string program;               // hash of the executable
  std::string run;                   // the command that repeats it
  std::vector<std::string> records;  // options that change no cycle
  std::string data;                  // hash of network, counts and payload
  unsigned ranks = 1;
};
RunIdentity identity_of(const Result& result, bool keeps_payloads, const Ranks* ranks);

class CheckpointFiles {
 public:
  // `ranks`: of a run that is divided, or null.
  CheckpointFiles(RunIdentity identity, Ranks* ranks) : identity_(std::move(identity)), ranks_(ranks) {}

  // The file from which the run resumes. It may be replaced afterwards.
  void resume(const std::filesystem::path& path);
  // A file that cannot be written is reported, once for each reason, and the run continues.
  void write_to(const std::filesystem::path& path, double minutes);

  // The object must outlive them.
  Checkpoints checkpoints();
  // The last checkpoint could not be written.
  bool is_lost() const { return !trouble_.empty(); }
  // None was due.
  bool writes_none() const { return !is_tried_; }

 private:
  using Clock = std::chrono::steady_clock;

  bool is_first() const { return ranks_ == nullptr || ranks_->rank() == 0; }
  unsigned rank() const { return ranks_ == nullptr ? 0 : ranks_->rank(); }
  unsigned count() const { return ranks_ == nullptr ? 1 : ranks_->count(); }
  bool is_due();
  void write(const Checkpoints::Serialize& serialize);
  void read(const Checkpoints::Serialize& serialize);
  Bytes passed(unsigned from, unsigned to, Bytes piece);

  RunIdentity identity_;
  Ranks* ranks_;
  bool resumes_ = false;
  std::string label_;  // "--resume FILE"
  std::ifstream in_;
  std::optional<std::filesystem::path> path_;
  std::string trouble_;  // of the last checkpoint
  bool is_tried_ = false;
  Clock::duration interval_{};
  Clock::time_point due_;
};

}  // namespace testbench
