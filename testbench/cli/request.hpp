// From the words of the command line to an experiment.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbench/cli/counts.hpp"
#include "testbench/cli/engine_choice.hpp"
#include "testbench/cli/number.hpp"
#include "testbench/cli/reduction_choice.hpp"
#include "testbench/run/experiment.hpp"
#include "testbench/run/memory_estimate.hpp"

namespace testbench {

// What the user asked for, unchecked. Nothing: what is said beside it.
struct Request {
  std::optional<std::string> collective;
  std::optional<std::string> algorithm;  // the best known
  std::optional<std::string> ports;      // all; one where there are counts
  std::optional<Number> dim;             // of the cube
  std::optional<std::string> network;    // KIND:PARAMETERS, in its place
  std::optional<Number> packets;         // 1, or what a payload takes
  std::optional<Number> root;            // 0
  Number queue_depth = 0;                // 0: so deep that none can fill
  std::string stall = "0";               // probability of a memory being busy for one port in one cycle
  std::optional<Number> seed;            // 1
  CountsRequest counts;                  // of an alltoall; --packets times one for each pair
  ReductionRequest reduction;            // of what combines packets
  EngineRequest engine;
};

// Throw UsageError or NetworkError for unknown names, engines that do not run it, values out of
// range, combinations that are not on offer, and options that would change nothing. Of a request
// that is resolved nothing is left to be checked but whether there is memory for it.
Experiment resolve(const Request& request);
EngineChoice engine_of(const Request& request);  // stalls and their seed with it
std::size_t queue_depth_of(const Request& request);
double stall_of(const Request& request);
std::uint64_t seed_of(const Request& request);
// The seed so many runs behind the first: behind the largest comes 0, so that --seed takes any that
// is printed.
std::uint64_t seed_of_run(std::uint64_t first, std::uint64_t run);

// M of the largest request on a cube of so many nodes: counters of a node are 32 bits wide.
std::int64_t most_packets(std::uint32_t nodes);

// Where the run would need more memory than the machine has free: "needs at least 74 MiB of memory,
// 12 MiB are free; use a smaller cube or fewer packets". The first function looks at the memory
// that a run needs in any case, which is known at once; the second at all of it.
std::optional<std::string> least_memory_fault(const Experiment& experiment, const KeptRecords& keeping);
std::optional<std::string> memory_fault(const Experiment& experiment, const KeptRecords& keeping);
// Throws it as UsageError. `amount`: "--packets 3", for the message.
void require_memory(const Experiment& experiment, const KeptRecords& keeping, const std::string& amount);

// "use a smaller cube or fewer packets"
std::string way_to_less_memory(const collectives::Operation& operation);

// That of a cube, by whichever option; nothing of another network, nor where there are counts:
// those need a plan, and a cube is a network like others then. Throws UsageError where both options
// are given.
std::optional<Number> dimension_of(const Request& request);

// "--dim 5", or "--network star:4".
std::string option_of(const Experiment& experiment);

// " --pipelined --combine-stages 2", or nothing: the options that make the operation's routers.
std::string router_options(const collectives::Operation& operation);

std::vector<std::string> collective_names();

// Throw UsageError unless it names one.
collectives::Collective collective_named(const std::string& name);
collectives::PortModel ports_named(const std::string& name);

}  // namespace testbench
