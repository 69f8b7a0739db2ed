// SPDX-License-Identifier: Apache-2.0
// A cube that serves the requests of its sources for ever, and the judge of what it delivers of
// them.
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

#include "testbench/broadcast/broadcast_mesh.hpp"
#include "testbench/checker/payload_hash.hpp"
#include "testbench/dynamic/verification.hpp"

namespace testbench {

// The sources of requests beside the nodes, each with its own line of those that its node has no
// room for; and the numbers of what comes out of them.
class RequestSources {
 public:
  explicit RequestSources(const BroadcastSetting& setting, unsigned sequence_width)
      : packets_(packets_of_request(setting.scheme, setting.dimension)),
        sequence_mask_(sequence_width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << sequence_width) - 1),
        verification_(cube::nodes(setting.dimension)),
        sources_(cube::nodes(setting.dimension)) {}

  // A request comes to the source of the node.
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

  // The nodes to which a request goes in this cycle: those that are not full.
  const std::vector<Address>& send(const BroadcastMesh& mesh) {
    sent_.clear();
    std::erase_if(keeping_, [&](std::uint32_t node) {
      if (mesh.is_full(Address(node))) return false;
      sent_.emplace_back(node);
      return --sources_[node].kept == 0;
    });
    return sent_;
  }

  // A packet has been delivered; the delay of its request if that is everywhere now.
  std::optional<std::uint64_t> deliver(const BroadcastDelivery& delivery, bool payload_ok, std::uint64_t cycle) {
    Source& source = sources_[delivery.source.number()];
    // The last packet that it can be: sequences are cut to their width.
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
  // Most requests at a node none of whose packets its router has been offered.
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
    std::uint64_t kept = 0;             // of them, before a full node
    std::uint64_t first = 0;            // the oldest of `missing`
    std::deque<std::uint32_t> missing;  // of requests of several packets: packets that are not everywhere
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
