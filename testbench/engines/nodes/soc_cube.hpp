// SPDX-License-Identifier: Apache-2.0
// A cube of systems (hls/soc) as a model of the store: C++, or RTL with C++ beside it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbench/engines/nodes/link_setting.hpp"

namespace testbench {

class SocCube {
 public:
  // The inputs of a cycle.
  struct Inputs {
    std::vector<std::uint8_t> runs;     // by node: its core is not held
    std::vector<std::uint8_t> rx;       // by node: the serial line
    std::vector<std::uint8_t> rx_ends;  // by node: nothing more comes over it
    std::uint32_t load_address = 0;     // of all nodes, if it is not 0
    std::uint32_t load_word = 0;
    std::uint64_t cycle = 0;  // from the reset; 0 while the memories are loaded
  };
  // A node after the last cycle.
  struct Node {
    bool tx = true;
    bool rx_ready = false;  // a byte may come
    bool exited = false;
    std::uint32_t status = 0;
    bool asks = false;  // the core has a request on the bus
    bool writes = false;
    std::uint32_t address = 0;
    std::uint32_t value = 0;
    std::uint32_t counter = 0;           // the address of the instruction
    bool executes = false;               // an instruction
    std::uint32_t executed = 0;          // the address of the latest one
    bool sleeps = false;                 // the core waits for an interrupt, and none is there
    bool awaits_timer = false;           // that of the timer will come
    bool joins = false;                  // has joined a collective that has not begun
    bool communicates = false;           // is in a collective that has begun
    std::optional<std::uint32_t> fault;  // the address of an access where there is nothing
    struct Trap {
      std::uint32_t cause;
      std::uint32_t counter;
    };
    std::optional<Trap> trap;  // the latest
    std::uint32_t dead = 0;    // by port: the link does not answer
  };

  virtual ~SocCube() = default;

  // Wires of a link layer err and break from now on; once, before the first cycle.
  virtual void disturb(const WireFaults& faults) = 0;

  virtual void cycle(const Inputs& inputs) = 0;
  virtual const Node& node(std::uint32_t number) const = 0;
  // Whether the last cycle had a packet on a link or into a memory.
  virtual bool moves() const = 0;
  // The first register that differs between RTL and C++, with its node and both values.
  virtual std::optional<std::string> difference() = 0;
  // The same for the memories, which takes long.
  virtual std::optional<std::string> difference_of_memories() = 0;
};

// The function of a model that makes one. `rtl_nodes`: by number, where the model has RTL; empty: all.
using MakeSocCube = SocCube*(const std::vector<bool>& rtl_nodes);
inline constexpr const char* kMakeSocCube = "cubecast_make_soc_cube";

}  // namespace testbench
