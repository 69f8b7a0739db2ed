#include "testbench/request/free_memory.hpp"

#include <fstream>
#include <limits>
#include <string>

namespace testbench {

std::uint64_t free_memory_bytes() {
  std::ifstream meminfo("/proc/meminfo");
  for (std::string key; meminfo >> key;) {
    std::uint64_t kibibytes = 0;
    if (key == "MemAvailable:" && meminfo >> kibibytes) return kibibytes * 1024;
    meminfo.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return std::numeric_limits<std::uint64_t>::max();  // not told: the allocation will say
}

}  // namespace testbench
