// SPDX-License-Identifier: Apache-2.0
// Runs a 3-cube of nodes with the saturating sum, clock cycle by clock cycle. Every node has a
// vector of three packets of two 16-bit numbers each, and every node gets the sums. Prints them,
// beside the results of the same node with the wrapping sum.
#include <cstdio>
#include <map>

#include "examples/own_operator/saturating_sum.hpp"
#include "firmware/collectives/catalog.hpp"
#include "hls/router/test_mesh.hpp"

namespace {

using network::Address;
using own_operator::Config;
using Packet = std::uint32_t;
using Vectors = std::map<std::pair<Address, std::uint32_t>, Packet>;  // by node, then by the packet's number

constexpr std::uint32_t kPackets = 3;
constexpr network::AddressRange kNodes = network::addresses(Config::Network::kNodes);

// The numbers rise by 1000 a node. The high half is 0xfffe at node 5, so that its sums overflow.
Packet number_of(Address node, std::uint32_t packet) {
  const std::uint32_t low = 1000 * node.number() + packet;
  return (node == Address(5) ? 0xfffe0000u : low << 16) | low;
}

// Returns the memories of the nodes after an allreduce by the operation. Three packets go through
// three ports at a time.
Vectors allreduce(std::uint32_t operation, std::uint64_t& cycles) {
  const collectives::Row* const row =
      collectives::find_row(collectives::Collective::kAllreduce, "exchange", collectives::PortModel::kAll);
  collectives::Operation all{row, network::Cube(3), kPackets, /*root=*/Address()};
  all.combining = operation;
  router::test::TestMesh<Config> mesh;
  for (const Address node : kNodes) {
    node::Driver driver(mesh.bus(node));
    collectives::load(all, node, driver);
  }
  mesh.set_memory([](Address node, const router::Fetch<Config>& fetch) {
    return router::Payload<Config>(number_of(node, fetch.header.sequence));
  });
  Vectors results;
  mesh.clock(true);
  constexpr std::size_t kResults = std::size_t{Config::Network::kNodes} * kPackets;
  while (mesh.deliveries().size() < kResults && mesh.cycle() < 100) mesh.clock(false);
  for (const auto& delivery : mesh.deliveries()) {
    results[{delivery.node, delivery.packet.header.sequence}] = delivery.packet.payload;
    cycles = delivery.cycle;
  }
  return results;
}

// Computes the result from the definition of the operation; its order does not matter.
Packet expected(std::uint32_t packet, bool saturates) {
  std::uint32_t lanes[2] = {};
  for (const Address node : kNodes) {
    for (unsigned lane = 0; lane < 2; ++lane) {
      lanes[lane] += number_of(node, packet) >> (16 * lane) & 0xffff;
      lanes[lane] = lanes[lane] > 0xffff ? saturates ? 0xffff : lanes[lane] & 0xffff : lanes[lane];
    }
  }
  return lanes[1] << 16 | lanes[0];
}

bool shows(const char* name, std::uint32_t operation, bool saturates) {
  std::uint64_t cycles = 0;
  const Vectors results = allreduce(operation, cycles);
  std::printf("%s:", name);
  for (std::uint32_t packet = 0; packet < kPackets; ++packet) {
    for (const Address node : kNodes) {
      const auto found = results.find({node, packet});
      if (found == results.end() || found->second != expected(packet, saturates)) {
        std::printf(" packet %u of node %u is wrong\n", packet, node.number());
        return false;
      }
    }
    const Packet result = results.at({Address(), packet});
    std::printf(" %u %u", result >> 16, result & 0xffff);
  }
  std::printf(" at all 8 nodes in cycle %u\n", static_cast<unsigned>(cycles));
  return true;
}

}  // namespace

int main() {
  constexpr std::uint32_t kWrapping = operators::number(operators::Function::kSum, operators::Type::kUint16);
  const bool right =
      shows("sums", kWrapping, false) && shows("saturating sums", own_operator::SaturatingSum::kOperation, true);
  return right ? 0 : 1;
}
