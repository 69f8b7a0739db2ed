// For every rule and algorithm of a cube, and every algorithm of any other network, an order of
// links, which proves that no links wait for one another for ever, or a cycle of links that may,
// and whether queues are so deep that none fills and no link ever waits.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "firmware/collectives/catalog.hpp"
#include "testbench/cli/commands.hpp"
#include "testbench/cli/deadlock_of_schemes.hpp"
#include "testbench/cli/deadlock_report.hpp"
#include "testbench/cli/measure_plan.hpp"
#include "testbench/cli/usage_error.hpp"
#include "testbench/files/standard_streams.hpp"
#include "testbench/run/coupled_links.hpp"
#include "testbench/run/engines.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/link_names.hpp"
#include "testbench/run/loader.hpp"
#include "testbench/run/queue_depth.hpp"
#include "testbench/run/rule_links.hpp"
#include "testbench/run/runner.hpp"

namespace testbench {
namespace {

using collectives::Operation;

constexpr std::int64_t kMaxRuleDim = 8;  // of a larger cube a rule has too many ways to follow

// Of packets that are combined, and of the copies of their results.
Finding examine_combined(const Operation& operation, const LinkGraph& graph, std::size_t depth) {
  Finding found = examine(operation.network, graph, dependency_cycle_of(operation, graph), one_tells_all(operation));
  const std::uint64_t waiting = deepest_queue(operation);
  std::size_t enough = queue_depth_for(waiting, operation.hop_cycles);
  std::string copies;
  if (found.is_cyclic) {
    enough = std::max(enough, safe_queue_depth(couple_links(operation), operation.hop_cycles));
    copies = "; copies of results: " + found.verdict + ", and no queue of that depth fills";
  } else if (found.dependencies != 0) {
    copies = "; copies of results: " + found.verdict;
  }
  found.can_deadlock = enough > depth;
  found.verdict = fmt::format(
      "{}: packets are combined in one order, {} wait in a queue at most, {} can follow its stop, and it holds {}; "
      "queues of {} are enough{}",
      found.can_deadlock ? "possible" : "none", waiting, network::stop_latency(operation.hop_cycles), depth, enough,
      copies);
  found.queues = {{"busiest", waiting}, {"depth", depth}, {"enough", enough}};
  return found;
}

Finding examine(const Experiment& experiment, std::size_t depth) {
  const Operation& operation = experiment.operation();
  const std::optional<LinkGraph> graph = link_graph(experiment);
  if (!graph) {
    const bool is_cube = operation.network.is_cube();
    throw UsageError(fmt::format(
        "{}: {} {} with --packets {} has more hops than can be followed; use a smaller {} or fewer packets",
        is_cube ? fmt::format("--dims {}", operation.d()) : option_of(experiment), name_of(operation.row->collective),
        operation.row->algorithm, operation.packets, is_cube ? "cube" : "network"));
  }
  if (operation.shape().combined) return examine_combined(operation, *graph, depth);
  Finding found = examine(operation.network, *graph, dependency_cycle_of(operation, *graph), one_tells_all(operation));
  if (!found.can_deadlock) return found;
  const CoupledLinks links = couple_links(experiment);
  found.can_deadlock = can_fill(links, depth, operation.hop_cycles);
  found.verdict = fmt::format("{}: {}, and {}: {} packets pass one at most, {} can follow its stop, and it holds {}",
                              found.can_deadlock ? "possible" : "none", found.verdict,
                              found.can_deadlock ? "queues can fill" : "no queue fills", links.busiest_crosspoint,
                              network::stop_latency(operation.hop_cycles), depth);
  const std::size_t safe = safe_queue_depth(links, operation.hop_cycles);
  const bool is_enough = !can_fill(links, safe, operation.hop_cycles);
  found.verdict += is_enough ? fmt::format("; queues of {} are enough", safe) : "; no depth is enough";
  found.queues = {{"busiest", links.busiest_crosspoint}, {"depth", depth}, {"enough", nullptr}};
  if (is_enough) found.queues["enough"] = safe;
  return found;
}

std::size_t queue_depth_of_rtl(const Operation& operation) {
  return usual_rtl_queue_depth(setting_of(operation));
}

// Every rule but the stored ones, on tree 0 and on all trees. Queues cannot say more: it is not
// known what is sent.
std::string rules_of(std::int64_t dim, const DeadlockArguments& arguments) {
  const network::Cube network(static_cast<unsigned>(dim));
  std::string text;
  rules::CubeRules::for_each([&](auto rule, node::Rule number) {
    if (decltype(rule)::kStored) return;
    for (const std::uint32_t trees : std::set{1u, network.trees()}) {
      if (trees != 1 && !decltype(rule)::kTurned) continue;
      const LinkGraph graph = rule_links(network, number, trees);
      Finding found = examine(network::SomeNetwork(network), graph, graph.dependency_cycle(), false);
      if (found.can_deadlock) found.verdict += ", as far as the rule knows";
      const Examined row{
          "rule", decltype(rule)::kName, trees == 1 ? "tree 0" : "trees", static_cast<std::uint32_t>(dim), {}};
      text += arguments.json ? as_json(row, found, {}) : as_text(row, found, arguments.shows_proof);
    }
  });
  return text;
}

}  // namespace

int deadlock_command(const DeadlockArguments& arguments) {
  if (arguments.json && arguments.shows_proof) {
    throw UsageError("--proof --json: JSON has orders whole; leave --proof out");
  }
  if (arguments.scheme) return deadlock_of_schemes(*arguments.scheme, arguments);
  const Request& request = arguments.request;
  MeasureArguments asked;
  asked.request = request;
  asked.request.queue_depth = 0;  // the proof follows packets, whatever the queues hold
  asked.packets = arguments.packets.value_or("1");
  asked.dims = arguments.dims;
  if (const std::optional<Number> dimension = dimension_of(request); dimension && !asked.dims) {
    asked.dims = dimension->text();
    asked.request.network.reset();
  }
  if (!asked.request.network && !asked.dims) asked.dims = kExaminedDims;
  NumberRange dims(asked.dims.value_or(kExaminedDims));
  dims.require_within("--dims", 1, kMaxRuleDim);
  const MeasurePlan plan = plan_measurement(asked, {});
  require_memory(plan);
  const std::size_t chosen = queue_depth_of(request);
  const bool on_cubes = !asked.request.network;
  if (!arguments.json) say(deadlock_heading(on_cubes));
  if (on_cubes && !request.collective && !request.algorithm && !request.ports) {
    for (std::int64_t dim = dims.first(); dim <= dims.last(); ++dim) say(rules_of(dim, arguments));
  }
  bool can_deadlock = false;
  for (const Experiment& experiment : plan.runs) {
    const Operation& operation = experiment.operation();
    const Finding found = examine(experiment, chosen != 0 ? chosen : queue_depth_of_rtl(operation));
    can_deadlock = can_deadlock || found.can_deadlock;
    const Examined row{name_of(operation.row->collective), operation.row->algorithm, name_of(operation.row->ports),
                       on_cubes ? operation.d() : operation.network.nodes(), operation.packets};
    say(arguments.json ? as_json(row, found, asked.request.network) : as_text(row, found, arguments.shows_proof));
  }
  return can_deadlock ? 1 : 0;
}

}  // namespace testbench
