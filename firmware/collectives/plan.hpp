// What every node of a network is told for one operation, where a node's own firmware does not
// know: on the cube each works its part out for itself, and on any other network the host has
// worked it out for all of them (testbench/plans).
#pragma once

#include "firmware/networks/any_network.hpp"
#include "firmware/node/driver.hpp"

namespace collectives {

struct ClosedForm;

class Plan {
 public:
  Plan() = default;
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  virtual ~Plan() = default;

  // Loads node `me`: everything from Driver::begin to Driver::expect.
  virtual void load(network::Address me, node::Driver& driver) const = 0;
  // Are all nodes of a Cayley network told the same, each as it sees the network? Their words and
  // programs then differ in the addresses alone, which are those of node 0 as they are absolute
  // from there, and nothing else differs.
  virtual bool is_alike() const { return false; }
  // Of such a plan: makes a node that is loaded as node 0 what `me` is, but for its address.
  virtual void load_addresses(network::Address, node::Driver&) const {}
  // The cycles that it must show, on routers of one cycle a hop; null where there is no closed
  // form.
  virtual const ClosedForm* cycles() const { return nullptr; }
};

}  // namespace collectives
