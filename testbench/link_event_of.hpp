// The link event of a flit of the router, for meshes that hold their links as the router's own types.
#pragma once

#include "hls/router/packet.hpp"
#include "testbench/checker/link_event.hpp"

namespace testbench {

template <class Config>
LinkEvent link_event(std::uint64_t cycle, std::uint32_t node, unsigned port, const router::Flit<Config>& link) {
  const router::Header<Config>& header = link.packet.header;
  const bool to_one = header.rule <= static_cast<std::uint32_t>(node::Rule::kAscending);
  const std::int32_t destination = to_one ? static_cast<std::int32_t>(header.destination) : kAllNodes;
  return {cycle, node, port, header.source, destination, header.tree, header.sequence};
}

}  // namespace testbench
