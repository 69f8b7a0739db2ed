// SPDX-License-Identifier: Apache-2.0
#include "rtl_sim/board/pseudo_terminal.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace rtl_sim {

PseudoTerminal::PseudoTerminal() : master_(-1), slave_(-1) {
  termios raw{};
  cfmakeraw(&raw);
  if (openpty(&master_, &slave_, nullptr, &raw, nullptr) != 0) {
    throw std::system_error(errno, std::generic_category(), "pseudo-terminal");
  }
  fcntl(master_, F_SETFD, FD_CLOEXEC);
  fcntl(slave_, F_SETFD, FD_CLOEXEC);
  name_ = ttyname(slave_);
}

PseudoTerminal::~PseudoTerminal() {
  close(slave_);
  close(master_);
}

std::vector<std::uint8_t> PseudoTerminal::read(int milliseconds) {
  pollfd waiting{master_, POLLIN, 0};
  if (poll(&waiting, 1, milliseconds) != 1) return {};
  std::vector<std::uint8_t> bytes(4096);
  const ssize_t count = ::read(master_, bytes.data(), bytes.size());
  bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  return bytes;
}

void PseudoTerminal::write(std::uint8_t byte) {
  // A byte that does not fit is lost, as on a serial line.
  if (::write(master_, &byte, 1) != 1) return;
}

}  // namespace rtl_sim
