// SPDX-License-Identifier: Apache-2.0
// A copy of a program's file for each node: the loader gives each file variables of its own. Debuggers
// read the copies, so that they stay until the run ends.
#pragma once

#include <cstdint>
#include <filesystem>

#include "testbench/ground/files/interruption.hpp"
#include "testbench/runs/computer/image.hpp"

namespace testbench {

class HostCopies {
 public:
  // Removes those of runs that were killed, too. Throws FileError where there is no room.
  explicit HostCopies(std::uint32_t nodes);
  ~HostCopies();
  HostCopies(const HostCopies&) = delete;
  HostCopies& operator=(const HostCopies&) = delete;

  // Throws FileError. The copy is node-<address>.so.
  std::filesystem::path add(const Image& image, std::uint32_t node) const;
  // Removes them before a process ends in another way than by its return.
  void remove() const { remove_everything(folder_.path()); }

 private:
  [[noreturn]] void refuse(const std::string& why) const;

  std::uint32_t nodes_;
  std::filesystem::path parent_;
  Temporary folder_;
  int lock_ = -1;  // of the folder, while the process lives
};

}  // namespace testbench
