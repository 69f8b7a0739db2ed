// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/report/trace_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <ostream>
#include <string_view>
#include <vector>

#include "testbench/ground/files/named_file.hpp"

namespace testbench {
namespace {

constexpr const char* kColumns = "cycle,node,port,src,dst,tree,seq,kind,first,last,frame,waited,operands";
constexpr std::size_t kColumnCount = 13;

// A number, or 0 for an empty cell. False for other text.
template <class Number>
bool take(std::string_view cell, Number& value) {
  value = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  return cell.empty() || (error == std::errc() && end == cell.data() + cell.size());
}

bool parse(std::string_view line, TraceRow& row) {
  row = {};
  std::vector<std::string_view> cells;
  for (std::size_t from = 0;;) {
    const std::size_t comma = std::min(line.find(',', from), line.size());
    cells.push_back(line.substr(from, comma - from));
    if (comma == line.size()) break;
    from = comma + 1;
  }
  if (cells.size() != kColumnCount) return false;
  const auto* const name =
      std::ranges::find(kWireEventNames, cells[7], [](const char* each) { return std::string_view(each); });
  if (name == std::end(kWireEventNames)) return false;
  row.event.kind = static_cast<WireEventKind>(name - kWireEventNames);
  LinkEvent& packet = row.event.packet;
  std::uint64_t waited = 0;
  if (!take(cells[0], packet.cycle) || !take(cells[1], packet.node) || !take(cells[2], packet.port) ||
      !take(cells[3], packet.source) || !take(cells[4], packet.destination) || !take(cells[5], packet.tree) ||
      !take(cells[6], packet.sequence) || !take(cells[8], row.event.first) || !take(cells[9], row.event.last) ||
      !take(cells[10], row.event.frame) || !take(cells[11], waited)) {
    return false;
  }
  if (!cells[11].empty()) row.waited = waited;
  row.operands = cells[12];
  return true;
}

Json facts_in(const std::string& line) {
  if (!line.starts_with("# ")) return nullptr;
  return Json::parse(line.substr(2), nullptr, false);
}

}  // namespace

void write_tail(std::ostream& out, const Json& tail) {
  out << "# " << tail.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
}

void write_head(std::ostream& out, const Json& head) {
  write_tail(out, head);
  out << kColumns << '\n';
}

void write_rows(std::ostream& out, std::span<const TraceRow> rows) {
  fmt::memory_buffer text;
  const auto add = [&](auto number, char behind) {
    const fmt::format_int digits(number);
    text.append(digits.data(), digits.data() + digits.size());
    text.push_back(behind);
  };
  const auto add_text = [&](std::string_view words, char behind) {
    text.append(words.data(), words.data() + words.size());
    text.push_back(behind);
  };
  for (const TraceRow& row : rows) {
    const LinkEvent& packet = row.event.packet;
    add(packet.cycle, ',');
    add(packet.node, ',');
    add(packet.port, ',');
    if (has_packet(row.event.kind)) {
      add(packet.source, ',');
      add(packet.destination, ',');
      add(packet.tree, ',');
      add(packet.sequence, ',');
    } else {
      add_text(",,", ',');
      row.event.kind == WireEventKind::kDropped ? add(packet.sequence, ',') : text.push_back(',');
    }
    add_text(name_of(row.event.kind), ',');
    add(row.event.first, ',');
    add(row.event.last, ',');
    row.event.frame != 0 ? add(row.event.frame, ',') : text.push_back(',');
    row.waited ? add(*row.waited, ',') : text.push_back(',');
    add_text(row.operands, '\n');
  }
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

Json read_trace(const std::string& label, const std::filesystem::path& path,
                const std::function<void(const TraceRow&)>& add) {
  const auto refuse = [&](std::uint64_t line) {
    throw FileError(fmt::format("{}: line {} is no row of a trace; give a file that --trace has written", label, line));
  };
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  Json head = facts_in(line);
  if (!head.is_object() || !head.contains("links")) refuse(1);
  std::getline(file, line);
  if (line != kColumns) refuse(2);
  TraceRow row{};
  for (std::uint64_t number = 3; std::getline(file, line); ++number) {
    if (const Json tail = facts_in(line); tail.is_object()) {
      head.update(tail);
    } else if (parse(line, row)) {
      add(row);
    } else {
      refuse(number);
    }
  }
  return head;
}

}  // namespace testbench
