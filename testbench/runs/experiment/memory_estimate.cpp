// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/experiment/memory_estimate.hpp"

#include <algorithm>
#include <bit>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "firmware/networks/node_kind.hpp"
#include "testbench/engines/mesh/node_memory.hpp"
#include "testbench/engines/native/native_mesh.hpp"
#include "testbench/judge/bounds/bounds.hpp"
#include "testbench/judge/checker/link_checker.hpp"
#include "testbench/judge/checker/relative_checker.hpp"
#include "testbench/judge/checker/saturating.hpp"
#include "testbench/runs/experiment/coupled_links.hpp"
#include "testbench/runs/experiment/cycle_loop.hpp"
#include "testbench/runs/experiment/loader.hpp"
#include "testbench/runs/experiment/symmetric_run.hpp"

namespace testbench {
namespace {

// Used parts of the arena take whole pages.
constexpr std::uint64_t kPage = 4096;
// Covers the small allocations of the engine, the pages that its vectors do not fill, and the pages
// of the program's code.
constexpr std::uint64_t kSmall = std::uint64_t{2} << 20;

// Nodes and links, or queues, lie in huge pages. Each of their parts can end inside a page, unless
// all together are smaller than one page.
std::uint64_t in_huge_pages(std::uint64_t bytes) {
  constexpr std::uint64_t kHugePage = std::uint64_t{2} << 20;
  constexpr std::uint64_t kParts = 4;
  return plus(bytes, bytes < kHugePage ? 0 : std::min(bytes, kParts * kHugePage));
}

// Bounds the packets that wait in the queues, from one representative node or from the paths of the
// packets. Each waiting packet, unless it is combined with others, is still to be delivered to a
// node that no other packet will reach.
std::uint64_t queue_bytes(const Experiment& experiment, const CoupledLinks& links, const LongestPrograms& longest,
                          const NativeSizes& sizes) {
  const collectives::Operation& operation = experiment.operation();
  const std::size_t queue_depth = experiment.queue_depth();
  const bool stalled = experiment.setting().stall_probability > 0;
  const std::size_t safe_depth = safe_queue_depth(links, operation.stop_cycles());
  MeshSetting setting = setting_of(operation);
  setting.queue_depth.chosen = queue_depth != 0 ? queue_depth : safe_depth;
  setting.program_depth = std::bit_ceil(longest.entries);
  setting.window_depth = longest.windows;
  if (!stalled && collectives::are_symmetric(operation)) {
    const auto bytes = native_queue_bytes(setting, register_image(operation, Address()));
    if (bytes) return times(operation.network.nodes(), *bytes);
  }
  const bool never_stops = !stalled && !setting.gated && setting.queue_depth.chosen >= safe_depth;
  const std::uint64_t crosspoints = never_stops ? links.waiting_crosspoints : links.crosspoints;
  std::uint64_t packets =
      std::min(never_stops ? links.waiting : links.passages, times(crosspoints, setting.queue_depth.chosen));
  if (!operation.shape().combined) packets = std::min(packets, expected_deliveries(experiment.task()));
  const std::uint64_t ejectors = stalled ? operation.network.nodes() * operation.network.ports() : 0;
  return plus(times(packets, sizes.packet), times(crosspoints + ejectors, sizes.queue));
}

// Symmetric nodes share programs, table and windows. Programs lie side by side, each with room for
// the longest one. A table takes the words up to its last one.
std::uint64_t loaded_bytes(const collectives::Operation& operation, const LongestPrograms& longest,
                           const NativeSizes& sizes) {
  const std::uint64_t streams = std::uint64_t{operation.network.ports()} * (operation.shape().combined ? 2 : 1);
  const bool stored = stores_words(operation);
  const std::uint64_t room = std::bit_ceil(longest.entries) * sizes.entry;
  // Symmetric nodes of a cube have the same programs and words. On other networks the addresses in them
  // differ.
  const std::uint64_t times_different =
      one_tells_all(operation) && network::kind_of(operation.network).has_absolute_words ? operation.network.nodes()
                                                                                         : 1;
  std::uint64_t bytes = 0;
  std::unordered_set<std::size_t> tables;  // by hash
  for_each_image(operation, [&](Address, const node::RegisterImage& image) {
    for (unsigned stream = 0; stream < streams; ++stream) {
      const std::uint64_t entries = image.program(stream).entries.size();
      if (entries != 0) bytes += times_different * std::min(entries * sizes.entry + kPage, room);
    }
    for (const auto* words : {&image.words(), &image.combining_words()}) {
      if (!stored || words->empty()) continue;
      const std::string_view bytes_of_table(reinterpret_cast<const char*>(words->data()),
                                            words->size() * sizeof((*words)[0]));
      const bool is_new = tables.insert(std::hash<std::string_view>()(bytes_of_table)).second;
      if (is_new) bytes += times_different * (words->size() * sizes.word + kPage);
    }
    if (!image.windows().empty()) bytes += image.windows().size() * sizes.window + kPage;
  });
  return bytes;
}

}  // namespace

std::uint64_t least_memory_bytes(const Experiment& experiment, bool keeps_payloads) {
  const Task& task = experiment.task();
  if (experiment.setting().engine == kSymmetricEngineName)
    return RelativeChecker::memory_bytes(task, experiment.setting().latency);
  const std::uint64_t payloads = keeps_payloads ? NodeMemory::bytes_kept(task) : NodeMemory::bytes_computed(task);
  const std::uint64_t counts = task.counts != nullptr ? PacketCounts::memory_bytes(router_count(task)) : 0;
  const std::uint64_t judged = plus(plus(payloads, counts), LinkChecker::memory_bytes(of_copies(task)));
  return plus(judged, experiment.setting().latency && !is_combined(task) ? PacketLatency::memory_bytes(task) : 0);
}

std::uint64_t memory_bytes(const Experiment& experiment, bool keeps_payloads) {
  if (experiment.setting().engine == kSymmetricEngineName)
    return symmetric_memory_bytes(experiment, experiment.setting().latency);
  const collectives::Operation& operation = experiment.operation();
  const NativeSizes sizes = native_sizes(setting_of(operation));
  const CoupledLinks links = couple_links(experiment);
  const LongestPrograms longest = longest_programs(operation);
  const std::uint64_t nodes = operation.network.nodes();
  // The first hop of a packet passes no crosspoint.
  const std::uint64_t transmissions = plus(links.passages, least_transmissions(experiment.task()).value);
  const std::uint64_t events =
      (std::min<std::uint64_t>(CycleLoop::kPortion, transmissions) + nodes * operation.network.ports()) *
      sizeof(LinkEvent);
  const std::uint64_t parts[] = {least_memory_bytes(experiment, keeps_payloads),
                                 in_huge_pages(queue_bytes(experiment, links, longest, sizes)),
                                 sizes.common,
                                 loaded_bytes(operation, longest, sizes),
                                 in_huge_pages(nodes * sizes.node),
                                 events,
                                 kSmall};
  std::uint64_t sum = 0;
  for (const std::uint64_t part : parts) sum = plus(sum, part);
  return sum;
}

}  // namespace testbench
