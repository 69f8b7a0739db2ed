// SPDX-License-Identifier: Apache-2.0
// A terminal without a device: what another program writes to it is read here, and the other way
// round.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rtl_sim {

class PseudoTerminal {
 public:
  // Throws std::system_error.
  PseudoTerminal();
  ~PseudoTerminal();
  PseudoTerminal(const PseudoTerminal&) = delete;
  PseudoTerminal& operator=(const PseudoTerminal&) = delete;

  // For the other program.
  const std::string& name() const { return name_; }

  // What has been written to it, after `milliseconds` at most; nothing if nothing has.
  std::vector<std::uint8_t> read(int milliseconds);
  void write(std::uint8_t byte);

 private:
  int master_;
  int slave_;  // kept open, so that the terminal outlives its users
  std::string name_;
};

}  // namespace rtl_sim
