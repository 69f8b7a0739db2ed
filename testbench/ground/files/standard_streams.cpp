// SPDX-License-Identifier: Apache-2.0
#include "testbench/ground/files/standard_streams.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <string_view>

#include "testbench/ground/files/named_file.hpp"

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

namespace {

int lost_by = 0;  // errno of the first write to standard output that failed

// Bytes of the UTF-8 character at the start of the text. 0 for a control character and for invalid
// UTF-8.
std::size_t printable_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  constexpr unsigned char kDelete = 0x7f;
  if (byte(0) < kDelete) return byte(0) >= ' ' ? 1 : 0;
  const std::size_t bytes = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < bytes) return 0;
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const bool is_control = byte(0) == 0xc2 && byte(1) < 0xa0;
  // Refuses overlong forms, halves of surrogates, and values beyond Unicode.
  const bool is_wrong = (byte(0) == 0xe0 && byte(1) < 0xa0) || (byte(0) == 0xed && byte(1) > 0x9f) ||
                        (byte(0) == 0xf0 && byte(1) < 0x90) || (byte(0) == 0xf4 && byte(1) > 0x8f);
  return is_control || is_wrong ? 0 : bytes;
}

}  // namespace

void reserve_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) != -1) continue;
    // open() takes the lowest free number, which is this one. The direction is wrong on purpose, so
    // that its use fails.
    if (open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

void say(std::string_view text) {
  if (lost_by == 0) lost_by = write_all(STDOUT_FILENO, text);
}

bool standard_output_lost() {
  return lost_by != 0;
}

void require_standard_output() {
  if (lost_by == EPIPE) throw BrokenPipe{};
  if (lost_by == EBADF) throw FileError("standard output: is closed; send it to a file, or to /dev/null");
  if (lost_by != 0) {
    throw FileError(
        fmt::format("standard output: cannot be written to its end: {}; the result is lost", reason(lost_by)));
  }
}

void complain(std::string_view text) {
  const char* const own_line = isatty(STDERR_FILENO) != 0 ? "\r\033[K" : "";
  // If standard error is lost, there is nobody to tell.
  (void)write_all(STDERR_FILENO, fmt::format("{}cubecast: {}\n", own_line, printable(text)));
}

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    if (const std::size_t bytes = printable_bytes(text); bytes != 0) {
      shown += text.substr(0, bytes);
      text.remove_prefix(bytes);
      continue;
    }
    switch (text.front()) {
      case '\n':
        shown += "\\n";
        break;
      case '\t':
        shown += "\\t";
        break;
      case '\r':
        shown += "\\r";
        break;
      default:
        shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    }
    text.remove_prefix(1);
  }
  return shown;
}

}  // namespace testbench
