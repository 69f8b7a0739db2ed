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
#include <string_view>
#include <utility>
#include <vector>

#include "testbench/ground/files/interruption.hpp"
#include "testbench/ground/files/named_file.hpp"
#include "testbench/ground/files/output_file.hpp"

namespace testbench {

// A folder of files that a command writes, like OutputFile for all of them together. They are
// written into a temporary folder beside it, or within it if it exists. They are moved into their
// places when all are complete.
class OutputFolder {
 public:
  // `names`: of the files. Missing folders on the path are made.
  OutputFolder(std::string option, const std::filesystem::path& path, std::vector<std::string> names);

  const std::string& label() const { return label_; }
  // The folder, and its files as far as they exist or could exist.
  std::vector<NamedFile> files() const;

  // Throw FileError.
  void check() const;
  void open();
  // After the first file that cannot be written, no more are written; finish() reports it.
  void write(const std::string& name, std::string_view bytes);
  void finish() const;
  void publish();

 private:
  bool is_there() const { return folder_.kind == FileKind::kFolder; }

  std::string label_;
  std::filesystem::path path_;
  NamedFile folder_;
  std::vector<std::string> names_;
  Temporary temporary_;
  std::string trouble_;
};

class CommandFiles {
 public:
  // A regular file to read. check() reports what is wrong with it.
  const NamedFile& input(const std::string& option, const std::filesystem::path& path);
  // Inputs that others read and report on, perhaps before, so that no output may be one of them.
  void read_elsewhere(const std::string& option, const std::vector<std::filesystem::path>& paths);
  void read_elsewhere(const CommandFiles& inputs_of);
  OutputFile& output(const std::string& option, const std::filesystem::path& path, OutputFile::Accepts accepts);
  OutputFolder& folder(const std::string& option, const std::filesystem::path& path, std::vector<std::string> names);

  // A file that the command writes by itself, now and then, and one of the same that it reads: it may be the same file.
  void checkpoint(const std::string& option, const std::filesystem::path& path);
  void old_checkpoint(const std::string& option, const std::filesystem::path& path);

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

  std::list<std::pair<std::string, NamedFile>> inputs_;  // by label, like the next two
  std::list<std::pair<std::string, NamedFile>> old_checkpoints_;
  std::list<std::pair<std::string, NamedFile>> read_elsewhere_;
  std::list<OutputFile> outputs_;
  std::list<OutputFile> checkpoints_;
  std::list<OutputFolder> folders_;
  std::optional<FileError> first_error_;
};

}  // namespace testbench
