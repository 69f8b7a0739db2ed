// SPDX-License-Identifier: Apache-2.0
// Checks whether the machine has the memory that a run needs.
#include <fmt/format.h>

#include <fstream>
#include <limits>
#include <string>

#include "testbench/runs/experiment/symmetric_run.hpp"
#include "testbench/tool/request/request.hpp"

namespace testbench {
namespace {

// `share`: of the run that this machine has. `runs`: of which the machine has so many at a time.
std::optional<std::string> lack_of(std::uint64_t of_run, const char* how_sure, const Experiment& experiment,
                                   double share = 1, unsigned runs = 1) {
  const auto needed = share == 1 ? of_run : static_cast<std::uint64_t>(static_cast<double>(of_run) * share);
  const std::uint64_t free = free_memory_bytes() / runs;
  if (needed <= free) return std::nullopt;
  const bool one_is_enough = experiment.setting().engine != kSymmetricEngineName && !asymmetry_of(experiment);
  return fmt::format("needs {} {} MiB of memory, {} MiB are free{}; {}{}", how_sure, needed >> 20, free >> 20,
                     runs == 1 ? "" : fmt::format(" for each of {} ranks", runs), kWayToLessMemory,
                     one_is_enough ? ", or --engine symmetric" : "");
}

}  // namespace

std::uint64_t free_memory_bytes() {
  std::ifstream meminfo("/proc/meminfo");
  for (std::string key; meminfo >> key;) {
    std::uint64_t kibibytes = 0;
    if (key == "MemAvailable:" && meminfo >> kibibytes) return kibibytes * 1024;
    meminfo.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return std::numeric_limits<std::uint64_t>::max();  // unknown: the allocation will tell
}

std::optional<std::string> least_memory_fault(const Experiment& experiment, bool keeps_payloads) {
  return lack_of(least_memory_bytes(experiment, keeps_payloads), "at least", experiment);
}

std::optional<std::string> memory_fault(const Experiment& experiment, bool keeps_payloads, unsigned runs) {
  const auto least = lack_of(least_memory_bytes(experiment, keeps_payloads), "at least", experiment, 1, runs);
  return least ? least : lack_of(memory_bytes(experiment, keeps_payloads), "up to", experiment, 1, runs);
}

void require_memory(const Experiment& experiment, bool keeps_payloads, const std::string& amount, double share) {
  const std::optional<std::string> fault =
      share == 1 ? memory_fault(experiment, keeps_payloads)
                 : lack_of(memory_bytes(experiment, keeps_payloads), "up to", experiment, share);
  if (fault) throw UsageError(fmt::format("{} {}: {}", experiment.words(), amount, *fault));
}

}  // namespace testbench
