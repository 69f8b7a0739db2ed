// SPDX-License-Identifier: Apache-2.0
// What the user says of broadcast requests: the nodes that have one, how they are served and by
// which simulator.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "testbench/broadcast/broadcast_mesh.hpp"
#include "testbench/request/request.hpp"
#include "testbench/request/words.hpp"

namespace testbench {

// As typed.
struct ServiceRequest {
  std::optional<std::string> scheme;  // nothing: all there are
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

// The scheme of that name. `also`: another name, of none, that the option takes. Throws UsageError.
std::vector<broadcast::SchemeName> chosen_schemes(const char* option, const std::string& name,
                                                  const std::vector<broadcast::SchemeName>& known,
                                                  const char* also = nullptr);

// The settings of one run for each scheme of `known` that is asked for. Throws UsageError.
struct ServiceRuns {
  std::string engine;
  std::vector<broadcast::SchemeName> schemes;
  BroadcastSetting setting;  // but for the scheme

  BroadcastSetting of(const broadcast::SchemeName& scheme) const {
    BroadcastSetting chosen = setting;
    chosen.scheme = scheme.scheme;
    return chosen;
  }
  // The RTL has no counter of it.
  bool tells_deepest_queue() const { return engine != "rtl"; }
};
ServiceRuns service_runs(const ServiceRequest& request, const std::vector<broadcast::SchemeName>& known,
                         const char* option);

// JSON keys of what repeats a run: prefix and, with wires, count_wires and overlap; stall,
// queue_depth, seed, version.
void add_setting(nlohmann::ordered_json& json, const BroadcastSetting& setting);

// The nodes that have a request: by their number, chosen at random by the seed; by name; each with
// a probability; or all. Throws UsageError.
std::vector<Address> active_nodes(const ActiveRequest& request, unsigned dimension, std::uint64_t seed);

}  // namespace testbench
