// SPDX-License-Identifier: Apache-2.0
#include "testbench/files/descriptor_stream.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <string_view>

namespace testbench {

int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
      continue;
    }
    if (errno == EAGAIN) {  // the caller's pipe may be non-blocking
      pollfd room{descriptor, POLLOUT, 0};
      poll(&room, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

namespace {

constexpr std::size_t kRoom = std::size_t{1} << 16;

}  // namespace

DescriptorStream::DescriptorStream(int descriptor)
    : std::ostream(static_cast<std::streambuf*>(this)), descriptor_(descriptor), room_(kRoom) {
  setp(room_.data(), room_.data() + room_.size());
}

DescriptorStream::~DescriptorStream() {
  if (descriptor_ >= 0) close(descriptor_);
}

int DescriptorStream::finish() {
  drain();
  if (close(descriptor_) != 0 && error_ == 0) error_ = errno;
  descriptor_ = -1;
  return error_;
}

DescriptorStream::int_type DescriptorStream::overflow(int_type character) {
  if (!drain()) return traits_type::eof();
  if (!traits_type::eq_int_type(character, traits_type::eof())) sputc(traits_type::to_char_type(character));
  return traits_type::not_eof(character);
}

std::streamsize DescriptorStream::xsputn(const char* text, std::streamsize size) {
  if (size <= epptr() - pptr()) return std::streambuf::xsputn(text, size);
  if (!drain()) return 0;
  error_ = write_all(descriptor_, {text, static_cast<std::size_t>(size)});
  return error_ == 0 ? size : 0;
}

int DescriptorStream::sync() {
  return drain() ? 0 : -1;
}

bool DescriptorStream::drain() {
  if (error_ == 0) error_ = write_all(descriptor_, {pbase(), static_cast<std::size_t>(pptr() - pbase())});
  setp(room_.data(), room_.data() + room_.size());
  return error_ == 0;
}

}  // namespace testbench
