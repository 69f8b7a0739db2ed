// One collective operation by one algorithm on one network, and what a row of the catalog says of
// an algorithm. Freestanding.
#pragma once

#include "firmware/collectives/collective.hpp"
#include "firmware/collectives/plan.hpp"
#include "firmware/collectives/rounding.hpp"
#include "firmware/networks/some_network.hpp"
#include "firmware/rules/combining_cube_rules.hpp"

namespace collectives {

using network::Address;
using network::Ports;

struct Operation;

// From link to link on a free path: of r cycles so many are stages in which packets are combined
// (hls/router/ combine_pipeline.hpp); the others, one or two, are the router's.
struct Hop {
  std::uint64_t cycles = 1;
  std::uint64_t stages = 0;

  constexpr Hop(std::uint64_t of_cycles, std::uint64_t of_stages = 0) : cycles(of_cycles), stages(of_stages) {}
  constexpr operator std::uint64_t() const { return cycles; }  // NOLINT: reads like a number
};

// The cycles that an algorithm must show on this router, in closed form.
struct ClosedForm {
  std::uint64_t value = 0;
  const char* source = "";
};

// How the nodes' register values differ.
enum class Programs {
  kAlike,       // in the node's own address alone: all that a node does is said as the node sees it
  kWordsAlike,  // every node has its own programs, but the same words of stored rules
  kOfNodes,     // every node has its own
};

// An algorithm for a collective under one port model, and everything that there is to say about it.
struct Row {
  Collective collective;
  const char* algorithm;  // its name
  PortModel ports;
  node::Rule rule;  // that the hardware needs
  Programs programs;
  // Loads node `me` of a cube through its driver; null in the rows of other networks, which have a
  // plan.
  void (*load)(const Operation& operation, Address me, node::Driver& driver);
  // For a d-cube, M packets and routers of r cycles a hop: 1 or 2, of what combines more; null
  // where there is no closed form.
  ClosedForm (*cycles)(unsigned d, std::uint64_t packets, Hop r);
  const char* source;
  const char* merit;  // when it is optimal, or what it shows
  // Of an allreduce: the vector is dealt out in blocks, one for each node, and padded to whole
  // ones.
  bool by_blocks = false;
};

// `packets` is M: in all (broadcast), per node (scatter, gather, allgather, reduce-scatter), per
// ordered pair (alltoall; where a plan has counts of its own, M times these), in the vector of
// every node (all others that combine). `combining`: how, as the register node::Control::kOperation
// has it. `root` is used where the collective has one. `hop_cycles` is r, of the routers that it
// runs on: what the clock alone decides, the turns of one-port and half-duplex nodes, depends on
// it. `combine_stages`: those of the r cycles in which packets are combined. `plan`: of other
// networks than cubes, and must outlive this. `words_are_loaded`: the nodes hold the words of the
// stored rules already, which is where a loader leaves them out.
struct Operation {
  const Row* row = nullptr;
  network::SomeNetwork network{network::Cube(1)};
  std::uint32_t packets = 1;
  Address root;
  unsigned hop_cycles = 1;
  const Plan* plan = nullptr;
  std::uint32_t combining = 0;
  bool words_are_loaded = false;
  unsigned combine_stages = 0;

  // Of a cube only.
  constexpr unsigned d() const { return network.cube().dimension(); }
  constexpr Shape shape() const { return shape_of(row->collective); }
  constexpr Hop hop() const { return {hop_cycles, combine_stages}; }
  // Of a hop, those of the router.
  constexpr unsigned router_cycles() const { return hop_cycles - combine_stages; }
};

constexpr bool is_one_of(Party party, const Operation& operation, Address node) {
  return party == Party::kAll || node == operation.root;
}
constexpr bool sends(const Operation& operation, Address node) {
  return is_one_of(operation.shape().senders, operation, node);
}

// Of an allreduce by blocks: packets of a block.
constexpr std::uint32_t block_of(const Operation& operation) {
  return static_cast<std::uint32_t>(divide_up(operation.packets, operation.network.nodes()));
}

// Results that a node is to have, and of an allreduce copies of them.
constexpr std::uint32_t expected_results(const Operation& operation, Address node) {
  if (!is_one_of(operation.shape().receivers, operation, node)) return 0;
  if (operation.row->by_blocks) return block_of(operation) * operation.network.nodes();
  return operation.row->collective == Collective::kExscan && node == Address(0) ? 0 : operation.packets;
}

// Packets that a node is to receive from the others.
constexpr std::uint32_t expected_packets(const Operation& operation, Address node) {
  const Shape shape = operation.shape();
  if (shape.combined) return expected_results(operation, node);
  if (!is_one_of(shape.receivers, operation, node)) return 0;
  const std::uint32_t senders = shape.senders == Party::kAll ? operation.network.nodes() : 1;
  return operation.packets * (senders - (sends(operation, node) ? 1 : 0));
}

// Loads node `me` through its driver.
inline void load(const Operation& operation, Address me, node::Driver& driver) {
  if (operation.plan != nullptr) {
    operation.plan->load(me, driver);
  } else {
    operation.row->load(operation, me, driver);
  }
}

constexpr bool has_closed_form(const Operation& operation) {
  return operation.plan != nullptr ? operation.plan->cycles() != nullptr : operation.row->cycles != nullptr;
}
// Of an operation that has one.
constexpr ClosedForm closed_form(const Operation& operation) {
  if (operation.plan != nullptr) return *operation.plan->cycles();
  return operation.row->cycles(operation.d(), operation.packets, operation.hop());
}

// Does the operation need the port gate?
constexpr bool needs_gate(const Operation& operation) {
  return operation.row->ports != PortModel::kAll;
}

// What every loading begins with. `sequence_step`: what the sequences rise by when a program starts
// over.
inline void begin(const Operation& operation, Address me, std::uint32_t sequence_step, node::Driver& driver) {
  driver.begin(operation.network.ports(), me, operation.row->rule, sequence_step);
  driver.expect(expected_packets(operation, me));
  if (operation.shape().combined) driver.set_operation(operation.combining);
}

// The words of the stored rules for all addresses, those of packets that stay as they are and those
// of packets that are combined. `word_of(address)`: its ports.
template <class WordOf>
void set_words(const Operation& operation, node::Driver& driver, WordOf word_of) {
  if (operation.words_are_loaded) return;
  for (const Address place : network::addresses(operation.network.nodes())) driver.set_word(place, word_of(place));
}
template <class WordOf>
void set_combining_words(const Operation& operation, node::Driver& driver, WordOf word_of) {
  if (operation.words_are_loaded) return;
  for (const Address place : network::addresses(operation.network.nodes())) {
    driver.set_combining_word(place, word_of(place));
  }
}

// Of nodes that combine packets or not: what is in both lists has the same number.
template <class Rule>
inline constexpr node::Rule kRule = rules::CombiningCubeRules::number_of<Rule>();

}  // namespace collectives
