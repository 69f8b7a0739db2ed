// From the words of the command line to an operation that the firmware can load.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "firmware/collectives/catalog.hpp"
#include "testbench/cli/engine_choice.hpp"

namespace testbench {

// What the user asked for, unchecked.
struct Request {
  std::string collective;
  std::string algorithm;  // empty: the best known
  std::string ports = "all";
  std::int64_t dim = 0;
  std::int64_t packets = 1;
  std::int64_t root = 0;
  std::int64_t queue_depth = 0;  // 0: so deep that none can fill
  double stall = 0;              // probability of a memory being busy for one port in one cycle
  EngineRequest engine;
};

// Throws UsageError for unknown names, engines that do not run it, values out of range, and combinations that are not
// on offer.
collectives::Operation resolve(const Request& request);

// Throws UsageError where the run would need more memory than the machine has free.
void require_memory(const collectives::Operation& operation, std::size_t queue_depth);

// Throws UsageError for a negative seed.
std::uint64_t seed_of(std::int64_t seed);

// "a, b, c" for messages.
std::string known_collectives();

// Throws UsageError unless it names a collective.
collectives::Collective collective_named(const std::string& name);

}  // namespace testbench
