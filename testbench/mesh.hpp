// A cube of nodes in some simulator: native, SystemC, RTL. Whatever runs a collective sees the nodes through this
// alone: their registers, the start strobe, the clock and what the links carry.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/checker/link_event.hpp"

namespace testbench {

class Mesh {
 public:
  virtual ~Mesh() = default;

  // Register access through the node's own bus (firmware/node/registers.hpp); takes as many cycles of that node as it
  // needs while the cube is at rest.
  virtual void write(std::uint32_t node, std::uint32_t address, std::uint32_t value) = 0;
  virtual std::uint32_t read(std::uint32_t node, std::uint32_t address) = 0;

  // One clock cycle of every node: evaluate, then commit. `start` is the strobe.
  virtual void clock(bool start) = 0;

  // Appends an event for every packet that a link carries in the coming cycle, which the caller numbers.
  virtual void append_link_events(std::uint64_t cycle, std::vector<LinkEvent>& events) const = 0;
};

}  // namespace testbench
