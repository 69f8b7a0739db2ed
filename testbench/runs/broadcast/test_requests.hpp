// SPDX-License-Identifier: Apache-2.0
// Test only: requests come to random nodes for some cycles, and are then served to the last. Every
// delivery is judged.
#pragma once

#include <random>
#include <stdexcept>
#include <vector>

#include "testbench/plans/dynamic/verification.hpp"
#include "testbench/runs/broadcast/broadcast_mesh.hpp"

namespace testbench::test {

struct RequestRun {
  unsigned cycles = 10'000;   // in which requests come
  double probability = 0.05;  // of a request for a node in a cycle; full nodes get none
  std::uint64_t seed = 1;
};

// Returns the number of requests that have been served. Throws VerificationError,
// std::runtime_error if the nodes stand still, and the exceptions of the mesh.
inline std::uint64_t run_requests(BroadcastMesh& mesh, const BroadcastSetting& setting, const RequestRun& run) {
  constexpr unsigned kMostCyclesBehind = 200'000;
  const std::uint32_t nodes = setting.nodes();
  const unsigned packets = packets_of_request(setting.scheme, setting.dimension());
  const PayloadHash payloads(setting.payload_seed, setting.payload_bits);
  Verification verification(nodes);
  std::vector<std::uint64_t> requests(nodes);
  std::mt19937_64 random(run.seed);
  std::bernoulli_distribution comes(run.probability);
  load_service(mesh, setting, /*repeats=*/true);
  for (unsigned cycle = 0; cycle < run.cycles || verification.open() != 0; ++cycle) {
    if (cycle == run.cycles + kMostCyclesBehind) throw std::runtime_error("requests are not served");
    std::vector<Address> now;
    for (std::uint32_t node = 0; node < nodes && cycle < run.cycles; ++node) {
      if (!comes(random) || mesh.is_full(Address(node))) continue;
      now.emplace_back(node);
      for (unsigned packet = 0; packet < packets; ++packet) {
        verification.begin(node, requests[node] * packets + packet, cycle);
      }
      ++requests[node];
    }
    mesh.clock(cycle == 0, now);
    for (const auto& [node, source, sequence, payload] : mesh.delivered()) {
      verification.deliver(node.number(), source.number(), sequence, payload == payloads(source.number(), sequence),
                           cycle);
    }
  }
  verification.finish();
  return verification.completed() / packets;
}

}  // namespace testbench::test
