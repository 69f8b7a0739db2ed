// SPDX-License-Identifier: Apache-2.0
// Test only: the report of a run as a text to compare.
#pragma once

#include <sstream>
#include <string>

#include "testbench/runs/verdict/run_report.hpp"

namespace testbench::test {

// All members but times.
inline std::string text_of(const RunReport& report) {
  std::ostringstream text;
  text << report.fault.value_or("right") << " cycles " << report.cycles << " total " << report.total_cycles << " sent "
       << report.transmissions << " deepest " << report.deepest_queue << " stalls " << report.stall_cycles
       << " node-cycles " << report.node_cycles;
  if (report.latency) {
    text << " latency " << report.latency->deliveries << ' ' << report.latency->mean << ' ' << report.latency->p50
         << ' ' << report.latency->p95 << ' ' << report.latency->p99 << ' ' << report.latency->max;
  }
  if (report.link_load) {
    for (std::uint32_t node = 0; node < report.link_load->nodes(); ++node) {
      for (const std::uint64_t packets : report.link_load->of_node(node)) text << ' ' << packets;
    }
  }
  if (report.link_layer) {
    const LinkTotals& links = *report.link_layer;
    text << " link layer " << links.links << ' ' << links.frames << ' ' << links.refused << ' ' << links.time_outs
         << ' ' << links.dropped;
    for (const std::uint32_t frames : links.frames_of_links) text << ' ' << frames;
    for (const std::string& dead : links.dead) text << ' ' << dead;
  }
  return text.str();
}

}  // namespace testbench::test
