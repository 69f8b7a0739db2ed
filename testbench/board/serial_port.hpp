// SPDX-License-Identifier: Apache-2.0
// A serial line to a board: opened, made raw, with a limit to all waiting. Everything that can be
// wrong with it is a FileError that names it; none waits for ever.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "testbench/files/interruption.hpp"

namespace testbench {

// Bits a second that a terminal can be set to.
std::vector<unsigned> known_bauds();

class SerialPort {
 public:
  // `baud`: one of known_bauds(). What the terminal was set to comes back when this goes, and when
  // a signal ends the program.
  SerialPort(const std::filesystem::path& name, unsigned baud);
  ~SerialPort();
  SerialPort(const SerialPort&) = delete;
  SerialPort& operator=(const SerialPort&) = delete;

  const std::string& name() const { return name_; }

  void write(std::span<const std::uint8_t> bytes);
  // What comes within so many milliseconds: at least a byte, unless nothing does.
  std::vector<std::uint8_t> read(int milliseconds);
  // Forgets what has come and was not read.
  void discard();

 private:
  [[noreturn]] void fail(const std::string& what) const;

  std::string name_;
  int descriptor_;
  std::optional<Undo> restoring_;
};

}  // namespace testbench
