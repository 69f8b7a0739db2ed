// SPDX-License-Identifier: Apache-2.0
// Arguments of the broadcast requests: the nodes that have a request, the scheme that serves them
// and the simulator.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "testbench/broadcast/broadcast_mesh.hpp"
#include "testbench/request/request.hpp"
#include "testbench/request/words.hpp"

namespace testbench {

// The options as typed.
struct ServiceRequest {
  std::optional<std::string> scheme;  // nothing: all schemes
  std::optional<Number> dim;
  std::string prefix = "links";
  std::optional<Number> count_wires;
  bool overlap = false;
  std::string stall = "0";
  Number queue_depth = Number(0);
  Number seed = Number(1);
  EngineRequest engine;
};

struct ActiveRequest {
  std::optional<Number> count;
  std::optional<std::string> nodes;  // "0,3,5-7"
  std::optional<std::string> share;
};

// Returns the scheme of that name. `also`: a further value of the option that is no scheme. Throws
// UsageError.
std::vector<broadcast::SchemeName> chosen_schemes(const char* option, const std::string& name,
                                                  const std::vector<broadcast::SchemeName>& known,
                                                  const char* also = nullptr);

// The settings of one run for each scheme of `known` that the user asks for. Throws UsageError.
struct ServiceRuns {
  std::string engine;
  std::vector<broadcast::SchemeName> schemes;
  BroadcastSetting setting;  // all but the scheme

  BroadcastSetting of(const broadcast::SchemeName& scheme) const {
    BroadcastSetting chosen = setting;
    chosen.scheme = scheme.scheme;
    return chosen;
  }
  // The RTL has no counter for the deepest queue.
  bool tells_deepest_queue() const { return engine != "rtl"; }
};
ServiceRuns service_runs(const ServiceRequest& request, const std::vector<broadcast::SchemeName>& known,
                         const char* option);

// Adds the JSON keys that repeat a run: prefix and, with wires, count_wires and overlap; stall,
// queue_depth, seed, version.
void add_setting(nlohmann::ordered_json& json, const BroadcastSetting& setting);

// Returns the nodes that have a request: all, a list, a random number of them by the seed, or each
// with a probability. Throws UsageError.
std::vector<Address> active_nodes(const ActiveRequest& request, unsigned dimension, std::uint64_t seed);

}  // namespace testbench
