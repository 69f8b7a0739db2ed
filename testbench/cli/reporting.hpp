// What a command is to tell of its runs, and in which form.
#pragma once

#include <optional>
#include <string>

namespace testbench {

// As typed.
struct ReportingRequest {
  bool json = false;
  bool csv = false;
  bool latency = false;
  bool links = false;
  std::optional<std::string> clock;
};

enum class Form { kText, kJson, kCsv };

struct Reporting {
  Form form = Form::kText;
  bool latency = false;             // of packets
  bool links = false;               // packets over each
  std::optional<double> clock_mhz;  // for times and bandwidths
};

// Throws UsageError.
Reporting reporting_of(const ReportingRequest& request);

}  // namespace testbench
