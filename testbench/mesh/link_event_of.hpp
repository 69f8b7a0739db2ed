// The link event of a flit of the router, for meshes that hold their links as the router's own
// types.
#pragma once

#include "hls/router/config.hpp"
#include "testbench/checker/link_event.hpp"

namespace testbench {

template <class Config>
LinkEvent link_event(std::uint64_t cycle, network::Address node, unsigned port, const network::Flit<Config>& flit,
                     bool is_to_all) {
  const network::Header<Config>& header = flit.packet.header;
  const network::Address destination = header.destination;
  return {cycle,
          node.number(),
          port,
          network::Address(header.source).number(),
          is_to_all ? kAllNodes : static_cast<std::int32_t>(destination.number()),
          header.tree,
          header.sequence};
}

template <class Config>
LinkEvent link_event(std::uint64_t cycle, network::Address node, unsigned port, const network::Flit<Config>& flit) {
  return link_event(cycle, node, port, flit, Config::Rules::is_to_all(flit.packet.header.rule));
}

}  // namespace testbench
