#include <cstdint>

#include "firmware/networks/bits.hpp"
#include "testbench/networks/cycle_search.hpp"

namespace testbench {

std::vector<Address> exhaustive_cycle(const Adjacency& adjacency) {
  const std::uint32_t n = adjacency.nodes();
  std::vector<std::uint32_t> neighbours(n, 0);
  for (std::uint32_t node = 0; node < n; ++node) {
    for (const std::uint32_t* there = adjacency.begin(node); there != adjacency.end(node); ++there) {
      neighbours[node] |= 1u << *there;
    }
  }
  // By set of nodes, which has node 0: where a path through all of it, from node 0, can end.
  std::vector<std::uint32_t> ends(std::size_t{1} << n, 0);
  ends[1] = 1;
  for (std::uint32_t set = 3; set < ends.size(); set += 2) {
    for (std::uint32_t rest = set & ~1u; rest != 0; rest &= rest - 1) {
      const std::uint32_t last = bits::lowest(rest);
      if ((ends[set & ~last] & neighbours[bits::index(last)]) != 0) ends[set] |= last;
    }
  }
  std::uint32_t set = static_cast<std::uint32_t>(ends.size() - 1);
  std::uint32_t before = neighbours[0];
  std::vector<Address> cycle;
  while (set != 1) {
    const std::uint32_t last = bits::lowest(ends[set] & before);
    if (last == 0) return {};
    cycle.push_back(Address(bits::index(last)));
    before = neighbours[bits::index(last)];
    set &= ~last;
  }
  cycle.push_back(Address(0));
  return cycle;
}

}  // namespace testbench
