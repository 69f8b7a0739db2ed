// SPDX-License-Identifier: Apache-2.0
#include "testbench/engines/mesh/mesh.hpp"

#include <fmt/format.h>

namespace testbench {
namespace {

std::string name_of(const Moment& moment) {
  return moment.started ? fmt::format("cycle {} after the start strobe", moment.cycle)
                        : fmt::format("while loading, clock {}", moment.cycle);
}

}  // namespace

Divergence::Divergence(const Moment& first, const RegisterDifference& found, const std::string& note)
    : std::runtime_error(fmt::format("lockstep: node {}, {}: {} is {:#x} in the RTL and {:#x} in C++{}",
                                     found.node.number(), name_of(first), found.name, found.rtl, found.native, note)),
      moment(first),
      difference(found) {
}

}  // namespace testbench
