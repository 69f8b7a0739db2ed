// SPDX-License-Identifier: Apache-2.0
// Cubes of the Vitis node, with stand-ins for the vendor's headers. Streams block and hold two
// words, and memories come and go at random. Each node has a thread, or its iterations wait for all
// their accesses together. Real collectives, loaded through the registers, must bring every byte,
// in exactly the cycles of the native engine.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <random>
#include <thread>
#include <vector>

#include "firmware/collectives/catalog.hpp"
#include "hls/vendor/vitis/node_top.hpp"
#include "test_support/rows.hpp"
#include "test_support/seed.hpp"
#include "testbench/runs/experiment/loader.hpp"
#include "testbench/runs/experiment/runner.hpp"

namespace vendor::test {
namespace {

using collectives::Operation;
using network::Address;
using test_support::operation_of;
using testbench::NodeMemory;

// The payloads that a port sends, in the order of its program (hls/router/injector.hpp).
std::deque<std::uint64_t> payloads_of(const node::RegisterImage& image, unsigned port, Address me,
                                      const Operation& operation, const NodeMemory& memory) {
  std::deque<std::uint64_t> words;
  const node::Program& program = image.program(port);
  const std::uint32_t step = image.held(node::Control::kSequenceStep);
  for (std::uint32_t base = 0; words.size() < program.packets; base += step) {
    for (const node::Entry& entry : program.entries) {
      const Address destination = operation.network.cube().absolute(entry.relative_destination, me);
      for (std::uint32_t i = 0; i < entry.count && words.size() < program.packets; ++i) {
        words.push_back(memory.fetch(me, destination, base + entry.sequence + i));
      }
    }
  }
  return words;
}

template <class Config>
class StreamCube {
 public:
  static constexpr unsigned d = Config::Network::kPorts;
  static constexpr std::uint32_t kNodes = Config::Network::kNodes;
  using Node = StreamNode<Config>;

  StreamCube(const Operation& operation, NodeMemory& memory) : memory_(memory), sites_(kNodes) {
    for (std::uint32_t me = 0; me < kNodes; ++me) {
      for (unsigned port = 0; port < d; ++port) {
        sites_[me].link_in[port].connect(sites_[me ^ 1u << port].link_out[port]);
      }
      const node::RegisterImage image = testbench::register_image(operation, Address(me));
      for (const node::RegisterWrite& write : image.writes()) {
        call(me, {write.address, write.value, 0, true, false, false});
      }
      for (unsigned port = 0; port < d; ++port) {
        sites_[me].waiting[port] = payloads_of(image, port, Address(me), operation, memory);
      }
    }
  }

  // Runs all nodes for `cycles` in the worst schedule that the tool may choose: an iteration begins
  // when all its reads and writes are ready, and nothing of it is visible before. The next node is
  // any that can begin. Returns the iterations left when none could: 0, or the cube is stuck.
  std::uint64_t run_iterations(std::uint32_t cycles, bool start, std::mt19937_64& random) {
    for (Site& site : sites_) site.node.send(site.link_out);
    std::vector<std::uint32_t> left(kNodes, cycles);
    for (std::uint64_t all_left = std::uint64_t{cycles} * kNodes; all_left != 0; --all_left) {
      std::vector<std::uint32_t> able;
      for (std::uint32_t me = 0; me < kNodes; ++me) {
        if (left[me] != 0 && can_iterate(sites_[me], left[me] == 1)) able.push_back(me);
      }
      if (able.empty()) return all_left;
      const std::uint32_t me = able[random() % able.size()];
      Site& site = sites_[me];
      for (unsigned port = 0; port < d; ++port) {
        while (!site.waiting[port].empty() && !site.payloads[port].full()) bring_payload(site, port);
      }
      site.node.iterate(start && left[me] == cycles, left[me] == 1, site.link_in, site.link_out, site.payloads,
                        site.ejects);
      take_ejected(site);
      --left[me];
    }
    return 0;
  }

  // Runs all nodes for `cycles`, in parallel.
  void run(std::uint32_t cycles, bool start) {
    std::atomic<bool> running = true;
    std::thread memories([&] {
      std::minstd_rand random(7);
      while (running) {
        for (Site& site : sites_) serve(site, random);
        std::this_thread::yield();
      }
    });
    std::vector<std::thread> nodes;
    for (std::uint32_t me = 0; me < kNodes; ++me) {
      nodes.emplace_back([=, this] { call(me, {0, 0, cycles, false, false, start}); });
    }
    for (std::thread& node : nodes) node.join();
    running = false;
    memories.join();
    for (Site& site : sites_) take_ejected(site);
  }
  bool done() const {
    return std::all_of(sites_.begin(), sites_.end(), [](const Site& site) { return site.node.done(); });
  }

 private:
  // A node, its incoming streams, and the stream to its memory.
  struct Site {
    Node node;
    typename Node::Words link_in[d];
    typename Node::Words link_out[d];
    typename Node::Payloads payloads[d];
    typename Node::Words ejects[d];
    std::array<std::deque<std::uint64_t>, d> waiting;
  };

  void call(std::uint32_t me, const Call& call) {
    Site& site = sites_[me];
    site.node.call(call, site.link_in, site.link_out, site.payloads, site.ejects);
  }
  void serve(Site& site, std::minstd_rand& random) {
    for (unsigned port = 0; port < d; ++port) {
      if (random() % 4 == 0 && !site.waiting[port].empty() && !site.payloads[port].full()) bring_payload(site, port);
      if (random() % 4 == 0 && !site.ejects[port].empty()) deliver(site, port);
    }
  }
  static bool can_iterate(const Site& site, bool last) {
    const auto empty = [](const auto& words) { return words.empty(); };
    const auto full = [](const auto& words) { return words.full(); };
    return std::none_of(site.link_in, site.link_in + d, empty) &&
           (last || std::none_of(site.link_out, site.link_out + d, full));
  }
  static void bring_payload(Site& site, unsigned port) {
    site.payloads[port].write(site.waiting[port].front());
    site.waiting[port].pop_front();
  }
  void take_ejected(Site& site) {
    for (unsigned port = 0; port < d; ++port) {
      while (!site.ejects[port].empty()) deliver(site, port);
    }
  }
  void deliver(Site& site, unsigned port) {
    const StreamWord word = site.ejects[port].read();
    const network::Header<Config> header = header_of<Config>(word.header);
    const Address me(static_cast<std::uint32_t>(&site - sites_.data()));
    memory_.deliver(me, header.source, header.sequence, word.payload);
  }

  NodeMemory& memory_;
  std::vector<Site> sites_;
};

// With one cycle less a packet is missing; with it, all are there and right. `run(cube, cycles,
// start)` runs the cube.
template <class Config, class Run>
void expect_native_cycles(const Operation& operation, Run run) {
  SCOPED_TRACE(testing::Message() << testing::PrintToString(*operation.row) << " M " << operation.packets);
  const testbench::Task task = testbench::task_of(operation);
  std::vector<std::vector<std::uint64_t>> send = testbench::words_of(task, testbench::PayloadHash(3));
  for (auto& words : send) {
    for (std::uint64_t& word : words) word = network::Payload<Config>(word);
  }
  const testbench::RunReport native = testbench::Run(operation, send).execute({});
  ASSERT_EQ(native.fault, std::nullopt);

  NodeMemory memory(task, send);
  StreamCube<Config> cube(operation, memory);
  run(cube, static_cast<std::uint32_t>(native.total_cycles), true);
  const std::uint64_t early = memory.deliveries();
  run(cube, 1u, false);
  EXPECT_LT(early, memory.deliveries());
  EXPECT_EQ(memory.strays(), 0u);
  EXPECT_EQ(testbench::check_memory(task, memory.send(), memory.receive()), std::nullopt);
  run(cube, 4u, false);
  EXPECT_TRUE(cube.done());
}

constexpr auto kThreads = [](auto& cube, std::uint32_t cycles, bool start) { cube.run(cycles, start); };

using collectives::Collective;
using collectives::PortModel;

TEST(StreamNode, RunsTheTopsCubeInTheCyclesOfTheNativeEngine) {
  using Config = tops::NodeConfig<CUBECAST_DIM, CUBECAST_PAYLOAD, router::PortModel::CUBECAST_PORTS>;
  constexpr unsigned d = CUBECAST_DIM;
  expect_native_cycles<Config>(operation_of(Collective::kAlltoall, "table", PortModel::kAll, d, 2), kThreads);
  expect_native_cycles<Config>(operation_of(Collective::kAllgather, "balanced", PortModel::kAll, d, 3), kThreads);
  expect_native_cycles<Config>(operation_of(Collective::kBroadcast, "nesbt", PortModel::kAll, d, 7, Address(5)),
                               kThreads);
  expect_native_cycles<Config>(operation_of(Collective::kGather, "balanced", PortModel::kAll, d, 2, Address(6)),
                               kThreads);
}

TEST(StreamNode, RunsGatedNodesOfOtherWidths) {
  using Config = tops::NodeConfig<2, 64, router::PortModel::kGated>;
  for (const collectives::Row& row : collectives::kCatalog) {
    if (collectives::shape_of(row.collective).combined) continue;
    expect_native_cycles<Config>(operation_of(row, 2, 1, Address(1)), kThreads);
  }
}

TEST(StreamNode, IsNeverStuckWhateverTheOrderOfIterations) {
  std::mt19937_64 random = test_support::seeded_random();
  const auto iterations = [&random](auto& cube, std::uint32_t cycles, bool start) {
    ASSERT_EQ(cube.run_iterations(cycles, start, random), 0u) << "stuck; iterations left";
  };
  using Open = tops::NodeConfig<3, 32, router::PortModel::kAllPort>;
  using Gated = tops::NodeConfig<4, 13, router::PortModel::kGated>;
  for (unsigned repetition = 0; repetition < 20; ++repetition) {
    expect_native_cycles<Open>(operation_of(Collective::kAlltoall, "table", PortModel::kAll, 3, 2), iterations);
    expect_native_cycles<Open>(operation_of(Collective::kBroadcast, "nesbt", PortModel::kAll, 3, 7, Address(5)),
                               iterations);
    expect_native_cycles<Gated>(operation_of(Collective::kAllgather, "ring", PortModel::kHalf, 4, 2), iterations);
    expect_native_cycles<Gated>(operation_of(Collective::kAlltoall, "fifo", PortModel::kOne, 4, 3), iterations);
  }
}

// A program with sequence step 0 sends packets with equal headers. Each packet takes its own
// payload, and none is taken ahead.
TEST(StreamNode, TakesAPayloadForEveryPacket) {
  using Config = tops::NodeConfig<2, 32, router::PortModel::kAllPort>;
  using Node = StreamNode<Config>;
  Node node;
  Node::Words in[2], out[2], ejects[2];
  Node::Payloads payloads[2];
  struct Bus final : node::Bus {
    Bus(Node& node, Node::Words* in, Node::Words* out, Node::Words* ejects, Node::Payloads* payloads)
        : node(node), in(in), out(out), ejects(ejects), payloads(payloads) {}
    Node& node;
    Node::Words *in, *out, *ejects;
    Node::Payloads* payloads;
    void write(std::uint32_t address, std::uint32_t value) override {
      node.call({address, value, 0, true, false, false}, in, out, payloads, ejects);
    }
    std::uint32_t read(std::uint32_t) override { return 0; }
  } bus(node, in, out, ejects, payloads);
  node::Driver driver(bus);
  driver.begin(2, Address(0), Config::Rules::number_of<rules::Ecube>(), 0);
  driver.add(1, {Address(2), 0, 7, 1});
  driver.send(1, 3);
  std::vector<std::uint64_t> sent;
  std::uint64_t next = 100;
  for (unsigned cycle = 0; cycle < 12; ++cycle) {
    const bool go = cycle % 3 == 0;
    node.send(out);
    for (unsigned port = 0; port < 2; ++port) {
      in[port].write({0, header_word(network::Header<Config>(), false, go)});
      const StreamWord word = out[port].read();
      if (valid_of(word.header)) sent.push_back(word.payload);
    }
    while (!payloads[1].full()) payloads[1].write(next++);
    node.iterate(cycle == 0, true, in, out, payloads, ejects);
  }
  EXPECT_EQ(sent, (std::vector<std::uint64_t>{100, 101, 102}));
  EXPECT_EQ(payloads[1].read(), 103u);
}

TEST(StreamNode, TopAnswersItsRegisters) {
  VitisNode::Words in[CUBECAST_DIM], out[CUBECAST_DIM], ejects[CUBECAST_DIM];
  VitisNode::Payloads payloads[CUBECAST_DIM];
  std::uint32_t answer = 0;
  bool done = true;
  const auto access = [&](node::Control control, std::uint32_t value, bool write) {
    cubecast_node(node::address(control), value, write, !write, false, 0, &answer, &done, in, out, payloads, ejects);
    return answer;
  };
  EXPECT_EQ(access(node::Control::kCapabilities, 0, false), CUBECAST_DIM | 0xffu << node::kRulesShift);
  access(node::Control::kAddress, 5, true);
  EXPECT_EQ(access(node::Control::kAddress, 0, false), 5u);
  EXPECT_FALSE(done);
}

}  // namespace
}  // namespace vendor::test
