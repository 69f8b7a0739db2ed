#include "testbench/cli/deadlock_of_schemes.hpp"

#include <fmt/format.h>

#include "hls/router/config.hpp"
#include "testbench/cli/broadcast_arguments.hpp"
#include "testbench/cli/deadlock_report.hpp"
#include "testbench/cli/usage_error.hpp"
#include "testbench/files/standard_streams.hpp"
#include "testbench/run/queue_depth.hpp"
#include "testbench/run/scheme_links.hpp"

namespace testbench {
namespace {

constexpr const char* kAllSchemes = "all";
constexpr std::int64_t kMostDim = 8;  // in a larger cube there are too many ways to follow

Finding examine_requests(const network::Cube& cube, broadcast::Scheme scheme, std::size_t depth) {
  const LinkGraph graph = scheme_links(cube, scheme);
  Finding found = examine(network::SomeNetwork(cube), graph, graph.dependency_cycle(), false);
  if (!found.can_deadlock) return found;
  found.verdict = fmt::format("possible: {}, and requests have no end: no depth is enough", found.verdict);
  found.queues = {{"busiest", nullptr}, {"depth", depth}, {"enough", nullptr}};
  return found;
}

// Periods that pack in the most dimensions with which there is a dependency cycle, those of the
// most active nodes; else all of them, which have one order of links.
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
  found.queues = {{"busiest", busiest}, {"depth", depth}, {"enough", enough}};
  return found;
}

// What is for algorithms alone.
void require_nothing_else(const DeadlockArguments& arguments) {
  const Request& request = arguments.request;
  const auto refuse = [](const char* option, const std::string& value) {
    throw UsageError(fmt::format("{} {}: is not for --scheme; leave one of them out", option, value));
  };
  if (request.collective) refuse("--collective", *request.collective);
  if (request.algorithm) refuse("--algorithm", *request.algorithm);
  if (request.ports) refuse("--ports", *request.ports);
  if (request.network) refuse("--network", *request.network);
  if (request.root) refuse("--root", request.root->text());
  if (arguments.packets) refuse("--packets", *arguments.packets);
  if (request.engine.stages() != 0) refuse("--combine-stages", std::to_string(request.engine.stages()));
  if (request.engine.pipelined) {
    throw UsageError("--pipelined: nodes that serve requests take one cycle a hop; leave it out with --scheme");
  }
}

}  // namespace

int deadlock_of_schemes(const std::string& scheme, const DeadlockArguments& arguments) {
  require_nothing_else(arguments);
  NumberRange dims(arguments.dims.value_or(kExaminedDims));
  dims.require_within("--dims", 1, kMostDim);
  const std::size_t chosen = queue_depth_of(arguments.request);
  const std::vector<broadcast::SchemeName> known(broadcast::kSchemes.begin(), broadcast::kSchemes.end());
  const std::vector<broadcast::SchemeName> schemes =
      scheme == kAllSchemes ? known : chosen_schemes("--scheme", scheme, known, kAllSchemes);
  if (!arguments.json) say(deadlock_heading(true));
  bool can_deadlock = false;
  for (std::int64_t dim = dims.first(); dim <= dims.last(); ++dim) {
    const auto d = static_cast<unsigned>(dim);
    for (const broadcast::SchemeName& each : schemes) {
      const std::size_t depth = chosen != 0 ? chosen : router::enough_packets(1u << d);
      const auto examine_one = is_partial(each.scheme) ? examine_periods : examine_requests;
      const Finding found = examine_one(network::Cube(d), each.scheme, depth);
      can_deadlock = can_deadlock || found.can_deadlock;
      const Examined row{"scheme", each.name, "all", d, {}};
      say(arguments.json ? as_json(row, found, {}) : as_text(row, found, arguments.shows_proof));
    }
  }
  return can_deadlock ? 1 : 0;
}

}  // namespace testbench
