// SPDX-License-Identifier: Apache-2.0
// The file of a trace: a head, the names of the columns, a row for each event.
//
//     # {"cubecast":"0.1.0","command":"cubecast run ...","network":"cube:3","links":[[0,0,1,0],...],...}
//     cycle,node,port,src,dst,tree,seq,kind,first,last,frame,waited,operands
//     1,0,0,0,-1,0,0,sent,1,1,,0,
//     # {"cycles":3,"verified":true,"fault":null,"rows":1}
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

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

}  // namespace testbench
