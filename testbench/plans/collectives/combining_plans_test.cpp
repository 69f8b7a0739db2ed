// SPDX-License-Identifier: Apache-2.0
// One suite over all plans that combine packets on nodes that route by tables. Each plan is loaded into
// nodes that are played here as docs/architecture.md describes them, with ports and memories of random
// speeds. The operation of the test neither commutes nor associates, so that a value tells in which order
// its operands came together: it must be the same at any timing. Beside it goes a sum over contributors,
// which must hold each node that is due once.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <numeric>
#include <set>
#include <string>

#include "test_support/seed.hpp"
#include "test_support/sizes.hpp"
#include "testbench/plans/collectives/catalog.hpp"
#include "testbench/plans/collectives/test_simulator.hpp"
#include "testbench/plans/networks/network_file.hpp"
#include "testbench/plans/networks/spec.hpp"

namespace testbench::test {
namespace {

using collectives::Collective;
using collectives::PortModel;
using network::Ports;

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  a ^= b + 0x9e3779b97f4a7c15 + (a << 6) + (a >> 2);
  return a * 0xbf58476d1ce4e5b9 + (a >> 31);
}

struct Value {
  std::uint64_t trace = 0;
  std::map<std::uint32_t, unsigned> nodes;  // contributors, and how often

  void combine(const Value& other) {
    if (other.nodes.empty()) return;  // the identity
    trace = nodes.empty() ? other.trace : mixed(trace, other.trace);
    for (const auto& [node, times] : other.nodes) nodes[node] += times;
  }
};

struct Packet {
  bool is_combined = false;
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  std::uint32_t sequence = 0;
  std::uint32_t tree = 0;
  Value value;
};

struct Own {
  node::Entry entry;
  std::uint32_t sequence = 0;
  bool is_second = false;
};

// The results of all nodes, by receiver and place in its memory.
using Results = std::map<std::pair<std::uint32_t, std::uint64_t>, Value>;

class CombiningSimulator {
 public:
  CombiningSimulator(const Network& network, const collectives::Plan& plan, const Entry& row, std::uint32_t packets,
                     const std::set<std::pair<std::uint32_t, unsigned>>& dead)
      : network_(network),
        row_(row),
        packets_(packets),
        dead_(dead),
        streams_(network.ports() + plan.trees_of_root()),
        numbers_next_(plan.tree_numbers() > plan.trees_of_root()),
        preceding_(plan.preceding()),
        parts_(plan.parts()),
        nodes_(network.nodes()) {
    for (const Address me : network::addresses(network.nodes())) {
      Node& node = nodes_[me.number()];
      node::Driver driver(node.image);
      plan.load(me, driver);
      // Nodes have two ports at least, and behind them an ejector for each tree.
      const unsigned left_out = std::max(2u, network.ports()) - network.ports();
      for (unsigned stream = 0; stream < streams_; ++stream) {
        node.own.emplace_back();
        node.queues.emplace_back(network.ports());
        take(node, stream < network.ports() ? stream : stream + left_out, node.own.back());
      }
    }
  }

  // Cycles until nothing moves any more. `stall`: how often a port or a memory is busy.
  std::uint64_t run(double stall, std::mt19937_64& random) {
    std::uniform_real_distribution<double> drawn(0, 1);
    std::vector<double> slow(nodes_.size() * streams_, 0);
    for (double& one : slow) one = std::min(stall * 2 * drawn(random), row_.ports == PortModel::kAll ? 0.9 : 0.3);
    // A port that is busy in its slot waits for the next.
    std::uint64_t patience = 200;
    if (row_.ports != PortModel::kAll) {
      std::uint64_t period = 0;
      for (const node::Window& window : nodes_[0].image.windows()) period += window.cycles;
      patience = 20 * period;
    }
    std::uint64_t last = 0;
    for (std::uint64_t cycle = 1, idle = 0; idle < patience; ++cycle) {
      if (play(cycle, [&](std::size_t stream) { return slow[stream] > 0 && drawn(random) < slow[stream]; })) {
        last = cycle;
        idle = 0;
      } else {
        ++idle;
      }
      if (::testing::Test::HasFailure()) return 0;
    }
    for (std::uint32_t me = 0; me < nodes_.size(); ++me) {
      for (const auto& own : nodes_[me].own) EXPECT_TRUE(own.empty()) << "node " << me << " still waits";
      if (me < network_.ends())
        EXPECT_EQ(nodes_[me].image.held(node::Control::kExpected), nodes_[me].received) << "node " << me;
    }
    return last;
  }

  const Results& results() const { return results_; }

 private:
  std::uint32_t block_of(std::uint32_t packets) const { return (packets + network_.ends() - 1) / network_.ends(); }

  struct Node {
    node::RegisterImage image;
    std::vector<std::deque<Own>> own;                     // by stream: a port, or behind them an ejector
    std::vector<std::vector<std::deque<Packet>>> queues;  // by stream and in-port
    std::vector<int> last = std::vector<int>(32, -1);     // by port: the in-port served last
    std::deque<std::pair<std::uint64_t, Packet>> made;    // results, and when the memory has them
    Ports delivers;  // in-ports from which the memory gets a packet in this cycle, and no result beside it
    std::set<std::pair<std::uint32_t, std::uint32_t>> sent;  // where parts are told
    std::uint32_t results = 0;
    std::uint32_t received = 0;
    std::size_t window = 0;
    std::uint32_t in_window = 0;
  };

  static void take(const Node& node, unsigned stream, std::deque<Own>& own) {
    const node::Program& program = node.image.program(stream);
    const std::uint32_t step = node.image.held(node::Control::kSequenceStep);
    const auto part = [&](std::uint32_t first, std::uint32_t end, std::uint32_t again, std::uint64_t packets,
                          bool second) {
      std::uint32_t base = 0;
      for (std::uint32_t i = first; packets > 0; ++i) {
        if (i == end) i = again, base += step;
        const node::Entry& entry = program.entries[i];
        for (std::uint32_t k = 0; k < entry.count && packets > 0; ++k, --packets) {
          own.push_back({entry, base + entry.sequence + k, second});
        }
      }
    };
    part(0, program.length, program.repeat_from, program.packets, false);
    part(program.length, program.second_length, program.length, program.second_packets, true);
  }

  // Whether what came for another node may go into packets of the stream.
  bool goes_on(const Node& node, unsigned stream) const {
    return stream < network_.ports() && (node.image.held(node::Control::kPolicy) & node::kResultsGoOn) != 0;
  }

  // Where results go on, a node that does not come after the one whose result goes in has a part in that.
  bool has_part(std::uint32_t me, std::uint32_t destination) const {
    if (parts_.all != nullptr && me != destination) {
      const auto [first, end] = parts_.places[me * network_.ends() + destination];
      return first != end && parts_.all[end - 1][0] == ~std::uint32_t{0};
    }
    if (me > destination) return false;
    if (preceding_ == nullptr || me >= preceding_[destination][0]) return true;
    return me == preceding_[destination][1] && has_part(me, preceding_[destination][0]);
  }

  // The contribution of a node to an item.
  Value contribution(std::uint32_t me, std::uint32_t destination, std::uint32_t sequence) const {
    if (me >= network_.ends()) return {};
    if (row_.apart && shape_of(row_.collective).scope != collectives::Scope::kAllNodes && !has_part(me, destination))
      return {};
    const bool by_receiver = row_.apart || row_.by_blocks || shape_of(row_.collective).distinct;
    return {mixed(me * 1000003ull + 7, (by_receiver ? destination * 100000ull : 0) + sequence), {{me, 1}}};
  }

  // Whether the own packet of a stream may leave, with the packets that are combined into it.
  bool is_complete(const Node& node, unsigned stream, std::uint64_t cycle) const {
    const Own& own = node.own[stream].front();
    for (const unsigned in : own.entry.combined) {
      if (node.queues[stream][in].empty()) return false;
    }
    if (!own.is_second) return true;
    std::uint32_t there = 0;
    for (const auto& made : node.made) there += made.first < cycle ? 1 : 0;
    const std::uint32_t first = node.image.held(node::Control::kResultsFirst);
    if ((node.image.held(node::Control::kPolicy) & node::kFollowResults) != 0) return own.sequence < first + there;
    return there >= first;
  }

  Packet own_packet(std::uint32_t me, unsigned stream) {
    Node& node = nodes_[me];
    const Own own = node.own[stream].front();
    node.own[stream].pop_front();
    Packet packet{!own.is_second, me, own.entry.relative_destination.number(), own.sequence, own.entry.tree, {}};
    if (own.is_second) {
      for (const auto& [cycle, made] : node.made) {
        if (made.sequence == own.sequence) packet.value = made.value;
      }
      return packet;
    }
    const bool is_left_out = row_.collective == Collective::kExscan && stream >= network_.ports();
    if (parts_.all != nullptr && stream < network_.ports()) {
      EXPECT_TRUE(node.sent.emplace(packet.destination, packet.sequence).second)
          << "node " << me << " sends a packet twice";
    }
    if (!is_left_out) packet.value = contribution(me, packet.destination, packet.sequence);
    // Cyclic, from the port behind this one on; an ejector begins with its own number.
    const unsigned first = stream < network_.ports() ? stream + 1 : stream - network_.ports();
    for (unsigned i = 0; i < network_.ports(); ++i) {
      const unsigned in = (first + i) % network_.ports();
      if (!own.entry.combined.contains(in)) continue;
      const Packet operand = node.queues[stream][in].front();
      node.queues[stream][in].pop_front();
      EXPECT_TRUE(operand.is_combined && (operand.destination == packet.destination || goes_on(node, stream)) &&
                  (operand.tree == packet.tree || numbers_next_) && operand.sequence == packet.sequence)
          << "node " << me << " combines packet " << operand.sequence << " for " << operand.destination
          << " into packet " << packet.sequence << " for " << packet.destination;
      packet.value.combine(operand.value);
    }
    return packet;
  }

  bool transit(Node& node, unsigned port, Packet& packet) {
    for (unsigned i = 1; i <= network_.ports(); ++i) {
      const unsigned in = static_cast<unsigned>(node.last[port] + static_cast<int>(i)) % network_.ports();
      if (node.queues[port][in].empty()) continue;
      packet = node.queues[port][in].front();
      node.queues[port][in].pop_front();
      node.last[port] = static_cast<int>(in);
      return true;
    }
    return false;
  }

  bool is_open(Node& node, unsigned port) const {
    if (row_.ports == PortModel::kAll) return true;
    return node.image.windows()[node.window].port == port;
  }

  template <class IsBusy>
  bool play(std::uint64_t cycle, IsBusy is_busy) {
    struct Sent {
      std::uint32_t from;
      unsigned port;
      Packet packet;
    };
    std::vector<Sent> sent;
    bool moved = false;
    for (std::uint32_t me = 0; me < nodes_.size(); ++me) {
      Node& node = nodes_[me];
      for (unsigned stream = 0; stream < streams_; ++stream) {
        const bool has_own = !node.own[stream].empty();
        if (stream < network_.ports() && !is_open(node, stream)) continue;
        if (is_busy(me * std::size_t{streams_} + stream)) continue;
        Packet packet;
        if (has_own) {
          if (!is_complete(node, stream, cycle)) continue;
          if (stream >= network_.ports() && node.delivers.contains(stream - network_.ports())) continue;
          packet = own_packet(me, stream);
        } else if (stream >= network_.ports() || !transit(node, stream, packet)) {
          continue;
        }
        if (stream < network_.ports()) {
          sent.push_back({me, stream, packet});
          moved = true;
        } else {
          node.made.emplace_back(cycle + 1, packet);
          receive(me, packet);
        }
      }
      if (row_.ports != PortModel::kAll && ++node.in_window >= node.image.windows()[node.window].cycles) {
        node.in_window = 0;
        node.window = (node.window + 1) % node.image.windows().size();
      }
    }
    for (Node& node : nodes_) node.delivers = {};
    std::vector<unsigned> busy(nodes_.size(), 0);
    for (const Sent& one : sent) {
      const std::uint32_t to = network_.neighbour(Address(one.from), one.port).number();
      if (row_.ports != PortModel::kAll) EXPECT_LE(++busy[to], 1u) << "node " << to << " receives two packets";
      arrive(one.from, one.port, one.packet);
    }
    if (row_.ports == PortModel::kHalf) {
      for (const Sent& one : sent) EXPECT_EQ(busy[one.from], 0u) << "node " << one.from << " does both";
    }
    return moved;
  }

  void arrive(std::uint32_t from, unsigned port, const Packet& packet) {
    EXPECT_FALSE(dead_.contains({from, port})) << "over a dead link";
    const std::uint32_t me = network_.neighbour(Address(from), port).number();
    const unsigned in = network_.arrival_port(Address(from), port);
    ASSERT_NE(me, from) << "there is nothing behind port " << port;
    Node& node = nodes_[me];
    const bool by_tree = node.image.rule() == rules::CombiningLabelledRules::number_of<rules::ParentsByTree>();
    const Ports ways = packet.is_combined
                           ? node.image.combining_word(Address(by_tree ? packet.tree : packet.destination))
                           : node.image.word(Address(packet.destination));
    for (const unsigned way : ways) {
      if (way == in && parts_.all != nullptr) continue;  // there is no such queue
      ASSERT_NE(way, in) << "goes back";
      node.queues[way][in].push_back(packet);
    }
    if (packet.is_combined && packet.destination == me) {
      node.queues[network_.ports() + packet.tree][in].push_back(packet);
    }
    if (packet.is_combined) return;
    node.delivers |= Ports::one(in);
    receive(me, packet);
  }

  void receive(std::uint32_t me, const Packet& packet) {
    if (me >= network_.ends()) return;
    ++nodes_[me].received;
    const std::uint64_t block = row_.by_blocks ? std::uint64_t{packet.source} * block_of(packets_) : 0;
    EXPECT_TRUE(results_.emplace(std::pair(me, block + packet.sequence), packet.value).second)
        << "node " << me << " has result " << packet.sequence << " twice";
  }

  const Network& network_;
  const Entry& row_;
  std::uint32_t packets_;
  const std::set<std::pair<std::uint32_t, unsigned>>& dead_;
  const unsigned streams_;   // of a node: its ports, and its ejectors
  const bool numbers_next_;  // a packet's tree says what the next node does with it
  const std::array<std::uint32_t, 2>* const preceding_;
  const collectives::Plan::Parts parts_;
  std::vector<Node> nodes_;
  Results results_;
};

bool is_due(const Entry& row, std::uint32_t receiver, std::uint32_t node) {
  if (row.collective == Collective::kScan) return node <= receiver;
  return row.collective == Collective::kExscan ? node < receiver : true;
}

// Returns whether there is a plan.
bool conforms(const Entry& row, const Network& network, std::uint32_t packets, Address root, std::mt19937_64& random,
              const std::vector<collectives::DeadLink>& dead = {}) {
  PlanRequest request{network, packets, root};
  request.dead = dead;
  request.rules = NodeRules::kCombiningLabelled;
  std::unique_ptr<collectives::Plan> plan;
  try {
    plan = row.make(request);
  } catch (const PlanError&) {
    return false;
  }
  std::set<std::pair<std::uint32_t, unsigned>> never;
  for (const collectives::DeadLink& link : dead) never.insert({link.node.number(), link.port});
  CombiningSimulator without_stalls(network, *plan, row, packets, never);
  const std::uint64_t cycles = without_stalls.run(0, random);
  if (plan->cycles() != nullptr) EXPECT_EQ(cycles, plan->cycles()->value);
  if (const auto* const played = dynamic_cast<const PlayedPlan*>(plan.get()))
    EXPECT_EQ(cycles, played->planned_cycles());
  const Results& results = without_stalls.results();
  std::uint64_t expected = 0;
  for (std::uint32_t me = 0; me < network.ends(); ++me) {
    const bool receives = row.collective == Collective::kReduce   ? me == root.number()
                          : row.collective == Collective::kExscan ? me != 0
                                                                  : true;
    const std::uint64_t nodes = network.ends();
    const bool fills_blocks = row.by_blocks && packets > nodes;
    const std::uint64_t count = !receives ? 0 : fills_blocks ? (packets + nodes - 1) / nodes * nodes : packets;
    expected += count;
    for (std::uint64_t item = 0; item < count; ++item) {
      const auto found = results.find({me, item});
      if (found == results.end()) {
        ADD_FAILURE() << "node " << me << " has no result " << item;
        return true;
      }
      std::map<std::uint32_t, unsigned> due;
      for (std::uint32_t node = 0; node < network.ends(); ++node) {
        if (is_due(row, me, node)) due[node] = 1;
      }
      EXPECT_EQ(found->second.nodes, due) << "node " << me << ", result " << item;
    }
  }
  EXPECT_EQ(results.size(), expected);
  for (const double stall : {0.2, 0.6}) {
    CombiningSimulator stalled(network, *plan, row, packets, never);
    stalled.run(stall, random);
    if (::testing::Test::HasFailure()) return true;
    EXPECT_EQ(stalled.results().size(), results.size());
    for (const auto& [place, value] : stalled.results()) EXPECT_EQ(value.trace, results.at(place).trace);
  }
  return true;
}

class EveryCombiningPlan : public testing::TestWithParam<Entry> {};

bool results_go_on(const Entry& row) {
  return std::set<std::string>{"chain", "prefixes", "ranges"}.contains(row.algorithm);
}

std::vector<Entry> combining_rows() {
  std::vector<Entry> rows;
  for (const Entry& row : rows_at(kOnOther)) {
    if (shape_of(row.collective).combined) rows.push_back(row);
  }
  return rows;
}
INSTANTIATE_TEST_SUITE_P(Rows, EveryCombiningPlan, testing::ValuesIn(combining_rows()), [](const auto& info) {
  std::string name = name_of(info.param.collective);
  std::erase(name, '-');
  return name + '_' + info.param.algorithm + '_' + name_of(info.param.ports);
});

TEST_P(EveryCombiningPlan, CombinesEveryContributionOnceInOneOrder) {
  std::mt19937_64 random = test_support::seeded_random();
  for (const char* spec : {"path:2", "path:5", "ring:5", "complete:5", "torus:3x4", "debruijn:3",
                           "product:path:3*ring:3", "random:8,4,1", "leafspine:2,3,2"}) {
    const Network network = network_of(spec);
    if (network.has_switches() && GetParam().algorithm == std::string("chain")) continue;
    for (const std::uint32_t packets : {1u, 3u, 14u}) {
      if (packets > 1 && GetParam().collective == Collective::kBarrier) continue;
      if (packets > 3 && GetParam().ports != PortModel::kAll) continue;
      SCOPED_TRACE(std::string(spec) + ", M = " + std::to_string(packets));
      const bool can_be_slower =
          GetParam().algorithm == std::string("exchange") && (packets > 1 || GetParam().ports != PortModel::kAll);
      EXPECT_TRUE(conforms(GetParam(), network, packets, Address(network.ends() / 2), random) || can_be_slower);
      if (HasFailure()) return;
    }
  }
}

// A path, a star of one centre and trees whose nodes have numbers at random, and random networks. Not all have an order.
TEST(Chains, RunOnAnyNumbersOfNodes) {
  std::map<std::string, unsigned> runs;
  std::mt19937_64 random = test_support::seeded_random();
  for (unsigned i = 0; i < test_support::soak_or(200u, 12u); ++i) {
    const auto nodes = static_cast<std::uint32_t>(2 + random() % 14);
    std::vector<std::uint32_t> numbers(nodes);
    std::iota(numbers.begin(), numbers.end(), 0);
    std::ranges::shuffle(numbers, random);
    std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
    const auto join = [&](std::uint32_t a, std::uint32_t b) {
      if (a != b) edges.insert(std::minmax(numbers[a], numbers[b]));
    };
    for (std::uint32_t node = 1; node < nodes; ++node) {
      join(node, static_cast<std::uint32_t>(i % 4 == 0 ? node - 1 : i % 4 == 1 ? 0 : random() % node));
    }
    for (std::uint32_t more = 0; i % 4 == 3 && more < nodes; ++more) {
      join(static_cast<std::uint32_t>(random() % nodes), static_cast<std::uint32_t>(random() % nodes));
    }
    EdgeList list(nodes);
    std::string said;
    for (const auto& [a, b] : edges) {
      list.add(Address(a), Address(b));
      said += std::to_string(a) + ' ' + std::to_string(b) + ", ";
    }
    const Network network(list);
    SCOPED_TRACE(said);
    for (const Entry& row : rows_at(kOnOther)) {
      if (!results_go_on(row) || row.ports != PortModel::kAll) continue;
      const auto packets = static_cast<std::uint32_t>(1 + random() % 9);
      runs[row.algorithm] += conforms(row, network, packets, Address(0), random) ? 1 : 0;
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(runs["chain"], 15u);
  EXPECT_GT(runs["ranges"], 7u);
  EXPECT_GT(runs["prefixes"], 20u);
}

// Results wait where packets come to memory through the same in-port.
TEST(Blocks, TakeAsLongAsPlannedWithManyPackets) {
  std::mt19937_64 random = test_support::seeded_random();
  for (const Entry& row : rows_at(kOnOther)) {
    if (row.algorithm != std::string("blocks") || row.collective != Collective::kAllreduce) continue;
    for (const char* spec : {"mesh:3x3", "mesh:4x4"}) {
      const Network network = network_of(spec);
      EXPECT_TRUE(conforms(row, network, 20 * network.nodes(), Address(0), random)) << spec;
    }
  }
}

TEST_P(EveryCombiningPlan, GoesAroundDeadLinks) {
  std::mt19937_64 random = test_support::seeded_random();
  const Network network = network_of("torus:3x4");
  for (unsigned i = 0; i < test_support::soak_or(20u, 3u); ++i) {
    std::vector<collectives::DeadLink> dead;
    // A node has four links. At most two die, each in one direction, so that all reach one another.
    const Address node(static_cast<std::uint32_t>(random() % network.nodes()));
    for (unsigned port = 0; port < 1 + i % 2; ++port) dead.push_back({node, port});
    const std::uint32_t packets = GetParam().collective == Collective::kBarrier ? 1
                                  : GetParam().by_blocks                        ? 3 * network.ends()
                                                                                : 3;
    const bool can_be_slower = GetParam().algorithm == std::string("exchange") && GetParam().ports != PortModel::kAll;
    EXPECT_TRUE(conforms(GetParam(), network, packets, Address(1), random, dead) || can_be_slower);
    if (HasFailure()) return;
  }
}

// From node 0 to 1, 2 and back: no tree has links both ways. Sums of runs took one that they did not have.
TEST_P(EveryCombiningPlan, GoesWhereLinksWorkInOneDirection) {
  std::mt19937_64 random = test_support::seeded_random();
  std::vector<collectives::DeadLink> dead;
  const Network network = network_of("complete:3");
  for (std::uint32_t node = 0; node < 3; ++node) {
    for (unsigned port = 0; port < 2; ++port) {
      if (network.neighbour(Address(node), port) == Address((node + 2) % 3)) dead.push_back({Address(node), port});
    }
  }
  const std::uint32_t packets = GetParam().collective == Collective::kBarrier ? 1 : 3;
  const bool has_plan = conforms(GetParam(), network, packets, Address(1), random, dead);
  EXPECT_TRUE(has_plan || GetParam().algorithm != std::string("tree"));
}

// From the definition: every node's packet comes to all others, through each link one at a time.
TEST(Exchange, CrossesTheNetworkOnce) {
  std::mt19937_64 random = test_support::seeded_random();
  for (const Entry& row : rows_at(kOnOther)) {
    if (row.algorithm != std::string("exchange")) continue;
    const auto cycles = [&](const std::string& spec, std::uint32_t packets) {
      const Network network = network_of(spec);
      EXPECT_TRUE(conforms(row, network, packets, Address(0), random)) << spec;
      PlanRequest request{network, packets, Address(0)};
      request.rules = NodeRules::kCombiningLabelled;
      return dynamic_cast<const PlayedPlan&>(*row.make(request)).planned_cycles();
    };
    if (row.ports != PortModel::kAll) {
      const unsigned each_way = row.ports == PortModel::kHalf ? 2 : 1;
      EXPECT_EQ(cycles("path:2", 9), 9 * each_way);
      if (row.ports == PortModel::kOne) EXPECT_EQ(cycles("complete:3", 9), 18u);
      continue;
    }
    for (std::uint32_t n = 3; n < 12; ++n) {
      const std::string size = std::to_string(n);
      EXPECT_EQ(cycles("ring:" + size, 1), n / 2);
      EXPECT_EQ(cycles("path:" + size, 1), n - 1);
      EXPECT_EQ(cycles("complete:" + size, 2), 2u);
    }
    EXPECT_EQ(cycles("path:2", 9), 9u);
  }
}

}  // namespace
}  // namespace testbench::test
