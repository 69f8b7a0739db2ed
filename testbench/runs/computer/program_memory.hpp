// SPDX-License-Identifier: Apache-2.0
// The memory of a node with an image in it, and which accesses are faults.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "testbench/runs/computer/image.hpp"

namespace testbench {

class ProgramMemory {
 public:
  enum Access { kFetch, kRead, kWrite };
  static constexpr std::uint32_t kPage = 4096;

  // Throws std::bad_alloc.
  explicit ProgramMemory(const Image& image);

  // From address 0 on. Pages that the program never touches take no room.
  std::span<std::uint8_t> bytes() { return {bytes_.get(), size_}; }
  bool is_code(std::uint32_t address) const { return address < size_ && is_code_[address / kPage]; }
  bool allows(Access access, std::uint32_t address) const {
    if (address < kPage || address >= size_) return false;
    const bool is_code = is_code_[address / kPage];
    return access == kFetch ? is_code : access == kRead || !is_code;
  }
  // Why it does not allow that, with the stack pointer at `stack`.
  std::string fault(Access access, std::uint32_t address, std::uint32_t stack) const;

 private:
  struct Free {
    void operator()(std::uint8_t* bytes) const;
  };

  std::uint32_t size_;
  std::unique_ptr<std::uint8_t, Free> bytes_;
  std::vector<bool> is_code_;  // by page
};

// An exception by its number in mcause.
std::string name_of_trap(std::uint32_t cause);

}  // namespace testbench
