// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/computer/program_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "firmware/image/memory_map.h"

namespace testbench {

static_assert(CC_MEMORY == ProgramMemory::kPage, "the first page is not memory");

void ProgramMemory::Free::operator()(std::uint8_t* bytes) const {
  std::free(bytes);
}

ProgramMemory::ProgramMemory(const Image& image)
    : size_(image.memory_end()),
      bytes_(static_cast<std::uint8_t*>(std::aligned_alloc(kPage, size_))),
      is_code_(size_ / kPage, false) {
  if (bytes_ == nullptr) throw std::bad_alloc();
  std::memset(bytes_.get(), 0, size_);
  for (const Image::Segment& segment : image.segments()) {
    std::ranges::copy(segment.bytes, bytes_.get() + segment.address);
    if (!segment.is_code) continue;
    for (std::uint32_t page = segment.address / kPage; page <= (segment.address + segment.size - 1) / kPage; ++page) {
      is_code_[page] = true;
    }
  }
}

std::string ProgramMemory::fault(Access access, std::uint32_t address, std::uint32_t stack) const {
  const bool is_full = access != kFetch && stack < CC_MEMORY + 256 && address < CC_MEMORY;
  if (is_full) return fmt::format("the stack is full ({} bytes)", CC_STACK_BYTES);
  const char* const what = access == kFetch ? "a jump" : access == kWrite ? "a write" : "a read";
  return fmt::format("{} to {:08x}, {}", what, address,
                     access == kWrite && is_code(address) ? "which is code" : "where there is nothing");
}

std::string name_of_trap(std::uint32_t cause) {
  constexpr const char* kNames[] = {"a jump to an odd address",
                                    "a jump to where there is no code",
                                    "an illegal instruction",
                                    "a breakpoint",
                                    "a misaligned read",
                                    "a read of where there is nothing",
                                    "a misaligned write",
                                    "a write to where there is nothing",
                                    "an ecall",
                                    "an ecall",
                                    "an ecall",
                                    "an ecall"};
  return cause < std::size(kNames) ? kNames[cause] : fmt::format("trap {}", cause);
}

}  // namespace testbench
