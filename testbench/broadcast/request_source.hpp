// The sources of requests beside the nodes, each with its own line of those that its node has no
// room for; and the numbers of what comes out of them.
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "testbench/broadcast/broadcast_mesh.hpp"
#include "testbench/dynamic/verification.hpp"

namespace testbench {

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

}  // namespace testbench
