// SPDX-License-Identifier: Apache-2.0
// One collective operation by one algorithm on one network: the row of the catalog that describes
// the algorithm, the plan that replaces it on other networks than cubes, and what loaders and
// closed forms share. Freestanding.
#pragma once

#include <array>
#include <cstdint>

#include "firmware/collectives/collective.hpp"
#include "firmware/networks/any_network.hpp"
#include "firmware/node/driver.hpp"
#include "firmware/rules/cube_rules.hpp"

namespace collectives {

// ceil(a / b), b > 0.
constexpr std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

constexpr unsigned greatest_common_divisor(unsigned a, unsigned b) {
  return b == 0 ? a : greatest_common_divisor(b, a % b);
}

struct ClosedForm;

// The programs of all nodes for one operation. A node of a cube computes its program itself; on any
// other network the host has computed a plan (testbench/plans/collectives).
class Plan {
 public:
  Plan() = default;
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  virtual ~Plan() = default;

  // Loads node `me`: everything from Driver::begin to Driver::expect.
  virtual void load(network::Address me, node::Driver& driver) const = 0;
  // Whether all nodes of a Cayley network have the same program, each as it sees the network. Words
  // and programs then differ in the addresses alone: they are those of node 0, made absolute.
  virtual bool is_symmetric() const { return false; }
  // For such a plan: turns a node that is loaded as node 0 into `me`, except for its own address.
  virtual void load_addresses(network::Address, node::Driver&) const {}
  // Trees to one root, up which nodes of a network other than a cube send packets side by side: each has an ejector.
  virtual unsigned trees_of_root() const { return 1; }
  // Numbers of trees in headers, where nodes of such a network send up more of them than that.
  virtual unsigned tree_numbers() const { return trees_of_root(); }
  // Nodes that have a block in an allreduce by blocks, the first ones; 0: all.
  virtual std::uint32_t block_owners() const { return 0; }
  // Words of a node's rule table, where they are more than nodes: a packet's destination is then a label.
  virtual std::uint32_t labels() const { return 0; }
  // In a scan whose results go on to other nodes, by node: the one below it whose result goes into its own, and the
  // node at which this happens. Node 0 has itself. Null: results do not go on.
  virtual const std::array<std::uint32_t, 2>* preceding() const { return nullptr; }
  // Or, by router and node, all that goes into a packet that the router sends for it: the in-port of each part and the node
  // for which that has come; last the router's own, if it does, with in-port ~0. `places`: from which of `all` to which. Null:
  // the plan does not say.
  struct Parts {
    const std::array<std::uint32_t, 2>* places = nullptr;
    const std::array<std::uint32_t, 2>* all = nullptr;
  };
  virtual Parts parts() const { return {}; }
  // The cycles that it must show, on routers of one cycle a hop; null without a closed form.
  virtual const ClosedForm* cycles() const { return nullptr; }
};

using network::Address;
using network::Ports;

struct Operation;

// From link to link on a free path: r cycles, of which `stages` are stages in which packets are
// combined (hls/router/combiner.hpp) and the others are the wires' and, one or two, the router's.
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

// How the register values of the nodes differ.
enum class Programs {
  kSymmetric,  // only in the node's own address: programs are relative to the node
  kSameWords,  // every node has its own programs, but the same words of stored rules
  kOfNodes,    // every node has its own
};

// The direction in which packets use the links of edge-disjoint trees.
enum class TreeUse { kNone, kDown, kUp, kBoth };

// An algorithm for a collective under one port model.
struct Row {
  Collective collective;
  const char* algorithm;  // its name
  PortModel ports;
  node::Rule rule;  // the rule that the hardware needs
  Programs programs;
  // Loads node `me` of a cube through its driver; null in rows of other networks, which have a
  // plan.
  void (*load)(const Operation& operation, Address me, node::Driver& driver);
  // The cycles on a d-cube, for M packets and routers of r cycles a hop: 1 or 2, or more where
  // packets are combined or wires take cycles. Null without a closed form; 0 where none is known.
  ClosedForm (*cycles)(unsigned d, std::uint64_t packets, Hop r);
  const char* source;
  const char* merit;  // when it is optimal, or what it shows
  // Only an allreduce: the vector is dealt out in blocks, one for each node, and padded to whole
  // blocks.
  bool by_blocks = false;
  // Goes around dead links, where the trees are whole that it needs (whole_trees.hpp).
  TreeUse whole_trees = TreeUse::kNone;
  // Cycles of a node's processor for each node of the cube, to load it and to work out its closed form,
  // above those of every call (examples/firmware/algorithm_costs.c on 16 nodes; the closed forms of
  // scatter and gather on balanced trees take 6200, those on SBnTs 2500).
  std::uint16_t work = 1500;
  // Each node's result is combined of packets for it alone, as in a reduce-scatter. In a scan the nodes
  // above it have the identity of the operation for it.
  bool apart = false;
  // Only where wires take no cycles: its gate counts the hops of packets in one cycle or two (GateMode::kCounting).
  bool counts_hops = false;
};

// A link that carries nothing, out of a node through a port.
struct DeadLink {
  Address node;
  unsigned port = 0;
};
struct DeadLinks {
  const DeadLink* links = nullptr;
  std::uint32_t count = 0;
};

// `packets` is M: in all (broadcast), per node (scatter, gather, allgather, reduce-scatter), per
// ordered pair (alltoall; a plan with counts of its own has M times these), in the vector of every
// node (all others that combine). `combining`: the operation, as in the register
// node::Control::kOperation. `root` is used if the collective has one. `hop_cycles` is r of the
// routers and of the wires behind them, on which programs and windows depend. `combine_stages` and
// `link_latency`: the cycles among them in which packets are combined, and those on the wires. `plan`: on other networks than cubes; it must
// outlive this. `transit_first`: packets in transit leave before a port's own, so that queues hold fewer; combined packets
// go the same way backwards. `words_are_loaded`: the nodes hold the words of the stored rules already, and
// loaders leave them out.
struct Operation {
  const Row* row = nullptr;
  network::SomeNetwork network{network::Cube(1)};
  std::uint32_t packets = 1;
  Address root;
  unsigned hop_cycles = 1;
  const Plan* plan = nullptr;
  std::uint32_t combining = 0;
  std::uint32_t composed = 0;  // what processors make of `combining` (hls/operators/composition.hpp); 0: nothing
  bool transit_first = false;
  bool words_are_loaded = false;
  unsigned combine_stages = 0;
  unsigned link_latency = 0;    // of links without a link layer
  bool redundant = false;       // a broadcast by nesbt sends every packet on every whole tree
  bool routing_cycles = false;  // packets go in routing cycles on a cube, by a plan of the host
  DeadLinks dead{};             // that are known; rows with whole_trees, and some plans, go around them

  // The operation on data, for words.
  constexpr std::uint32_t asked() const { return composed != 0 ? composed : combining; }
  // Only on a cube.
  constexpr unsigned d() const { return network.cube().dimension(); }
  constexpr Shape shape() const { return shape_of(row->collective); }
  constexpr Hop hop() const { return {hop_cycles, combine_stages}; }
  // As hop_cycles, with the stop's way back: a queue has room for what comes in them.
  constexpr unsigned stop_cycles() const { return hop_cycles + link_latency; }
  // The cycles of a hop without the stages and the wires.
  constexpr unsigned router_cycles() const { return hop_cycles - combine_stages - link_latency; }
};

constexpr bool is_one_of(Party party, const Operation& operation, Address node) {
  return party == Party::kAll || node == operation.root;
}
constexpr bool sends(const Operation& operation, Address node) {
  return is_one_of(operation.shape().senders, operation, node);
}

// Packets of a block of an allreduce by blocks.
constexpr std::uint32_t block_of(const Operation& operation) {
  return static_cast<std::uint32_t>(divide_up(operation.packets, operation.network.ends()));
}

// Packets of an allreduce by blocks, with those that fill the last ones.
constexpr std::uint32_t packets_in_blocks(const Operation& operation) {
  const std::uint32_t owners = operation.plan == nullptr ? 0 : operation.plan->block_owners();
  return block_of(operation) * (owners == 0 ? operation.network.ends() : owners);
}

// Results that a node is to have; copies of them in an allreduce.
constexpr std::uint32_t expected_results(const Operation& operation, Address node) {
  if (!is_one_of(operation.shape().receivers, operation, node)) return 0;
  if (operation.row->by_blocks) return packets_in_blocks(operation);
  return operation.shape().scope == Scope::kBelowOwn && node == Address(0) ? 0 : operation.packets;
}

// Packets that a node is to receive from the others.
constexpr std::uint32_t expected_packets(const Operation& operation, Address node) {
  const Shape shape = operation.shape();
  if (shape.combined) return expected_results(operation, node);
  if (!is_one_of(shape.receivers, operation, node)) return 0;
  const std::uint32_t senders = shape.senders == Party::kAll ? operation.network.ends() : 1;
  return operation.packets * (senders - (sends(operation, node) ? 1 : 0));
}

// Cycles of a one-port window, behind another, in which a node sends its own packets and then those that have come in
// the windows before. A packet that has come in the last cycle of one leaves a hop's cycles later.
constexpr std::uint32_t next_window(std::uint32_t packets, unsigned hop_cycles) {
  return packets < hop_cycles ? hop_cycles : packets;
}
// The cycles of d windows of M, 2 M, 4 M, ... packets.
constexpr std::uint64_t doubling_windows(unsigned d, std::uint64_t packets, std::uint64_t r) {
  if (2 * packets >= r) return packets * cube::other_nodes(d);
  std::uint64_t cycles = packets;
  for (unsigned i = 1; i < d; ++i) cycles += packets << i < r ? r : packets << i;
  return cycles;
}

// Loads node `me` through its driver.
inline void load(const Operation& operation, Address me, node::Driver& driver) {
  if (operation.plan != nullptr) {
    operation.plan->load(me, driver);
  } else {
    operation.row->load(operation, me, driver);
  }
  if (operation.transit_first && (!operation.shape().combined || driver.has_second_part())) driver.set_transit_first();
}

constexpr bool has_closed_form(const Operation& operation) {
  if (operation.plan == nullptr) {
    if (operation.row->cycles == nullptr) return false;
    return operation.link_latency == 0 ||
           operation.row->cycles(operation.d(), operation.packets, operation.hop()).value != 0;
  }
  // Plans of ways on which packets are only moved count a cycle a hop.
  return operation.plan->cycles() != nullptr && (operation.link_latency == 0 || operation.shape().combined);
}
// Only for an operation that has one.
constexpr ClosedForm closed_form(const Operation& operation) {
  if (operation.plan != nullptr) return *operation.plan->cycles();
  return operation.row->cycles(operation.d(), operation.packets, operation.hop());
}

// Whether the nodes' programs differ in their addresses alone. Around dead links every node has its
// own way.
constexpr bool are_symmetric(const Operation& operation) {
  return operation.row->programs == Programs::kSymmetric && operation.dead.count == 0;
}

// Whether the operation needs the port gate.
constexpr bool needs_gate(const Operation& operation) {
  return operation.row->ports != PortModel::kAll;
}

// The beginning of every loader. `sequence_step`: the sequences rise by it when a program starts
// over.
inline void begin(const Operation& operation, Address me, std::uint32_t sequence_step, node::Driver& driver) {
  driver.begin(operation.network.ports(), me, operation.row->rule, sequence_step);
  driver.expect(expected_packets(operation, me));
  if (operation.shape().combined) driver.set_operation(operation.combining);
}

// Load the words of the stored rules for all addresses: those of packets that stay as they are, and
// those of combined packets. `word_of(address)`: the ports.
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

// The number of a rule. The lists of nodes that combine packets and of others agree on it.
template <class Rule>
inline constexpr node::Rule kRule = rules::CombiningCubeRules::number_of<Rule>();

// Every port that leads to a child of the root sends every packet on tree 0.
inline void load_one_tree(const Operation& operation, Ports root_children, node::Driver& driver) {
  for (const unsigned port : root_children) {
    driver.add(port, {Address(), 0, 0, operation.packets});
    driver.send(port, operation.packets);
  }
}

}  // namespace collectives
