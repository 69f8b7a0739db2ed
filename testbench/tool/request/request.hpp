// SPDX-License-Identifier: Apache-2.0
// Turns the parameters of a run, as typed, into an experiment.
//
//     Parameters parameters;
//     parameters.collective = "allreduce";
//     parameters.dim = 4;
//     parameters.packets = 16;
//     const RunReport report = Run(resolve(parameters)).execute({});
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "firmware/collectives/collective.hpp"
#include "testbench/plans/networks/network.hpp"
#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/experiment/memory_estimate.hpp"
#include "testbench/runs/starts/starts.hpp"
#include "testbench/tool/request/conditions.hpp"
#include "testbench/tool/request/options.hpp"
#include "testbench/tool/request/parameters.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {

// Returns the dimension of a cube that the engine runs. Throws UsageError "--dim 40: must be 1..16
// for --engine native".
unsigned dimension_on(const std::string& engine, const Number& dim);

// The link layer, or nothing. Throws UsageError for a wrong number or name. `takes_file`: --link-wires may name a file,
// whose wires take_links_that_differ (resolve.cpp) fills in.
std::optional<LinkSetting> link_setting_of(const Parameters& request, bool takes_file = false);
// Errors of wires, without broken links. Throws UsageError.
WireFaults wire_faults_of(const Parameters& request);
// The links of --fail: "3:1@100,0:2", or "3:1=" for both directions. A checked link that never works
// in one direction works in none, because nothing is acknowledged. Throws UsageError for a link
// that the network does not have.
std::vector<BrokenLink> broken_links_of(const Parameters& request, const network::SomeNetwork& network);

// The simulator, without stalls. `nodes`: of its network. Throws UsageError for an unknown engine, a wrong list
// of nodes, and options that do not go together.
MeshSetting choose_engine(const Parameters& request, std::uint32_t nodes);

// True if the collective has a function and a type. A barrier combines packets, but no data.
bool combines_data(collectives::Collective collective);

// Returns the number of the operation (hls/operators/composition.hpp). Throws UsageError for unknown
// names, and for types that it does not take.
std::uint32_t asked_operation_of(const Parameters& request);
// That of the hardware.
std::uint32_t combining_of(const Parameters& request);

// "sum of float32"
std::string reduction_text(std::uint32_t operation);

// `at`: " at --network star:4", for messages. `rounds`: how many times all of it is sent. Throws
// UsageError for impossible counts, FileError for a file that cannot be read or has wrong contents.
Counts counts_for(const Parameters& request, const Network& network, const std::string& at, std::uint32_t rounds);

// Throw UsageError for unknown names, engines that do not run it, values out of
// range, combinations that are not on offer, and options that would change nothing. A resolved
// request needs no further check, except for memory.
Experiment resolve(const Parameters& request);
std::size_t queue_depth_of(const Parameters& request);
// For the routers of a command, with so many cycles a hop. `where`: for messages.
std::size_t queue_depth_within(const Number& depth, std::string_view command, unsigned hop_cycles,
                               const std::string& where = "");
// How often nodes begin, and when.
Starts starts_of(const Parameters& request);
double stall_of(const Parameters& request);
std::uint64_t seed_of(const Parameters& request);
// The seed `run` runs after the first. 0 follows the largest, so that --seed takes every printed
// seed.
std::uint64_t seed_of_run(std::uint64_t first, std::uint64_t run);

// The largest M on a network of so many nodes: the counters of a node are 32 bits wide.
std::int64_t most_packets(std::uint32_t nodes);

// The free memory in bytes, as the system reports it; the largest number if it does not.
std::uint64_t free_memory_bytes();

// Tells if the run needs more memory than the machine has free: "needs at least 74 MiB of memory,
// 12 MiB are free; use a smaller network or fewer packets". The first function counts the least memory
// of a run, which is known at once; the second all of it. `runs`: so many share the machine.
std::optional<std::string> least_memory_fault(const Experiment& experiment, bool keeps_payloads = false);
std::optional<std::string> memory_fault(const Experiment& experiment, bool keeps_payloads = false, unsigned runs = 1);
// Throws the fault as UsageError. `amount`: "--packets 3", for the message.
// `share`: of the run that this machine has, if it is divided.
void require_memory(const Experiment& experiment, bool keeps_payloads, const std::string& amount, double share = 1);

inline constexpr const char* kWayToLessMemory = "use a smaller network or fewer packets";

// The network of a request, of a size that its engine runs. Throws UsageError.
Site site_of(const Parameters& request);
// Throws UsageError for a cube that is too large for nodes that are routed by tables. `because`: "with ...".
void require_tables(const Site& site, const std::string& because);

// The value of --link-latency, or nothing.
std::string latency_words(const MeshSetting& setting);
// The options that make the operation's routers, such as " --pipelined --combine-stages 2", or
// nothing.
std::string router_options(const collectives::Operation& operation);

std::vector<std::string> collective_names();

// Throw UsageError for an unknown name.
collectives::Collective collective_named(const std::string& name);
collectives::PortModel ports_named(const std::string& name);

}  // namespace testbench
