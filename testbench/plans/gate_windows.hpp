// The turns of a one-port node, as they are found cycle by cycle and loaded as windows: the same
// port in a row is one.
#pragma once

#include <cstdint>
#include <vector>

#include "firmware/node/driver.hpp"

namespace testbench {

// A window's register has 20 bits for its index (firmware/node/registers.hpp).
inline constexpr std::uint64_t kMostWindows = std::uint64_t{1} << 20;

class GateWindows {
 public:
  // The port has the next `cycles` cycles.
  void add(unsigned port, std::uint32_t cycles = 1) {
    if (windows_.empty() || windows_.back().port != port) windows_.push_back({port, 0});
    windows_.back().cycles += cycles;
    cycles_ += cycles;
  }
  std::size_t size() const { return windows_.size(); }
  std::uint64_t cycles() const { return cycles_; }
  void load(node::Driver& driver) const {
    for (const Window& window : windows_) driver.add_window(window.port, window.cycles);
  }

 private:
  struct Window {
    unsigned port;
    std::uint32_t cycles;
  };
  std::vector<Window> windows_;
  std::uint64_t cycles_ = 0;
};

}  // namespace testbench
