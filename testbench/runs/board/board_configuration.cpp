// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/board/board_configuration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "hls/board/shape.hpp"
#include "hls/configuration/configuration_members.hpp"
#include "hls/network/link.hpp"
#include "testbench/plans/collectives/catalog.hpp"
#include "testbench/runs/experiment/loader.hpp"
#include "testbench/runs/experiment/runner.hpp"

namespace testbench {
namespace {

using hls::NodeConfiguration;

[[noreturn]] void refuse(const NodeConfiguration& node, const char* key, const std::string& why) {
  const hls::Member& member = hls::configuration_member(key);
  throw hls::ConfigurationError(
      fmt::format("{} {}: {}", member_label(member, hls::MemberStyle::kOption), text_of(member, node), why));
}

void require_at_most(const NodeConfiguration& node, const char* key, unsigned most, const std::string& why) {
  if (hls::configuration_member(key).get(node) <= most) return;
  refuse(node, key, fmt::format("{}; must be {} on a board", why, most == 1 ? "1" : fmt::format("1 to {}", most)));
}

void require_nodes_of_a_board(const NodeConfiguration& node) {
  if (node.kind != hls::NodeKind::kNode) refuse(node, "kind", "a board has injectors and memories; must be node");
  if (!node.is_cube()) refuse(node, "ports", "the nodes of a board are those of a cube; give --dim in its place");
  require_at_most(node, "dim", board::kMostDimensions, "requests have 4 bits for the number of a node");
  require_at_most(node, "payload_bits", board::most_payload_bits(node.dim),
                  fmt::format("what has come over {} is told in one word of 32 bits, with a bit for each port",
                              node.ports == 1 ? "the port" : fmt::format("{} ports", node.ports)));
  if (node.port_model != router::PortModel::kGated)
    refuse(node, "port_model", "a board runs one-port and half-duplex collectives; must be gated");
  if (node.combines()) refuse(node, "operators", "the nodes of a board combine no packets; must be none");
  if (node.memory_waits)
    refuse(node, "memory_waits", "the memory of a board takes a packet in every cycle; must be off");
  require_at_most(node, "sequence_bits", board::most_sequence_bits(node.dim),
                  fmt::format("a memory has at most {} places, {} for each node", 1u << board::kMostPlaceBits,
                              1u << board::most_sequence_bits(node.dim)));
}

// A depth that collectives need, and the collective that needs the most.
struct Need {
  const char* key;
  const char* what;
  std::uint64_t amount = 0;
  const collectives::Row* row = nullptr;

  void raise(std::uint64_t needed, const collectives::Row& by) {
    if (needed <= amount) return;
    amount = needed;
    row = &by;
  }
  void require(const NodeConfiguration& node) const {
    if (hls::configuration_member(key).get(node) >= amount) return;
    refuse(node, key,
           fmt::format("{} {} --ports {} of {} packets takes {} {}; must be {} or more{}", name_of(row->collective),
                       row->algorithm, name_of(row->ports), 1u << node.sequence_bits, amount, what,
                       std::bit_ceil(amount), key == std::string("queue_depth") ? ", or --sequence-bits less" : ""));
  }
};

}  // namespace

void require_board(const NodeConfiguration& node) {
  require_nodes_of_a_board(node);
  Need queues{"queue_depth", "places in a queue"};
  Need programs{"program_depth", "entries"};
  Need windows{"window_depth", "windows"};
  for (const Entry& row : rows_at(kOnCube)) {
    if (shape_of(row.collective).combined || (node.rules & node::rule_bit(row.rule)) == 0) continue;
    collectives::Operation operation;
    operation.row = &row;
    operation.network = network::Cube(node.dim);
    operation.packets = 1u << node.sequence_bits;
    operation.hop_cycles = node.hop_cycles;
    const LongestPrograms longest = longest_programs(operation);
    programs.raise(longest.entries, row);
    windows.raise(longest.windows, row);
    queues.raise(deepest_queue(operation) + network::stop_latency(node.hop_cycles), row);
  }
  queues.require(node);
  programs.require(node);
  windows.require(node);
}

std::string board_source_of(const NodeConfiguration& configuration) {
  return config_source_of(configuration) +
         "\n"
         "#include \"hls/board/board.hpp\"\n"
         "\n"
         "using Board = board::Board<Config, CYCLES_PER_BIT, SILENCE>;\n"
         "\n"
         "void step(Board::State& state, const board::In& in, board::Out& out) {\n"
         "  Board::step(state, in, out);\n"
         "}\n";
}

}  // namespace testbench
