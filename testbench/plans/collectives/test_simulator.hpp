// SPDX-License-Identifier: Apache-2.0
// Test only: plays a plan's registers on nodes made for this test, which follow
// docs/architecture.md for ports, queues and slots, and use nothing of a plan's own. The test fails
// where a packet goes the wrong way, twice or not at all, and where a node does more than its port
// model allows. And random networks, among them Cayley graphs, to try plans on.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "firmware/networks/network.hpp"
#include "firmware/node/register_image.hpp"
#include "testbench/plans/collectives/catalog.hpp"
#include "testbench/plans/collectives/plan.hpp"
#include "testbench/plans/networks/network.hpp"
#include "testbench/plans/networks/network_file.hpp"

namespace testbench {

inline void PrintTo(const Entry& row, std::ostream* out) {
  *out << name_of(row.collective) << ' ' << row.algorithm << ' ' << name_of(row.ports);
}

}  // namespace testbench

namespace testbench::test {

// A connected network: a tree, and other edges with a chance of one in `rare`.
inline Network random_network(std::uint32_t nodes, std::uint64_t rare, std::mt19937_64& random) {
  EdgeList edges(nodes);
  for (std::uint32_t b = 1; b < nodes; ++b) {
    const auto parent = static_cast<std::uint32_t>(random() % b);
    for (std::uint32_t a = 0; a < b; ++a) {
      if (a == parent || random() % rare == 0) edges.add(Address(a), Address(b));
    }
  }
  return Network(edges);
}

enum class Ways {
  kShortest,  // every hop brings a packet nearer
  kAny,
};

class Simulator {
 public:
  // `expected`: packets of a source (first) for a receiver.
  using Expected = std::function<std::uint32_t(std::uint32_t source, std::uint32_t receiver)>;

  Simulator(const Network& network, const collectives::Plan& plan, collectives::PortModel ports, Expected expected,
            Ways ways = Ways::kShortest)
      : network_(network), ports_(ports), ways_(ways), expected_(std::move(expected)), nodes_(network.nodes()) {
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
    for (std::uint32_t receiver = 0; receiver < network_.ends(); ++receiver) {
      std::uint32_t all = 0;
      for (std::uint32_t source = 0; source < network_.ends(); ++source) {
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

  // Most packets in transit that have waited in a queue.
  std::size_t deepest() const { return deepest_; }
  const node::RegisterImage& loaded(Address node) const { return nodes_[node.number()].image; }
  // Cycles in which a node had nothing to send.
  std::uint64_t idle() const { return idle_; }

 private:
  struct Packet {
    std::uint32_t source;
    std::uint32_t destination;  // or a tree's label
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
    node::GateMode gate = node::GateMode::kOpen;
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
          const network::Ports word = node.words[entry.relative_destination.number()];
          ASSERT_TRUE(node.by_destination || word.contains(port))
              << me << " sends through a port that its word does not name";
        }
      }
      base += step;
    }
    waiting_ += program.packets;
  }

  // Reads the registers once that the loop over all cycles needs.
  void take_setting(Node& node) const {
    node.by_destination = node.image.rule() == kLabelledRule<rules::ByDestination>;
    node.transit_first = (node.image.held(node::Control::kPolicy) & node::kTransitFirst) != 0;
    const auto words = static_cast<std::uint32_t>(node.image.words().size());
    for (const Address place : network::addresses(std::max(network_.nodes(), words))) {
      node.words.push_back(node.image.word(place));
    }
    node.gate = static_cast<node::GateMode>(node.image.held(node::Control::kGate));
    EXPECT_TRUE(node.gate == node::GateMode::kOpen || node.gate == node::GateMode::kWindows ||
                node.gate == node::GateMode::kGreedy);
    EXPECT_EQ(node.gate == node::GateMode::kOpen, ports_ == collectives::PortModel::kAll);
  }

  static bool has_packet(const Output& output) {
    return !output.program.empty() ||
           std::any_of(output.queues.begin(), output.queues.end(), [](const auto& queue) { return !queue.empty(); });
  }
  // The ports that may send in the next cycle: from the first to before the second.
  std::pair<unsigned, unsigned> open_ports(const Node& node) const {
    if (node.gate == node::GateMode::kOpen) return {0, network_.ports()};
    // A window's port that the node does not have closes all.
    unsigned port = node.gate == node::GateMode::kWindows ? node.image.windows()[node.window].port : 0;
    if (node.gate == node::GateMode::kGreedy) {
      while (port < network_.ports() && !has_packet(node.outputs[port])) ++port;
    }
    return {port, std::min(port + 1, network_.ports())};
  }
  static void pass_window(Node& node) {
    if (node.gate != node::GateMode::kWindows || ++node.in_window < node.image.windows()[node.window].cycles) return;
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
    std::vector<unsigned> sends(network_.nodes(), 0);
    for (std::uint32_t me = 0; me < network_.nodes(); ++me) {
      const std::size_t before = sent.size();
      const auto [first, last] = open_ports(nodes_[me]);
      for (unsigned port = first; port < last; ++port) {
        Packet packet{};
        if (take(nodes_[me], port, packet)) sent.push_back({me, port, packet});
      }
      pass_window(nodes_[me]);
      if (sent.size() == before) ++idle_;
      sends[me] = static_cast<unsigned>(sent.size() - before);
    }
    std::vector<unsigned> receives(network_.nodes(), 0);
    for (const Sent& one : sent) {
      ++receives[network_.neighbour(Address(one.from), one.port).number()];
      arrive(one);
    }
    for (std::uint32_t me = 0; me < network_.nodes() && ports_ != collectives::PortModel::kAll; ++me) {
      EXPECT_LE(sends[me], 1u) << "node " << me;
      EXPECT_LE(receives[me], 1u) << "node " << me;
      if (ports_ == collectives::PortModel::kHalf) EXPECT_LE(sends[me] + receives[me], 1u) << "node " << me;
    }
    return !sent.empty();
  }

  void arrive(const Sent& sent) {
    const std::uint32_t me = network_.neighbour(Address(sent.from), sent.port).number();
    const unsigned in_port = network_.arrival_port(Address(sent.from), sent.port);
    ASSERT_NE(me, sent.from) << "there is nothing behind port " << sent.port;
    Node& node = nodes_[me];
    const Packet& packet = sent.packet;
    const bool to_one = node.by_destination;
    const std::vector<std::uint32_t>& distance = distances_[to_one ? packet.destination : packet.source];
    if (ways_ == Ways::kAny) {
      ASSERT_NE(packet.source, me) << "back at its source";
    } else if (to_one) {
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
    if (!to_one || !here) word = node.words[packet.destination];
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
  collectives::PortModel ports_;
  Ways ways_;
  Expected expected_;
  std::vector<Node> nodes_;
  std::vector<std::vector<std::uint32_t>> distances_;                                      // from each node
  std::uint64_t waiting_ = 0;                                                              // in programs and queues
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, unsigned> delivered_;  // times each packet came
  std::size_t deepest_ = 0;
  std::uint64_t idle_ = 0;
};

// So many packets of every node for every other one.
inline Simulator::Expected from_each(std::uint32_t packets) {
  return [packets](std::uint32_t, std::uint32_t) { return packets; };
}

// A random Cayley graph, of a group of 3 to `most` permutations with 2 to 5 generators.
inline Network random_cayley(std::mt19937_64& random, std::uint32_t most) {
  using Permutation = PermutationGroup::Permutation;
  while (true) {
    const std::size_t symbols = 3 + random() % 5;
    Permutation identity(symbols);
    std::iota(identity.begin(), identity.end(), std::uint8_t{0});
    std::vector<Permutation> generators;
    const auto add = [&](const Permutation& one) {
      const bool known = std::find(generators.begin(), generators.end(), one) != generators.end();
      if (!known && one != identity) generators.push_back(one);
    };
    for (std::uint64_t left = 1 + random() % 2; left > 0; --left) {
      Permutation one = identity;
      std::shuffle(one.begin(), one.end(), random);
      add(one);
      add(PermutationGroup::inverse_of(one));
    }
    if (random() % 2 == 0) {
      Permutation swap = identity;
      std::swap(swap[0], swap[1 + random() % (symbols - 1)]);
      add(swap);
    }
    if (generators.size() < 2) continue;
    const std::optional<PermutationGroup> group = PermutationGroup::of(generators);
    if (group && group->nodes() >= 3 && group->nodes() <= most) return Network(network::CayleyNetwork(*group));
  }
}

}  // namespace testbench::test
