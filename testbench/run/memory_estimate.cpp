#include "testbench/run/memory_estimate.hpp"

#include <algorithm>

#include "testbench/checker/link_checker.hpp"
#include "testbench/checker/saturating.hpp"
#include "testbench/mesh/node_memory.hpp"
#include "testbench/native/native_mesh.hpp"
#include "testbench/run/clockwork.hpp"
#include "testbench/run/coupled_links.hpp"
#include "testbench/run/loader.hpp"
#include "testbench/run/queue_depth.hpp"
#include "testbench/run/setting_of.hpp"

namespace testbench {
namespace {

// A part of the arena that is in use takes whole pages.
constexpr std::uint64_t kPage = 4096;

// Every packet that passes a crosspoint may wait in its queue, as far as there are slots; a queue has up to twice as many
// as it has needed, and at least a few.
std::uint64_t queue_bytes(const CoupledLinks& links, std::size_t depth, std::uint64_t packet_bytes) {
  constexpr std::uint64_t kSmallestBlock = 256;
  const std::uint64_t slots = std::min(times(2, links.passages), times(links.crosspoints, depth));
  return plus(times(slots, packet_bytes), times(links.crosspoints, kSmallestBlock));
}

// Nodes that are loaded alike share programs and table.
std::uint64_t loaded_bytes(const collectives::Operation& operation, const NativeSizes& sizes) {
  const std::uint64_t ports = operation.network.ports();
  const bool stored = (rules::CubeRules::kStored & node::rule_bit(operation.row->rule)) != 0;
  std::uint64_t bytes = 0;
  for_each_image(operation, [&](Address, const node::RegisterImage& image) {
    for (unsigned port = 0; port < ports; ++port) bytes += image.program(port).entries.size() * sizes.entry + kPage;
    if (stored) bytes += operation.network.nodes() * sizes.word;
  });
  return bytes;
}

}  // namespace

std::uint64_t least_memory_bytes(const collectives::Operation& operation, const Keeping& keeping) {
  const Task task = task_of(operation);
  const std::uint64_t payloads = keeping.payloads ? NodeMemory::bytes_kept(task) : NodeMemory::bytes_computed(task);
  const std::uint64_t judged = plus(payloads, LinkChecker::memory_bytes(task));
  return plus(judged, keeping.latency ? PacketLatency::memory_bytes(task) : 0);
}

std::uint64_t memory_bytes(const collectives::Operation& operation, std::size_t queue_depth, const Keeping& keeping) {
  const NativeSizes sizes = native_sizes(setting_of(operation));
  const CoupledLinks links = couple_links(operation);
  const std::uint64_t nodes = operation.network.nodes();
  const std::size_t depth = queue_depth != 0 ? queue_depth : safe_queue_depth(links);
  const std::uint64_t events = (Clockwork::kPortion + nodes * operation.network.ports()) * sizeof(LinkEvent);
  const std::uint64_t parts[] = {least_memory_bytes(operation, keeping), queue_bytes(links, depth, sizes.packet),
                                 loaded_bytes(operation, sizes), nodes * sizes.node, events};
  std::uint64_t sum = 0;
  for (const std::uint64_t part : parts) sum = plus(sum, part);
  return sum;
}

}  // namespace testbench
