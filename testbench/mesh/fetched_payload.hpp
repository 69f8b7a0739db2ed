// What a node's memory answers to an injector: its contribution, or the result that it sends on.
#pragma once

#include "hls/router/injector.hpp"
#include "testbench/mesh/node_memory.hpp"

namespace testbench {

template <class Config>
network::Payload<Config> fetched_payload(const NodeMemory& memory, Address node, const router::Fetch<Config>& fetch) {
  const network::Header<Config>& header = fetch.header;
  if (fetch.asks_for_result()) return network::Payload<Config>(memory.fetch_result(node, header.sequence));
  return network::Payload<Config>(memory.fetch(node, header.destination, header.sequence));
}

}  // namespace testbench
