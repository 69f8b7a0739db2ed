// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/computer/computers.hpp"

#include <algorithm>
#include <cstring>

#include "firmware/image/memory_map.h"

namespace testbench {
namespace {

constexpr std::uint32_t kWordBytes = 8;

// The bits of the group, one behind the other.
std::uint32_t rank_in(std::uint32_t group, std::uint32_t node) {
  std::uint32_t rank = 0;
  for (std::uint32_t bit = 0; group != 0; group &= group - 1, ++bit) {
    if ((node & group & (~group + 1)) != 0) rank |= std::uint32_t{1} << bit;
  }
  return rank;
}

}  // namespace

std::uint8_t* Computers::word(Node& node, std::uint32_t base, std::uint32_t stride, Address of,
                              std::uint32_t sequence) {
  const std::uint64_t address =
      base + std::uint64_t{rank_in(node.dma.group, of.number())} * stride + std::uint64_t{sequence} * kWordBytes;
  const bool is_memory =
      address >= CC_MEMORY && address % kWordBytes == 0 && address + kWordBytes <= node.memory.size();
  if (!is_memory) node.strayed = true;
  return is_memory ? node.memory.data() + address : nullptr;
}

void Computers::show(Address at, std::uint64_t, const NodeOutputs& out, NodeInputs& in) {
  Node& node = nodes_[at.number()];
  in.start = in.start && node.starts;
  in.eject_ready = network::Ports::first(static_cast<unsigned>(out.ports.size()));
  for (std::size_t stream = 0; stream < out.fetches.size(); ++stream) {
    const WideFetch& fetch = out.fetches[stream];
    if (!fetch.valid) continue;
    const DmaSetting& dma = node.dma;
    const std::uint8_t* const found =
        fetch.asks_for_result ? word(node, dma.receive, dma.receive_stride, at, fetch.header.sequence)
                              : word(node, dma.send, dma.send_stride, fetch.header.destination, fetch.header.sequence);
    std::uint64_t payload = 0;
    if (found != nullptr) std::memcpy(&payload, found, sizeof payload);
    in.payloads[stream] = payload;
  }
}

void Computers::take(Address at, const NodeOutputs& out, const NodeInputs&) {
  Node& node = nodes_[at.number()];
  for (const WideFlit& eject : out.ejects) {
    if (!eject.valid) continue;
    const WideHeader& header = eject.packet.header;
    std::uint8_t* const found = word(node, node.dma.receive, node.dma.receive_stride, header.source, header.sequence);
    const std::uint64_t payload = eject.packet.payload;
    if (found != nullptr) std::memcpy(found, &payload, sizeof payload);
    last_moved_ = node.last_moved = cycle_;
  }
}

void Computers::observe(Address at, const NodeOutputs& out) {
  if (std::ranges::none_of(out.ports, [](const PortBundle& port) { return port.link.valid != 0; })) return;
  last_moved_ = nodes_[at.number()].last_moved = cycle_;
}

}  // namespace testbench
