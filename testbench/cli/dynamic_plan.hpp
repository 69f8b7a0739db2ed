// What 'cubecast dynamic' is to measure.
#pragma once

#include <vector>

#include "testbench/broadcast/dynamic_run.hpp"
#include "testbench/cli/broadcast_commands.hpp"

namespace testbench {

struct DynamicPlan {
  DynamicSetting setting;  // but for the rate
  std::vector<double> loads;
};

// Throws UsageError.
DynamicPlan dynamic_plan(const DynamicArguments& arguments, const ServiceRuns& runs);

}  // namespace testbench
