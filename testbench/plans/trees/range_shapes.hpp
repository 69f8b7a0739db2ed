// SPDX-License-Identifier: Apache-2.0
// Trees of ranges for a scan. A vertex stands at a router, where parts of its range meet: those of its children, and the
// router's own packet, if that is in the range and not in one of theirs. A range goes over links to the vertex of which it
// is a part. So a leaf is a node with its own packet alone, and routers on the way, switches too, can bring together nodes
// that are near them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "testbench/plans/networks/network.hpp"

namespace testbench {

struct RangeVertex {
  std::uint32_t router = 0;
  std::uint32_t first = 0;  // of the range
  std::uint32_t end = 0;
  std::uint32_t parent = 0;             // the root's is the root
  std::vector<std::uint32_t> children;  // by their ranges; one at most is before an own packet
  bool has_own = false;
};

// A search by dynamic programming over ranges.
class RangeSearch {
 public:
  RangeSearch() = default;
  RangeSearch(const RangeSearch&) = delete;
  RangeSearch& operator=(const RangeSearch&) = delete;
  virtual ~RangeSearch() = default;

  // The tree with the fewest hops of packets up and down for a packet of every node, where a level costs as much as
  // `levels` of them. No vertex has more children and parents than its router has links. A parent comes before its
  // children. Throws PlanError where there is none.
  virtual std::vector<RangeVertex> cheapest() = 0;
  // From now on no such range has a vertex at that router.
  virtual void avoid(const RangeVertex& vertex) = 0;

  // Parts of ranges that have been looked at so far.
  std::uint64_t steps() const { return steps_; }

 protected:
  std::uint64_t steps_ = 0;
};

// Vertices may stand at any router, or all have its own packet, with a child on each side of it. Throws PlanError where there are
// too many nodes for a search, about 150 and 1,024.
enum class RangesMeet { kAnywhere, kAtNodes };
std::unique_ptr<RangeSearch> range_search(const LinkTable& links, std::uint32_t levels, RangesMeet where);

}  // namespace testbench
