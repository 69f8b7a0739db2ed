// SPDX-License-Identifier: Apache-2.0
// Networks of about one size, side by side: what each collective takes on them beside its bound, and
// what they cost.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "testbench/ground/files/command_files.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/plans/networks/distances.hpp"
#include "testbench/plans/networks/isomorphism.hpp"
#include "testbench/plans/networks/of_size.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/tool/cli/common_steps.hpp"
#include "testbench/tool/commands/commands.hpp"
#include "testbench/tool/commands/node_costs.hpp"
#include "testbench/tool/printer/columns.hpp"
#include "testbench/tool/printer/progress.hpp"
#include "testbench/tool/printer/result.hpp"

namespace testbench {
namespace {

// Keys of a run that a row has too.
constexpr const char* kRunKeys[] = {"algorithm", "packets",  "bytes", "cycles", "lower_bound",
                                    "ratio",     "verified", "fault", "command"};

struct Contender {
  std::string spec;
  Adjacency graph;
  Json facts;  // the first keys of its rows
};

// The first network before it that is the same graph; nothing where there is none, or none is found in time.
Json same_as(const Adjacency& graph, const std::vector<Contender>& before) {
  for (const Contender& other : before) {
    if (are_isomorphic(graph, other.graph).value_or(false)) return printable(other.spec);
  }
  return nullptr;
}

Contender contender_of(const std::string& spec, const std::vector<Contender>& before) {
  const Network network = network_of(spec);
  Contender made{spec, Adjacency(network), {}};
  std::uint64_t ends = 0;
  unsigned ports = 0;
  for (std::uint32_t node = 0; node < network.nodes(); ++node) {
    ends += made.graph.degree(node);
    ports = std::max(ports, made.graph.degree(node));
  }
  const auto distances = distances_of(made.graph, network.is_cayley());
  const std::optional<NodeCost> cost = cost_of_node(spec);
  made.facts = {{"network", printable(spec)},
                {"nodes", network.ends()},
                {"switches", network.nodes() - network.ends()},
                {"links", ends / 2},
                {"ports", ports},
                {"diameter", distances ? Json(distances->diameter) : Json(nullptr)},
                {"luts", cost ? Json(cost->luts) : Json(nullptr)},
                {"mhz", cost ? Json(cost->mhz) : Json(nullptr)},
                {"same_as", same_as(made.graph, before)}};
  return made;
}

// Packets in which a node's buffer has at least so many bytes.
std::int64_t packets_of_bytes(Parameters request, std::uint64_t bytes) {
  request.packets = 1;
  const Result result(resolve_on_terminal(request));
  const std::uint64_t of_one = buffer_bytes(result);
  if (of_one == 0) return 1;
  const auto most = static_cast<std::uint64_t>(most_packets(result.operation().network.ends()));
  if (bytes > of_one * most) throw UsageError(fmt::format("must be at most {} on this network", of_one * most));
  return static_cast<std::int64_t>(std::max<std::uint64_t>((bytes + of_one - 1) / of_one, 1));
}

// The run of the fastest algorithm, or why there is none.
Json row_of(const Contender& contender, const std::string& collective, const CompareArguments& arguments,
            std::uint64_t bytes) {
  Parameters request;
  request.collective = collective;
  request.network = contender.spec;
  request.ports = arguments.parameters.ports;
  Json row = contender.facts;
  row["collective"] = collective;
  for (const char* const key : kRunKeys) row[key] = nullptr;
  try {
    request.packets = packets_of_bytes(request, bytes);
    Result result(resolve_on_terminal(request));
    require_memory(result.experiment, false, fmt::format("--bytes {}", bytes));
    ProgressLine progress(fmt::format("{} {}", collective, printable(contender.spec)));
    RunHooks hooks;
    hooks.progress = [&](double part) { progress.show(part); };
    result.report = Run(result.experiment).execute(hooks);
    const Json whole = to_json(result);
    for (const char* const key : kRunKeys) row[key] = whole.at(key);
  } catch (const UsageError& refusal) {
    row["fault"] = fmt::format("--bytes {}: {}", bytes, refusal.what());
  }
  return row;
}

int width_of(const std::vector<Contender>& contenders) {
  std::size_t width = 7;
  for (const Contender& contender : contenders) width = std::max(width, printable(contender.spec).size());
  return static_cast<int>(width);
}

Columns columns_of(int width) {
  return {{"network", "network", -width},
          {"nodes", "n", 5},
          {"switches", "switches", 8},
          {"links", "links", 6},
          {"ports", "ports", 5},
          {"diameter", "diameter", 8},
          {"luts", "LUTs", 6},
          {"mhz", "MHz", 5, "{:.1f}"},
          {"algorithm", "algorithm", -12},
          {"packets", "M", 7},
          {"cycles", "cycles", 9},
          {"lower_bound", "bound", 9},
          {"ratio", "ratio", 6, "{:.3f}"},
          {"verified", "verified", -8, "", yes_or_fault},
          {"same_as", "same as"}};
}

}  // namespace

int compare_command(const CompareArguments& arguments) {
  const Parameters& asked = arguments.parameters;
  const std::vector<std::string> networks =
      arguments.nodes
          ? networks_of_size(static_cast<std::uint32_t>(number_of("--nodes", *arguments.nodes, "", "compare")))
          : networks_in(asked.network.value_or(""));
  require_once("--network", networks);
  CommandFiles files;
  for (const std::string& network : networks) files.read_elsewhere("--network", files_of(network));
  files.check();
  const std::uint64_t bytes = bytes_in("--bytes", arguments.bytes);
  if (bytes == 0) throw UsageError("--bytes 0: nothing would be sent; give 1 or more");
  const std::vector<std::string> known = collective_names();
  const std::vector<std::string> collectives =
      words_between_commas("--collective", asked.collective.value_or(option_of("--collective", "compare").shown));
  require_once("--collective", collectives);
  for (const std::string& name : collectives) {
    if (std::ranges::find(known, name) == known.end()) refuse_name("--collective", name, known);
  }
  std::vector<Contender> contenders;
  for (const std::string& network : networks) {
    Parameters request;
    request.network = network;
    site_of(request);
    contenders.push_back(contender_of(network, contenders));
  }
  const Columns columns = columns_of(width_of(contenders));
  unsigned wrong = 0;
  bool has_run = false;
  std::string why_none;
  // A refusal is all that is said where nothing runs.
  std::string held;
  const auto tell = [&](const std::string& text) {
    held += text;
    if (has_run) say(std::exchange(held, {}));
  };
  bool has_heading = false;
  for (const std::string& collective : collectives) {
    std::multimap<std::uint64_t, Json> rows;  // by cycles; those that were not run come last
    for (const Contender& contender : contenders) {
      const Json row = row_of(contender, collective, arguments, bytes);
      if (row["verified"] == false) ++wrong;
      has_run = has_run || !row["cycles"].is_null();
      if (!has_run && why_none.empty()) why_none = row["fault"].get<std::string>();
      if (asked.json) tell(json_line_of(row));
      if (asked.csv) tell((has_heading ? "" : csv_heading_of(row)) + csv_line_of(row));
      has_heading = has_heading || asked.csv;
      rows.emplace(row["cycles"].is_null() ? ~std::uint64_t{0} : row["cycles"].get<std::uint64_t>(), row);
    }
    if (asked.json || asked.csv) continue;
    const bool has_data = collective != name_of(testbench::Collective::kBarrier);
    tell(fmt::format("{}{}{}\n{}", has_heading ? "\n" : "", collective,
                     has_data ? fmt::format(", {} bytes a node or more", bytes) : "", heading_of(columns)));
    has_heading = true;
    for (const auto& [cycles, row] : rows) tell(line_of(columns, row));
  }
  if (!asked.json && !asked.csv) tell(kNodeCostsNote);
  if (!has_run) throw UsageError(why_none);
  if (wrong == 0) return 0;
  complain(fmt::format("{} runs are not as they should be", wrong));
  return 1;
}

}  // namespace testbench
