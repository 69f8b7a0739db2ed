// The cartesian product of two networks: a node is a node a of the first and a node b of the
// second, and a link changes one of them along a link of its network. Its address is a n + b with n
// nodes in the second. The ports of the first come first. A Cayley graph where both are.
#pragma once

#include "firmware/networks/network.hpp"

namespace network {

template <class First, class Second>
class Product {
 public:
  constexpr Product(const First& first, const Second& second) : first_(first), second_(second) {}

  constexpr bool is_cayley() const { return first_.is_cayley() && second_.is_cayley(); }
  constexpr std::uint32_t nodes() const { return first_.nodes() * second_.nodes(); }
  constexpr unsigned ports() const { return first_.ports() + second_.ports(); }

  constexpr const First& first() const { return first_; }
  constexpr const Second& second() const { return second_; }
  constexpr Address in_first(Address node) const { return Address(node.number() / second_.nodes()); }
  constexpr Address in_second(Address node) const { return Address(node.number() % second_.nodes()); }

  constexpr Address neighbour(Address node, unsigned port) const {
    if (port < first_.ports()) return node_of(first_.neighbour(in_first(node), port), in_second(node));
    return node_of(in_first(node), second_.neighbour(in_second(node), port - first_.ports()));
  }
  constexpr unsigned arrival_port(Address node, unsigned port) const {
    if (port < first_.ports()) return first_.arrival_port(in_first(node), port);
    return first_.ports() + second_.arrival_port(in_second(node), port - first_.ports());
  }

  constexpr Address relative(Address node, Address origin) const {
    return node_of(first_.relative(in_first(node), in_first(origin)),
                   second_.relative(in_second(node), in_second(origin)));
  }
  constexpr Address absolute(Address seen, Address origin) const {
    return node_of(first_.absolute(in_first(seen), in_first(origin)),
                   second_.absolute(in_second(seen), in_second(origin)));
  }

 private:
  constexpr Address node_of(Address a, Address b) const { return Address(a.number() * second_.nodes() + b.number()); }

  First first_;
  Second second_;
};

}  // namespace network
