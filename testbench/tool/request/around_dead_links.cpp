// SPDX-License-Identifier: Apache-2.0
// The algorithm of a run on a network whose links do not all work, and why there is none.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "firmware/collectives/reduce.hpp"
#include "firmware/collectives/whole_trees.hpp"
#include "testbench/plans/collectives/planned_rows.hpp"
#include "testbench/plans/collectives/shortest_paths.hpp"
#include "testbench/plans/collectives/turns.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/tool/request/row_choice.hpp"

namespace testbench {
namespace {

using collectives::Operation;
using collectives::Party;
using collectives::PortModel;

class Around {
 public:
  Around(const PlannedChoice& choice, const std::string& fail, const Network& network, Operation& operation)
      : choice_(choice),
        fail_(fail),
        operation_(operation),
        network_(network),
        links_(PlanRequest{network_, 1, {}, {}, {operation.dead.links, operation.dead.count}}.links()) {}

  std::shared_ptr<const NetworkOperation> choose() {
    const std::vector<std::string> names = algorithms();
    if (choice_.algorithm && std::ranges::find(names, *choice_.algorithm) == names.end()) {
      if (is_known(*choice_.algorithm)) {
        refuse(fmt::format("{} {} has no way around links that never work; use --algorithm {}, or leave it out",
                           name_of(choice_.collective), *choice_.algorithm, fmt::join(names, " or ")));
      }
      throw UsageError(fmt::format("--algorithm {}: {} with --fail knows {}{}", *choice_.algorithm,
                                   name_of(choice_.collective), fmt::join(names, ", "),
                                   did_you_mean(*choice_.algorithm, names)));
    }
    require_ways();
    // Trees without a closed form load the links less evenly than a plan.
    if (take_whole_trees(true)) {
      if (choice_.ports == PortModel::kAll || choice_.algorithm) return nullptr;
      return faster_in_turns();
    }
    try {
      return plan();
    } catch (const UsageError&) {
      if (take_whole_trees(false)) return nullptr;
      throw;
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& reason) const {
    throw UsageError(fmt::format("--fail {}: {}", fail_, reason));
  }
  bool is_of_collective(const collectives::Row& row) const { return row.collective == choice_.collective; }
  bool is_on_offer(const collectives::Row& row) const { return is_of_collective(row) && row.ports == choice_.ports; }
  bool is_asked(const collectives::Row& row) const {
    return is_on_offer(row) && (!choice_.algorithm || *choice_.algorithm == row.algorithm);
  }
  bool is_known(const std::string& algorithm) const {
    const auto is_it = [&](const collectives::Row& row) { return is_of_collective(row) && row.algorithm == algorithm; };
    return operation_.network.is_cube() ? std::ranges::any_of(cube_rows(), is_it)
                                        : std::ranges::any_of(planned_rows(), is_it);
  }

  // The rows that can go around, the first to try first.
  std::vector<const PlannedRow*> plans() const {
    std::vector<const PlannedRow*> found;
    for (const auto rows : {planned_rows(), reduction_rows()}) {
      for (const PlannedRow& row : rows) {
        if (is_on_offer(row) && row.goes_around) found.push_back(&row);
      }
    }
    return found;
  }
  std::vector<std::string> algorithms() const {
    std::vector<std::string> names;
    for (const collectives::Row& row : cube_rows()) {
      if (!operation_.network.is_cube()) break;
      if (is_on_offer(row) && row.whole_trees != collectives::TreeUse::kNone) names.emplace_back(row.algorithm);
    }
    for (const PlannedRow* row : plans()) names.emplace_back(row->algorithm);
    return names;
  }

  // Refuses links without which a node is cut off. The trees of scans are those of tasks of all nodes.
  void require_ways() const {
    const collectives::Shape shape = shape_of(choice_.collective);
    const std::uint32_t root = has_root(choice_.collective) ? operation_.root.number() : 0;
    const LinkTable turned = links_.turned();
    if (shape.receivers == Party::kAll) {
      require_ways(links_, root, [&](std::uint32_t node) {
        return fmt::format("packets of node {} do not come to node {}: {}", root, node,
                           why(turned, node, "into", links_, root, "out of"));
      });
    }
    if (shape.senders == Party::kAll) {
      require_ways(turned, root, [&](std::uint32_t node) {
        return fmt::format("packets of node {} do not come to node {}: {}", node, root,
                           why(links_, node, "out of", turned, root, "into"));
      });
    }
  }
  template <class Reason>
  void require_ways(const LinkTable& links, std::uint32_t from, Reason reason) const {
    const BreadthFirst levels = levels_from(links, from);
    if (levels.order.size() == links.nodes()) return;
    std::vector<bool> is_met(links.nodes());
    for (const std::uint32_t node : levels.order) is_met[node] = true;
    const auto missing = std::find(is_met.begin(), is_met.end(), false) - is_met.begin();
    refuse(reason(static_cast<std::uint32_t>(missing)) + "; leave some out");
  }
  static bool is_alone(const LinkTable& links, std::uint32_t node) {
    for (unsigned port = 0; port < links.ports(); ++port) {
      if (links.has_link(node, port)) return false;
    }
    return true;
  }
  static std::string why(const LinkTable& links, std::uint32_t node, const char* direction, const LinkTable& others,
                         std::uint32_t root, const char* others_direction) {
    if (is_alone(links, node)) return fmt::format("all links {} node {} are dead", direction, node);
    if (is_alone(others, root)) return fmt::format("all links {} node {} are dead", others_direction, root);
    return "no other links lead there";
  }

  // True if every node that sends has a tree that needs no dead link. Throws UsageError where the
  // user has named the algorithm.
  bool take_whole_trees(bool only_closed_forms) {
    if (!operation_.network.is_cube()) return false;
    for (const collectives::Row& row : cube_rows()) {
      if (!is_asked(row) || row.whole_trees == collectives::TreeUse::kNone) continue;
      if (only_closed_forms && row.cycles == nullptr && !choice_.algorithm) continue;
      operation_.row = &row;
      const std::optional<Address> without = node_without_tree();
      if (!without) return true;
      if (!choice_.algorithm) continue;
      refuse(fmt::format("each of the {} edge-disjoint trees of node {} needs one of them; {}", operation_.d(),
                         without->number(),
                         operation_.redundant ? "leave some out" : "use --algorithm tree, or leave it out"));
    }
    return false;
  }
  std::optional<Address> node_without_tree() const {
    const bool has_one_root = operation_.row->collective != collectives::Collective::kAllgather;
    for (const Address node : network::addresses(has_one_root ? 1 : operation_.network.nodes())) {
      const Address root = has_one_root ? operation_.root : node;
      if (collectives::WholeTrees(operation_, root).count() == 0) return root;
    }
    return std::nullopt;
  }

  // Nodes of one port wait for the windows of trees that are not whole too. Null where a plan is no faster.
  std::shared_ptr<const NetworkOperation> faster_in_turns() const {
    try {
      std::shared_ptr<const NetworkOperation> made = plan();
      const auto* const turns = dynamic_cast<const TurnPlan*>(made->operation().plan);
      const bool is_faster =
          turns != nullptr && turns->planned_cycles() < collectives::whole_trees_one_port(operation_);
      return is_faster ? made : nullptr;
    } catch (const UsageError&) {
      return nullptr;  // too many turns
    }
  }

  std::shared_ptr<const NetworkOperation> plan() const {
    for (const PlannedRow* const row : plans()) {
      if (!is_asked(*row) || (!choice_.algorithm && row->use == RowUse::kWhenNamed)) continue;
      if (operation_.hop_cycles != 1 && !shape_of(choice_.collective).combined) {
        throw UsageError(
            fmt::format("--pipelined: nodes that take {} around the links of --fail have one cycle a hop; "
                        "leave it out",
                        name_of(choice_.collective)));
      }
      try {
        return std::make_shared<const NetworkOperation>(network_, *row, operation_);
      } catch (const PlanError& error) {
        refuse(fmt::format("{} {}: {}", name_of(choice_.collective), row->algorithm, error.what()));
      }
    }
    return nullptr;  // not reached: an algorithm that is not a plan has whole trees, or is refused
  }

  const PlannedChoice& choice_;
  const std::string& fail_;
  Operation& operation_;
  const Network network_;
  const LinkTable links_;
};

}  // namespace

std::shared_ptr<const NetworkOperation> choose_around(const PlannedChoice& choice, const std::string& fail,
                                                      const Network& network, Operation& operation) {
  return Around(choice, fail, network, operation).choose();
}

}  // namespace testbench
