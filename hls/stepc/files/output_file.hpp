// SPDX-License-Identifier: Apache-2.0
// A file that stepc writes. It is examined without touching it, written beside, and put in its place
// when every output is complete. Until then the old file stays.
//
//     OutputFile layout("--layout", "fifo.json");
//     layout.check();            // throws BadUse, and nothing has been touched
//     layout.write("{}");        // a temporary file in the same folder
//     layout.publish();          // now it is fifo.json
//
// Symbolic links are followed: their target is replaced, the link stays. The mode of an old file is
// kept. Standard output, other descriptors (/dev/fd/3), devices and FIFOs are written as they are.
#pragma once

#include <sys/stat.h>

#include <string>
#include <vector>

namespace stepc {

class OutputFile {
 public:
  // "-" is standard output.
  OutputFile(std::string option, const std::string& path);
  ~OutputFile();
  OutputFile(OutputFile&& other) noexcept;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  OutputFile& operator=(OutputFile&&) = delete;

  // Throws BadUse if the file cannot be written.
  void check() const;
  // Throws BadUse if the file is `input`. `what`: "the source".
  void check_against(const std::string& input, const std::string& what) const;
  // Throws BadUse if both are one file; any number of outputs may go to one stream.
  void check_against(const OutputFile& other) const;

  // Throws std::runtime_error if anything is lost.
  void write(const std::string& text);
  void publish();

 private:
  bool is_stream() const { return descriptor_ >= 0 || (exists_ && !S_ISREG(status_.st_mode)); }
  bool is_replaced() const;
  std::string folder() const;
  int open_to_write();
  [[noreturn]] void refuse(const std::string& why) const;
  [[noreturn]] void fail(int error) const;

  std::string option_;
  std::string given_;    // the path as the user wrote it
  std::string path_;     // behind all links
  int descriptor_ = -1;  // for a file that the caller has opened
  bool exists_ = false;
  struct stat status_ = {};
  std::string temporary_;  // empty if there is none
};

}  // namespace stepc
