// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <streambuf>
#include <string_view>
#include <vector>

namespace testbench {

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
