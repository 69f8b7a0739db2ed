#include "testbench/bounds/sbnt_load.hpp"

#include <algorithm>
#include <array>

#include "testbench/task.hpp"

namespace testbench {
namespace {

std::uint32_t rotate_right(std::uint32_t address, unsigned dim) {
  return address >> 1 | (address & 1) << (dim - 1);
}

// The least number of right rotations that minimises the address: the subtree of the root in which the node
// lies.
unsigned base_of(std::uint32_t address, unsigned dim) {
  unsigned base = 0;
  std::uint32_t least = address;
  std::uint32_t rotated = address;
  for (unsigned j = 1; j < dim; ++j) {
    rotated = rotate_right(rotated, dim);
    if (rotated < least) {
      least = rotated;
      base = j;
    }
  }
  return base;
}

}  // namespace

// Rotation permutes the nodes other than the root, so the tree rotated by j loads port k as tree 0 loads port
// k - j. Worked case, d = 4: tree 0 has subtrees of 5, 4, 3 and 3 nodes (0101 and 1010 have bases 0 and 1,
// 1111 has base 0). M = 2 adds the same rotated by one, 3, 5, 4 and 3: the busiest port carries 9 of the 30
// packets.
std::uint64_t busiest_sbnt_port(unsigned dim, std::uint64_t packets) {
  std::array<std::uint64_t, kMaxDim> subtree{};
  for (std::uint32_t node = 1; node < std::uint32_t{1} << dim; ++node) ++subtree[base_of(node, dim)];

  std::uint64_t busiest = 0;
  for (unsigned port = 0; port < dim; ++port) {
    std::uint64_t load = 0;
    for (unsigned rotation = 0; rotation < dim; ++rotation) {
      const std::uint64_t on_rotation = packets / dim + (rotation < packets % dim ? 1 : 0);
      load += on_rotation * subtree[(port + dim - rotation) % dim];
    }
    busiest = std::max(busiest, load);
  }
  return busiest;
}

}  // namespace testbench
