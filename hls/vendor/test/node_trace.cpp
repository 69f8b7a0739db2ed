// SPDX-License-Identifier: Apache-2.0
// C++17: drives nodes with random traffic and prints every output register of every cycle. Built by
// several compilers and with every form of Bits<W>, it must print the same;
// hls/vendor/CMakeLists.txt says which.
#include <cinttypes>
#include <cstdio>
#include <memory>

#include "firmware/node/registers.hpp"
#include "hls/tops/node_top.hpp"
#include "hls/vendor/test/split_mix.hpp"

namespace {

using Random = vendor::test::SplitMix;

// The signals of a neighbour that is told `go`.
template <class Config>
network::Link<Config> random_link(Random& random, bool go) {
  network::Link<Config> link;
  network::each_field(
      [&random](const char*, auto& field) { field = std::decay_t<decltype(field)>::of_number(random.next()); }, link);
  network::TreeNumber<Config>& tree = link.packet.header.tree;
  tree = network::TreeNumber<Config>(tree % Config::Network::kTrees);
  link.valid = hls::Bit(go ? link.valid : 0);
  link.go = hls::Bit(link.go | random.next());
  return link;
}

template <class Config>
router::In<Config> random_in(Random& random, const router::Out<Config>& out) {
  constexpr unsigned kPorts = Config::Network::kPorts;
  router::In<Config> in;
  for (unsigned k = 0; k < kPorts; ++k) {
    in.links[k] = random_link<Config>(random, out.links[k].go != 0);
    in.payloads[k] = network::Payload<Config>(random.next());
  }
  in.eject_ready = network::PortSet<Config>::of_number(random.next());
  const auto block = static_cast<node::Block>(random.below(node::kBlocks));
  const std::uint32_t port = random.below(kPorts);
  const std::uint32_t index = random.below(Config::kProgramDepth);
  in.access.address = hls::Bits<32>(node::address(block, port, index));
  in.access.value = hls::Bits<32>(random.below(4) == 0 ? random.next() : random.below(Config::Network::kNodes));
  in.access.write = hls::Bit(random.next());
  in.access.read = hls::Bit(random.next());
  in.start = hls::Bit(random.below(64) == 0 ? 1 : 0);
  return in;
}

void print(std::uint64_t value) {
  std::printf(" %" PRIx64, value);
}

template <class Record>
void print_fields(const Record& record) {
  network::each_field([](const char*, const auto& field) { print(field.number()); }, record);
}

template <class Config>
void print(const router::Out<Config>& out) {
  for (const auto& link : out.links) print_fields(link);
  for (const auto& fetch : out.fetches) {
    print(fetch.valid);
    print_fields(fetch.header);
  }
  for (const auto& eject : out.ejects) print_fields(eject);
  print(out.answer);
  print(out.done);
  std::printf("\n");
}

template <class Config>
void trace(const char* name) {
  std::printf("%s\n", name);
  Random random;
  const auto state = std::make_unique<router::State<Config>>();
  router::Out<Config> out;
  for (unsigned cycle = 0; cycle < 3000; ++cycle) {
    router::Node<Config>::step(*state, random_in<Config>(random, out), out);
    print(out);
  }
}

template <unsigned W>
void bits_of() {
  hls::Bits<W> x(~std::uint64_t{0});
  print(x);
  x = hls::Bits<W>(std::uint64_t{x} + 1);
  print(x);
  x = hls::Bits<W>(~std::uint64_t{x} >> (W / 2));
  print(x);
  std::printf("\n");
}

template <unsigned Dimension, unsigned PayloadWidth, std::size_t QueueDepth, router::PortModel PortModelOf,
          unsigned SequenceWidth = 16, bool Statistics = false>
struct Node : router::CubeConfig<Dimension> {
  static constexpr unsigned kPayloadWidth = PayloadWidth;
  static constexpr unsigned kSequenceWidth = SequenceWidth;
  static constexpr std::size_t kQueueDepth = QueueDepth;
  static constexpr router::PortModel kPortModel = PortModelOf;
  static constexpr bool kStatistics = Statistics;
};

}  // namespace

int main() {
  using router::PortModel;
  bits_of<1>();
  bits_of<2>();
  bits_of<7>();
  bits_of<13>();
  bits_of<32>();
  bits_of<33>();
  bits_of<63>();
  bits_of<64>();
  trace<Node<1, 8, 4, PortModel::kGated>>("d 1");
  trace<Node<2, 64, 8, PortModel::kGated>>("d 2");
  trace<tops::NodeConfig<3, 32, PortModel::kAllPort>>("d 3");
  trace<Node<4, 17, 32, PortModel::kGated, 11, true>>("d 4");
  trace<Node<5, 33, 4, PortModel::kAllPort, 16, true>>("d 5");
  trace<Node<7, 64, 4, PortModel::kGated>>("d 7");
}
