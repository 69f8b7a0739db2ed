// SPDX-License-Identifier: Apache-2.0
// All files of one command. Every file is checked before any is opened, and none serves two
// purposes.
//
//     CommandFiles files;
//     files.input("--payload", payload);
//     OutputFile& trace = files.output("--trace", path, OutputFile::Accepts::kStreams);
//     files.check();
//     files.open();
//     ...
//     files.finish();
//     files.publish();  // when all is well; else what was there stays
#pragma once

#include <filesystem>
#include <list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/files/file_error.hpp"
#include "testbench/files/output_file.hpp"
#include "testbench/files/output_folder.hpp"

namespace testbench {

class CommandFiles {
 public:
  // A regular file to read. check() reports what is wrong with it.
  const NamedFile& input(const std::string& option, const std::filesystem::path& path);
  OutputFile& output(const std::string& option, const std::filesystem::path& path, OutputFile::Accepts accepts);
  OutputFolder& folder(const std::string& option, const std::filesystem::path& path, std::vector<std::string> names);

  // Throws FileError if an input cannot be read, if an output cannot be written, if two are the
  // same file, or if standard output or standard error goes to one of them. Touches nothing.
  void check() const;

  void open();

  // Writes everything to its end. publish() reports losses.
  void finish();
  // Moves the complete files into their places. No signal interrupts that or what follows. Throws
  // FileError for the first incomplete file.
  void publish();

 private:
  template <class Step>
  void attempt(Step step);

  std::list<std::pair<std::string, NamedFile>> inputs_;  // by label
  std::list<OutputFile> outputs_;
  std::list<OutputFolder> folders_;
  std::optional<FileError> first_error_;
};

}  // namespace testbench
