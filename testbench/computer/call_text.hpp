// SPDX-License-Identifier: Apache-2.0
// A node's words on the collective that it takes part in (firmware/image/memory_map.h), for messages.
#pragma once

#include <cstdint>
#include <string>

#include "testbench/computer/image.hpp"

namespace testbench {

struct NodeCall {
  std::uint32_t call = 0;
  std::uint32_t count = 0;
  std::uint32_t root = 0;
  std::uint32_t caller = 0;
  std::uint32_t group = 0;  // a bit for each dimension of the subcube

  // Takes a write to a register of the system, if it is one of these.
  void write(std::uint32_t address, std::uint32_t value);
  // Whether both are of one collective.
  bool fits(const NodeCall& other) const { return call == other.call && count == other.count && root == other.root; }
};

// "allreduce"
std::string name_of_call(std::uint32_t call);
// "allreduce of 1 packet(s), sum of int32, called in main (hello.c:5)". `dim`: of the cube.
std::string text_of(const NodeCall& call, unsigned dim, const Image& image);

}  // namespace testbench
