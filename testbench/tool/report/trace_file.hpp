// SPDX-License-Identifier: Apache-2.0
// The file of a trace, in one of two formats. CSV: a head, the names of the columns, a row for each event.
//
//     # {"cubecast":"0.1.0","command":"cubecast run ...","network":"cube:3","links":[[0,0,1,0],...],...}
//     cycle,node,port,src,dst,tree,seq,kind,first,last,frame,waited,operands
//     1,0,0,0,-1,0,0,sent,1,1,,0,
//     # {"cycles":3,"verified":true,"fault":null,"rows":1}
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "testbench/tool/report/trace_rows.hpp"

namespace testbench {

using Json = nlohmann::ordered_json;

// The head of a trace lists the links of no larger network.
inline constexpr std::uint32_t kMostListedNodes = 65536;

// A line of JSON; null if it is none. Values that are nested too deeply are left out.
Json parsed_line(std::string_view line);

void write_head(std::ostream& out, const Json& head);
// The facts that are known when the run has ended.
void write_tail(std::ostream& out, const Json& tail);
void write_rows(std::ostream& out, std::span<const TraceRow> rows);

// Calls add(row) for every row, and returns the head with the tail. Throws FileError, which begins with `label`, where the file is
// no such trace, or not a whole one.
Json read_trace(const std::string& label, const std::filesystem::path& path,
                const std::function<void(const TraceRow&)>& add);

// The format of Perfetto and Chrome: a track for each link, whose slices are the packets, and for the queues before it a
// count of the packets that wait. A cycle is a microsecond.
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
