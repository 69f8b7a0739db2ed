// The way to the registers of one node (firmware/node/registers.hpp): memory-mapped for a processor
// beside the node, a function call in a simulator.
#pragma once

#include <cstdint>

namespace node {

class Bus {
 public:
  virtual void write(std::uint32_t address, std::uint32_t value) = 0;
  virtual std::uint32_t read(std::uint32_t address) = 0;

 protected:
  ~Bus() = default;
};

}  // namespace node
