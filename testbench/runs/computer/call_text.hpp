// SPDX-License-Identifier: Apache-2.0
// The error text for a node's call, from what it writes to its system's registers (firmware/image/memory_map.h).
#pragma once

#include <cstdint>
#include <string>

#include "testbench/runs/computer/image.hpp"

namespace testbench {

struct NodeCall {
  std::uint32_t call = 0;
  std::uint32_t bytes = 0;  // of a block
  std::uint32_t root = 0;
  std::uint32_t caller = 0;
  std::uint32_t group = 0;   // a bit for each dimension of the subcube
  std::uint32_t failed = 0;  // the last call that returned an error, as in CC_CALL; 0: none since a collective
  std::uint32_t failed_caller = 0;

  // Takes a write to a register of the system, if it is one of these.
  void write(std::uint32_t address, std::uint32_t value);
  // Whether both are of one collective.
  bool fits(const NodeCall& other) const { return call == other.call && bytes == other.bytes && root == other.root; }
};

// "allreduce"
std::string name_of_call(std::uint32_t call);
// "allreduce of 1 int32, sum, called in main (hello.c:5)". `dim`: of the cube.
std::string text_of(const NodeCall& call, unsigned dim, const Image& image);
// "; on node 1 allgather, called in main (hello.c:5), has returned CC_ERR_MEMORY", or nothing.
std::string text_of_failed(std::uint32_t number, const NodeCall& call, const Image& image);

}  // namespace testbench
