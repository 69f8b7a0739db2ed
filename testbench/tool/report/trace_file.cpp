// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/report/trace_file.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <ostream>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/ground/files/named_file.hpp"
#include "testbench/ground/files/standard_streams.hpp"

namespace testbench {
namespace {

constexpr const char* kColumns = "cycle,node,port,src,dst,tree,seq,kind,first,last,frame,waited,operands";
constexpr std::uint64_t kMostCycles = std::uint64_t{1} << 40;

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> cells;
  for (const auto cell : std::views::split(line, ',')) cells.emplace_back(cell.begin(), cell.end());
  return cells;
}

// The fault of the line; empty: none.
std::string parse(std::string_view line, TraceRow& row) {
  row = {};
  static const std::vector<std::string_view> columns = split(kColumns);
  const std::vector<std::string_view> cells = split(line);
  if (cells.size() != columns.size()) return fmt::format("has {} columns, not {}", cells.size(), columns.size());
  LinkEvent& packet = row.event.packet;
  std::string fault;
  std::size_t column = 0;
  const auto take = [&]<class Number>(Number& value) {
    const std::string_view cell = cells[column];
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    const bool is_number = error == std::errc() && end == cell.data() + cell.size();
    if (!cell.empty() && !is_number && fault.empty())
      fault = fmt::format("{} is '{}', which is no such number", columns[column], printable(cell));
    ++column;
  };
  take(packet.cycle), take(packet.node), take(packet.port), take(packet.source), take(packet.destination);
  take(packet.tree), take(packet.sequence);
  const auto* const name =
      std::ranges::find(kWireEventNames, cells[column], [](const char* of) { return std::string_view(of); });
  if (name == std::end(kWireEventNames) && fault.empty())
    fault = fmt::format("kind is '{}'; must be one of {}", printable(cells[column]), fmt::join(kWireEventNames, ", "));
  row.event.kind = static_cast<WireEventKind>(name - kWireEventNames);
  ++column;
  take(row.event.first), take(row.event.last), take(row.event.frame);
  if (!cells[column].empty()) take(row.waited.emplace());
  row.operands = cells.back();
  return fault;
}

// The facts of head and tail, which pages trust.
struct Facts {
  const std::string& label;
  const Json& head;

  void require(bool holds, const char* key, const std::string& must) const {
    if (holds) return;
    const Json value = head.contains(key) ? head[key] : Json("not there");
    throw FileError(fmt::format("{}: {} is {}; must be {}; give a whole file that --trace has written", label, key,
                                value.dump(-1, ' ', true, Json::error_handler_t::replace).substr(0, 80), must));
  }
  void require(const char* key, std::uint64_t least, std::uint64_t most) const {
    require(head.contains(key) && is_within(head[key], least, most), key,
            least == most ? std::to_string(most) : fmt::format("{}..{}", least, most));
  }
  static bool is_within(const Json& value, std::uint64_t least, std::uint64_t most) {
    return value.is_number_unsigned() && value >= least && value <= most;
  }
  // Returns the number of nodes.
  std::uint64_t check_head() const {
    require("nodes", 1, kMostListedNodes);
    const std::uint64_t nodes = head["nodes"];
    require("root", 0, nodes - 1);
    for (const char* const key : {"packets", "lower_bound", "hop_cycles"}) require(key, 0, kMostCycles);
    for (const char* const key : {"network", "collective", "algorithm", "command", "ports"}) {
      require(head.contains(key) && head[key].is_string(), key, "a text");
    }
    for (const Json& link : head["links"]) {
      const bool fits = link.is_array() && link.size() == 4 && is_within(link[0], 0, nodes - 1) &&
                        is_within(link[1], 0, 255) && is_within(link[2], 0, nodes - 1) && is_within(link[3], 0, 255);
      require(fits, "links", "node, port, node and port of each");
    }
    return nodes;
  }
};

}  // namespace

Json parsed_line(std::string_view line) {
  constexpr int kMostDepth = 8;
  const auto callback = [](int depth, Json::parse_event_t, Json&) { return depth < kMostDepth; };
  return Json::parse(line, callback, false);
}

void write_tail(std::ostream& out, const Json& tail) {
  out << "# " << tail.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
}

void write_head(std::ostream& out, const Json& head) {
  write_tail(out, head);
  out << kColumns << '\n';
}

void write_rows(std::ostream& out, std::span<const TraceRow> rows) {
  fmt::memory_buffer text;
  const auto cell = [](bool has_number, auto number) { return has_number ? std::to_string(number) : std::string(); };
  for (const TraceRow& row : rows) {
    const WireEvent& event = row.event;
    const LinkEvent& at = event.packet;
    const bool is_packet = has_packet(event.kind);
    fmt::format_to(std::back_inserter(text), FMT_COMPILE("{},{},{},{},{},{},{},{},{},{},{},{},{}\n"), at.cycle, at.node,
                   at.port, cell(is_packet, at.source), cell(is_packet, at.destination), cell(is_packet, at.tree),
                   cell(is_packet || event.kind == WireEventKind::kDropped, at.sequence), name_of(event.kind),
                   event.first, event.last, cell(event.frame != 0, event.frame),
                   cell(row.waited.has_value(), row.waited.value_or(0)), row.operands);
  }
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

Json read_trace(const std::string& label, const std::filesystem::path& path,
                const std::function<void(const TraceRow&)>& add) {
  const auto refuse = [&](std::uint64_t line, const std::string& why) {
    throw FileError(fmt::format("{}: line {} {}; give a file that --trace has written", label, line, why));
  };
  const auto facts_in = [](const std::string& text) {
    return text.starts_with("# ") ? parsed_line(text.substr(2)) : Json();
  };
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  Json head = facts_in(line);
  if (!head.is_object() || !head.contains("links") || !head["links"].is_array()) refuse(1, "is no head of a trace");
  std::getline(file, line);
  if (line != kColumns) refuse(2, fmt::format("is not '{}'", kColumns));
  const Facts facts{label, head};
  const std::uint64_t nodes = facts.check_head();
  TraceRow row{};
  std::uint64_t rows = 0;
  std::uint64_t last = 0;
  for (std::uint64_t number = 3; std::getline(file, line); ++number) {
    if (const Json tail = facts_in(line); tail.is_object()) {
      head.update(tail);
      continue;
    }
    if (const std::string fault = parse(line, row); !fault.empty()) refuse(number, fault);
    const LinkEvent& packet = row.event.packet;
    if (packet.source >= nodes || packet.destination >= static_cast<std::int64_t>(nodes) ||
        packet.tree >= std::max<std::uint64_t>(nodes, 256))
      refuse(number, fmt::format("has a src, dst or tree beyond the {} nodes", nodes));
    if (row.event.first > row.event.last) refuse(number, "ends before it begins");
    add(row);
    ++rows;
    if (row.event.kind == WireEventKind::kSent) last = std::max(last, packet.cycle);
  }
  facts.require("rows", rows, rows);
  facts.require("cycles", head.value("link_layer", Json()) == true ? 0 : last, kMostCycles);
  return head;
}

}  // namespace testbench
