// SPDX-License-Identifier: Apache-2.0
// Chains of collectives on nodes that start when they like. Each node loads and starts the next collective after a
// pause of its own, at most one ahead of the others. Every packet must come to its collective, and a node must say
// done when it has all.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "firmware/node/register_image.hpp"
#include "hls/router/test_reduction.hpp"

namespace router::test {
namespace {

template <class Base, std::size_t Depth = 64>
struct Starting : Base {
  static constexpr unsigned kPayloadWidth = 64;
  static constexpr std::size_t kQueueDepth = Depth;
  static constexpr bool kEpochs = true;
};
template <unsigned Dimension, unsigned Latency = 0>
struct Wired : CubeConfig<Dimension> {
  static constexpr unsigned kLinkLatency = Latency;
};
template <unsigned Dimension, unsigned Latency = 0, std::size_t Depth = 64>
using Moving = Starting<Wired<Dimension, Latency>, Depth>;
template <unsigned Dimension, unsigned Latency = 0, std::size_t Depth = 64>
using Reducing = Combining<Starting<Wired<Dimension, Latency>, Depth>, TestOperators>;

// How far nodes may be ahead.
enum class Limit {
  kNone,
  kOneAhead,  // a node starts when all are done with the collective before the last
};

struct Chain {
  std::vector<Operation> collectives;
  std::vector<unsigned> most_pause;  // by node: cycles before each start
  double stall = 0;
  Limit limit = Limit::kOneAhead;
};

// Packets in transit of the collective before could stand in a queue behind operands of the next, which then wait for
// a node that waits for these packets. So a collective that combines begins when all are done with one that has moved
// packets as they are.
bool moves_packets(const node::RegisterImage& image) {
  bool found = false;
  for (unsigned stream = 0; stream < 2 * network::kMaxPorts; ++stream)
    found = found || image.program(stream).second_packets != 0;
  return found;
}

template <class Config>
class ChainRun {
 public:
  static constexpr std::uint32_t kNodes = Config::Network::kNodes;
  static constexpr unsigned kNotices = Config::Network::kPorts * (1 + wire_cycles<Config>());

  ChainRun(const Chain& chain, std::mt19937_64& random) : chain_(chain), random_(random) {
    for (Operation& operation : chain_.collectives) operation.hop_cycles = TestMesh<Config>::kHopCycles;
    mesh_.set_memory([this](Address node, const Fetch<Config>& fetch) { return fetched(node, fetch); });
  }

  // Describes what is wrong; empty if nothing is.
  std::string complaint() {
    load_words();
    for (std::uint64_t cycle = 0; cycle < kMostCycles && !is_over(); ++cycle) {
      for (const Address node : network::addresses(kNodes)) prepare(node, cycle);
      mesh_.clock_each([this](Address node) { return inputs_[node.number()]; },
                       [this](Address, unsigned) { return random_() % 1000 >= 1000 * chain_.stall; });
      for (; seen_ < mesh_.deliveries().size(); ++seen_) take(mesh_.deliveries()[seen_]);
      for (const Address node : network::addresses(kNodes)) look_at(node, cycle);
      if (!complaint_.empty()) return complaint_;
    }
    return is_over() ? "" : "stands still at " + std::to_string(nodes_[0].started) + " of node 0";
  }

 private:
  static constexpr std::uint64_t kMostCycles = 60'000;

  struct NodeRun {
    std::vector<node::RegisterWrite> writes;  // still to make for the next collective, the first behind
    std::size_t loaded = 0;                   // collectives whose programs have been loaded
    std::size_t started = 0;
    std::size_t done = 0;
    std::uint64_t may_start = 0;                                             // cycle
    std::map<std::pair<std::size_t, std::uint32_t>, std::uint64_t> results;  // by collective and item
    std::map<std::size_t, std::uint32_t> received;                           // packets, by collective
    std::set<std::array<std::uint64_t, 3>> packets;                          // seen: collective, source, sequence
  };
  using Inputs = typename TestMesh<Config>::Inputs;

  const Operation& operation(std::size_t collective) const { return chain_.collectives[collective - 1]; }
  node::RegisterImage image(std::size_t collective, Address node) const {
    node::RegisterImage image;
    node::Driver driver(image);
    operation(collective).row->load(operation(collective), node, driver);
    return image;
  }

  // Addresses and words of all collectives are there before a neighbour starts.
  void load_words() {
    for (const Address node : network::addresses(kNodes)) {
      std::map<std::uint32_t, std::uint32_t> words;
      mesh_.bus(node).write(node::address(node::Control::kAddress), node.number());
      for (std::size_t k = 1; k <= chain_.collectives.size(); ++k) {
        const node::RegisterImage loaded = image(k, node);
        for (const node::RegisterWrite& write : loaded.writes()) {
          if (node::block(write.address) != node::Block::kTable) continue;
          EXPECT_EQ(words.emplace(write.address, write.value).first->second, write.value) << "other words";
          mesh_.bus(node).write(write.address, write.value);
        }
      }
    }
  }

  // A write to a register, or the strobe.
  void prepare(Address node, std::uint64_t cycle) {
    NodeRun& run = nodes_[node.number()];
    Inputs& in = inputs_[node.number()];
    in = {};
    if (run.done != run.started || run.started == chain_.collectives.size()) return;
    if (run.loaded == run.started) {
      const node::RegisterImage next = image(run.started + 1, node);
      run.writes.assign(next.writes().rbegin(), next.writes().rend());
      run.may_start =
          cycle + (chain_.most_pause[node.number()] == 0 ? 0 : random_() % chain_.most_pause[node.number()]);
      ++run.loaded;
    }
    if (!run.writes.empty()) {
      in.access = {hls::Bits<32>(run.writes.back().address), hls::Bits<32>(run.writes.back().value), hls::Bit(1),
                   hls::Bit(0)};
      run.writes.pop_back();
      return;
    }
    if (cycle < run.may_start || !has_leave(run.started + 1, cycle)) return;
    in.start = true;
    ++run.started;
  }

  bool has_leave(std::size_t collective, std::uint64_t cycle) const {
    if (chain_.limit == Limit::kNone) return true;
    const std::size_t before =
        needs_all(collective) ? collective - 1 : collective - std::min<std::size_t>(collective, 2);
    return before == 0 || (before <= all_done_.size() && all_done_[before - 1] + kNotices <= cycle);
  }
  bool needs_all(std::size_t collective) const {
    if (collective == 1 || !collectives::shape_of(operation(collective).row->collective).combined) return false;
    const Operation& before = operation(collective - 1);
    return !collectives::shape_of(before.row->collective).combined || moves_packets(image(collective - 1, Address(0)));
  }

  // A payload names its collective.
  Payload<Config> fetched(Address node, const Fetch<Config>& fetch) {
    const NodeRun& run = nodes_[node.number()];
    const Operation& now = operation(run.started);
    const Header<Config>& header = fetch.header;
    if (!collectives::shape_of(now.row->collective).combined) {
      return Payload<Config>(std::uint64_t{run.started} << 32 |
                             payload_of(header.source, header.destination, header.sequence));
    }
    const Items items(now);
    if (!fetch.asks_for_result())
      return Payload<Config>(
          contribution(node, numbered(run.started, items.item(header.destination, header.sequence))));
    const auto found = run.results.find({run.started, items.item(node, header.sequence)});
    return Payload<Config>(found == run.results.end() ? 0 : found->second);
  }
  static std::uint32_t numbered(std::size_t collective, std::uint32_t item) {
    return static_cast<std::uint32_t>(collective << 16) | item;
  }

  // The epoch tells of which collective a packet is: of this one, until it is done, or one of the next two.
  void take(const typename TestMesh<Config>::Delivery& delivery) {
    NodeRun& run = nodes_[delivery.node.number()];
    const Header<Config>& header = delivery.packet.header;
    const std::size_t first = run.started + (run.done == run.started ? 1 : 0);
    const std::size_t collective = first + (first % 2 == header.epoch ? 0 : 1);
    const std::string where = "node " + std::to_string(delivery.node.number()) + " in collective " +
                              std::to_string(run.started) + ", packet of " + std::to_string(collective);
    if (collective == 0 || collective > chain_.collectives.size()) return complain(where + ": there is none");
    ++run.received[collective];
    const Address source = header.source;
    if (!run.packets.insert({collective, source.number(), header.sequence}).second)
      return complain(where + ": comes twice");
    const Operation& of = operation(collective);
    if (!collectives::shape_of(of.row->collective).combined) {
      const std::uint64_t right =
          std::uint64_t{collective} << 32 | payload_of(source, header.destination, header.sequence);
      if (delivery.packet.payload != right)
        complain(where + ": is of " + std::to_string(delivery.packet.payload >> 32));
      return;
    }
    const std::uint32_t item = Items(of).item(source, header.sequence);
    run.results[{collective, item}] = delivery.packet.payload;
    if (delivery.packet.payload != sum_of(of, delivery.node, numbered(collective, item)))
      complain(where + ": wrong sum");
  }

  void look_at(Address node, std::uint64_t cycle) {
    NodeRun& run = nodes_[node.number()];
    if (run.done == run.started || !mesh_.out(node).done) return;
    ++run.done;
    const std::uint32_t expected = expected_packets(operation(run.done), node);
    if (run.received[run.done] != expected) {
      complain("node " + std::to_string(node.number()) + " says done with " + std::to_string(run.received[run.done]) +
               " of " + std::to_string(expected) + " packets of collective " + std::to_string(run.done));
    }
    const auto least = std::min_element(nodes_.begin(), nodes_.end(),
                                        [](const NodeRun& a, const NodeRun& b) { return a.done < b.done; });
    while (all_done_.size() < least->done) all_done_.push_back(cycle);
  }

  bool is_over() const { return all_done_.size() == chain_.collectives.size(); }
  void complain(const std::string& text) {
    if (complaint_.empty()) complaint_ = text;
  }

  Chain chain_;
  std::mt19937_64& random_;
  TestMesh<Config> mesh_;
  std::array<NodeRun, kNodes> nodes_;
  std::array<Inputs, kNodes> inputs_;
  std::vector<std::uint64_t> all_done_;  // cycles, by collective
  std::size_t seen_ = 0;
  std::string complaint_;
};

struct Named {
  Collective collective;
  const char* algorithm;
  std::uint32_t packets;
  std::uint32_t root = 0;
};

Chain chain_of(unsigned dimension, const std::vector<Named>& names, std::vector<unsigned> pauses) {
  Chain chain;
  for (const Named& name : names) {
    const collectives::Row* const row = collectives::find_row(name.collective, name.algorithm, PortModel::kAll);
    EXPECT_NE(row, nullptr) << name.algorithm;
    chain.collectives.push_back({row, network::Cube(dimension), name.packets, Address(name.root)});
    chain.collectives.back().combining = TestOperators::kSum;
  }
  chain.most_pause = std::move(pauses);
  chain.most_pause.resize(std::size_t{1} << dimension, chain.most_pause.back());
  return chain;
}

template <class Config>
std::string complaint_about(const Chain& chain, std::mt19937_64& random) {
  return ChainRun<Config>(chain, random).complaint();
}

TEST(Epochs, ALateNodeSaysDone) {
  std::mt19937_64 random = test_support::seeded_random();
  for (unsigned late = 0; late < 12; ++late) {
    const Chain chain = chain_of(1, {{Collective::kAlltoall, "table", 1}}, {0, late + 1});
    EXPECT_EQ(complaint_about<Moving<1>>(chain, random), "");
  }
}

TEST(Epochs, TwoBroadcastsOfOneRootAreTold) {
  std::mt19937_64 random = test_support::seeded_random();
  const Named broadcast{Collective::kBroadcast, "sbt", 3};
  for (int trial = 0; trial < 20; ++trial) {
    EXPECT_EQ(complaint_about<Moving<2>>(chain_of(2, {broadcast, broadcast}, {1, 40, 400}), random), "");
  }
}

// The root of three broadcasts is two ahead of a late node.
TEST(Epochs, AreWrongWithoutTheLimit) {
  std::mt19937_64 random = test_support::seeded_random();
  const Named broadcast{Collective::kBroadcast, "sbt", 3};
  Chain chain = chain_of(2, {broadcast, broadcast, broadcast}, {1, 400});
  unsigned wrong = 0;
  for (int trial = 0; trial < 10; ++trial) {
    chain.limit = Limit::kOneAhead;
    EXPECT_EQ(complaint_about<Moving<2>>(chain, random), "");
    chain.limit = Limit::kNone;
    wrong += complaint_about<Moving<2>>(chain, random).empty() ? 0 : 1;
  }
  EXPECT_GT(wrong, 0u);
}

// Chains of collectives drawn from a list, with nodes of three speeds.
template <class Config>
void expect_right_chains(const std::vector<Named>& names, unsigned chains, std::mt19937_64& random) {
  constexpr unsigned kDimension = Config::Network::kPorts;
  for (unsigned trial = 0; trial < chains; ++trial) {
    std::vector<Named> drawn;
    for (unsigned i = 0; i < 6; ++i) {
      drawn.push_back(names[random() % names.size()]);
      drawn.back().root = static_cast<std::uint32_t>(random() % (1u << kDimension));
    }
    std::vector<unsigned> pauses;
    static constexpr unsigned kPauses[] = {0, 60, 1600};
    for (unsigned node = 0; node < 1u << kDimension; ++node) pauses.push_back(kPauses[random() % 3]);
    Chain chain = chain_of(kDimension, drawn, pauses);
    chain.stall = trial % 2 == 0 ? 0 : 0.3;
    ASSERT_EQ(complaint_about<Config>(chain, random), "") << "chain " << trial << " from " << names[0].algorithm;
  }
}

TEST(Epochs, ChainsThatMovePackets) {
  std::mt19937_64 random = test_support::seeded_random();
  const std::vector<Named> all = {{Collective::kAlltoall, "table", 2},   {Collective::kAllgather, "balanced", 3},
                                  {Collective::kBroadcast, "sbt", 4},    {Collective::kBroadcast, "nesbt", 5},
                                  {Collective::kScatter, "balanced", 2}, {Collective::kGather, "balanced", 2}};
  expect_right_chains<Moving<2>>(all, 6, random);
  expect_right_chains<Moving<3>>(all, 4, random);
  expect_right_chains<Moving<2, 1>>(all, 2, random);
  expect_right_chains<Moving<3, 3>>(all, 2, random);
}

// Collectives of a list have the same stored words.
TEST(Epochs, ChainsThatCombine) {
  std::mt19937_64 random = test_support::seeded_random();
  expect_right_chains<Reducing<3>>({{Collective::kReduce, "sbt", 3},
                                    {Collective::kReduce, "nrsbt", 2},
                                    {Collective::kAllreduce, "exchange", 3},
                                    {Collective::kScan, "exchange", 2}},
                                   5, random);
  expect_right_chains<Reducing<2, 2, 16>>({{Collective::kReduce, "nesbt", 4}, {Collective::kScan, "exchange", 3}}, 4,
                                          random);
  expect_right_chains<Reducing<3>>({{Collective::kReduceScatter, "balanced", 2}}, 3, random);
}

TEST(Epochs, ChainsThatCombineAmongOthers) {
  std::mt19937_64 random = test_support::seeded_random();
  expect_right_chains<Reducing<3>>({{Collective::kAlltoall, "table", 2},
                                    {Collective::kReduceScatter, "balanced", 2},
                                    {Collective::kAllgather, "balanced", 2},
                                    {Collective::kAllreduce, "exchange", 3},
                                    {Collective::kBroadcast, "sbt", 3}},
                                   5, random);
  // Results go down the trees, and operands of the next collective come behind them.
  expect_right_chains<Reducing<3>>({{Collective::kAllreduce, "nesbt", 3}, {Collective::kReduce, "nesbt", 3}}, 4,
                                   random);
  expect_right_chains<Reducing<2, 3>>({{Collective::kAllreduce, "balanced", 4}, {Collective::kGather, "sbt", 2}}, 3,
                                      random);
}

}  // namespace
}  // namespace router::test
