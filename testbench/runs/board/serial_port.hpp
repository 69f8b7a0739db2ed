// SPDX-License-Identifier: Apache-2.0
// Opens a serial line to a board, makes it raw, and limits all waiting. Every fault is a FileError
// that names it; every call ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "testbench/ground/files/interruption.hpp"

namespace testbench {

// The speeds that a terminal can be set to, in bits a second.
std::vector<unsigned> known_bauds();

class SerialPort {
 public:
  // `baud`: one of known_bauds(). The settings of the terminal are restored on destruction, and
  // when a signal ends the program.
  SerialPort(const std::filesystem::path& name, unsigned baud);
  ~SerialPort();
  SerialPort(const SerialPort&) = delete;
  SerialPort& operator=(const SerialPort&) = delete;

  const std::string& name() const { return name_; }

  void write(std::span<const std::uint8_t> bytes);
  // Returns the bytes that come within so many milliseconds: at least one, unless none does.
  std::vector<std::uint8_t> read(int milliseconds);
  // Drops bytes that have come but were not read.
  void discard();

 private:
  [[noreturn]] void fail(const std::string& what) const;

  std::string name_;
  int descriptor_;
  std::optional<Undo> restoring_;
};

}  // namespace testbench
