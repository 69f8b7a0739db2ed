// SPDX-License-Identifier: Apache-2.0
// Bounds of one-port nodes by sets of nodes that part the others (separators.hpp). A collective says what passes a set.
#pragma once

#include <cstdint>
#include <functional>

#include "testbench/judge/bounds/graph.hpp"
#include "testbench/judge/bounds/separators.hpp"

namespace testbench::bounds {

// A set, and the branches that it leaves.
struct Parted {
  const Separation& parts;
  std::uint64_t size = 0;
  std::uint64_t ends = 0;
  bool has_root = false;
  std::uint64_t distance = 0;  // of the root

  std::uint64_t branches() const { return parts.branches.size(); }
  bool is_switch() const { return ends == 0; }
  // Among the branches but that one, or all of them.
  std::uint64_t least_reach(std::uint32_t but = Separation::kNone) const;
};

// Nodes of a set send and receive as many at least, for each of M packets.
struct Passing {
  std::uint64_t sent = 0;      // into branches
  std::uint64_t received = 0;  // by nodes of the set
  std::uint64_t both = 0;      // in all, where more than those
  std::uint64_t before = 0;    // cycles until the first comes to the set
  std::uint64_t after = 0;     // from the last that is sent
};

// Where nodes have one port; symmetric ones never decide. `way`: of the packets of a root.
void add_separators(Largest& largest, const Graph& graph, Way way,
                    const std::function<Passing(const Parted& set)>& passing);

}  // namespace testbench::bounds
