#include "testbench/board/board_run.hpp"

#include <fmt/format.h>

#include "testbench/board/board_bus.hpp"
#include "testbench/files/file_error.hpp"

namespace testbench {
namespace {

using board::Order;
using collectives::Operation;
using network::Address;

constexpr network::AddressRange kNodes = network::addresses(board::kNodes);

std::uint32_t place_of(Address node, std::uint32_t sequence) {
  return board::place_of(node.number(), sequence);
}

void load(BoardLink& link, const Operation& operation) {
  for (const Address node : kNodes) {
    BoardBus bus(link, node);
    node::Driver driver(bus);
    if (!driver.supports(operation.network.ports(), operation.row->rule, collectives::needs_gate(operation),
                         operation.hop_cycles, operation.combine_stages)) {
      throw FileError(fmt::format(
          "node {} of the board cannot run {} {} with --ports {}; load the bitstream of this version", node.number(),
          name_of(operation.row->collective), operation.row->algorithm, name_of(operation.row->ports)));
    }
    operation.row->load(operation, node, driver);
  }
}

// Where a packet goes to all the destination in its header may be any.
void fill(BoardLink& link, const Operation& operation, const NodeMemory& memory) {
  for (const Address node : kNodes) {
    if (!collectives::sends(operation, node)) continue;
    for (const Address destination : kNodes) {
      for (std::uint32_t m = 0; m < operation.packets; ++m) {
        link.post({Order::kStorePacket, node, place_of(destination, m),
                   static_cast<std::uint32_t>(memory.fetch(node, destination, m))});
      }
    }
  }
}

// What has come to one node, by source and sequence.
void collect(BoardLink& link, const Operation& operation, Address node, NodeMemory& memory) {
  std::vector<std::uint32_t> words(board::kPlaces);
  for (const Address source : kNodes) {
    for (std::uint32_t m = 0; m < operation.packets; ++m) {
      const std::uint32_t place = place_of(source, m);
      link.post({Order::kLoadPacket, node, place}, &words[place]);
    }
  }
  link.settle();
  for (const Address source : kNodes) {
    for (std::uint32_t m = 0; m < operation.packets; ++m) {
      for (std::uint32_t word = words[place_of(source, m)]; word != 0; word >>= 16) {
        if ((word & board::kHasCome) != 0) memory.deliver(node, source, m, word & (board::kHasCome - 1));
      }
    }
  }
}

// A packet too many, at a place of its own or another's.
std::optional<std::string> count_fault(BoardLink& link, const Operation& operation) {
  for (const Address node : kNodes) {
    BoardBus bus(link, node);
    const std::uint32_t received = node::Driver(bus).received();
    const std::uint32_t expected = collectives::expected_packets(operation, node);
    if (received == expected) continue;
    return fmt::format("node {}: has received {} packets, not {}", node.number(), received, expected);
  }
  return std::nullopt;
}

}  // namespace

BoardReport run_on_board(BoardLink& link, const Operation& operation, NodeMemory& memory) {
  load(link, operation);
  fill(link, operation, memory);
  const BoardAnswer ended = link.ask({Order::kStart, {}});
  const std::uint32_t cycles = link.ask({Order::kReadCycles, {}}).value;
  for (const Address node : kNodes) collect(link, operation, node, memory);
  BoardReport report;
  report.cycles = cycles >> 16;
  report.total_cycles = cycles & 0xffff;
  if (ended.status == board::Status::kTimedOut) {
    report.fault = fmt::format("a node was not done after {} cycles", board::kLongestRun);
  }
  if (!report.fault) report.fault = count_fault(link, operation);
  if (!report.fault) report.fault = memory.find_fault();
  return report;
}

}  // namespace testbench
