// SPDX-License-Identifier: Apache-2.0
// Where a waveform is written while the run lasts. Verilator's writer (GTKWave's fstapi) takes a
// path, unlinks whatever that is, keeps a second file beside it, maps both, and ignores every
// error: it works in a temporary folder of its own, and what it has made is judged and copied.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "testbench/files/interruption.hpp"
#include "testbench/files/output_file.hpp"
#include "testbench/run/runner.hpp"

namespace testbench {

class WaveScratch {
 public:
  // `label`: "--wave x.fst", for messages. Throws FileError where there is no room for temporary
  // files.
  explicit WaveScratch(std::string label);

  const std::filesystem::path& file() const { return file_; }

  // Fails the output where the waveform is not complete.
  void copy_to(OutputFile& to) const;

 private:
  std::string label_;
  Temporary folder_;
  std::filesystem::path file_;
};

// What a lockstep run that has found a difference leaves: the waveform alone, in `path`, unless
// that is the file of `payload`. Returns what there is to say of it.
std::string publish_wave(const ShownDivergence& seen, const std::optional<WaveScratch>& scratch,
                         const std::string& option, const std::filesystem::path& path,
                         const std::optional<std::filesystem::path>& payload = std::nullopt);

}  // namespace testbench
