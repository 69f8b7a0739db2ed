// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/printer/summary_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/tool/printer/result.hpp"

namespace testbench {
namespace {

template <class Value>
void insert_once(std::vector<Value>& sorted, const Value& value) {
  const auto place = std::ranges::lower_bound(sorted, value);
  if (place == sorted.end() || *place != value) sorted.insert(place, value);
}

std::string in_columns(const std::vector<std::vector<std::string>>& lines) {
  std::vector<std::size_t> widths;
  for (const std::vector<std::string>& line : lines) {
    widths.resize(std::max(widths.size(), line.size()));
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  std::string text;
  for (const std::vector<std::string>& line : lines) {
    std::string row;
    for (std::size_t i = 0; i < line.size(); ++i) row += fmt::format("{:<{}}  ", line[i], widths[i]);
    text += row.substr(0, row.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

}  // namespace

void SummaryTable::add(const Json& row) {
  ++runs_;
  counts_nodes_ = row.at("dim").is_null();
  const std::uint64_t size =
      networks_.empty() ? row.at(counts_nodes_ ? "nodes" : "dim").get<std::uint64_t>()
                        : static_cast<std::uint64_t>(
                              std::ranges::find(networks_, row.at("network").get<std::string>()) - networks_.begin());
  const std::uint32_t packets = row.at("packets");
  insert_once(sizes_, size);
  insert_once(amounts_, packets);
  const Key of(row.at("collective"), row.at("ports"), packets);
  const auto [place, is_new] = row_of_.try_emplace(of, rows_.size());
  if (is_new) rows_.push_back({row.at("collective"), row.at("ports"), packets, {}});
  if (row.at("verified").is_null()) {
    ++not_run_;
  } else if (!is_as_it_should(row)) {
    ++wrong_;
  } else {
    const Cell run{size, row.at("algorithm"), row.at("cycles"), row.at("lower_bound")};
    if (run.cycles == run.bound) ++at_bound_;
    rows_[place->second].runs.push_back(run);
  }
}

std::vector<std::string> SummaryTable::cells_of(const Row& row) const {
  std::vector<std::string> algorithms;  // in the order of the runs
  for (const Cell& run : row.runs) {
    if (std::ranges::find(algorithms, run.algorithm) == algorithms.end()) algorithms.push_back(run.algorithm);
  }
  const auto fewest_at = [&](std::uint64_t size) {
    const Cell* fewest = nullptr;
    for (const Cell& run : row.runs) {
      if (run.size == size && (fewest == nullptr || run.cycles < fewest->cycles)) fewest = &run;
    }
    return fewest;
  };
  const auto takes_fewest = [&](const std::string& algorithm, std::uint64_t size) {
    return std::ranges::any_of(row.runs, [&](const Cell& run) {
      return run.size == size && run.algorithm == algorithm && run.cycles == fewest_at(size)->cycles;
    });
  };
  std::string usual = "-";
  std::ptrdiff_t most = 0;
  for (const std::string& algorithm : algorithms) {
    const auto times = std::ranges::count_if(sizes_, [&](std::uint64_t size) { return takes_fewest(algorithm, size); });
    if (times <= most) continue;
    usual = algorithm;
    most = times;
  }
  std::vector<std::string> cells = {row.collective, row.ports};
  if (amounts_.size() > 1) cells.push_back(fmt::format("{}", row.packets));
  cells.push_back(usual);
  for (const std::uint64_t size : sizes_) {
    const Cell* const fewest = fewest_at(size);
    std::string cell = fewest == nullptr ? "-" : fmt::format("{}", fewest->cycles);
    if (fewest != nullptr && fewest->bound < fewest->cycles) cell += fmt::format(" ({})", fewest->bound);
    if (fewest != nullptr && !takes_fewest(usual, size)) cell += ' ' + fewest->algorithm;
    cells.push_back(cell);
  }
  return cells;
}

std::string SummaryTable::verdict(std::uint64_t planned) const {
  std::string verdict = runs_ == planned ? "" : fmt::format("{} of ", runs_);
  verdict += fmt::format("{} run{}", planned, planned == 1 ? "" : "s");
  if (not_run_ != 0) verdict += fmt::format(", {} without the memory for it", not_run_);
  if (wrong_ != 0) verdict += fmt::format(", {} NOT as they should be", wrong_);
  if (wrong_ == 0 && not_run_ < runs_) verdict += ", every byte right";
  return verdict + fmt::format(", {} at their bound", at_bound_);
}

std::string SummaryTable::text(std::uint64_t planned) const {
  std::vector<std::string> heading = {"collective", "ports"};
  if (amounts_.size() > 1) heading.emplace_back("M");
  heading.emplace_back("algorithm");
  for (const std::uint64_t size : sizes_) {
    heading.push_back(!networks_.empty() ? printable(networks_[size])
                                         : fmt::format("{} = {}", counts_nodes_ ? 'n' : 'd', size));
  }
  std::vector<std::vector<std::string>> lines = {heading};
  for (const Row& row : rows_) lines.push_back(cells_of(row));
  return in_columns(lines) + verdict(planned);
}

}  // namespace testbench
