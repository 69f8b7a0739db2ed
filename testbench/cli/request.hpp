// From the words of the command line to an operation that the firmware can load.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "firmware/collectives/catalog.hpp"
#include "testbench/cli/engine_choice.hpp"
#include "testbench/cli/number.hpp"
#include "testbench/run/memory_estimate.hpp"

namespace testbench {

// What the user asked for, unchecked. Nothing: what is said beside it.
struct Request {
  std::optional<std::string> collective;
  std::optional<std::string> algorithm;  // the best known
  std::optional<std::string> ports;      // all
  std::optional<Number> dim;
  Number packets = 1;
  std::optional<Number> root;  // 0
  Number queue_depth = 0;      // 0: so deep that none can fill
  std::string stall = "0";     // probability of a memory being busy for one port in one cycle
  std::optional<Number> seed;  // 1
  EngineRequest engine;
};

// Throw UsageError for unknown names, engines that do not run it, values out of range, combinations that are not on
// offer, and options that would change nothing.
collectives::Operation resolve(const Request& request);
std::size_t queue_depth_of(const Request& request);
double stall_of(const Request& request);
std::uint64_t seed_of(const Request& request);

// M of the largest request on a cube of so many nodes: counters of a node are 32 bits wide.
std::int64_t most_packets(std::uint32_t nodes);

// Throw UsageError where the run would need more memory than the machine has free: the first by what is known at once.
// `amount`: "--packets 3", for the message.
void require_least_memory(const collectives::Operation& operation, const Keeping& keeping, const std::string& amount);
void require_memory(const collectives::Operation& operation, std::size_t queue_depth, const Keeping& keeping,
                    const std::string& amount);

std::vector<std::string> collective_names();

// Throw UsageError unless it names one.
collectives::Collective collective_named(const std::string& name);
collectives::PortUse ports_named(const std::string& name);

}  // namespace testbench
