// The commands of cubecast. Each returns the exit status: 0, or 1 where a run did not verify; mistakes of the user's
// are thrown as UsageError or FileError.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "testbench/cli/number.hpp"
#include "testbench/cli/reporting.hpp"
#include "testbench/cli/request.hpp"

namespace testbench {

// cubecast list
int list_command(bool json);

struct RunArguments {
  Request request;
  ReportingRequest reporting;
  std::optional<Number> packets;                 // nothing: 1, or what the payload takes
  std::optional<std::filesystem::path> payload;  // nothing: random
  std::optional<std::filesystem::path> output;
  std::optional<std::filesystem::path> trace;
  std::optional<std::filesystem::path> wave;
};

// cubecast run
int run_command(const RunArguments& arguments);

struct MeasureArguments {
  Request request;  // its collective, algorithm and ports choose rows; all where there are none
  ReportingRequest reporting;
  std::optional<std::string> dims;
  std::string packets = "1";  // "A..B", in steps
  std::optional<Number> step;
  std::optional<Number> factor;
  std::optional<Number> seeds;
  std::optional<std::filesystem::path> results;
};

// cubecast measure
int measure_command(const MeasureArguments& arguments);

struct RtlArguments {
  std::optional<Number> dim;
  std::optional<std::filesystem::path> output;
};

// cubecast rtl
int rtl_command(const RtlArguments& arguments);

}  // namespace testbench
