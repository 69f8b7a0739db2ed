// SPDX-License-Identifier: Apache-2.0
// Nodes that start when they like rest on these: the counts of packets still to come, the port that keeps operands, the
// barrier, and chains. They are tops for stepc, whose assertions hold for every input and without bound in time
// (prove.sh).
#include "hls/operators/operator_sets.hpp"
#include "hls/router/output_port.hpp"
#include "hls/router/received_of_epochs.hpp"
#include "hls/soc/collective.hpp"

namespace {

// The smallest with two dimensions.
template <class Base>
struct Small : Base {
  static constexpr unsigned kSequenceWidth = 1;
  static constexpr unsigned kPayloadWidth = 1;
  static constexpr std::size_t kQueueDepth = 4;
  static constexpr bool kEpochs = true;
};
using Moving = Small<router::CubeConfig<2>>;
using Reducing = Small<router::Combining<router::CubeConfig<2>, operators::Integers>>;

constexpr unsigned kPorts = 2;
constexpr unsigned kNodes = 4;
using Nodes = hls::Bits<kNodes>;
using Wires = hls::Bits<kPorts>;
constexpr std::uint32_t kAll = (1u << kNodes) - 1;

// The wires that come to a node.
template <class Levels>
Wires levels_at(unsigned node, const Levels& levels) {
  std::uint32_t in = 0;
  for (unsigned port = 0; port < kPorts; ++port) in |= levels[node ^ 1u << port] & 1u << port;
  return Wires(in);
}

}  // namespace

// A count is what its parity's collectives expected, less what has come of them.
using Count = router::PacketCount<Moving>;
struct CountsState {
  router::ReceivedOfEpochs<Moving> received;
  std::array<Count, 2> expected;
  std::array<Count, 2> delivered;
  hls::Bit epoch;
  hls::Bit start;
};
struct CountsIn {
  hls::Bit strobe;
  Count expected;
  Wires delivered;
  Wires odd;
};
struct CountsOut {
  hls::Bit all;
};
void counts(CountsState& state, const CountsIn& in, CountsOut& out) {
  const Count left(state.expected[state.epoch] - state.delivered[state.epoch]);
  HLS_ASSERT(state.received.epoch() == state.epoch, "the epoch is the parity of the strobes");
  HLS_ASSERT(state.received.number(Count(0)) == Count(0 - left), "the count is expected - delivered");
  out.all = hls::Bit(state.received.all_have_come());
  state.received.count(in.strobe, state.start, in.expected, router::PortSet<Moving>(router::Ports(in.delivered)),
                       {router::PortSet<Moving>(router::Ports(in.delivered & in.odd))});
  if (state.start) state.expected[state.epoch] = Count(state.expected[state.epoch] + in.expected);
  for (unsigned port = 0; port < kPorts; ++port) {
    const unsigned parity = in.odd >> port & 1;
    state.delivered[parity] = Count(state.delivered[parity] + (in.delivered >> port & 1));
  }
  if (in.strobe) state.epoch = hls::Bit(!state.epoch);
  state.start = in.strobe;
}

// The port's own assertion: a packet that is combined leaves with the program alone.
struct PortState {
  router::OutputPort<Reducing> port;
};
struct PortIn {
  hls::Bit start;
  hls::Bits<1> arriving;
  std::array<network::Flit<Reducing>, kPorts> arrivals;
  hls::Bit may_send;
  router::Fetch<Reducing> own;
  router::Payload<Reducing> payload;
  hls::Bit transit_first;
  router::CombineControl<Reducing> combining;
};
struct PortOut {
  network::Flit<Reducing> link;
  hls::Bit taken;
};
void port(PortState& state, const PortIn& in, PortOut& out) {
  // A link stops in time (rtl_sim/proofs).
  const bool has_room = state.port.queues()[0].count() != Reducing::kQueueDepth;
  const hls::Bits<1> arriving(has_room ? std::uint32_t{in.arriving} : 0);
  out.taken = state.port.tick(router::PortNumber<Reducing>(0), in.start, arriving, in.arrivals, in.may_send, in.own,
                              in.payload, in.transit_first, in.combining, {}, out.link);
}

// All barriers end in one cycle, d (1 + L) cycles after the last node has joined.
template <unsigned Latency>
struct BarriersState {
  std::array<soc::Barrier<kPorts, Latency>, kNodes> barriers;
  std::array<Wires, kNodes> outs;
  std::array<std::array<Wires, kNodes>, Latency> under_way;  // the latest first
  Nodes joined;
  hls::Bits<8> since;  // cycles since the last has joined
};
struct BarriersIn {
  Nodes joins;
};
struct BarriersOut {
  Nodes ends;
};
template <unsigned Latency>
void tick_barriers(BarriersState<Latency>& state, const BarriersIn& in, BarriersOut& out) {
  constexpr unsigned kCycles = kPorts * (1 + Latency);
  std::array<Wires, kNodes> driven = state.outs;
  if constexpr (Latency != 0) driven = state.under_way[Latency - 1];
  for (unsigned i = Latency; i > 1; --i) state.under_way[i - 1] = state.under_way[i - 2];
  if constexpr (Latency != 0) state.under_way[0] = state.outs;
  const std::uint32_t joins = in.joins & ~state.joined;
  const std::uint32_t joined = state.joined | joins;
  std::uint32_t ends = 0;
  for (unsigned node = 0; node < kNodes; ++node) {
    const hls::Bit join(joins >> node & 1);
    if (state.barriers[node].tick(join, Wires(kAll), levels_at(node, driven), state.outs[node])) ends |= 1u << node;
  }
  const std::uint32_t since = joined == kAll && joins == 0 ? state.since + 1u : 0u;
  HLS_ASSERT(ends == 0 || ends == kAll, "all end in one cycle");
  HLS_ASSERT((ends != 0) == (joined == kAll && since == kCycles), "d (1 + L) cycles after the last has joined");
  state.since = hls::Bits<8>(since);
  state.joined = Nodes(ends != 0 ? 0 : joined);
  out.ends = Nodes(ends);
}
void barrier_0(BarriersState<0>& state, const BarriersIn& in, BarriersOut& out) {
  tick_barriers(state, in, out);
}
void barrier_1(BarriersState<1>& state, const BarriersIn& in, BarriersOut& out) {
  tick_barriers(state, in, out);
}
void barrier_2(BarriersState<2>& state, const BarriersIn& in, BarriersOut& out) {
  tick_barriers(state, in, out);
}
void barrier_3(BarriersState<3>& state, const BarriersIn& in, BarriersOut& out) {
  tick_barriers(state, in, out);
}

// No node starts two collectives of a chain more than another, so that packets of two collectives live at once, at most.
struct System : soc::System<Moving> {};
using Number = hls::Bits<3>;  // of a collective, modulo 8
struct ChainNode {
  soc::Collective<System> collective;
  Wires wires;
  Number started;
  Number done;
};
struct ChainState {
  ChainState() {
    for (ChainNode& node : nodes) {
      node.collective.write(CC_GROUP, soc::Word(kAll));
      node.collective.write(CC_START, soc::Word(1 | CC_FOLLOWS | CC_GOES_ON));
    }
  }
  std::array<ChainNode, kNodes> nodes;
};
struct ChainIn {
  Nodes joins;
  Nodes done;  // those that have sent and received everything
};
struct ChainOut {
  hls::Bit ahead;  // a node has started a collective while another is in the one before
};
void chain(ChainState& state, const ChainIn& in, ChainOut& out) {
  std::array<Wires, kNodes> driven;
  for (unsigned node = 0; node < kNodes; ++node) driven[node] = state.nodes[node].wires;
  bool ahead = false;
  for (unsigned i = 0; i < kNodes; ++i) {
    ChainNode& node = state.nodes[i];
    const bool joins = (in.joins >> i & 1) != 0 && !node.collective.busy();
    if (node.collective.starts()) node.started = Number(node.started + 1);
    const bool is_done = (in.done >> i & 1) != 0 && !node.collective.starts();
    if (node.collective.tick(hls::Bit(joins), true, hls::Bit(is_done), levels_at(i, driven), node.wires))
      node.done = Number(node.done + 1);
  }
  for (const ChainNode& one : state.nodes) {
    for (const ChainNode& other : state.nodes) {
      const Number live(one.started - other.done);  // collectives that one has started and the other is not done with
      HLS_ASSERT(live <= 2 || live == 7, "packets of three collectives");
      ahead = ahead || live == 2;
    }
  }
  out.ahead = hls::Bit(ahead);
}

// A collective that combines comes behind one that moves packets. Nodes 0 and 1 are neighbours. Each has a packet of the
// first for the other, which other nodes have sent, and in the same queue an operand of the second for its own packet to
// the other. No program takes the operand before the node begins the second, and it is done with the first when its packet
// has come: neither node may wait for a packet behind an operand. Nodes 2 and 3 send the operands.
struct TransitState {
  TransitState() {
    for (ChainNode& node : nodes) {
      node.collective.write(CC_GROUP, soc::Word(kAll));
      node.collective.write(CC_START, soc::Word(1));
    }
  }
  std::array<ChainNode, kNodes> nodes;
  std::array<router::OutputPort<Reducing>, 2> ports;  // of nodes 0 and 1, to one another
  std::array<network::Flit<Reducing>, 2> links;
  Wires moved;     // by node: the packet of the first has come to its queue,
  Wires operands;  // and the operand of the second
  Wires behind;    // in this order
  Wires came;      // the node has its packet of the first
};
struct TransitIn {
  Nodes joins;
  Wires done;  // nodes 2 and 3 have sent and received everything
  Wires moves;
  Wires contributes;
};
struct TransitOut {
  Wires came;
};
void transit(TransitState& state, const TransitIn& in, TransitOut& out) {
  std::array<Wires, kNodes> driven;
  for (unsigned i = 0; i < kNodes; ++i) driven[i] = state.nodes[i].wires;
  HLS_ASSERT(state.behind == 0, "a packet of a collective that moves is behind an operand of the next");
  HLS_ASSERT(state.behind != 3 || state.came != 0 || state.nodes[0].started != 1 || state.nodes[1].started != 1,
             "two nodes wait for a packet that is behind an operand in the other");
  std::uint32_t came = state.came;
  for (unsigned i = 0; i < 2; ++i) {
    router::Header<Reducing> operand;
    operand.rule = network::RuleNumber<Reducing>(rules::CombiningCubeRules::number_of<rules::Parents>());
    operand.epoch = hls::Bit(1);
    const bool moves = (in.moves & ~state.moved) >> i & 1;
    const bool contributes = !moves && state.nodes[2 + i].started == 2 && ((in.contributes & ~state.operands) >> i & 1);
    std::array<network::Flit<Reducing>, kPorts> arrivals{};
    arrivals[1].valid = hls::Bit(moves || contributes);
    if (contributes) arrivals[1].packet.header = operand;
    router::Fetch<Reducing> own;
    own.valid = hls::Bit(state.nodes[i].started == 2);
    own.header = operand;
    own.combined = router::PortSet<Reducing>(router::Ports::one(1));
    const hls::Bit own_leaves =
        state.ports[i].tick(router::PortNumber<Reducing>(0), hls::Bit(0), hls::Bits<1>(arrivals[1].valid), arrivals,
                            hls::Bit(1), own, {}, hls::Bit(0), {}, {}, state.links[i]);
    if (moves && (state.operands >> i & 1) != 0) state.behind = Wires(state.behind | 1u << i);
    if (moves) state.moved = Wires(state.moved | 1u << i);
    if (contributes) state.operands = Wires(state.operands | 1u << i);
    if (state.links[i].valid && !own_leaves) came |= 1u << (1 - i);
  }
  for (unsigned i = 0; i < kNodes; ++i) {
    ChainNode& node = state.nodes[i];
    const bool joins = (in.joins >> i & 1) != 0 && !node.collective.busy() && node.started < 2;
    if (node.collective.starts()) node.started = Number(node.started + 1);
    const bool is_done = ((i < 2 ? state.came >> i : in.done >> (i - 2)) & 1) != 0 && !node.collective.starts();
    node.collective.tick(hls::Bit(joins), true, hls::Bit(is_done), levels_at(i, driven), node.wires);
  }
  state.came = Wires(came);
  out.came = state.came;
}
