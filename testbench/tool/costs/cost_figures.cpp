// SPDX-License-Identifier: Apache-2.0
// Figures 15 to 19 of Johnsson and Ho, the Intel iPSC, as tables in Markdown. Section 8.1: 8 ms for an
// external and 6 ms for an internal packet of 1 KiB. A cycle stands for a microsecond, and a packet has 8
// bytes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/tool/costs/cost_measurement.hpp"
#include "testbench/tool/printer/progress.hpp"

namespace testbench {
namespace {

using enum collectives::Collective;

constexpr std::uint32_t kKib = 128;
constexpr unsigned kIpscLinkWires = 16;
constexpr unsigned kInternalGap = 6000;
constexpr unsigned kExternalGap = 8000;
constexpr unsigned kDims[] = {2, 3, 4, 5, 6};

class Figures {
 public:
  // The first frame of a message of so many KiB is an external packet.
  double with_messages(const CycleRow& row, unsigned n, std::uint32_t packets, std::uint32_t kib) {
    return milliseconds(row, n, packets,
                        {kIpscLinkWires, kInternalGap, kKib, {kib * kKib, kExternalGap - kInternalGap}});
  }
  // All frames are external packets.
  double with_frames(const CycleRow& row, unsigned n, std::uint32_t packets) {
    return milliseconds(row, n, packets, {kIpscLinkWires, kExternalGap, kKib});
  }
  void print_pairs(const char* title, const char* first, const char* second, const auto& time_of) {
    say(fmt::format("\n### {}\n\n| n | {} | {} | ratio |\n|---|---|---|---|\n", title, first, second));
    for (const unsigned n : kDims) {
      const double a = time_of(first, n);
      const double b = time_of(second, n);
      say(fmt::format("| {} | {:.0f} | {:.0f} | {:.2f} |\n", n, a, b, a / b));
    }
  }
  unsigned wrong() const { return wrong_; }

 private:
  double milliseconds(const CycleRow& row, unsigned n, std::uint32_t packets, const CostLinks& links) {
    progress_.show(0);
    const CostResult result = measured({&row, n, packets, kKib}, links);
    wrong_ += result.fault ? 1 : 0;
    return static_cast<double>(result.cycles) / 1000;
  }

  ProgressLine progress_{"cost"};
  unsigned wrong_ = 0;
};

const CycleRow& one_port(collectives::Collective collective, std::string_view graph) {
  return *find_cycle_row(collective, graph, collectives::PortModel::kOne);
}
const CycleRow& overlapping(std::string_view graph) {
  return *std::ranges::find_if(ipsc_rows(), [&](const CycleRow& row) { return row.algorithm == graph; });
}

}  // namespace

int print_ipsc_figures() {
  Figures figures;
  constexpr std::uint32_t kSome = 16 * kKib;
  say("\n### Figure 15: broadcast of 16 KiB by SBT, in ms\n\n| external packet, KiB | n = 2 | 3 | 4 | 5 | 6 |\n"
      "|---|---|---|---|---|---|\n");
  for (const std::uint32_t kib : {1u, 2u, 4u, 8u, 16u}) {
    std::string line = fmt::format("| {} |", kib);
    for (const unsigned n : kDims) {
      line += fmt::format(" {:.0f} |", figures.with_messages(one_port(kBroadcast, "sbt"), n, kSome, kib));
    }
    say(line + "\n");
  }
  constexpr std::uint32_t kMany = 60 * kKib;
  figures.print_pairs(
      "Figures 16 and 17: broadcast of 60 KiB, in ms", "sbt", "nesbt",
      [&](const char* graph, unsigned n) { return figures.with_frames(one_port(kBroadcast, graph), n, kMany); });
  figures.print_pairs(
      "Figure 18: scatter of 1 KiB for each node, in ms", "sbt", "sbnt",
      [&](const char* graph, unsigned n) { return figures.with_messages(overlapping(graph), n, kKib, 1); });
  say("\n### Figure 19: allgather of 1 KiB from each node, in ms\n\n| n | exchange | sbnt | circuit |\n"
      "|---|---|---|---|\n");
  for (const unsigned n : kDims) {
    const auto of = [&](const char* graph) { return figures.with_messages(one_port(kAllgather, graph), n, kKib, 16); };
    say(fmt::format("| {} | {:.0f} | {:.0f} | {:.0f} |\n", n, of("sbt"), of("sbnt"), of("brg")));
  }
  return figures.wrong() == 0 ? 0 : 1;
}

}  // namespace testbench
