// SPDX-License-Identifier: Apache-2.0
// Every parameter of a run, on one page: its member, and the option of the table (options.hpp) that
// each is. An empty member has the value beside it. Words are checked where the other
// parameters are known, in resolve() (request.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testbench/tool/request/conditions.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {

class LinkValues;
class Network;

struct Parameters {
  // Task
  std::optional<std::string> collective;
  std::optional<std::string> algorithm;  // the best known
  std::optional<std::string> ports;      // all; one if there are counts
  std::optional<Number> packets;         // 1, or the packets that a payload takes
  std::optional<Number> root;            // 0
  std::optional<std::string> op;         // sum; how a collective combines packets
  std::optional<std::string> type;       // uint64; of the numbers in a packet
  bool redundant = false;                // a broadcast sends every packet on all trees
  bool routing_cycles = false;           // packets go in routing cycles

  // Data
  // The packets of an alltoall with different counts for different nodes. In an isotropic task every
  // node has k_i packets for the node that it sees as i. The counts come from a file
  //
  //     # relative address (a number, or its name as cubecast network --links prints it), packets
  //     1 3
  //     (1,0,2) 2       # whoever is not named gets none
  //
  // or are random, each 0 .. K. --packets times one for each pair.
  std::optional<std::string> counts;
  std::optional<Number> counts_seed;
  std::optional<Number> counts_most;
  std::optional<std::filesystem::path> payload;  // random
  std::optional<Number> seed;                    // 1

  // Network and links
  std::optional<Number> dim;              // of the cube
  std::optional<std::string> network;     // KIND:PARAMETERS, instead of dim
  std::optional<Number> link_wires;       // no link layer
  std::optional<Number> frame_packets;    // 16
  std::optional<std::string> link_check;  // none
  bool cut_through = false;
  std::optional<Number> link_gap;      // 0
  std::optional<Number> link_latency;  // 0

  // Starts
  std::optional<Number> start_skew;  // 0: all nodes in the same cycle
  std::optional<Number> repeat;      // 1

  // Faults
  std::optional<std::string> bit_error_rate;  // 0
  std::optional<Number> error_burst;          // 1
  std::optional<std::string> fail;            // "3:1@100,0:2", node:port@cycle
  std::string stall = "0";                    // probability of a memory being busy for one port in one cycle

  // Hardware
  bool pipelined = false;
  std::optional<Number> combine_stages;  // 0
  std::optional<Number> payload_bits;    // 64
  Number queue_depth = 0;                // 0: so deep that none can fill

  // Simulator
  std::optional<std::string> engine;     // native, or rtl for lockstep
  std::optional<std::string> rtl_nodes;  // "0,3,5-7" or "all"
  std::optional<Number> threads;         // 1
  bool lockstep = false;
  std::optional<std::filesystem::path> checkpoint;
  std::string every = "10";  // minutes
  std::optional<std::filesystem::path> resume;

  // Output
  std::optional<std::filesystem::path> output;
  std::optional<std::string> clock;  // MHz
  bool latency = false;              // of packets
  bool links = false;                // packets over each
  bool json = false;
  bool csv = false;
  std::optional<std::filesystem::path> trace;
  std::string trace_format = "csv";
  std::optional<std::filesystem::path> report;
  std::optional<std::string> report_cycles;  // "1..500"; all
  std::optional<std::filesystem::path> plot;
  bool show = false;                // the network in the terminal, cycle by cycle
  std::optional<std::string> wave;  // the file; whoever runs it opens it

  // Calls visit(option, member) for each.
  static void each_option(auto& self, const auto& visit) {
    visit("collective", self.collective);
    visit("--collective", self.collective);
    visit("--algorithm", self.algorithm);
    visit("--dim", self.dim);
    visit("--network", self.network);
    visit("--ports", self.ports);
    visit("--packets", self.packets);
    visit("--root", self.root);
    visit("--op", self.op);
    visit("--type", self.type);
    visit("--redundant", self.redundant);
    visit("--routing-cycles", self.routing_cycles);
    visit("--counts", self.counts);
    visit("--counts-seed", self.counts_seed);
    visit("--counts-most", self.counts_most);
    visit("--payload", self.payload);
    visit("--seed", self.seed);
    visit("--link-wires", self.link_wires);
    visit("--frame-packets", self.frame_packets);
    visit("--link-check", self.link_check);
    visit("--cut-through", self.cut_through);
    visit("--link-gap", self.link_gap);
    visit("--link-latency", self.link_latency);
    visit("--start-skew", self.start_skew);
    visit("--repeat", self.repeat);
    visit("--bit-error-rate", self.bit_error_rate);
    visit("--error-burst", self.error_burst);
    visit("--fail", self.fail);
    visit("--stall", self.stall);
    visit("--pipelined", self.pipelined);
    visit("--combine-stages", self.combine_stages);
    visit("--payload-bits", self.payload_bits);
    visit("--queue-depth", self.queue_depth);
    visit("--engine", self.engine);
    visit("--rtl-nodes", self.rtl_nodes);
    visit("--threads", self.threads);
    visit("--lockstep", self.lockstep);
    visit("--checkpoint", self.checkpoint);
    visit("--every", self.every);
    visit("--resume", self.resume);
    visit("--output", self.output);
    visit("--clock", self.clock);
    visit("--latency", self.latency);
    visit("--links", self.links);
    visit("--json", self.json);
    visit("--csv", self.csv);
    visit("--trace", self.trace);
    visit("--trace-format", self.trace_format);
    visit("--report", self.report);
    visit("--report-cycles", self.report_cycles);
    visit("--plot", self.plot);
    visit("--show", self.show);
    visit("--wave", self.wave);
  }

  // Cycles of a hop: in the router, in the combining stages, and on the wires. Throw UsageError for a wrong number.
  unsigned router_cycles() const { return pipelined ? 2 : 1; }
  unsigned stages() const;
  unsigned latency_of_links() const;  // the most of them
  // --link-latency weights or --link-wires weights: they are the weights of links in the file of the network.
  bool takes_weights() const;
  // The files that they name, being neither that word nor like a number, each behind its option.
  std::vector<std::pair<std::string, std::filesystem::path>> link_files() const;
  // Null where --link-latency, or --link-wires, gives one number for all links.
  std::shared_ptr<const LinkValues> latencies(const Network& of) const;
  std::shared_ptr<const LinkValues> widths(const Network& of) const;
  unsigned bits() const;

  bool has_reduction() const { return op || type; }
  bool has_counts() const { return counts || counts_seed || counts_most; }
  // "--op sum --type float32", "--counts FILE" or "--counts-seed 3", for messages.
  std::string reduction_words() const;
  std::string counts_words() const;
};

// The members that differ from their defaults, as the options of `run`.
GivenOptions given_of(const Parameters& parameters);

}  // namespace testbench
