// A cube that serves the requests of its sources for ever, and the judge of what it delivers of
// them.
//
//     RequestService service(mesh, setting);
//     while (service.cycle() < cycles) service.clock(nodes_to_which_requests_come);
//     if (!service.drain()) ...   // a deadlock
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/broadcast/broadcast_mesh.hpp"
#include "testbench/broadcast/request_source.hpp"
#include "testbench/checker/payload_hash.hpp"

namespace testbench {

class RequestService {
 public:
  // Cycles in which requests wait and none of their packets is delivered, after which none will be.
  static constexpr std::uint64_t kMostIdleCycles = 20'000;
  // And such behind which it may be so, which is worth some more cycles to find out.
  static constexpr std::uint64_t kManyIdleCycles = 256;

  // Loads the nodes and starts them.
  RequestService(BroadcastMesh& mesh, const BroadcastSetting& setting);

  // The next clock cycle; a request comes to the source of each node of `came`. Throws
  // VerificationError where a delivery is wrong.
  void clock(const std::vector<std::uint32_t>& came);

  std::uint64_t cycle() const { return cycle_; }  // of the latest clock
  const BroadcastMesh& mesh() const { return mesh_; }
  const RequestSources& sources() const { return sources_; }
  // Of the requests whose last delivery was in this cycle.
  const std::vector<std::uint64_t>& delays() const { return delays_; }

  // Requests wait, and nothing has been delivered for kMostIdleCycles.
  bool stands_still() const { return idle_cycles() > kMostIdleCycles; }
  bool may_stand_still() const { return idle_cycles() > kManyIdleCycles; }
  // It stands still in full queues. Throws VerificationError, for the oldest request that does not
  // come everywhere, where it stands still though no queue is full.
  bool is_deadlocked() const;

  // Serves what is open, without new requests. False if that ends in a deadlock. Throws what
  // clock() and is_deadlocked() do.
  bool drain();

 private:
  std::uint64_t idle_cycles() const { return cycle_ - last_delivery_; }

  BroadcastMesh& mesh_;
  RequestSources sources_;
  const PayloadHash payloads_;
  std::vector<std::uint64_t> delays_;
  std::uint64_t cycle_ = 0;
  std::uint64_t last_delivery_ = 0;  // or the last cycle in which nothing waited
};

}  // namespace testbench
