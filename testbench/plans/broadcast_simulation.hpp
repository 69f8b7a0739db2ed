// Test only: nodes with queues that do what a plan has told them, packets going by the words of their sources. What has
// come in a cycle can leave in the next; a port takes turns between the in-ports for which it has packets.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "firmware/collectives/operation.hpp"
#include "firmware/node/register_image.hpp"
#include "testbench/networks/network.hpp"

namespace testbench::test {

class BroadcastSimulation {
 public:
  BroadcastSimulation(const Network& network, const collectives::Plan& plan, collectives::PortUse ports)
      : network_(network), ports_(ports) {
    for (const Address me : network::addresses(network.nodes())) nodes_.emplace_back(network, plan, me);
  }

  // The cycle in which the last packet comes that nodes expect; nothing where it has not come in so many.
  std::optional<std::uint64_t> run(std::uint64_t most_cycles) {
    for (std::uint64_t cycle = 1; cycle <= most_cycles; ++cycle) {
      pass_cycle(cycle - 1);
      if (std::all_of(nodes_.begin(), nodes_.end(), [](const Node& node) { return node.is_done(); })) return cycle;
    }
    return std::nullopt;
  }
  // Most packets in transit that a node has held, in one queue.
  std::size_t deepest_queue() const { return deepest_queue_; }
  const node::RegisterImage& loaded(Address node) const { return nodes_[node.number()].loaded; }

 private:
  struct Packet {
    Address source;
    std::uint32_t sequence;
  };

  struct Port {
    bool has_transit() const {
      return std::ranges::any_of(transit, [](const std::deque<Packet>& queue) { return !queue.empty(); });
    }
    // Of the in-port behind the one that had its turn last.
    std::deque<Packet>& next_in_turn() {
      do {
        turn = (turn + 1) % transit.size();
      } while (transit[turn].empty());
      return transit[turn];
    }

    std::vector<std::deque<Packet>> transit;  // by in-port
    std::deque<Packet> own;
    std::size_t turn = 0;
  };

  struct Node {
    Node(const Network& network, const collectives::Plan& plan, Address me) : ports(network.ports()) {
      node::Driver driver(loaded);
      plan.load(me, driver);
      EXPECT_EQ(loaded.held(node::Control::kAddress), me.number());
      const std::uint32_t step = loaded.held(node::Control::kSequenceStep);
      for (unsigned port = 0; port < network.ports(); ++port) {
        ports[port].transit.resize(network.ports());
        ports[port].turn = network.ports() - 1;
        const node::Program& program = loaded.program(port);
        for (std::uint32_t round = 0; program.length > 0 && ports[port].own.size() < program.packets; ++round) {
          for (std::uint32_t i = 0; i < program.length; ++i) {
            const node::Entry& entry = program.entries[i];
            for (std::uint32_t k = 0; k < entry.count && ports[port].own.size() < program.packets; ++k) {
              ports[port].own.push_back({me, round * step + entry.sequence + k});
            }
          }
        }
      }
    }
    bool is_done() const { return received.size() == loaded.held(node::Control::kExpected); }

    // The ports that may send in this cycle, from 0 on.
    network::Ports open(std::uint64_t cycle) const {
      const auto all = network::Ports::first(static_cast<unsigned>(ports.size()));
      const auto gate = static_cast<node::GateMode>(loaded.held(node::Control::kGate));
      if (gate == node::GateMode::kOpen) return all;
      if (gate == node::GateMode::kGreedy) {
        for (unsigned port = 0; port < ports.size(); ++port) {
          if (ports[port].has_transit() || !ports[port].own.empty()) return network::Ports::one(port);
        }
        return {};
      }
      EXPECT_EQ(gate, node::GateMode::kWindows);
      std::uint64_t period = 0;
      for (const node::Window& window : loaded.windows()) period += window.cycles;
      std::uint64_t left = cycle % period;
      for (const node::Window& window : loaded.windows()) {
        if (left < window.cycles) return network::Ports::one(window.port) & all;
        left -= window.cycles;
      }
      return {};
    }

    node::RegisterImage loaded;
    std::vector<Port> ports;
    std::set<std::pair<std::uint32_t, std::uint32_t>> received;  // source and sequence
  };

  struct Sent {
    Address from;
    Address to;
    unsigned in_port;
    Packet packet;
  };

  void pass_cycle(std::uint64_t cycle) {
    std::vector<Sent> all_sent;
    std::vector<unsigned> sends(nodes_.size(), 0);
    std::vector<unsigned> receives(nodes_.size(), 0);
    for (const Address me : network::addresses(network_.nodes())) {
      Node& node = nodes_[me.number()];
      const bool transit_first = (node.loaded.held(node::Control::kPolicy) & node::kTransitFirst) != 0;
      for (const unsigned number : node.open(cycle)) {
        Port& port = node.ports[number];
        const bool is_transit = port.has_transit() && (transit_first || port.own.empty());
        std::deque<Packet>& queue = is_transit ? port.next_in_turn() : port.own;
        if (queue.empty()) continue;
        const Address there = network_.neighbour(me, number);
        ASSERT_NE(there, me) << "a link behind port " << number;
        all_sent.push_back({me, there, network_.arrival_port(me, number), queue.front()});
        queue.pop_front();
        ++sends[me.number()];
        ++receives[there.number()];
      }
    }
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
      if (ports_ == collectives::PortUse::kAll) break;
      ASSERT_LE(sends[node], 1u);
      ASSERT_LE(receives[node], 1u);
      if (ports_ == collectives::PortUse::kHalf) ASSERT_LE(sends[node] + receives[node], 1u);
    }
    for (const Sent& sent : all_sent) arrive(sent);
  }

  void arrive(const Sent& sent) {
    Node& node = nodes_[sent.to.number()];
    const Packet& packet = sent.packet;
    ASSERT_NE(packet.source, sent.to);
    ASSERT_TRUE(node.received.emplace(packet.source.number(), packet.sequence).second) << "once";
    for (const unsigned port : node.loaded.word(packet.source)) {
      ASSERT_NE(network_.neighbour(sent.to, port), sent.from) << "not back";
      std::deque<Packet>& queue = node.ports[port].transit[sent.in_port];
      queue.push_back(packet);
      deepest_queue_ = std::max(deepest_queue_, queue.size());
    }
  }

  const Network& network_;
  collectives::PortUse ports_;
  std::vector<Node> nodes_;
  std::size_t deepest_queue_ = 0;
};

}  // namespace testbench::test
