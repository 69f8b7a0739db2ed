// SPDX-License-Identifier: Apache-2.0
// A trace in the trace event format of Perfetto and Chrome: a track for each link, whose slices are the
// packets, and for the queues before it a count of the packets that wait. A cycle is a microsecond.
//
//     PerfettoTrace trace(out, head);
//     trace.add(rows);
//     trace.finish();
#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "testbench/tool/report/trace_file.hpp"

namespace testbench {

class PerfettoTrace {
 public:
  PerfettoTrace(std::ostream& out, const Json& head);
  void add(std::span<const TraceRow> rows);
  void finish();

 private:
  void write(const Json& event);

  std::ostream& out_;
  const bool has_layer_;
  const char* separator_ = "";
  // By node and port, then by cycle: how many more packets wait from then on.
  std::map<std::pair<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t>, std::int64_t> waiting_;
};

}  // namespace testbench
