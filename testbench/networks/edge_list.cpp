#include "testbench/networks/edge_list.hpp"

#include <algorithm>

namespace testbench {

void EdgeList::add(Address a, Address b) {
  const unsigned port_of_a = degree(a);
  const unsigned port_of_b = degree(b);
  links_[a.number()].push_back({b, port_of_b});
  links_[b.number()].push_back({a, port_of_a});
  ports_ = std::max({ports_, port_of_a + 1, port_of_b + 1});
}

bool EdgeList::linked(Address a, Address b) const {
  const std::vector<Link>& links = links_[a.number()];
  return std::any_of(links.begin(), links.end(), [b](const Link& link) { return link.neighbour == b; });
}

}  // namespace testbench
