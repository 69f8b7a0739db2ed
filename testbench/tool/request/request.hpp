// SPDX-License-Identifier: Apache-2.0
// Turns the words of a user into an experiment. Every structure of options pairs each option of the
// command line with the member that holds it, once, in each_option(): the command line fills the
// members from there, and given_of() reads from them what a caller has set.
//
//     Request request;
//     request.collective = "allreduce";
//     request.dim = 4;
//     request.packets = 16;
//     const RunReport report = Run(resolve(request)).execute({});
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "firmware/collectives/collective.hpp"
#include "testbench/plans/networks/network.hpp"
#include "testbench/runs/experiment/experiment.hpp"
#include "testbench/runs/experiment/memory_estimate.hpp"
#include "testbench/tool/request/conditions.hpp"
#include "testbench/tool/request/options.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {

// The link layer of the nodes, and what happens on its wires, as typed, unchecked.
struct LinkRequest {
  std::optional<Number> wires;          // nothing: no link layer
  std::optional<Number> frame_packets;  // 16
  std::optional<std::string> check;     // none
  bool cut_through = false;
  std::optional<Number> gap;                  // 0
  std::optional<std::string> bit_error_rate;  // 0
  std::optional<Number> burst;                // 1
  std::optional<std::string> fail;            // "3:1@100,0:2", node:port@cycle

  static void each_option(auto& self, const auto& visit) {
    visit("--link-wires", self.wires);
    visit("--frame-packets", self.frame_packets);
    visit("--link-check", self.check);
    visit("--cut-through", self.cut_through);
    visit("--link-gap", self.gap);
    visit("--bit-error-rate", self.bit_error_rate);
    visit("--error-burst", self.burst);
    visit("--fail", self.fail);
  }
};

// The simulator of a run and its RTL nodes, as typed, unchecked.
struct EngineRequest {
  std::optional<std::string> name;  // nothing: native, or rtl for lockstep
  bool lockstep = false;
  std::optional<std::string> rtl_nodes;  // "0,3,5-7" or "all"
  std::optional<std::string> wave;       // the file; whoever runs it opens it
  std::optional<Number> threads;
  std::optional<Number> payload_bits;
  bool pipelined = false;
  std::optional<Number> combine_stages;
  LinkRequest links;

  // Calls visit(option, member) for every option.
  static void each_option(auto& self, const auto& visit) {
    visit("--engine", self.name);
    visit("--rtl-nodes", self.rtl_nodes);
    visit("--payload-bits", self.payload_bits);
    visit("--pipelined", self.pipelined);
    visit("--combine-stages", self.combine_stages);
    visit("--threads", self.threads);
    visit("--lockstep", self.lockstep);
    visit("--wave", self.wave);
    LinkRequest::each_option(self.links, visit);
  }

  // Cycles of a hop: in the router, and in the combining stages. Throws UsageError for a wrong
  // number.
  unsigned router_cycles() const { return pipelined ? 2 : 1; }
  unsigned stages() const {
    if (!combine_stages) return 0;
    return static_cast<unsigned>(number_of("--combine-stages", *combine_stages));
  }
  unsigned bits() const {
    return payload_bits ? static_cast<unsigned>(number_of("--payload-bits", *payload_bits)) : 64;
  }
};

// Returns the dimension of a cube that the engine runs. Throws UsageError "--dim 40: must be 1..16
// for --engine native".
unsigned dimension_on(const std::string& engine, const Number& dim);

// The link layer, or nothing. Throws UsageError for a wrong number or name.
std::optional<LinkSetting> link_setting_of(const LinkRequest& request);
// Errors of wires, without broken links. Throws UsageError.
WireFaults wire_faults_of(const LinkRequest& request);
// The links of --fail: "3:1@100,0:2", or "3:1=" for both directions. A checked link that never works
// in one direction works in none, because nothing is acknowledged. Throws UsageError for a link
// that the network does not have.
std::vector<BrokenLink> broken_links_of(const LinkRequest& request, const network::SomeNetwork& network);

// The simulator, without stalls. `nodes`: of its network. Throws UsageError for an unknown engine, a wrong list
// of nodes, and options that do not go together.
EngineChoice choose_engine(const EngineRequest& request, std::uint32_t nodes);

// How a collective combines packets: the function and the type of lane, unchecked.
struct ReductionRequest {
  std::optional<std::string> function;  // sum
  std::optional<std::string> type;      // uint64

  static void each_option(auto& self, const auto& visit) {
    visit("--op", self.function);
    visit("--type", self.type);
  }

  bool is_given() const { return function || type; }
  // "--op sum", "--op sum --type float32", for messages.
  std::string text() const;
};

// True if the collective has a function and a type. A barrier combines packets, but no data.
bool combines_data(collectives::Collective collective);

// Returns the number of the operation (hls/operators/operation.hpp). Throws UsageError for unknown
// names.
std::uint32_t combining_of(const ReductionRequest& request);

// "sum of float32"
std::string reduction_text(std::uint32_t combining);

// The packets of an alltoall with different counts for different nodes. In an isotropic
// task every node has k_i packets for the node that it sees as i. The counts come from a file
//
//     # relative address (a number, or its name as cubecast network --links prints it), packets
//     1 3
//     (1,0,2) 2       # whoever is not named gets none
//
// or are random, each 0 .. K.
struct CountsRequest {
  std::optional<std::string> file;
  std::optional<Number> seed;
  std::optional<Number> most;  // for random counts

  static void each_option(auto& self, const auto& visit) {
    visit("--counts", self.file);
    visit("--counts-seed", self.seed);
    visit("--counts-most", self.most);
  }

  bool is_given() const { return file || seed || most; }
  // "--counts FILE" or "--counts-seed 3", for messages.
  std::string text() const;
};

// `at`: " at --network star:4", for messages. `rounds`: how many times all of it is sent. Throws
// UsageError for impossible counts, FileError for a file that cannot be read or has wrong contents.
Counts counts_for(const CountsRequest& request, const Network& network, const std::string& at, std::uint32_t rounds);

// A whole request, unchecked. An empty member has the value beside it.
struct Request {
  std::optional<std::string> collective;
  std::optional<std::string> algorithm;  // the best known
  std::optional<std::string> ports;      // all; one if there are counts
  std::optional<Number> dim;             // of the cube
  std::optional<std::string> network;    // KIND:PARAMETERS, instead of dim
  std::optional<Number> packets;         // 1, or the packets that a payload takes
  std::optional<Number> root;            // 0
  Number queue_depth = 0;                // 0: so deep that none can fill
  bool redundant = false;                // a broadcast sends every packet on all trees
  bool routing_cycles = false;           // packets go in routing cycles
  std::string stall = "0";               // probability of a memory being busy for one port in one cycle
  std::optional<Number> seed;            // 1
  CountsRequest counts;                  // for an alltoall; --packets times one for each pair
  ReductionRequest reduction;            // for collectives that combine packets
  EngineRequest engine;

  static void each_option(auto& self, const auto& visit) {
    visit("collective", self.collective);
    visit("--collective", self.collective);
    visit("--algorithm", self.algorithm);
    visit("--dim", self.dim);
    visit("--network", self.network);
    visit("--ports", self.ports);
    visit("--root", self.root);
    visit("--packets", self.packets);
    visit("--redundant", self.redundant);
    visit("--routing-cycles", self.routing_cycles);
    visit("--stall", self.stall);
    visit("--queue-depth", self.queue_depth);
    visit("--seed", self.seed);
    ReductionRequest::each_option(self.reduction, visit);
    CountsRequest::each_option(self.counts, visit);
    EngineRequest::each_option(self.engine, visit);
  }
};

// The members that differ from their defaults, as the options of `run`.
GivenOptions given_of(const Request& request);
GivenOptions given_of(const EngineRequest& request);

// Throw UsageError or NetworkError for unknown names, engines that do not run it, values out of
// range, combinations that are not on offer, and options that would change nothing. A resolved
// request needs no further check, except for memory.
Experiment resolve(const Request& request);
std::size_t queue_depth_of(const Request& request);
// For the routers of a command, with so many cycles a hop. `where`: for messages.
std::size_t queue_depth_within(const Number& depth, std::string_view command, unsigned hop_cycles,
                               const std::string& where = "");
double stall_of(const Request& request);
std::uint64_t seed_of(const Request& request);
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
std::optional<std::string> least_memory_fault(const Experiment& experiment, const KeptRecords& keeping);
std::optional<std::string> memory_fault(const Experiment& experiment, const KeptRecords& keeping, unsigned runs = 1);
// Throws the fault as UsageError. `amount`: "--packets 3", for the message.
// `share`: of the run that this machine has, if it is divided.
void require_memory(const Experiment& experiment, const KeptRecords& keeping, const std::string& amount,
                    double share = 1);

inline constexpr const char* kWayToLessMemory = "use a smaller network or fewer packets";

// The network of a request, of a size that its engine runs. Throws UsageError and NetworkError.
Site site_of(const Request& request);
// Throws UsageError for a cube that is too large for nodes that are routed by tables. `because`: "with ...".
void require_tables(const Site& site, const std::string& because);

// The options that make the operation's routers, such as " --pipelined --combine-stages 2", or
// nothing.
std::string router_options(const collectives::Operation& operation);

std::vector<std::string> collective_names();

// Throw UsageError for an unknown name.
collectives::Collective collective_named(const std::string& name);
collectives::PortModel ports_named(const std::string& name);

}  // namespace testbench
