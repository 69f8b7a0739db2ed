// SPDX-License-Identifier: Apache-2.0
// One partial multinode broadcast, measured: some nodes have a packet for all others (a message of
// d packets, by the second algorithm), everything that comes is judged.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "testbench/broadcast/broadcast_mesh.hpp"
#include "testbench/mesh/link_events.hpp"

namespace testbench {

// In cycles. The register between two phases counts with the second.
struct PhaseLengths {
  std::uint64_t prefix = 0;  // ranks and number of the active nodes
  std::uint64_t packing = 0;
  std::uint64_t broadcast = 0;

  std::uint64_t all() const { return prefix + packing + broadcast; }
};

struct PartialBroadcastResult {
  PhaseLengths cycles;  // from the first count that is told to the last packet's arrival
  std::uint64_t delivered = 0;
  std::uint64_t sent = 0;  // packets over links, counts not among them
  std::uint32_t deepest_queue = 0;
  bool stands_still = false;         // it ended because nothing moved any more
  std::optional<std::string> error;  // what did not verify, first
};

// Memory that the native engine takes for it, in bytes, about: its nodes, and packets in queues, of
// which each node holds a copy at some time.
std::uint64_t partial_broadcast_bytes(const BroadcastSetting& setting, std::uint64_t active);

// `active`: the nodes that have a packet, each once. `watch`: called in every cycle with what the
// links carry, if there is one; for traces.
PartialBroadcastResult run_partial_broadcast(BroadcastMesh& mesh, const BroadcastSetting& setting,
                                             const std::vector<Address>& active,
                                             const std::function<void(std::uint64_t cycle)>& watch = {});

}  // namespace testbench
