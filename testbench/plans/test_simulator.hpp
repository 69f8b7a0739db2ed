// Test only: plays what a plan loads into the nodes' registers, on nodes made for this test: from what docs/architecture.md
// says of ports, queues and turns, and with nothing of a plan's own. Fails the test where a packet goes the wrong way, twice
// or not at all, and where a node does more than its port model allows.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "firmware/node/register_image.hpp"
#include "testbench/plans/plan.hpp"

namespace testbench::test {

class Simulator {
 public:
  // `expected`: packets of a source (first) for a receiver.
  using Expected = std::function<std::uint32_t(std::uint32_t source, std::uint32_t receiver)>;

  Simulator(const Network& network, const collectives::Plan& plan, collectives::PortUse ports, Expected expected)
      : network_(network), ports_(ports), expected_(std::move(expected)), nodes_(network.nodes()) {
    for (const Address me : network::addresses(network.nodes())) {
      Node& node = nodes_[me.number()];
      node::Driver driver(node.image);
      plan.load(me, driver);
      take_setting(node);
      node.outputs.resize(network.ports());
      for (unsigned port = 0; port < network.ports(); ++port) {
        node.outputs[port].queues.resize(network.ports());
        take_program(me.number(), port);
      }
      distances_.push_back(distances(me));
    }
  }

  // Cycles until all packets have come; the test has failed where they have not, in `limit` cycles.
  std::uint64_t run(std::uint64_t limit) {
    std::uint64_t last = 0;
    for (std::uint64_t cycle = 1; cycle <= limit && waiting_ != 0; ++cycle) {
      if (play()) last = cycle;
      if (::testing::Test::HasFailure()) return 0;
    }
    EXPECT_EQ(waiting_, 0u) << "still on their way after " << limit << " cycles";
    for (std::uint32_t receiver = 0; receiver < network_.nodes(); ++receiver) {
      std::uint32_t all = 0;
      for (std::uint32_t source = 0; source < network_.nodes(); ++source) {
        if (source == receiver) continue;
        const std::uint32_t count = expected_(source, receiver);
        all += count;
        for (std::uint32_t sequence = 0; sequence < count; ++sequence) {
          EXPECT_EQ((delivered_[{source, receiver, sequence}]), 1u) << source << " to " << receiver << ", " << sequence;
        }
      }
      EXPECT_EQ(nodes_[receiver].image.held(node::Control::kExpected), all) << receiver;
      EXPECT_EQ(nodes_[receiver].received, all) << receiver;
    }
    return last;
  }

  std::size_t deepest() const { return deepest_; }
  // Cycles in which a node had nothing to send.
  std::uint64_t idle() const { return idle_; }

 private:
  struct Packet {
    std::uint32_t source;
    std::uint32_t destination;  // not used by BySource
    std::uint32_t sequence;
  };
  struct Output {
    std::deque<Packet> program;
    std::vector<std::deque<Packet>> queues;  // by in-port
    int last = -1;                           // in-port served last
  };
  struct Node {
    node::RegisterImage image;
    std::vector<Output> outputs;
    std::vector<network::Ports> words;  // by address
    bool by_destination = false;
    bool transit_first = false;
    bool windows = false;
    std::size_t window = 0;
    std::uint32_t in_window = 0;  // cycles of it that are over
    std::uint32_t received = 0;
  };
  struct Sent {
    std::uint32_t from;
    unsigned port;
    Packet packet;
  };

  std::vector<std::uint32_t> distances(Address from) const {
    std::vector<std::uint32_t> found(network_.nodes(), ~0u);
    std::deque<Address> queue{from};
    found[from.number()] = 0;
    for (; !queue.empty(); queue.pop_front()) {
      for (unsigned port = 0; port < network_.ports(); ++port) {
        const Address there = network_.neighbour(queue.front(), port);
        if (found[there.number()] != ~0u) continue;
        found[there.number()] = found[queue.front().number()] + 1;
        queue.push_back(there);
      }
    }
    return found;
  }

  void take_program(std::uint32_t me, unsigned port) {
    Node& node = nodes_[me];
    const node::Program& program = node.image.program(port);
    const std::uint32_t step = node.image.held(node::Control::kSequenceStep);
    std::uint32_t base = 0;
    while (node.outputs[port].program.size() < program.packets) {
      ASSERT_GT(program.length, 0u);
      for (std::uint32_t i = 0; i < program.length; ++i) {
        const node::Entry& entry = program.entries[i];
        for (std::uint32_t k = 0; k < entry.count && node.outputs[port].program.size() < program.packets; ++k) {
          node.outputs[port].program.push_back({me, entry.relative_destination.number(), base + entry.sequence + k});
          const network::Ports word = node.words[node.by_destination ? entry.relative_destination.number() : me];
          ASSERT_TRUE(word.contains(port)) << me << " sends through a port that its word does not name";
        }
      }
      base += step;
    }
    waiting_ += program.packets;
  }

  // What the loop over all cycles asks, asked once.
  void take_setting(Node& node) const {
    node.by_destination = node.image.rule() == kLabelledRule<rules::ByDestination>;
    node.transit_first = node.image.held(node::Control::kPolicy) == node::kTransitFirst;
    for (const Address place : network::addresses(network_.nodes())) {
      node.words.push_back(node.image.word(place));
    }
    const auto mode = static_cast<node::GateMode>(node.image.held(node::Control::kGate));
    node.windows = mode == node::GateMode::kWindows;
    EXPECT_TRUE(node.windows || mode == node::GateMode::kOpen);
    EXPECT_EQ(node.windows, ports_ != collectives::PortUse::kAll);
  }

  // May the port send in the next cycle? One that the node does not have closes all.
  static bool is_open(const Node& node, unsigned port) {
    return !node.windows || node.image.windows()[node.window].port == port;
  }
  static void pass_window(Node& node) {
    if (!node.windows || ++node.in_window < node.image.windows()[node.window].cycles) return;
    node.in_window = 0;
    node.window = (node.window + 1) % node.image.windows().size();
  }

  bool take(Node& node, unsigned port, Packet& packet) {
    Output& output = node.outputs[port];
    const auto take_own = [&] {
      if (output.program.empty()) return false;
      packet = output.program.front();
      output.program.pop_front();
      return true;
    };
    if (!node.transit_first && take_own()) return true;
    for (int i = 1; i <= static_cast<int>(network_.ports()); ++i) {
      const int in_port = (output.last + i) % static_cast<int>(network_.ports());
      std::deque<Packet>& queue = output.queues[static_cast<unsigned>(in_port)];
      if (queue.empty()) continue;
      packet = queue.front();
      queue.pop_front();
      output.last = in_port;
      return true;
    }
    return take_own();
  }

  // Was a packet sent?
  bool play() {
    std::vector<Sent> sent;
    for (std::uint32_t me = 0; me < network_.nodes(); ++me) {
      const std::size_t before = sent.size();
      for (unsigned port = 0; port < network_.ports(); ++port) {
        if (!is_open(nodes_[me], port)) continue;
        Packet packet{};
        if (take(nodes_[me], port, packet)) sent.push_back({me, port, packet});
      }
      pass_window(nodes_[me]);
      if (sent.size() == before) ++idle_;
      if (ports_ == collectives::PortUse::kOne) EXPECT_LE(sent.size() - before, 1u);
    }
    std::vector<unsigned> receives(network_.nodes(), 0);
    for (const Sent& one : sent) arrive(one, ++receives[network_.neighbour(Address(one.from), one.port).number()]);
    return !sent.empty();
  }

  void arrive(const Sent& sent, unsigned receives) {
    const std::uint32_t me = network_.neighbour(Address(sent.from), sent.port).number();
    const unsigned in_port = network_.arrival_port(Address(sent.from), sent.port);
    ASSERT_NE(me, sent.from) << "there is nothing behind port " << sent.port;
    if (ports_ == collectives::PortUse::kOne) ASSERT_EQ(receives, 1u) << "node " << me;
    Node& node = nodes_[me];
    const Packet& packet = sent.packet;
    const bool to_one = node.by_destination;
    const std::vector<std::uint32_t>& distance = distances_[to_one ? packet.destination : packet.source];
    if (to_one) {
      ASSERT_EQ(distance[me] + 1, distance[sent.from]) << "derouted";
    } else {
      ASSERT_EQ(distance[me], distance[sent.from] + 1) << "derouted";
    }
    const bool here = !to_one || packet.destination == me;
    if (here) {
      ++node.received;
      ++delivered_[{packet.source, me, packet.sequence}];
    }
    network::Ports word;
    if (!to_one || !here) word = node.words[to_one ? packet.destination : packet.source];
    ASSERT_FALSE(word.contains(in_port)) << "goes back";
    --waiting_;
    for (const unsigned port : word) {
      ++waiting_;
      std::deque<Packet>& queue = node.outputs[port].queues[in_port];
      queue.push_back(packet);
      deepest_ = std::max(deepest_, queue.size());
    }
  }

  const Network& network_;
  collectives::PortUse ports_;
  Expected expected_;
  std::vector<Node> nodes_;
  std::vector<std::vector<std::uint32_t>> distances_;                                      // from each node
  std::uint64_t waiting_ = 0;                                                              // in programs and queues
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, unsigned> delivered_;  // times each packet came
  std::size_t deepest_ = 0;
  std::uint64_t idle_ = 0;
};

}  // namespace testbench::test
