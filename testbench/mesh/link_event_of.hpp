// The link event of a flit of the router, for meshes that hold their links as the router's own types.
#pragma once

#include "hls/router/config.hpp"
#include "testbench/checker/link_event.hpp"

namespace testbench {

template <class Config>
LinkEvent link_event(std::uint64_t cycle, network::Address node, unsigned port, const network::Flit<Config>& flit) {
  const network::Header<Config>& header = flit.packet.header;
  const bool to_all = Config::Rules::is_to_all(header.rule);
  const std::int32_t destination = to_all ? kAllNodes : static_cast<std::int32_t>(header.destination.number());
  return {cycle, node.number(), port, header.source.number(), destination, header.tree, header.sequence};
}

}  // namespace testbench
