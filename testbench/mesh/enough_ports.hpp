// Of the nodes that are compiled, the smallest that have enough ports.
//
//     constexpr std::array<unsigned, 3> kPorts{2, 4, 8};
//     with_enough_ports<kPorts>(3, [](auto ports) { return std::bitset<ports>().size(); }) == 4
#pragma once

#include <cstddef>
#include <type_traits>

namespace testbench {

// Calls visit(std::integral_constant<unsigned, P>), P the first of kPorts (ascending) with P >=
// ports; the last where none is.
template <const auto& kPorts, std::size_t kPlace = 0, class Visit>
auto with_enough_ports(unsigned ports, Visit visit) {
  if constexpr (kPlace + 1 < kPorts.size()) {
    if (ports > kPorts[kPlace]) return with_enough_ports<kPorts, kPlace + 1>(ports, visit);
  }
  return visit(std::integral_constant<unsigned, kPorts[kPlace]>());
}

}  // namespace testbench
