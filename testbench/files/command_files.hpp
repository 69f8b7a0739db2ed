// SPDX-License-Identifier: Apache-2.0
// All files of one command, in one list: every one is checked before any is opened, and none serves
// two purposes.
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
  // A regular file that can be read. What is wrong is said by check().
  const NamedFile& input(const std::string& option, const std::filesystem::path& path);
  OutputFile& output(const std::string& option, const std::filesystem::path& path, OutputFile::Accepts accepts);
  OutputFolder& folder(const std::string& option, const std::filesystem::path& path, std::vector<std::string> names);

  // Throws FileError where an input cannot be read or an output not be written, and where two are
  // the same file or one is where standard output or standard error goes. Touches nothing.
  void check() const;

  void open();

  // All is written, streams to their ends. What is lost publish() says.
  void finish();
  // Puts in their places those that are complete; no signal interrupts that or what follows. Throws
  // FileError for the first that is not.
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
