// SPDX-License-Identifier: Apache-2.0
#include "hls/configuration/link_times.hpp"

#include "hls/configuration/configuration_members.hpp"
#include "hls/link/checked_end.hpp"

namespace hls {
unsigned packet_bits_of(const NodeConfiguration& node) {
  const unsigned address = node.is_cube() ? node.dim : index_width(node.nodes);
  const unsigned tree = node.is_cube() ? index_width(node.ports) : index_width(node.tree_numbers);
  const auto rules = static_cast<unsigned>(rule_names(node).size());
  return node.payload_bits + node.sequence_bits + 2 * address + tree + index_width(rules) + (node.epochs ? 1 : 0);
}

LinkTimes link_times_of(const NodeConfiguration& node) {
  if (!node.has_links()) return {};
  LinkTimes times;
  times.packet = links::quotient_up(packet_bits_of(node), node.link_wires);
  times.pipeline = links::kPlainPipeline + node.link_latency;
  if (node.link_check == LinkCheck::kNone) return times;
  const unsigned sum_bits = node.link_check == LinkCheck::kCrc16 ? 16 : 32;
  times.frame =
      links::quotient_up(links::header_bits({node.frame_packets, times.packet, node.link_latency}), node.link_wires) +
      links::quotient_up(sum_bits, node.link_wires);
  times.pipeline = links::kCheckedPipeline + node.link_latency;
  return times;
}

unsigned time_out_of(const NodeConfiguration& node, unsigned gap) {
  const LinkTimes times = link_times_of(node);
  return links::usual_time_out(times.tau(gap), node.frame_packets * times.packet, node.link_latency);
}

}  // namespace hls
