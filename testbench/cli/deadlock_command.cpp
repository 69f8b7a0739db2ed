// For every rule and algorithm an order of links, which proves that no links wait for one another for ever, or a circle of
// links that may, and whether queues are so deep that none fills and no link ever waits.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "firmware/collectives/catalog.hpp"
#include "hls/tops/node_top.hpp"
#include "testbench/cli/commands.hpp"
#include "testbench/cli/measure_plan.hpp"
#include "testbench/cli/usage_error.hpp"
#include "testbench/files/standard_streams.hpp"
#include "testbench/run/coupled_links.hpp"
#include "testbench/run/queue_depth.hpp"
#include "testbench/run/rule_links.hpp"

namespace testbench {
namespace {

using collectives::Operation;
using network::Address;

constexpr const char* kFinding = "{:<11} {:<10} {:<6} {:>2} {:>5}  {}\n";
constexpr const char* kExaminedDims = "2..6";
constexpr std::int64_t kMaxRuleDim = 8;  // of a larger cube a rule has too many ways to follow

// What was found of one graph. `proof`: its order or its circle, as text.
struct Finding {
  std::string verdict;
  std::string proof;
  bool can_deadlock = false;
};

// Link node * ports + port: node-port>neighbour.
std::string links_of(const network::Cube& network, const std::vector<std::uint32_t>& links) {
  std::vector<std::string> names;
  for (const std::uint32_t link : links) {
    const Address node(link / network.ports());
    const unsigned port = link % network.ports();
    names.push_back(fmt::format("{}-{}>{}", node.number(), port, network.neighbour(node, port).number()));
  }
  return fmt::format("links {}", fmt::join(names, " "));
}

// Ports of a circle that stand for the links of all nodes: gone round from node 0 until it is back there.
std::vector<std::uint32_t> unrolled(const network::Cube& network, const std::vector<std::uint32_t>& ports) {
  std::vector<std::uint32_t> links;
  Address node;
  do {
    for (const std::uint32_t port : ports) {
      links.push_back(node.number() * network.ports() + port);
      node = network.neighbour(node, port);
    }
  } while (node != Address());
  return links;
}

// `alike`: a link of the graph stands for those of all nodes through a port.
Finding examine(const network::Cube& network, const LinkGraph& graph, bool alike) {
  std::vector<std::uint32_t> circle = graph.circle();
  if (!circle.empty()) {
    if (alike) circle = unrolled(network, circle);
    return {fmt::format("a circle of {} links", circle.size()), links_of(network, circle), true};
  }
  const std::vector<std::uint32_t> order = graph.order();
  if (order.empty()) return {"none: no link waits for another", "", false};
  return {fmt::format("none: in this order of {} {} every link waits for later ones only", order.size(),
                      alike ? "ports" : "links"),
          alike ? fmt::format("ports {}", fmt::join(order, " ")) : links_of(network, order), false};
}

Finding examine(const Operation& operation, std::size_t depth) {
  const std::optional<LinkGraph> graph = link_graph(operation);
  if (!graph) {
    throw UsageError(
        fmt::format("--dims {}: {} {} with --packets {} has more hops than can be followed; use a smaller "
                    "cube or fewer packets",
                    operation.d(), name_of(operation.row->collective), operation.row->algorithm, operation.packets));
  }
  Finding found = examine(operation.network.cube(), *graph, operation.row->programs == collectives::Programs::kAlike);
  if (!found.can_deadlock) return found;
  const CoupledLinks links = couple_links(operation);
  found.can_deadlock = safe_queue_depth(links, operation.hop_cycles) > depth;
  found.verdict = fmt::format("{}: {}, and {}: {} packets pass one at most, {} can follow its stop, and it holds {}",
                              found.can_deadlock ? "possible" : "none", found.verdict,
                              found.can_deadlock ? "queues can fill" : "no queue fills", links.busiest_crosspoint,
                              network::stop_latency(operation.hop_cycles), depth);
  return found;
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
      const Finding found = examine(network, rule_links(network, number, trees), false);
      text += lines_of(fmt::format(kFinding, "rule", decltype(rule)::kName, trees == 1 ? "tree 0" : "trees", dim, "any",
                                   found.can_deadlock ? found.verdict + ", as far as the rule knows" : found.verdict),
                       found, shows_proof);
    }
  });
  return text;
}

}  // namespace

int deadlock_command(const DeadlockArguments& arguments) {
  MeasureArguments asked;
  asked.request = arguments.request;
  asked.dims = arguments.dims.value_or(kExaminedDims);
  asked.packets = arguments.packets;
  NumberRange dims(*asked.dims);
  dims.require_within("--dims", 1, kMaxRuleDim);
  const MeasurePlan plan = plan_measurement(asked, {});
  const std::size_t chosen = queue_depth_of(arguments.request);
  say(fmt::format(kFinding, "collective", "algorithm", "ports", "d", "M", "deadlock"));
  const Request& request = arguments.request;
  if (!request.collective && !request.algorithm && !request.ports) {
    for (std::int64_t dim = dims.first(); dim <= dims.last(); ++dim) say(rules_of(dim, arguments.shows_proof));
  }
  bool can_deadlock = false;
  for (const Resolved& resolved : plan.operations) {
    const collectives::Operation& operation = resolved.operation;
    const Finding found = examine(operation, chosen != 0 ? chosen : tops::queue_depth(operation.d()));
    can_deadlock = can_deadlock || found.can_deadlock;
    say(lines_of(fmt::format(kFinding, name_of(operation.row->collective), operation.row->algorithm,
                             name_of(operation.row->ports), operation.d(), operation.packets, found.verdict),
                 found, arguments.shows_proof));
  }
  return can_deadlock ? 1 : 0;
}

}  // namespace testbench
