// SPDX-License-Identifier: Apache-2.0
// A terminal without a device: its user's writes are read here, and writes here are read there.
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

  // The name for the other program.
  const std::string& name() const { return name_; }

  // Returns the bytes written to the terminal, after at most `milliseconds`; empty if there are
  // none.
  std::vector<std::uint8_t> read(int milliseconds);
  void write(std::uint8_t byte);

 private:
  int master_;
  int slave_;  // kept open, so that the terminal outlives its users
  std::string name_;
};

}  // namespace rtl_sim
