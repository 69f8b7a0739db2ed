#include "testbench/cli/dynamic_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "testbench/cli/nearest.hpp"
#include "testbench/cli/usage_error.hpp"
#include "testbench/dynamic/gnuplot.hpp"
#include "testbench/dynamic/theorem.hpp"

namespace testbench {
namespace {

constexpr double kLeastStep = 0.001;
constexpr double kMostAskedLoad = 2;  // above 1 nothing is stable
constexpr std::int64_t kMostCycles = 1'000'000'000'000;

std::vector<double> loads_of(const DynamicArguments& arguments) {
  if (!arguments.load) throw UsageError("--load: is not given; give one like 0.5 or 0.1..0.9, or --limit");
  const std::string& text = *arguments.load;
  const std::size_t dots = text.find("..");
  if (dots == std::string::npos) {
    if (arguments.step) {
      throw UsageError(
          fmt::format("--step {}: --load {} is one load; give a range or leave it out", *arguments.step, text));
    }
    return {decimal_within("--load", text, 0, kMostAskedLoad)};
  }
  const std::string where = fmt::format(" in --load {}", text);
  if (dots == 0 || dots + 2 == text.size()) {
    throw UsageError(fmt::format("--load {}: must be A..B, like 0.1..0.9", text));
  }
  const double first = decimal_within("--load", text.substr(0, dots), 0, kMostAskedLoad, where);
  const double last = decimal_within("--load", text.substr(dots + 2), first, kMostAskedLoad, where);
  const double step = decimal_within("--step", arguments.step.value_or("0.1"), kLeastStep, kMostAskedLoad);
  std::vector<double> loads;
  // As typed: 0.3 and not what three times 0.1 is.
  constexpr double kDigits = 1e9;
  for (unsigned i = 0; first + i * step <= last + step / 1000; ++i) {
    loads.push_back(std::round((first + i * step) * kDigits) / kDigits);
  }
  return loads;
}

ArrivalKind kind_of(const std::string& name) {
  if (const auto kind = arrival_kind_named(name)) return *kind;
  std::vector<std::string> names;
  for (const ArrivalKind kind : kArrivalKinds) names.emplace_back(name_of(kind));
  throw UsageError(
      fmt::format("--arrivals {}: must be one of {}{}", name, fmt::join(names, ", "), did_you_mean(name, names)));
}

void require_kind(const char* option, const std::optional<std::string>& value, ArrivalKind kind, ArrivalKind wanted) {
  if (!value || kind == wanted) return;
  throw UsageError(fmt::format("{} {}: is for --arrivals {}; leave it out", option, *value, name_of(wanted)));
}

}  // namespace

DynamicPlan dynamic_plan(const DynamicArguments& arguments, const ServiceRuns& runs) {
  DynamicPlan plan;
  const unsigned d = runs.setting.dimension;
  const std::uint32_t nodes = cube::nodes(d);
  if (arguments.limit && arguments.load) {
    throw UsageError(fmt::format("--load {}: --limit searches for one; leave one of them out", *arguments.load));
  }
  if (arguments.limit && (arguments.plot || arguments.data)) {
    throw UsageError("--limit: has no plot; leave out --plot and --data");
  }
  if (arguments.limit && arguments.step) {
    throw UsageError(fmt::format("--step {}: is for --load; leave it out with --limit", *arguments.step));
  }
  if (!arguments.limit) plan.loads = loads_of(arguments);
  ArrivalSetting& arrivals = plan.setting.arrivals;
  arrivals.kind = kind_of(arguments.arrivals);
  require_kind("--burst", arguments.burst, arrivals.kind, ArrivalKind::kBursty);
  require_kind("--hot-share", arguments.hot_share, arrivals.kind, ArrivalKind::kHotSpot);
  if (arguments.hot_nodes)
    require_kind("--hot-nodes", arguments.hot_nodes->text(), arrivals.kind, ArrivalKind::kHotSpot);
  if (arguments.burst) arrivals.burst_cycles = decimal_within("--burst", *arguments.burst, 1, 1e6);
  if (arguments.hot_share) arrivals.hot_share = decimal_within("--hot-share", *arguments.hot_share, 0, 1);
  if (arguments.hot_nodes) {
    arrivals.hot_nodes = static_cast<std::uint32_t>(arguments.hot_nodes->within("--hot-nodes", 1, nodes - 1));
  }
  plan.setting.seed = runs.setting.payload_seed;
  plan.setting.precision = decimal_within("--precision", arguments.precision, 0.001, 1);
  plan.setting.most_cycles = static_cast<std::uint64_t>(arguments.cycles.within("--cycles", 1, kMostCycles));
  for (const double load : plan.loads) {
    for (const broadcast::SchemeName& scheme : runs.schemes) {
      ArrivalSetting asked = arrivals;
      asked.rate = rate_at(d, load, packets_of_request(scheme.scheme, d));
      if (const auto fault = find_fault(asked, nodes)) {
        throw UsageError(fmt::format("--load {:g} of {}: {}", load, scheme.name, *fault));
      }
    }
  }
  return plan;
}

}  // namespace testbench
