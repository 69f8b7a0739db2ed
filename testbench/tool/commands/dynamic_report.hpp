// SPDX-License-Identifier: Apache-2.0
// The measurement of 'cubecast dynamic', and its report as text, JSON and curves.
#pragma once

#include <string>
#include <vector>

#include "testbench/plans/dynamic/theorem.hpp"
#include "testbench/runs/broadcast/dynamic_run.hpp"
#include "testbench/tool/commands/commands.hpp"
#include "testbench/tool/printer/columns.hpp"
#include "testbench/tool/printer/plot.hpp"

namespace testbench {

struct DynamicPlan {
  DynamicSetting setting;  // all but the rate
  std::vector<double> loads;
};

// One scheme at one load.
struct DynamicPoint {
  broadcast::SchemeName scheme;
  double load = 0;
  DynamicResult result;
  std::string error;  // the check that failed, or why the run ended
};

Columns dynamic_columns(const ServiceRuns& runs);
Json dynamic_json(const ServiceRuns& runs, const DynamicPoint& point, const DynamicPlan& plan);

// The largest stable load of one scheme.
struct LimitRow {
  broadcast::SchemeName scheme;
  StabilityLimit limit;
  std::string error;  // the error of the first load that has one
};

Columns limit_columns(const ServiceRuns& runs);
Json limit_json(const ServiceRuns& runs, const DynamicPlan& plan, const LimitRow& row);

// Plots the mean delay over the load.
Plot plot_of(const ServiceRuns& runs, const DynamicPlan& plan, const std::vector<DynamicPoint>& points);

}  // namespace testbench
