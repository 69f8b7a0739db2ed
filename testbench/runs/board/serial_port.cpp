// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/board/serial_port.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "testbench/ground/files/named_file.hpp"

namespace testbench {
namespace {

struct Speed {
  unsigned baud;
  speed_t setting;
};
// scripts/board.sh reads the speeds in this table.
constexpr Speed kSpeeds[] = {{9600, B9600},      {19200, B19200},     {38400, B38400},     {57600, B57600},
                             {115200, B115200},  {230400, B230400},   {460800, B460800},   {500000, B500000},
                             {921600, B921600},  {1000000, B1000000}, {1500000, B1500000}, {2000000, B2000000},
                             {3000000, B3000000}};

// A line that takes no byte for so long is stuck.
constexpr int kWriteMilliseconds = 2000;

speed_t setting_of(unsigned baud) {
  for (const Speed& speed : kSpeeds) {
    if (speed.baud == baud) return speed.setting;
  }
  return B0;
}

// Recognises the terminal by any name: /dev/tty is the terminal that it stands for.
bool is_standard_output(int terminal) {
  unsigned ours = 0;
  unsigned line = 0;
  return ioctl(STDOUT_FILENO, TIOCGDEV, &ours) == 0 && ioctl(terminal, TIOCGDEV, &line) == 0 && ours == line;
}

}  // namespace

std::vector<unsigned> known_bauds() {
  std::vector<unsigned> bauds;
  for (const Speed& speed : kSpeeds) bauds.push_back(speed.baud);
  return bauds;
}

SerialPort::SerialPort(const std::filesystem::path& name, unsigned baud)
    : name_(name.string()),
      // Without O_NONBLOCK, open() on a terminal may wait for a carrier without end, and on a FIFO
      // for a writer.
      descriptor_(open(name.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)) {
  if (descriptor_ < 0) {
    const int why = errno;
    const char* const way_out = why == ENOENT   ? "plug the board in, and see ls /dev/ttyUSB*"
                                : why == EACCES ? "its group may read and write it (often dialout)"
                                                : "it must be a serial line that can be read and written";
    throw FileError(fmt::format("--port {}: {}; {}", name_, std::strerror(why), way_out));
  }
  const auto refuse = [&](const std::string& what) {
    close(descriptor_);
    throw FileError(fmt::format("--port {}: {}", name_, what));
  };
  termios before{};
  if (tcgetattr(descriptor_, &before) != 0)
    refuse("is no terminal; give the board's serial line, such as /dev/ttyUSB1");
  if (is_standard_output(descriptor_)) {
    refuse("is where standard output goes, and the board would read it; send that elsewhere");
  }
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) refuse("is used by another program; end that first");
  termios raw = before;
  cfmakeraw(&raw);
  raw.c_iflag &= ~static_cast<tcflag_t>(IXOFF);  // cfmakeraw clears only IXON
  raw.c_cflag |= CLOCAL | CREAD;
  raw.c_cflag &= ~static_cast<tcflag_t>(CRTSCTS | CSTOPB | PARENB);
  raw.c_cc[VMIN] = 0;
  raw.c_cc[VTIME] = 0;
  if (cfsetspeed(&raw, setting_of(baud)) != 0 || tcsetattr(descriptor_, TCSANOW, &raw) != 0) {
    refuse(fmt::format("cannot be set to {} baud: {}", baud, std::strerror(errno)));
  }
  // Without the flush, close() would wait on a line that takes no bytes.
  restoring_.emplace([descriptor = descriptor_, before] {
    tcflush(descriptor, TCIOFLUSH);
    tcsetattr(descriptor, TCSANOW, &before);
  });
}

SerialPort::~SerialPort() {
  restoring_.reset();
  close(descriptor_);
}

void SerialPort::write(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(written));
      continue;
    }
    if (written < 0 && errno != EAGAIN && errno != EINTR) fail(std::strerror(errno));
    pollfd room{descriptor_, POLLOUT, 0};
    if (poll(&room, 1, kWriteMilliseconds) == 0) {
      fail(fmt::format("takes nothing for {} s", kWriteMilliseconds / 1000));
    }
  }
}

std::vector<std::uint8_t> SerialPort::read(int milliseconds) {
  pollfd waiting{descriptor_, POLLIN, 0};
  const int ready = poll(&waiting, 1, milliseconds);
  if (ready == 0 || (ready < 0 && errno == EINTR)) return {};
  std::vector<std::uint8_t> bytes(4096);
  const ssize_t count = ::read(descriptor_, bytes.data(), bytes.size());
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return {};
  if (count <= 0) fail(count < 0 ? std::strerror(errno) : "has been hung up");
  bytes.resize(static_cast<std::size_t>(count));
  return bytes;
}

void SerialPort::discard() {
  tcflush(descriptor_, TCIFLUSH);
}

void SerialPort::fail(const std::string& what) const {
  throw FileError(
      fmt::format("--port {}: {}; the line is lost, see that the board is still there and run again", name_, what));
}

}  // namespace testbench
