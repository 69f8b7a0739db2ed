// SPDX-License-Identifier: Apache-2.0
// A network that serves the continuous requests of its sources, and the judge of its deliveries.
//
//     RequestService service(mesh, setting);
//     while (service.cycle() < cycles) service.clock(nodes_to_which_requests_come);
//     if (!service.drain()) ...   // a deadlock
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "testbench/judge/checker/payload_hash.hpp"
#include "testbench/plans/dynamic/verification.hpp"
#include "testbench/runs/broadcast/broadcast_mesh.hpp"

namespace testbench {

// The sources of requests beside the nodes. Each has a line of requests for which its node has no
// room. They count the requests and judge the packets.
class RequestSources {
 public:
  explicit RequestSources(const BroadcastSetting& setting, unsigned sequence_width)
      : packets_(packets_of_request(setting.scheme, setting.dimension())),
        sequence_mask_(sequence_width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << sequence_width) - 1),
        verification_(setting.nodes()),
        sources_(setting.nodes()) {}

  // A request comes to the node's source.
  void come(std::uint32_t node, std::uint64_t cycle) {
    Source& source = sources_[node];
    for (unsigned packet = 0; packet < packets_; ++packet) {
      verification_.begin(node, source.begun * packets_ + packet, cycle);
    }
    if (packets_ > 1) source.missing.push_back(packets_);
    ++source.begun;
    ++begun_;
    if (source.kept++ == 0) keeping_.push_back(node);
  }

  // Sends a request to each node that has one in its source's line and is not full. Returns these
  // nodes.
  const std::vector<Address>& send(const BroadcastMesh& mesh) {
    sent_.clear();
    std::erase_if(keeping_, [&](std::uint32_t node) {
      if (mesh.is_full(Address(node))) return false;
      sent_.emplace_back(node);
      return --sources_[node].kept == 0;
    });
    return sent_;
  }

  // A packet has been delivered. Returns the delay of its request if that has now reached all
  // nodes.
  std::optional<std::uint64_t> deliver(const BroadcastDelivery& delivery, bool payload_ok, std::uint64_t cycle) {
    Source& source = sources_[delivery.source.number()];
    // Sequences are cut to their width; the packet is the newest one with this sequence.
    const std::uint64_t newest = source.begun * packets_ - 1;
    const std::uint64_t packet = newest - ((newest - delivery.sequence) & sequence_mask_);
    const auto delay =
        verification_.deliver(delivery.node.number(), delivery.source.number(), packet, payload_ok, cycle);
    if (!delay) return std::nullopt;
    if (packets_ > 1 && --source.missing[packet / packets_ - source.first] != 0) return std::nullopt;
    while (packets_ > 1 && !source.missing.empty() && source.missing.front() == 0) {
      source.missing.pop_front();
      ++source.first;
    }
    ++completed_;
    return delay;
  }

  std::uint64_t begun() const { return begun_; }
  std::uint64_t completed() const { return completed_; }
  std::uint64_t open() const { return begun_ - completed_; }
  std::uint64_t deliveries() const { return verification_.deliveries(); }
  const Verification& verification() const { return verification_; }
  // The most requests at a node, none of whose packets has been on offer to its router.
  std::uint64_t longest_line(const BroadcastMesh& mesh) const {
    std::uint64_t longest = 0;
    for (std::uint32_t node = 0; node < sources_.size(); ++node) {
      const std::uint64_t served = (mesh.offered(Address(node)) + packets_ - 1) / packets_;
      longest = std::max(longest, sources_[node].begun - served);
    }
    return longest;
  }

 private:
  struct Source {
    std::uint64_t begun = 0;            // requests that have come
    std::uint64_t kept = 0;             // of these, those that wait before a full node
    std::uint64_t first = 0;            // the request of the first entry of `missing`
    std::deque<std::uint32_t> missing;  // for requests of several packets: packets that have not reached all nodes
  };

  unsigned packets_;
  std::uint64_t sequence_mask_;
  Verification verification_;
  std::vector<Source> sources_;
  std::vector<std::uint32_t> keeping_;  // sources that keep requests
  std::vector<Address> sent_;
  std::uint64_t begun_ = 0;
  std::uint64_t completed_ = 0;
};

class RequestService {
 public:
  // After so many cycles with waiting requests and no delivery there will be none.
  static constexpr std::uint64_t kMostIdleCycles = 20'000;
  // After so many cycles it may be a deadlock, so that some more cycles are run to find out.
  static constexpr std::uint64_t kManyIdleCycles = 256;

  // Loads the nodes and starts them.
  RequestService(BroadcastMesh& mesh, const BroadcastSetting& setting);

  // The next clock cycle. A request comes to the source of each node of `came`. Throws
  // VerificationError where a delivery is wrong.
  void clock(const std::vector<std::uint32_t>& came);

  std::uint64_t cycle() const { return cycle_; }  // of the latest clock
  const BroadcastMesh& mesh() const { return mesh_; }
  const RequestSources& sources() const { return sources_; }
  // Delays of the requests whose last delivery was in this cycle.
  const std::vector<std::uint64_t>& delays() const { return delays_; }

  // Requests wait, and nothing has been delivered for kMostIdleCycles.
  bool stands_still() const { return idle_cycles() > kMostIdleCycles; }
  bool may_stand_still() const { return idle_cycles() > kManyIdleCycles; }
  // The service stands still in full queues. Throws VerificationError for the oldest incomplete
  // request if it stands still though no queue is full.
  bool is_deadlocked() const;

  // Serves the open requests without new ones. False if that ends in a deadlock. Throws the
  // exceptions of clock() and is_deadlocked().
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
