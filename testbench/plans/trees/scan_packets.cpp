// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/trees/scan_packets.hpp"

#include <algorithm>

namespace testbench {

void ScanPackets::send(const LinkTable& links, Sending packet, bool has_own) {
  const auto first = static_cast<std::uint32_t>(parts_.size());
  for (const auto& [part, in] : packet.parts) {
    words_[{packet.router, sent_[part].node}].insert(packet.port);
    parts_.push_back({in, sent_[part].node});
  }
  if (has_own) parts_.push_back({~std::uint32_t{0}, packet.node});
  part_places_[std::size_t{packet.router} * ends_ + packet.node] = {first, static_cast<std::uint32_t>(parts_.size())};
  most_of_a_link_ = std::max(most_of_a_link_, ++link_loads_[{packet.router, packet.port}]);
  ++loads_[packet.router][0];
  ++loads_[links.neighbour(packet.router, packet.port)][1];
  sent_.push_back(std::move(packet));
}

std::uint32_t ScanPackets::most_loaded(Busy busy) const {
  if (busy == Busy::kLinks) return most_of_a_link_;
  std::uint32_t most = 0;
  for (const auto& [sent, received] : loads_) {
    most = std::max(most, busy == Busy::kNodes ? std::max(sent, received) : sent + received);
  }
  return most;
}

}  // namespace testbench
