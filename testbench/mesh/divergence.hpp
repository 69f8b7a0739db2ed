// Two views of the machine differ: what a lockstep run throws at the first register that is not the
// same in both.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>

#include "testbench/nodes/moment.hpp"

namespace testbench {

struct Divergence : std::runtime_error {
  // `first`: the first cycle in which the register holds the wrong value, which the edge at its
  // beginning has clocked in. `note`: more to say in the same line.
  Divergence(const Moment& first, const RegisterDifference& found, const std::string& note = "")
      : std::runtime_error(fmt::format("lockstep: node {}, {}: {} is {:#x} in the RTL and {:#x} in C++{}",
                                       found.node.number(), name_of(first), found.name, found.rtl, found.native, note)),
        moment(first),
        difference(found) {}

  Moment moment;
  RegisterDifference difference;

 private:
  static std::string name_of(const Moment& moment) {
    return moment.started ? fmt::format("cycle {} after the start strobe", moment.cycle)
                          : fmt::format("while loading, clock {}", moment.cycle);
  }
};

}  // namespace testbench
