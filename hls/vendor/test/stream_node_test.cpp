// Cubes of the Vitis node, with stand-ins of the vendor's headers: streams that block and hold two words, memories that
// come and go at random; a thread for every node, or iterations that wait for all their accesses together. Real
// collectives, loaded through the registers, must bring every byte, in exactly the cycles of the native engine.
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
#include "testbench/run/loader.hpp"
#include "testbench/run/runner.hpp"
#include "testbench/test_seed.hpp"

namespace vendor::test {
namespace {

using collectives::Operation;
using testbench::NodeMemory;

// What a port sends, in the order of its program (hls/router/injector.hpp).
struct Program {
  struct Entry {
    std::uint32_t relative_destination;
    std::uint32_t sequence;
    std::uint32_t count;
  };
  std::vector<Entry> entries;
  std::uint32_t packets = 0;
};

template <unsigned Dimension>
struct Image {
  std::array<Program, Dimension> ports;
  std::uint32_t sequence_step = 0;

  explicit Image(const std::vector<testbench::RegisterWrite>& writes) {
    std::uint32_t sequence = 0;
    std::uint32_t count = 0;
    for (const testbench::RegisterWrite& write : writes) {
      const std::uint32_t port = node::port(write.address);
      if (write.address == node::address(node::Control::kSequenceStep)) sequence_step = write.value;
      if (write.address == node::address(node::Control::kEntrySequence)) sequence = write.value;
      if (write.address == node::address(node::Control::kEntryCount)) count = write.value;
      if (node::block(write.address) == node::Block::kProgram) {
        ports[port].entries.push_back({write.value, sequence, count});
      }
      if (node::block(write.address) == node::Block::kPackets) ports[port].packets = write.value;
    }
  }

  std::deque<std::uint64_t> payloads(unsigned port, std::uint32_t me, const NodeMemory& memory) const {
    std::deque<std::uint64_t> words;
    const Program& program = ports[port];
    for (std::uint32_t base = 0; words.size() < program.packets; base += sequence_step) {
      for (const Program::Entry& entry : program.entries) {
        for (std::uint32_t i = 0; i < entry.count && words.size() < program.packets; ++i) {
          words.push_back(memory.fetch(me, me ^ entry.relative_destination, base + entry.sequence + i));
        }
      }
    }
    return words;
  }
};

template <class Config>
class StreamCube {
 public:
  static constexpr unsigned d = Config::kDimension;
  static constexpr std::uint32_t kNodes = 1u << d;
  using Node = StreamNode<Config>;

  StreamCube(const Operation& operation, NodeMemory& memory) : memory_(memory), sites_(kNodes) {
    for (std::uint32_t me = 0; me < kNodes; ++me) {
      for (unsigned port = 0; port < d; ++port) {
        sites_[me].link_in[port].connect(sites_[me ^ 1u << port].link_out[port]);
      }
      const std::vector<testbench::RegisterWrite> writes = testbench::register_image(operation, me);
      for (const auto& write : writes) call(me, {write.address, write.value, 0, true, false, false});
      const Image<d> image(writes);
      for (unsigned port = 0; port < d; ++port) sites_[me].waiting[port] = image.payloads(port, me, memory);
    }
  }

  // All nodes for so many cycles as the tool may schedule them at worst: an iteration begins when all that it reads and
  // writes is ready, and nothing of it is seen before. Any node that can is next. Returns the iterations that were left
  // when none could: 0, or the cube is stuck.
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

  // All nodes for so many cycles, side by side.
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
  // A node and the streams into it and from it to its memory.
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
    const router::Header<Config> header = header_of<Config>(word.header);
    memory_.deliver(static_cast<std::uint32_t>(&site - sites_.data()), header.source, header.sequence, word.payload);
  }

  NodeMemory& memory_;
  std::vector<Site> sites_;
};

// One cycle less, and a packet is missing; with it, all are there and right. `run(cube, cycles, start)` runs it.
template <class Config, class Run>
void expect_native_cycles(const Operation& operation, Run run) {
  SCOPED_TRACE(testing::Message() << name_of(operation.collective) << ' ' << name_of(operation.algorithm) << " M "
                                  << operation.packets);
  const testbench::Task task = testbench::task_of(operation);
  std::vector<std::vector<std::uint64_t>> send = testbench::random_send_memory(task, 3);
  for (auto& words : send) {
    for (std::uint64_t& word : words) word = hls::Bits<Config::kPayloadWidth>(word);
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

using collectives::Algorithm;
using collectives::Collective;
using collectives::PortUse;

TEST(StreamNode, RunsTheTopsCubeInTheCyclesOfTheNativeEngine) {
  using Config = tops::NodeConfig<CUBECAST_DIM, CUBECAST_PAYLOAD, router::PortModel::CUBECAST_PORTS>;
  constexpr unsigned d = CUBECAST_DIM;
  expect_native_cycles<Config>({Collective::kAlltoall, Algorithm::kTable, PortUse::kAll, d, 2, 0}, kThreads);
  expect_native_cycles<Config>({Collective::kAllgather, Algorithm::kBalanced, PortUse::kAll, d, 3, 0}, kThreads);
  expect_native_cycles<Config>({Collective::kBroadcast, Algorithm::kNesbt, PortUse::kAll, d, 7, 5}, kThreads);
  expect_native_cycles<Config>({Collective::kGather, Algorithm::kBalanced, PortUse::kAll, d, 2, 6}, kThreads);
}

TEST(StreamNode, RunsGatedNodesOfOtherWidths) {
  using Config = tops::NodeConfig<2, 64, router::PortModel::kGated>;
  for (const collectives::Offer& offer : collectives::kCatalog) {
    expect_native_cycles<Config>({offer.collective, offer.algorithm, offer.ports, 2, 1, 1}, kThreads);
  }
}

TEST(StreamNode, IsNeverStuckWhateverTheOrderOfIterations) {
  std::mt19937_64 random = testbench::test::seeded_random();
  const auto iterations = [&random](auto& cube, std::uint32_t cycles, bool start) {
    ASSERT_EQ(cube.run_iterations(cycles, start, random), 0u) << "stuck; iterations left";
  };
  using Open = tops::NodeConfig<3, 32, router::PortModel::kAllPort>;
  using Gated = tops::NodeConfig<4, 13, router::PortModel::kGated>;
  for (unsigned repetition = 0; repetition < 20; ++repetition) {
    expect_native_cycles<Open>({Collective::kAlltoall, Algorithm::kTable, PortUse::kAll, 3, 2, 0}, iterations);
    expect_native_cycles<Open>({Collective::kBroadcast, Algorithm::kNesbt, PortUse::kAll, 3, 7, 5}, iterations);
    expect_native_cycles<Gated>({Collective::kAllgather, Algorithm::kRing, PortUse::kHalf, 4, 2, 0}, iterations);
    expect_native_cycles<Gated>({Collective::kAlltoall, Algorithm::kFifo, PortUse::kOne, 4, 3, 0}, iterations);
  }
}

// A program with sequence step 0 sends packets with one header; each takes its own payload, and none is taken ahead.
TEST(StreamNode, TakesAPayloadForEveryPacket) {
  using Config = tops::NodeConfig<2, 32, router::PortModel::kAllPort>;
  using Node = StreamNode<Config>;
  Node node;
  Node::Words in[2], out[2], ejects[2];
  Node::Payloads payloads[2];
  struct Bus {
    Node& node;
    Node::Words *in, *out, *ejects;
    Node::Payloads* payloads;
    void write(std::uint32_t address, std::uint32_t value) {
      node.call({address, value, 0, true, false, false}, in, out, payloads, ejects);
    }
  } bus{node, in, out, ejects, payloads};
  node::Driver driver(bus);
  driver.begin(2, 0, node::Rule::kEcube, 0);
  driver.add(1, {2, 0, 7, 1});
  driver.send(1, 3);
  std::vector<std::uint64_t> sent;
  std::uint64_t next = 100;
  for (unsigned cycle = 0; cycle < 12; ++cycle) {
    const bool go = cycle % 3 == 0;
    node.send(out);
    for (unsigned port = 0; port < 2; ++port) {
      in[port].write({0, header_word(router::Header<Config>(), false, go)});
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
