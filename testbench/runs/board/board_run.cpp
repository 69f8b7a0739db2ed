// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/board/board_run.hpp"

#include <fmt/format.h>

#include "testbench/ground/files/named_file.hpp"
#include "testbench/runs/board/board_bus.hpp"

namespace testbench {
namespace {

using board::Order;
using collectives::Operation;
using network::Address;

network::AddressRange nodes_of(const BoardLink& link) {
  return network::addresses(link.shape().nodes());
}

std::uint32_t place_of(const BoardLink& link, Address node, std::uint32_t sequence) {
  return link.shape().place_of(node.number(), sequence);
}

void load(BoardLink& link, const Operation& operation) {
  for (const Address node : nodes_of(link)) {
    BoardBus bus(link, node);
    node::Driver driver(bus);
    if (!driver.supports(operation.network.ports(), operation.row->rule, collectives::needs_gate(operation),
                         operation.hop_cycles, operation.combine_stages)) {
      throw FileError(fmt::format(
          "node {} of the board cannot run {} {} with --ports {}; make a bitstream of nodes that can, by "
          "scripts/board.sh",
          node.number(), name_of(operation.row->collective), operation.row->algorithm, name_of(operation.row->ports)));
    }
    operation.row->load(operation, node, driver);
  }
}

// The destination in the header may be any node if a packet goes to all.
void fill(BoardLink& link, const Operation& operation, const NodeMemory& memory) {
  for (const Address node : nodes_of(link)) {
    if (!collectives::sends(operation, node)) continue;
    for (const Address destination : nodes_of(link)) {
      for (std::uint32_t m = 0; m < operation.packets; ++m) {
        link.post({Order::kStorePacket, node, place_of(link, destination, m),
                   static_cast<std::uint32_t>(memory.fetch(node, destination, m))});
      }
    }
  }
}

// Reads the packets that one node has received, by source and sequence.
void collect(BoardLink& link, const Operation& operation, Address node, NodeMemory& memory) {
  const board::Shape& shape = link.shape();
  std::vector<std::uint32_t> words(shape.places());
  for (const Address source : nodes_of(link)) {
    for (std::uint32_t m = 0; m < operation.packets; ++m) {
      const std::uint32_t place = place_of(link, source, m);
      link.post({Order::kLoadPacket, node, place}, &words[place]);
    }
  }
  link.settle();
  for (const Address source : nodes_of(link)) {
    for (std::uint32_t m = 0; m < operation.packets; ++m) {
      for (unsigned port = 0; port < shape.ports(); ++port) {
        const std::uint32_t word = words[place_of(link, source, m)] >> shape.delivered_shift(port);
        if ((word & shape.has_come()) != 0) memory.deliver(node, source, m, word & shape.payload_mask());
      }
    }
  }
}

// Finds a packet too many, at a place of its own or of another packet.
std::optional<std::string> count_fault(BoardLink& link, const Operation& operation) {
  for (const Address node : nodes_of(link)) {
    BoardBus bus(link, node);
    const std::uint32_t received = node::Driver(bus).received();
    const std::uint32_t expected = collectives::expected_packets(operation, node);
    if (received == expected) continue;
    return fmt::format("node {}: has received {} packets, not {}", node.number(), received, expected);
  }
  return std::nullopt;
}

}  // namespace

std::uint32_t capabilities_of(BoardLink& link) {
  return BoardBus(link, Address(0)).read(node::address(node::Control::kCapabilities));
}

BoardReport run_on_board(BoardLink& link, const Operation& operation, NodeMemory& memory) {
  load(link, operation);
  fill(link, operation, memory);
  const BoardAnswer ended = link.ask({Order::kStart, {}});
  const std::uint32_t cycles = link.ask({Order::kReadCycles, {}}).value;
  for (const Address node : nodes_of(link)) collect(link, operation, node, memory);
  BoardReport report;
  report.cycles = cycles >> 16;
  report.total_cycles = cycles & 0xffff;
  if (ended.status == board::Status::kTimedOut) {
    report.fault = fmt::format("a node was not done after {} cycles", link.shape().longest_run());
  }
  if (!report.fault) report.fault = count_fault(link, operation);
  if (!report.fault) report.fault = memory.find_fault();
  return report;
}

}  // namespace testbench
