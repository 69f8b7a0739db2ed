// SPDX-License-Identifier: Apache-2.0
// Arguments of the broadcast requests: the nodes that have a request, the scheme that serves them
// and the simulator.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "testbench/runs/broadcast/broadcast_mesh.hpp"
#include "testbench/tool/request/request.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {

// How nodes serve broadcast requests, as typed.
struct Serving {
  std::optional<std::string> scheme;  // nothing: all schemes
  std::string prefix = "links";
  std::optional<Number> count_wires;
  bool overlap = false;

  // Both commands with these options name the scheme otherwise.
  static void each_option(auto& self, const auto& visit) {
    visit("--algorithm", self.scheme);
    visit("--scheme", self.scheme);
    visit("--prefix", self.prefix);
    visit("--count-wires", self.count_wires);
    visit("--overlap", self.overlap);
  }
};

struct ActiveNodes {
  std::optional<Number> count;
  std::optional<std::string> nodes;  // "0,3,5-7"
  std::optional<std::string> share;

  static void each_option(auto& self, const auto& visit) {
    visit("--active", self.count);
    visit("--active-nodes", self.nodes);
    visit("--active-share", self.share);
  }
};

// Returns the schemes of that name, one or none, or all of them for "all" or no name.
std::vector<broadcast::SchemeName> chosen_schemes(const std::optional<std::string>& name,
                                                  const std::vector<broadcast::SchemeName>& known);

// The settings of one run for each scheme of `known` that the user asks for. Throws UsageError.
struct ServiceRuns {
  std::vector<broadcast::SchemeName> schemes;
  BroadcastSetting setting;  // all but the scheme

  BroadcastSetting of(const broadcast::SchemeName& scheme) const {
    BroadcastSetting chosen = setting;
    chosen.serve_by(scheme.scheme);
    return chosen;
  }
  // The RTL has no counter for the deepest queue.
  bool tells_deepest_queue() const { return setting.engine != "rtl"; }
};
ServiceRuns service_runs(const Parameters& parameters, const Serving& serving,
                         const std::vector<broadcast::SchemeName>& known);

// Adds the JSON keys that repeat a run: prefix and, with wires, count_wires and overlap; stall,
// queue_depth, seed, version.
void add_setting(nlohmann::ordered_json& json, const BroadcastSetting& setting);

// Returns the nodes that have a request: all, a list, a random number of them by the seed, or each
// with a probability. Throws UsageError.
std::vector<Address> active_nodes(const ActiveNodes& request, unsigned dimension, std::uint64_t seed);

}  // namespace testbench
