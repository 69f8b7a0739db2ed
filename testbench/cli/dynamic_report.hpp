// SPDX-License-Identifier: Apache-2.0
// The measurement that 'cubecast dynamic' makes, and how it is told: as text, JSON and curves.
#pragma once

#include <string>
#include <vector>

#include "testbench/broadcast/dynamic_run.hpp"
#include "testbench/cli/commands.hpp"
#include "testbench/dynamic/plot.hpp"
#include "testbench/dynamic/theorem.hpp"

namespace testbench {

struct DynamicPlan {
  DynamicSetting setting;  // but for the rate
  std::vector<double> loads;
};

// One scheme at one load.
struct DynamicPoint {
  broadcast::SchemeName scheme;
  double load = 0;
  DynamicResult result;
  std::string error;  // what did not verify, or why it ended
};

std::string dynamic_heading();
std::string dynamic_line(const ServiceRuns& runs, const DynamicPlan& plan, const DynamicPoint& point);
std::string dynamic_json(const ServiceRuns& runs, const DynamicPoint& point, const DynamicPlan& plan);

// The largest stable load of one scheme.
struct LimitRow {
  broadcast::SchemeName scheme;
  StabilityLimit limit;
  std::string error;  // as above, of the first load that has one
};

std::string limit_heading();
std::string limit_line(const ServiceRuns& runs, const LimitRow& row);
std::string limit_json(const ServiceRuns& runs, const DynamicPlan& plan, const LimitRow& row);

// Mean delay by load.
Plot plot_of(const ServiceRuns& runs, const DynamicPlan& plan, const std::vector<DynamicPoint>& points);

}  // namespace testbench
