// SPDX-License-Identifier: Apache-2.0
// One measured partial multinode broadcast. Some nodes have a packet for all others (a message of d
// packets in the second algorithm), and every delivery is judged.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "testbench/engines/nodes/link_events.hpp"
#include "testbench/runs/broadcast/broadcast_mesh.hpp"

namespace testbench {

// Lengths in cycles. The register between two phases counts with the second.
struct PhaseLengths {
  std::uint64_t prefix = 0;  // ranks and number of the active nodes
  std::uint64_t packing = 0;
  std::uint64_t broadcast = 0;

  std::uint64_t all() const { return prefix + packing + broadcast; }
};

struct PartialBroadcastResult {
  PhaseLengths cycles;  // from the first count on a link to the last packet's arrival
  std::uint64_t delivered = 0;
  std::uint64_t sent = 0;  // packets over links, without counts
  std::uint32_t deepest_queue = 0;
  bool stands_still = false;         // the run ended because nothing moved any more
  std::optional<std::string> error;  // the first delivery that did not verify
};

// Bytes that the native engine takes, approximately: for its nodes, and for packets in queues, of
// which each node holds a copy at some time.
std::uint64_t partial_broadcast_bytes(const BroadcastSetting& setting, std::uint64_t active);

// Partial broadcasts on one mesh, one after the other.
class PartialBroadcasts {
 public:
  // Loads the nodes. Both must outlive this.
  PartialBroadcasts(BroadcastMesh& mesh, const BroadcastSetting& setting);

  PartialBroadcastResult run(const std::vector<Address>& active,
                             const std::function<void(std::uint64_t cycle)>& watch = {});

 private:
  BroadcastMesh& mesh_;
  const BroadcastSetting& setting_;
  std::vector<std::uint32_t> served_;  // packets of each node in earlier broadcasts
};

// One of them. `active`: the nodes that have a packet, each once. `watch`: called in every cycle in which the
// links carry something; for traces.
PartialBroadcastResult run_partial_broadcast(BroadcastMesh& mesh, const BroadcastSetting& setting,
                                             const std::vector<Address>& active,
                                             const std::function<void(std::uint64_t cycle)>& watch = {});

}  // namespace testbench
