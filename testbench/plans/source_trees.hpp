// For every node a tree of shortest paths from it, so that the links into each node carry equally
// many of them, as nearly as the paths allow: which link the packets of a source take into a node
// is free where several lead from nearer nodes, and each choice makes a tree.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "testbench/plans/all_distances.hpp"

namespace testbench {

class SourceTrees {
 public:
  // Of many, those that the random numbers choose.
  SourceTrees(const LinkTable& links, const AllDistances& distances, std::mt19937_64& random);

  // The ports through which packets of the source go on from the node.
  network::Ports children(const LinkTable& links, std::uint32_t node, std::uint32_t source) const;
  // Trees that use the link which most of them use.
  std::uint64_t most_loaded() const { return most_loaded_; }

 private:
  std::uint32_t nodes_;
  std::vector<std::uint8_t> back_;  // by node and source: the port to the node before it on the way from the source
  std::uint64_t most_loaded_ = 0;
};

}  // namespace testbench
