// SPDX-License-Identifier: Apache-2.0
// Arguments of the broadcast requests: the nodes that have a request, the scheme that serves them
// and the simulator.
#pragma once

#include <algorithm>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "testbench/plans/dynamic/theorem.hpp"
#include "testbench/runs/broadcast/broadcast_mesh.hpp"
#include "testbench/runs/broadcast/measured_time.hpp"
#include "testbench/tool/printer/columns.hpp"
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

// The settings of one run for each scheme of the network that the user asks for. Throws UsageError.
struct ServiceRuns {
  std::vector<broadcast::SchemeName> schemes;
  BroadcastSetting setting;            // all but the scheme
  std::string network;                 // as asked; empty for a cube
  std::string words;                   // "--dim 4", for messages
  NarrowestCut cut = 1;                // of the network
  std::optional<MeasuredTime> period;  // of scheme pmnb, if the network is small enough to measure it

  BroadcastSetting of(const broadcast::SchemeName& scheme) const {
    BroadcastSetting chosen = setting;
    chosen.serve_by(scheme.scheme);
    return chosen;
  }
  std::uint32_t packets_of(const broadcast::SchemeName& scheme) const {
    return packets_of_request(scheme.scheme, setting.dimension());
  }
  // Pairs of X and V of a partial scheme: the one that the paper proves for a cube, or those that were measured.
  std::vector<PmnbTime> times_of(const broadcast::SchemeName& scheme) const;
  // Keys of the network, and of another than a cube X and V.
  void add_network(nlohmann::ordered_json& json) const;
  void add_period(nlohmann::ordered_json& json, const std::optional<PmnbTime>& time) const;
  Column size_column() const { return setting.trees ? Column{"nodes", "n", 5} : Column{"dim", "d", 2}; }

  // The RTL has no counter for the deepest queue.
  bool tells_deepest_queue() const { return setting.engine != "rtl"; }
};
ServiceRuns service_runs(const Parameters& parameters, const Serving& serving, bool (*takes)(broadcast::Scheme));

// The pair for which `value` is least, if there is any.
template <class Value>
std::optional<PmnbTime> best_time(const std::vector<PmnbTime>& times, Value value) {
  const auto best = std::ranges::min_element(times, {}, value);
  return best == times.end() ? std::nullopt : std::optional(*best);
}

// Adds the JSON keys that repeat a run: prefix and, with wires, count_wires and overlap; stall,
// queue_depth, seed, version.
void add_setting(nlohmann::ordered_json& json, const BroadcastSetting& setting);

// Returns the nodes that have a request: all, a list, a random number of them by the seed of the runs, or each
// with a probability. Throws UsageError.
std::vector<Address> active_nodes(const ActiveNodes& request, const ServiceRuns& runs);

}  // namespace testbench
