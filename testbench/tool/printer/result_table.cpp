// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "testbench/tool/printer/result.hpp"

namespace testbench {
namespace {

// A row that was not run has no figures.
bool was_run(const Json& row) {
  return !row.at("verified").is_null();
}
std::string verdict_of(const Json& row) {
  if (!was_run(row)) return row.at("fault");
  if (!row.at("verified").get<bool>()) return "NO";
  return is_as_it_should(row) ? "yes" : "CLOSED FORM MISSED";
}
std::string seeds_of(const Json& row) {
  return was_run(row) ? row.at("seeds").dump() : "-";
}
std::string utilization_of(const Json& row) {
  return was_run(row) ? fmt::format("{:.0f} %", 100 * row.at("link_utilization").get<double>()) : "-";
}

}  // namespace

bool is_as_it_should(const Json& row) {
  return row.at("verified") == true && row.at("formula_met") != false;
}

Columns result_columns(const TableColumns& shown) {
  Columns columns{{"collective", "collective", -14},
                  {"algorithm", "algorithm", -9},
                  {"ports", "ports", -5},
                  shown.nodes ? Column{"nodes", "n", 5} : Column{"dim", "d", 2},
                  {"packets", "M", 5},
                  {"cycles", "cycles", 8},
                  {"formula", "closed form", 12},
                  {"lower_bound", "bound", 8},
                  {"ratio", "ratio", 6, "{:.3f}"},
                  {"transmissions", "sent", 10},
                  {"least_transmissions", "least", 10},
                  {"link_utilization", "links", 6, "", utilization_of},
                  {"deepest_queue", "queue", 6}};
  if (shown.network != 0) columns.insert(columns.begin() + 3, {"network", "network", -shown.network});
  const auto add = [&](bool are_shown, const Columns& more) {
    if (are_shown) columns.insert(columns.end(), more.begin(), more.end());
  };
  add(shown.hop_cycles, {{"hop_cycles", "r", 2}});
  add(shown.spread, {{"seeds", "seeds", 5, "", seeds_of},
                     {"cycles_min", "min", 8},
                     {"cycles_mean", "mean", 10, "{:.1f}"},
                     {"cycles_max", "max", 8}});
  add(shown.bandwidth, {{"bytes", "bytes", 10},
                        {"time_us", "us", 10, "{:.3f}"},
                        {"algbw_gb_s", "alg GB/s", 10, "{:.3f}"},
                        {"busbw_gb_s", "bus GB/s", 10, "{:.3f}"}});
  add(shown.latency, {{"latency.mean", "latency", 9, "{:.1f}"},
                      {"latency.p50", "50 %", 6},
                      {"latency.p95", "95 %", 6},
                      {"latency.p99", "99 %", 6},
                      {"latency.max", "max", 6}});
  add(shown.links, {{"links.least", "link least", 10}, {"links.most", "link most", 10}});
  columns.push_back({"verified", "verified", 0, "", verdict_of});
  return columns;
}

}  // namespace testbench
