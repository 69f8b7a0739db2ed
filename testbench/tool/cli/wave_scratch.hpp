// SPDX-License-Identifier: Apache-2.0
// Holds a waveform while the run lasts. Verilator's writer (GTKWave's fstapi) unlinks the path that
// it gets, keeps a second file beside it, maps both, and ignores every error. So it works in a
// temporary folder; the result is checked and copied.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "testbench/ground/files/command_files.hpp"
#include "testbench/ground/files/interruption.hpp"
#include "testbench/ground/files/output_file.hpp"
#include "testbench/runs/experiment/runner.hpp"

namespace testbench {

class WaveScratch {
 public:
  static constexpr const char* kSavedBy = "[*] Saved by Cubecast";  // the first line of a save file

  // `label`: "--wave x.fst", for messages. Throws FileError if there is no room for temporary
  // files.
  explicit WaveScratch(std::string label);

  const std::filesystem::path& file() const { return file_; }

  // Makes the output fail if the waveform is incomplete.
  void copy_to(OutputFile& to) const;
  // The groups of its signals as GTKWave's save file of the waveform `wave`, which lies beside it.
  void copy_groups_to(OutputFile& to, const std::filesystem::path& wave) const;

 private:
  std::string label_;
  Temporary folder_;
  std::filesystem::path file_;
};

// Writes the waveform of a lockstep run that found a difference to `path`, unless `path` is a
// file that the command reads. Returns the note for the message.
std::string publish_wave(const ShownDivergence& seen, const std::optional<WaveScratch>& scratch,
                         const std::string& option, const std::filesystem::path& path,
                         const CommandFiles* of_command = nullptr);

}  // namespace testbench
