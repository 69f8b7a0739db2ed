// SPDX-License-Identifier: Apache-2.0
// The barrier of nodes that start when they like, over one wire each way beside every link. It ends at all nodes in the
// same cycle.
//
//     barrier.join(node, cycle);
//     if (barrier.ends(cycle)) ...   // once; nodes may then join the next one
//
// A cube has that of hls/soc/barrier.hpp, which ends d (1 + L) cycles after the last node has joined
// (hls/soc/proof/starts.cpp). Any other network, and a cube with dead links, has a tree of shortest ways to node 0 and
// one from it: a node tells its parent when it and all below have joined. Node 0 tells all, and each waits as much
// longer as others are farther away.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "firmware/collectives/operation.hpp"

namespace testbench {

class StartBarrier {
 public:
  // `latency`: cycles of the wires, at most. Throws std::runtime_error where dead links cut off a node.
  StartBarrier(const collectives::Operation& operation, unsigned latency);

  void join(std::uint32_t node, std::uint64_t cycle);
  bool ends(std::uint64_t cycle);

 private:
  std::uint64_t hop_cycles_;
  std::vector<std::uint64_t> up_;  // by node: cycles to node 0
  std::uint64_t down_;             // from there to all
  std::size_t joined_ = 0;
  std::uint64_t known_ = 0;  // the cycle in which node 0 knows of all that have joined
};

}  // namespace testbench
