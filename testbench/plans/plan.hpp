// Plans for any network: what its nodes are told for one operation.
//
// The nodes know nothing of their network: each has a word of ports for every address
// (firmware/rules/labelled_rules.hpp),
//
//     ByDestination   word of a destination: the one port through which packets for it go on from here
//     BySource        word of a source: the ports through which its packets go on from here, none at a leaf
//
// which Driver::set_word loads, and the destinations in the entries of its injection programs are
// addresses as they are. Sequences of the packets of one source (to one destination) are 0 .. M -
// 1, each once. With ByDestination a packet stands in the program of the port that its source's own
// word names; with BySource one that is to leave by several ports stands in the programs of all of
// them.
//
//     const std::unique_ptr<collectives::Plan> plan = row.make({network, packets, root});
//     plan->load(me, driver);
#pragma once

#include <memory>
#include <span>
#include <stdexcept>

#include "firmware/collectives/operation.hpp"
#include "firmware/rules/labelled_rules.hpp"
#include "testbench/networks/network.hpp"

namespace testbench {

struct PlanRequest {
  const Network& network;     // connected
  std::uint32_t packets = 1;  // M
  Address root;
  // k_c by relative address, that of 0 not used, some k_c > 0: an isotropic task in place of one
  // packet for each; all of it M times. Empty: one for each. For the rows that take them.
  // Initialized, so that lists may leave it out.
  std::span<const std::uint32_t> counts = {};  // NOLINT(readability-redundant-member-init)
};

// Why there is no such plan for a network: "has no Hamiltonian cycle".
struct PlanError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class Rule>
inline constexpr node::Rule kLabelledRule = rules::LabelledRules::number_of<Rule>();

}  // namespace testbench
