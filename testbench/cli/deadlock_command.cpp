// For every rule and algorithm of a cube, and every algorithm of any other network, an order of links, which proves that no links wait for one another for ever, or a circle of
// links that may, and whether queues are so deep that none fills and no link ever waits.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "firmware/collectives/catalog.hpp"
#include "hls/tops/labelled_top.hpp"
#include "hls/tops/node_top.hpp"
#include "testbench/cli/commands.hpp"
#include "testbench/cli/measure_plan.hpp"
#include "testbench/cli/usage_error.hpp"
#include "testbench/files/standard_streams.hpp"
#include "testbench/run/coupled_links.hpp"
#include "testbench/run/link_names.hpp"
#include "testbench/run/queue_depth.hpp"
#include "testbench/run/rule_links.hpp"

namespace testbench {
namespace {

using collectives::Operation;

constexpr const char* kFinding = "{:<11} {:<10} {:<6} {:>2} {:>5}  {}\n";
constexpr const char* kExaminedDims = "2..6";
constexpr std::int64_t kMaxRuleDim = 8;  // of a larger cube a rule has too many ways to follow

// What was found of one graph. `proof`: its order or its circle, as text.
struct Finding {
  std::string verdict;
  std::string proof;
  bool can_deadlock = false;
};

// `circle`: of links, or empty. `alike`: a link of the graph stands for those of all nodes through a port.
Finding examine(const network::SomeNetwork& network, const LinkGraph& graph, const std::vector<std::uint32_t>& circle,
                bool alike) {
  const auto links = [&](const std::vector<std::uint32_t>& named) { return "links " + names_of_links(network, named); };
  if (!circle.empty()) return {fmt::format("a circle of {} links", circle.size()), links(circle), true};
  const std::vector<std::uint32_t> order = graph.order();
  if (order.empty()) return {"none: no link waits for another", "", false};
  return {fmt::format("none: in this order of {} {} every link waits for later ones only ({} dependencies)",
                      order.size(), alike ? "ports" : "links", graph.couplings()),
          alike ? fmt::format("ports {}", fmt::join(order, " ")) : links(order), false};
}

Finding examine(const Resolved& resolved, std::size_t depth) {
  const Operation& operation = resolved.operation;
  const std::optional<LinkGraph> graph = link_graph(operation);
  if (!graph) {
    const bool is_cube = operation.network.is_cube();
    throw UsageError(fmt::format(
        "{}: {} {} with --packets {} has more hops than can be followed; use a smaller {} or fewer packets",
        is_cube ? fmt::format("--dims {}", operation.d()) : option_of(resolved), name_of(operation.row->collective),
        operation.row->algorithm, operation.packets, is_cube ? "cube" : "network"));
  }
  Finding found = examine(operation.network, *graph, circle_of(operation, *graph),
                          operation.row->programs == collectives::Programs::kAlike);
  if (!found.can_deadlock) return found;
  const CoupledLinks links = couple_links(operation);
  found.can_deadlock = can_fill(links, depth, operation.hop_cycles);
  found.verdict = fmt::format("{}: {}, and {}: {} packets pass one at most, {} can follow its stop, and it holds {}",
                              found.can_deadlock ? "possible" : "none", found.verdict,
                              found.can_deadlock ? "queues can fill" : "no queue fills", links.busiest_crosspoint,
                              network::stop_latency(operation.hop_cycles), depth);
  const std::size_t safe = safe_queue_depth(links, operation.hop_cycles);
  found.verdict += can_fill(links, safe, operation.hop_cycles) ? "; no depth is enough"
                                                               : fmt::format("; queues of {} are enough", safe);
  return found;
}

std::size_t queue_depth_of_rtl(const Operation& operation) {
  return operation.network.is_cube() ? tops::queue_depth(operation.d()) : tops::kLabelledQueueDepth;
}

std::string lines_of(const std::string& heading, const Finding& found, bool shows_proof) {
  const bool is_long = found.proof.size() > 400 && !shows_proof;
  if (found.proof.empty()) return heading;
  return heading + "    " +
         (is_long ? found.proof.substr(0, found.proof.rfind(' ', 400)) + " ... (--proof)" : found.proof) + '\n';
}

// Every rule but the stored ones, on tree 0 and on all trees. Queues cannot say more: it is not known what is sent.
std::string rules_of(std::int64_t dim, bool shows_proof) {
  const network::Cube network(static_cast<unsigned>(dim));
  std::string text;
  rules::CubeRules::for_each([&](auto rule, node::Rule number) {
    if (decltype(rule)::kStored) return;
    for (const std::uint32_t trees : std::set{1u, network.trees()}) {
      if (trees != 1 && !decltype(rule)::kTurned) continue;
      const LinkGraph graph = rule_links(network, number, trees);
      const Finding found = examine(network::SomeNetwork(network), graph, graph.circle(), false);
      text += lines_of(fmt::format(kFinding, "rule", decltype(rule)::kName, trees == 1 ? "tree 0" : "trees", dim, "any",
                                   found.can_deadlock ? found.verdict + ", as far as the rule knows" : found.verdict),
                       found, shows_proof);
    }
  });
  return text;
}

}  // namespace

int deadlock_command(const DeadlockArguments& arguments) {
  const Request& request = arguments.request;
  MeasureArguments asked;
  asked.request = request;
  asked.packets = arguments.packets;
  asked.dims = arguments.dims;
  if (const std::optional<Number> dimension = dimension_of(request); dimension && !asked.dims) {
    asked.dims = dimension->text();
    asked.request.network.reset();
  }
  if (!asked.request.network && !asked.dims) asked.dims = kExaminedDims;
  NumberRange dims(asked.dims.value_or(kExaminedDims));
  dims.require_within("--dims", 1, kMaxRuleDim);
  const MeasurePlan plan = plan_measurement(asked, {});
  const std::size_t chosen = queue_depth_of(request);
  const bool on_cubes = !asked.request.network;
  say(fmt::format(kFinding, "collective", "algorithm", "ports", on_cubes ? "d" : "n", "M", "deadlock"));
  if (on_cubes && !request.collective && !request.algorithm && !request.ports) {
    for (std::int64_t dim = dims.first(); dim <= dims.last(); ++dim) say(rules_of(dim, arguments.shows_proof));
  }
  bool can_deadlock = false;
  for (const Resolved& resolved : plan.operations) {
    const Operation& operation = resolved.operation;
    const Finding found = examine(resolved, chosen != 0 ? chosen : queue_depth_of_rtl(operation));
    can_deadlock = can_deadlock || found.can_deadlock;
    say(lines_of(fmt::format(kFinding, name_of(operation.row->collective), operation.row->algorithm,
                             name_of(operation.row->ports), on_cubes ? operation.d() : operation.network.nodes(),
                             operation.packets, found.verdict),
                 found, arguments.shows_proof));
  }
  return can_deadlock ? 1 : 0;
}

}  // namespace testbench
