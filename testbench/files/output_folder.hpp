// SPDX-License-Identifier: Apache-2.0
// A folder of files that a command writes, like OutputFile for all of them together. They are
// written into a temporary folder beside it, or within it if it exists. They are moved into their
// places when all are complete.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/files/interruption.hpp"
#include "testbench/files/named_file.hpp"

namespace testbench {

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

}  // namespace testbench
