// SPDX-License-Identifier: Apache-2.0
// C++17: runs the vendors' tops and prints what comes out of them. Built by several compilers and
// with every form of Bits<W>, it must print the same; hls/vendor/CMakeLists.txt says which.
#include <array>
#include <cinttypes>
#include <cstdio>
#include <vector>

#include "firmware/collectives/catalog.hpp"
#include "hls/vendor/test/split_mix.hpp"

// NOLINTBEGIN(bugprone-suspicious-include): one call of a compiler builds it all
#include "hls/vendor/bambu/node_top.cpp"
#include "hls/vendor/bambu/route_top.cpp"
#include "hls/vendor/vitis/node_top.cpp"
// NOLINTEND(bugprone-suspicious-include)

namespace {

using Random = vendor::test::SplitMix;
using vendor::VitisNode;
constexpr unsigned d = VitisNode::kPorts;
constexpr std::uint32_t kNodes = 1u << d;

void print(std::uint64_t value) {
  std::printf(" %" PRIx64, value);
}

// The node of the Vitis top with its streams, and the firmware's bus to it.
struct Site final : node::Bus {
  VitisNode node;
  VitisNode::Words link_in[d], link_out[d], ejects[d];
  VitisNode::Payloads payloads[d];

  void write(std::uint32_t address, std::uint32_t value) override {
    node.call({address, value, 0, true, false, false}, link_in, link_out, payloads, ejects);
  }
  std::uint32_t read(std::uint32_t address) override {
    node.call({address, 0, 0, false, true, false}, link_in, link_out, payloads, ejects);
    return node.answer();
  }
};

// A total exchange on a cube of Vitis nodes. Returns the packets that came.
std::uint32_t trace_vitis(const collectives::Operation& operation) {
  std::vector<Site> sites(kNodes);
  for (std::uint32_t me = 0; me < kNodes; ++me) {
    for (unsigned k = 0; k < d; ++k) sites[me].link_in[k].connect(sites[me ^ 1u << k].link_out[k]);
    node::Driver driver(sites[me]);
    operation.row->load(operation, network::Address(me), driver);
  }
  std::uint32_t came = 0;
  std::uint64_t payload = 0x9E3779B97F4A7C15u;
  for (unsigned cycle = 0; cycle < 40; ++cycle) {
    for (Site& site : sites) {
      site.node.send(site.link_out);
      for (VitisNode::Payloads& payloads : site.payloads) {
        while (!payloads.full()) payloads.write(payload *= 3);
      }
    }
    for (Site& site : sites) {
      site.node.iterate(cycle == 0, true, site.link_in, site.link_out, site.payloads, site.ejects);
      for (VitisNode::Words& ejects : site.ejects) {
        for (; !ejects.empty(); ++came) {
          const vendor::StreamWord word = ejects.read();
          print(word.header);
          print(word.payload);
        }
      }
      print(site.node.done());
    }
    std::printf("\n");
  }
  for (Site& site : sites) print(node::Driver(site).received());
  std::printf("\n");
  return came;
}

// The registers of the Vitis top, through its ports.
void trace_vitis_registers() {
  VitisNode::Words in[d], out[d], ejects[d];
  VitisNode::Payloads payloads[d];
  for (std::uint32_t index = 0; index < 21; ++index) {
    std::uint32_t answer = 0;
    bool done = false;
    cubecast_node(index, 0xffffffffu, true, false, false, 0, &answer, &done, in, out, payloads, ejects);
    cubecast_node(index, 0, false, true, false, 0, &answer, &done, in, out, payloads, ejects);
    print(answer);
    print(done);
  }
  std::printf("\n");
}

// Random calls of the Bambu top. Returns the packets that left.
std::uint32_t trace_bambu() {
  Random random;
  std::uint64_t link[2] = {}, fetch[2] = {}, eject[2] = {};
  std::uint32_t link_payload[2] = {}, eject_payload[2] = {}, answer = 0;
  std::uint8_t done = 0;
  std::uint32_t left = 0;
  for (unsigned call = 0; call < 5000; ++call) {
    const std::uint64_t valid = std::uint64_t{1} << vendor::valid_bit();
    // One draw a statement: the order within the arguments of a call would be the compiler's.
    std::uint64_t arriving[2];
    std::uint32_t arriving_payload[2];
    std::uint32_t payload[2];
    for (unsigned k = 0; k < 2; ++k) {
      arriving[k] = vendor::go_of(link[k]) ? random.next() : random.next() & ~valid;
      arriving_payload[k] = random.below(~0u);
      payload[k] = random.below(~0u);
    }
    const std::uint32_t start = random.below(50) == 0 ? vendor::kStart : 0;
    const std::uint32_t access = random.below(4) | start;
    const auto block = static_cast<node::Block>(random.below(5));
    const std::uint32_t port = random.below(2);
    const std::uint32_t address = node::address(block, port, random.below(21));
    const std::uint32_t value = random.below(8);
    const auto eject_ready = static_cast<std::uint8_t>(random.below(4));
    cubecast_node(access, address, value, arriving[0], arriving_payload[0], arriving[1], arriving_payload[1],
                  payload[0], payload[1], eject_ready, &link[0], &link_payload[0], &link[1], &link_payload[1],
                  &fetch[0], &fetch[1], &eject[0], &eject_payload[0], &eject[1], &eject_payload[1], &answer, &done);
    for (unsigned k = 0; k < 2; ++k) {
      for (const std::uint64_t word : {link[k], fetch[k], eject[k]}) print(word);
      print(link_payload[k]);
      print(eject_payload[k]);
      left += vendor::valid_of(link[k]) ? 1u : 0u;
    }
    print(answer);
    print(done);
    std::printf("\n");
  }
  return left;
}

}  // namespace

// The Bambu top of the rule unit, for random headers with a tree that there is.
void trace_bambu_routes() {
  Random random;
  for (unsigned call = 0; call < 20000; ++call) {
    network::Header<vendor::BambuRoute> header = vendor::header_of<vendor::BambuRoute>(random.next());
    header.tree = network::TreeNumber<vendor::BambuRoute>(random.below(3));
    const std::uint64_t word = vendor::header_word(header, true, true);
    const auto me = static_cast<std::uint8_t>(random.below(8));
    print(cubecast_route(me, word, static_cast<std::uint8_t>(random.below(8))));
  }
  std::printf("\n");
}

// Fails where the tops move no packets: their traces would say nothing.
int main() {
  const collectives::Row* const row =
      collectives::find_row(collectives::Collective::kAlltoall, "table", collectives::PortModel::kAll);
  const std::uint32_t came = trace_vitis({row, network::Cube(d), 2, network::Address(0)});
  trace_vitis_registers();
  const std::uint32_t left = trace_bambu();
  trace_bambu_routes();
  return came == kNodes * (kNodes - 1) * 2 && left > 1000 ? 0 : 1;
}
