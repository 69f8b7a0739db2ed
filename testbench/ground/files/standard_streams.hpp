// SPDX-License-Identifier: Apache-2.0
// Output to open descriptors: standard output and standard error, and a stream on any other. Lost
// output is noticed, and no other file takes the place of a standard descriptor.
#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

namespace testbench {

// Call this first. If descriptors 0, 1 or 2 are closed, no file that is opened later may get their
// number; writing to them then fails.
void reserve_standard_descriptors();

// Writes text to standard output at once. After the first loss nothing more is written.
void say(std::string_view text);
bool standard_output_lost();
// Throws FileError if some output is lost, and BrokenPipe if its reader has gone.
void require_standard_output();

struct BrokenPipe {};

// Writes one line to standard error, "cubecast: ..." with control characters escaped. On a terminal
// it gets a line of its own.
void complain(std::string_view text);

// Escapes control characters and invalid UTF-8 as \n, \x1b and so on.
std::string printable(std::string_view text);

// Writes all of the text to a descriptor. Returns 0, or errno of the failed write.
int write_all(int descriptor, std::string_view text);

// An output stream on an open descriptor. It remembers why a write failed.
class DescriptorStream : private std::streambuf, public std::ostream {
 public:
  // Owns the descriptor and closes it, at the latest on destruction.
  explicit DescriptorStream(int descriptor);
  ~DescriptorStream() override;

  int descriptor() const { return descriptor_; }
  // Writes what is left and closes. Returns 0, or errno of the first failed write.
  int finish();

 private:
  int_type overflow(int_type character) override;
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int sync() override;
  bool drain();

  int descriptor_;
  int error_ = 0;
  std::vector<char> room_;
};

}  // namespace testbench
