// SPDX-License-Identifier: Apache-2.0
// Whether dead links leave ways for all packets, and what is cut off if not.
#include <fmt/format.h>

#include <algorithm>

#include "testbench/plans/trees/shortest_paths.hpp"
#include "testbench/tool/request/choose.hpp"

namespace testbench {
namespace {

bool is_alone(const LinkTable& links, std::uint32_t node) {
  for (unsigned port = 0; port < links.ports(); ++port) {
    if (links.has_link(node, port)) return false;
  }
  return true;
}

// Links out of a root, or those into it turned round.
struct Ways {
  const LinkTable& links;
  const char* out;
  const char* in;

  std::string why(const Ways& turned, std::uint32_t node, std::uint32_t root) const {
    if (is_alone(turned.links, node)) return fmt::format("all links {} node {} are dead", in, node);
    if (is_alone(links, root)) return fmt::format("all links {} node {} are dead", out, root);
    return "no other links lead there";
  }
  // A node that the root does not reach.
  std::optional<std::uint32_t> unreached(std::uint32_t root) const {
    std::vector<bool> is_met(links.nodes());
    for (const std::uint32_t node : levels_from(links, root).order) is_met[node] = true;
    const auto missing = std::find(is_met.begin(), is_met.end(), false);
    if (missing == is_met.end()) return std::nullopt;
    return static_cast<std::uint32_t>(missing - is_met.begin());
  }
};

}  // namespace

// The trees of scans are those of tasks of all nodes.
void require_ways(const Wanted& wanted, const Site& site, Address root,
                  const std::vector<collectives::DeadLink>& dead) {
  const LinkTable links = PlanRequest{site.network, 1, {}, {}, dead}.links();
  const LinkTable turned = links.turned();
  const Ways down{links, "out of", "into"};
  const Ways up{turned, "into", "out of"};
  const collectives::Shape shape = shape_of(wanted.collective);
  const std::uint32_t from = has_root(wanted.collective) ? root.number() : 0;
  const auto require = [&](const Ways& ways, const Ways& back, bool is_down) {
    const std::optional<std::uint32_t> node = ways.unreached(from);
    if (!node) return;
    throw UsageError(fmt::format("{}: packets of node {} do not come to node {}: {}; leave some out", site.dead_links,
                                 is_down ? from : *node, is_down ? *node : from, ways.why(back, *node, from)));
  };
  if (shape.receivers == collectives::Party::kAll) require(down, up, true);
  if (shape.senders == collectives::Party::kAll) require(up, down, false);
}

}  // namespace testbench
