// SPDX-License-Identifier: Apache-2.0
// Proves for every rule and algorithm that its links cannot deadlock, or names a dependency cycle.
// Rules and algorithms of a cube are examined, and algorithms of any other network. The proof is an
// order of the links. Where there is a cycle, it also says whether queues are so deep that none
// fills.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "firmware/collectives/operation.hpp"
#include "firmware/networks/any_network.hpp"
#include "hls/router/config.hpp"
#include "testbench/ground/files/command_files.hpp"
#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/runs/experiment/coupled_links.hpp"
#include "testbench/runs/experiment/engines.hpp"
#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/experiment/link_graph.hpp"
#include "testbench/runs/experiment/loader.hpp"
#include "testbench/runs/experiment/queue_check.hpp"
#include "testbench/runs/experiment/rule_links.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/tool/cli/measure_plan.hpp"
#include "testbench/tool/commands/broadcast_arguments.hpp"
#include "testbench/tool/commands/commands.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {
namespace {

// The dimensions without --dims.
inline constexpr const char* kExaminedDims = "2..6";

// The result for one dependency graph.
struct Finding {
  std::string verdict;
  bool can_deadlock = false;
  bool is_cyclic = false;
  const char* of = "links";        // "ports": each stands for the links of all nodes through it
  std::vector<std::string> proof;  // the order, or the dependency cycle
  std::uint64_t dependencies = 0;
  std::optional<std::size_t> period;  // m of the cycle, for schemes that serve in periods
  nlohmann::ordered_json
      queues;  // where there is a dependency cycle: packets that pass one at most, its depth, what is enough
};

// `cycle`: links, or empty. `symmetric`: a link of the graph stands for the links of all nodes through
// one port.
Finding examine(const network::SomeNetwork& network, const LinkGraph& graph, const std::vector<std::uint32_t>& cycle,
                bool symmetric);

// The subject of one line of the report.
struct Examined {
  std::string collective;  // or "rule"
  std::string algorithm;
  std::string ports;                     // or the rule's trees
  std::uint32_t size;                    // d, or n
  std::optional<std::uint32_t> packets;  // nothing: a rule, with any number of packets
};

const Columns kFindingColumns{{"collective", "collective", -14},
                              {"algorithm", "algorithm", -10},
                              {"ports", "ports", -6},
                              {"size", "d", 2},
                              {"packets", "M", 5},
                              {"verdict", "deadlock"}};

std::string deadlock_heading(bool on_cubes);
// `shows_proof`: print orders and dependency cycles of any length.
std::string as_text(const Examined& row, const Finding& found, bool shows_proof);
// `network`: as typed, for rows of networks other than the cube.
std::string as_json(const Examined& row, const Finding& found, const std::optional<std::string>& network);

Finding examine(const network::SomeNetwork& network, const LinkGraph& graph, const std::vector<std::uint32_t>& cycle,
                bool symmetric) {
  Finding found;
  found.dependencies = graph.couplings();
  if (!cycle.empty()) {
    found.verdict = fmt::format("a cycle of {} links", cycle.size());
    found.can_deadlock = found.is_cyclic = true;
    found.proof = names_of_links(network, cycle);
    if (symmetric) found.dependencies *= network.nodes();
    return found;
  }
  found.verdict = "none: no link waits for another";
  const std::vector<std::uint32_t> order = graph.order();
  if (order.empty()) return found;
  if (symmetric) found.of = "ports";
  found.verdict = fmt::format("none: in this order of {} {} every link waits for later ones only ({} dependencies)",
                              order.size(), found.of, found.dependencies);
  if (!symmetric) found.proof = names_of_links(network, order);
  for (std::size_t i = 0; symmetric && i < order.size(); ++i) found.proof.push_back(std::to_string(order[i]));
  return found;
}

std::string deadlock_heading(bool on_cubes) {
  return aligned(kFindingColumns, {"collective", "algorithm", "ports", on_cubes ? "d" : "n", "M", "deadlock"});
}

std::string as_text(const Examined& row, const Finding& found, bool shows_proof) {
  const std::string packets = row.packets ? std::to_string(*row.packets) : "any";
  std::string heading = aligned(
      kFindingColumns, {row.collective, row.algorithm, row.ports, std::to_string(row.size), packets, found.verdict});
  if (found.proof.empty()) return heading;
  const std::string proof = fmt::format("{} {}", found.of, fmt::join(found.proof, " "));
  const bool is_long = proof.size() > 400 && !shows_proof;
  return heading + "    " + (is_long ? proof.substr(0, proof.rfind(' ', 400)) + " ... (--proof)" : proof) + '\n';
}

std::string as_json(const Examined& row, const Finding& found, const std::optional<std::string>& network) {
  nlohmann::ordered_json json;
  json["collective"] = row.collective;
  json["algorithm"] = row.algorithm;
  json[row.collective == "rule" ? "trees" : "ports"] = row.ports;
  if (network) json["network"] = printable(*network);
  json[network ? "nodes" : "dim"] = row.size;
  json["packets"] = row.packets ? nlohmann::ordered_json(*row.packets) : nlohmann::ordered_json(nullptr);
  json["can_deadlock"] = found.can_deadlock;
  if (row.collective == "rule" && found.is_cyclic) json["can_deadlock"] = nullptr;  // the packets are unknown
  json["dependencies"] = found.dependencies;
  json["of"] = found.of;
  json["order"] = nullptr;
  json["dependency_cycle"] = nullptr;
  json[found.is_cyclic ? "dependency_cycle" : "order"] = found.proof;
  if (found.period) json["period"] = *found.period;
  json["queues"] = found.queues;
  return json.dump() + '\n';
}

Json queues_of(const Json& busiest, std::size_t depth, unsigned hop_cycles, const Json& enough) {
  return {{"busiest", busiest},
          {"depth", depth},
          {"stop_latency", network::stop_latency(hop_cycles)},
          {"enough", enough},
          {"part_packets", nullptr}};
}

constexpr std::int64_t kMostDim = 8;  // a larger cube has too many paths to follow

Finding examine_requests(const network::Cube& cube, broadcast::Scheme scheme, std::size_t depth) {
  const LinkGraph graph = scheme_links(cube, scheme);
  Finding found = examine(network::SomeNetwork(cube), graph, graph.dependency_cycle(), false);
  if (!found.can_deadlock) return found;
  found.verdict = fmt::format("possible: {}, and requests have no end: no depth is enough", found.verdict);
  found.queues = queues_of(nullptr, depth, 1, nullptr);
  return found;
}

// Returns the cycle of the largest m that has one, where m is the number of dimensions in which a
// period packs. These are the periods with the most active nodes. Without any cycle, one order of
// links serves all periods.
Finding find_dependency_cycle(const network::Cube& cube, const std::vector<LinkGraph>& graphs) {
  LinkGraph all = graphs.front();
  for (std::size_t m = graphs.size(); m-- > 0;) {
    const std::vector<std::uint32_t> cycle = graphs[m].dependency_cycle();
    if (cycle.empty()) {
      all.add(graphs[m]);
      continue;
    }
    Finding found = examine(network::SomeNetwork(cube), graphs[m], cycle, false);
    found.verdict += fmt::format(" with m = {}", m);
    found.period = m;
    return found;
  }
  return examine(network::SomeNetwork(cube), all, {}, false);
}

Finding examine_periods(const network::Cube& cube, broadcast::Scheme scheme, std::size_t depth) {
  Finding found = find_dependency_cycle(cube, period_links(cube, scheme));
  if (!found.can_deadlock) return found;
  const std::uint64_t busiest = packets_through_a_queue(cube, scheme);
  const std::size_t enough = queue_depth_for(busiest);
  found.can_deadlock = depth < enough;
  found.verdict = fmt::format(
      "{}: {}, and {}: {} packets of a period pass one at most, {} can follow its stop, and it holds {}; "
      "queues of {} are enough",
      found.can_deadlock ? "possible" : "none", found.verdict,
      found.can_deadlock ? "queues can fill" : "no queue fills", busiest, network::kStopLatency, depth, enough);
  found.queues = queues_of(busiest, depth, 1, enough);
  return found;
}

int deadlock_of_schemes(const std::string& scheme, const DeadlockArguments& arguments) {
  NumberRange dims(arguments.dims.value_or(kExaminedDims));
  dims.require_within("--dims", 1, kMostDim);
  const std::size_t chosen = queue_depth_of(arguments.parameters);
  const std::vector<broadcast::SchemeName> schemes =
      chosen_schemes(scheme, {broadcast::kSchemes.begin(), broadcast::kSchemes.end()});
  if (!arguments.parameters.json) say(deadlock_heading(true));
  bool can_deadlock = false;
  for (std::int64_t dim = dims.first(); dim <= dims.last(); ++dim) {
    const auto d = static_cast<unsigned>(dim);
    for (const broadcast::SchemeName& each : schemes) {
      const std::size_t depth = chosen != 0 ? chosen : router::enough_packets(1u << d);
      const auto examine_one = is_partial(each.scheme) ? examine_periods : examine_requests;
      const Finding found = examine_one(network::Cube(d), each.scheme, depth);
      can_deadlock = can_deadlock || found.can_deadlock;
      const Examined row{"scheme", each.name, "all", d, {}};
      say(arguments.parameters.json ? as_json(row, found, {}) : as_text(row, found, arguments.shows_proof));
    }
  }
  return can_deadlock ? 1 : 0;
}

using collectives::Operation;

constexpr std::int64_t kMaxRuleDim = 8;  // a rule has too many paths to follow in a larger cube

// Examines packets that are combined, and the copies of their results.
Finding examine_combined(const Experiment& experiment, const LinkGraph& graph, std::size_t depth) {
  const Operation& operation = experiment.operation();
  Finding found = examine(operation.network, graph, dependency_cycle_of(operation, graph), one_tells_all(operation));
  const std::uint64_t waiting = deepest_queue(operation);
  QueueCheck check(experiment, couple_links(experiment), {});
  check.assume_stalls();
  const std::size_t enough = check.enough_depth();
  std::string why;
  if (enough < queue_depth_for(waiting, operation.stop_cycles())) {
    why = ", for sent one at a time all packets leave";
  } else if (found.is_cyclic) {
    why = "; copies of results: " + found.verdict + ", and no queue of that depth fills";
  } else if (found.dependencies != 0) {
    why = "; copies of results: " + found.verdict;
  }
  found.can_deadlock = enough > depth;
  found.verdict = fmt::format(
      "{}: packets are combined in one order, {} wait in a queue at most, {} can follow its stop, and it holds {}; "
      "queues of {} are enough{}",
      found.can_deadlock ? "possible" : "none", waiting, network::stop_latency(operation.stop_cycles()), depth, enough,
      why);
  found.queues = queues_of(waiting, depth, operation.hop_cycles, enough);
  return found;
}

// Where queues of the depth could fill, a run is made in parts of fewer packets.
void add_parts(const Experiment& experiment, std::size_t depth, Finding& found) {
  if (!found.can_deadlock) return;
  QueueCheck check(experiment, couple_links(experiment), {});
  check.assume_stalls();
  const std::optional<Parts> parts = check.safe_parts(depth, true);
  if (!parts) return;
  found.queues["part_packets"] = parts->packets();
  found.verdict += fmt::format("; none in parts of {} packet(s)", parts->packets());
}

Finding examine(const Experiment& experiment, std::size_t depth) {
  const Operation& operation = experiment.operation();
  const std::optional<LinkGraph> graph = link_graph(experiment);
  if (!graph) {
    const std::optional<unsigned> dim = experiment.dim();
    throw UsageError(fmt::format(
        "{}: {} {} with --packets {} has more hops than can be followed; use a smaller network or fewer packets",
        dim ? fmt::format("--dims {}", *dim) : experiment.words(), name_of(operation.row->collective),
        operation.row->algorithm, operation.packets));
  }
  if (operation.shape().combined) return examine_combined(experiment, *graph, depth);
  Finding found = examine(operation.network, *graph, dependency_cycle_of(operation, *graph), one_tells_all(operation));
  if (!found.can_deadlock) return found;
  const CoupledLinks links = couple_links(experiment);
  found.can_deadlock = can_wait_in_cycle(links, depth, operation.stop_cycles());
  found.verdict = fmt::format("{}: {}, and {}: {} packets pass {} at most, {} can follow its stop, and it holds {}",
                              found.can_deadlock ? "possible" : "none", found.verdict,
                              found.can_deadlock ? "queues can fill" : "no queue fills", links.most_in_cycle,
                              links.most_in_cycle == links.busiest_crosspoint ? "one" : "one of those in a cycle",
                              network::stop_latency(operation.stop_cycles()), depth);
  const std::size_t safe = queue_depth_for(links.most_in_cycle, operation.stop_cycles());
  const bool is_enough = !can_wait_in_cycle(links, safe, operation.stop_cycles());
  found.verdict += is_enough ? fmt::format("; queues of {} are enough", safe) : "; no depth is enough";
  found.queues = queues_of(links.most_in_cycle, depth, operation.hop_cycles, is_enough ? Json(safe) : Json(nullptr));
  return found;
}

std::size_t queue_depth_of_rtl(const Operation& operation) {
  return usual_rtl_queue_depth(setting_of(operation));
}

// Examines every rule except the stored ones, on tree 0 and on all trees. Queue depths do not help
// here, because a rule alone does not tell which packets are sent.
std::string rules_of(const network::Cube& network, const DeadlockArguments& arguments) {
  std::string text;
  rules::CubeRules::for_each([&](auto rule, node::Rule number) {
    if (decltype(rule)::kStored) return;
    for (const std::uint32_t trees : std::set{1u, network.trees()}) {
      if (trees != 1 && !decltype(rule)::kTurned) continue;
      const LinkGraph graph = rule_links(network, number, trees);
      Finding found = examine(network::SomeNetwork(network), graph, graph.dependency_cycle(), false);
      if (found.can_deadlock) found.verdict += ", as far as the rule knows";
      const Examined row{"rule", decltype(rule)::kName, trees == 1 ? "tree 0" : "trees", network.dimension(), {}};
      text += arguments.parameters.json ? as_json(row, found, {}) : as_text(row, found, arguments.shows_proof);
    }
  });
  return text;
}

}  // namespace

int deadlock_command(const DeadlockArguments& arguments) {
  if (arguments.scheme) return deadlock_of_schemes(*arguments.scheme, arguments);
  const Parameters& request = arguments.parameters;
  CommandFiles files;
  files.read_elsewhere("--network", files_of(request.network.value_or("")));
  files.check();
  const std::size_t chosen = queue_depth_of(request);  // before anything is compiled
  MeasureArguments asked;
  asked.parameters = request;
  asked.parameters.queue_depth = 0;  // the proof follows packets and does not depend on the queues
  asked.packets = arguments.packets.value_or("1");
  asked.dims = arguments.dims;
  if (request.network) {
    const Site site = site_of(request);
    if (site.cube && site.cube->dimension() > kMaxRuleDim) {
      throw UsageError(fmt::format("{}: must have {} dimensions at most", site.words, kMaxRuleDim));
    }
  } else {
    NumberRange dims(asked.dims.emplace(arguments.dims.value_or(kExaminedDims)));
    dims.require_within("--dims", 1, kMaxRuleDim);
  }
  const MeasurePlan plan = plan_measurement(asked);
  require_memory(plan);
  const bool on_cubes = plan.runs.front().dim().has_value();
  if (!arguments.parameters.json) say(deadlock_heading(on_cubes));
  if (on_cubes && !request.collective && !request.algorithm && !request.ports) {
    for (const Site& site : plan.sites) {
      if (site.cube) say(rules_of(*site.cube, arguments));
    }
  }
  bool can_deadlock = false;
  for (const Experiment& experiment : plan.runs) {
    const Operation& operation = experiment.operation();
    const std::size_t depth = chosen != 0 ? chosen : queue_depth_of_rtl(operation);
    Finding found = examine(experiment, depth);
    if (found.queues.is_object()) add_parts(experiment, depth, found);
    can_deadlock = can_deadlock || found.can_deadlock;
    const Examined row{name_of(operation.row->collective), operation.row->algorithm, name_of(operation.row->ports),
                       experiment.dim().value_or(operation.network.ends()), operation.packets};
    say(arguments.parameters.json ? as_json(row, found, on_cubes ? std::nullopt : request.network)
                                  : as_text(row, found, arguments.shows_proof));
  }
  return can_deadlock ? 1 : 0;
}

}  // namespace testbench
