#include "testbench/cli/reporting.hpp"

#include "testbench/cli/number.hpp"
#include "testbench/cli/usage_error.hpp"

namespace testbench {

Reporting reporting_of(const ReportingRequest& request) {
  constexpr double kLeastMhz = 0.001;
  constexpr double kMostMhz = 1000000;
  if (request.json && request.csv) throw UsageError("--json --csv: standard output takes one of them; leave one out");
  Reporting reporting{Form::kText, request.latency, request.links, std::nullopt};
  if (request.json) reporting.form = Form::kJson;
  if (request.csv) reporting.form = Form::kCsv;
  if (request.clock) reporting.clock_mhz = decimal_within("--clock", *request.clock, kLeastMhz, kMostMhz, " MHz");
  return reporting;
}

}  // namespace testbench
