// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/request/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <ranges>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "firmware/broadcast/scheme.hpp"
#include "firmware/collectives/collective.hpp"
#include "firmware/node/registers.hpp"
#include "hls/configuration/configuration_members.hpp"
#include "hls/link/config.hpp"
#include "hls/operators/composition.hpp"
#include "testbench/plans/cycles/routing_cycles.hpp"
#include "testbench/plans/networks/spec.hpp"
#include "testbench/runs/experiment/coupled_links.hpp"
#include "testbench/runs/experiment/engines.hpp"
#include "testbench/tool/request/request.hpp"

namespace testbench {
namespace {

using collectives::Collective;

WholeRange whole(std::int64_t least, std::int64_t most) {
  return {least, most};
}
DecimalRange decimal(double least, double most) {
  return {least, most};
}

std::string listed(const Names& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

Names port_names() {
  Names names;
  for (const collectives::PortModel ports : collectives::kPortModels) names.emplace_back(name_of(ports));
  return names;
}

Names cube_scheme_names(bool (*takes)(broadcast::Scheme), const Names& also = {}) {
  Names names;
  for (const broadcast::SchemeName& scheme : broadcast::kSchemes) {
    if (takes(scheme.scheme)) names.emplace_back(scheme.name);
  }
  names.insert(names.end(), also.begin(), also.end());
  return names;
}
Names scheme_names(bool (*takes)(broadcast::Scheme)) {
  Names others;
  for (const broadcast::SchemeName& scheme : broadcast::kTreeSchemes) {
    if (takes(scheme.scheme)) others.emplace_back(scheme.name);
  }
  return cube_scheme_names(takes, others);
}
bool is_any(broadcast::Scheme /*scheme*/) {
  return true;
}

Names core_names() {
  Names names = engine_names();
  names.emplace_back("emulator");
  names.emplace_back("host");
  return names;
}

std::string in_place_of(const char* what) {
  return fmt::format("In place of {}: any network of 'cubecast network --help', like ring:12 or torus:4x6", what);
}

Names split_at(std::string_view text, std::string_view between) {
  Names parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(between), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + between.size(), text.size()));
  }
  return parts;
}

Option option(Group group, const char* name, const char* type, const char* shown, Option::Range range,
              const std::string& needs, const char* key, std::vector<Option::Use> uses) {
  return {group, name, type, shown, std::move(range), split_at(needs, ", "), key, std::move(uses)};
}
Option seldom(Group group, const char* name, const char* type, const char* shown, Option::Range range,
              const std::string& needs, const char* key, std::vector<Option::Use> uses) {
  Option made = option(group, name, type, shown, std::move(range), needs, key, std::move(uses));
  made.is_seldom = true;
  return made;
}

// The options that are members of a node's configuration, one each.
std::vector<Option> options_of_members() {
  constexpr const char* kCommands = "rtl configuration";
  std::vector<Option> all{
      option(Group::kTask, "configuration", "NAME|FILE", "", {}, "", "",
             {{kCommands, "A name like node_d3_w32_all, or a JSON file of members; options say more, or otherwise"}})};
  const auto type_of = [](const hls::Member& member) -> std::string {
    switch (member.type) {
      case hls::MemberType::kNumber:
        return "INT";
      case hls::MemberType::kChoice:
        return fmt::format("{}", fmt::join(member.names, "|"));
      case hls::MemberType::kFlag:
        return "on|off";
      case hls::MemberType::kRules:
        return "NAMES";
    }
    return "";
  };
  for (const hls::Member& member : hls::configuration_members()) {
    const std::string name = hls::member_label(member, hls::MemberStyle::kOption);
    const bool is_usual = member.part == hls::NamePart::kNone || member.always_in_name;
    all.push_back((is_usual ? option : seldom)(Group::kHardware, name.c_str(), type_of(member).c_str(), "", {}, "", "",
                                               {{kCommands, member.meaning}}));
  }
  return all;
}

// Group, name, type, default, range, condition, JSON key, help by commands. `seldom`: it is in --help-all alone.
std::vector<Option> all_options() {
  const Names functions(std::begin(operators::kOperationNames), std::end(operators::kOperationNames));
  const Names types(std::begin(operators::kTypeNames), std::end(operators::kTypeNames));
  const Names partial_schemes = scheme_names(broadcast::is_partial);
  const Names schemes = scheme_names(is_any);
  const auto those_that = [](bool (*holds)(Collective)) {
    return fmt::format("{}", fmt::join(collectives_that(holds), " or "));
  };
  const std::string rooted = those_that(collectives::has_root);
  const std::string combining = those_that([](Collective each) { return shape_of(each).combined; });
  const std::string combining_data =
      those_that([](Collective each) { return shape_of(each).combined && each != Collective::kBarrier; });
  const std::string fails =
      "Failing links: NODE:PORT@CYCLE, with commas between them. Packets that leave the node through the port are "
      "lost from that cycle on; NODE:PORT=@CYCLE for both directions; without @CYCLE from the beginning";
  constexpr std::monostate kNone;
  return {
      // The collective, and the network on which it runs.
      option(Group::kTask, "collective", "TEXT", "", collective_names(), "", "collective",
             {{"run", "One of " + listed(collective_names()), {"must be one of " + listed(collective_names())}}}),
      option(Group::kTask, "--collective", "TEXT", "", collective_names(), "", "",
             {{"measure deadlock", "Only this one"}}),
      option(Group::kTask, "--collective", "TEXT", "",
             collectives_that([](auto each) { return !shape_of(each).combined; }), "", "",
             {{"board", "Only this one"}}),
      option(Group::kTask, "--collective", "NAME,..", "allreduce,alltoall", kNone, "", "",
             {{"compare", "What is compared: " + listed(collective_names())}}),
      option(Group::kTask, "--bytes", "SIZE", "4K", kNone, "", "",
             {{"compare", "Of a node's buffer, such as 512, 64K or 1MiB; of packets of 8 bytes, rounded up"}}),
      option(Group::kNetwork, "--nodes", "INT", "", whole(2, 65536), "", "",
             {{"compare",
               "Take of each family the network whose size is nearest to this",
               {"give a number of nodes, like --nodes 64, or --network A,B", "--network"}}}),
      option(Group::kTask, "--collective", "TEXT", "", collectives_that(goes_in_cycles), "", "",
             {{"cost", "Only this one"}}),
      option(Group::kTask, "--algorithm", "TEXT", "", kNone, "", "algorithm",
             {{"run", "A name of 'cubecast list'; the best known if left out"},
              {"measure deadlock board cost", "Only this one"}}),
      option(Group::kTask, "--algorithm", "TEXT", "", partial_schemes, "", "algorithm",
             {{"pmnb", listed(partial_schemes) + "; all of them if left out"}}),
      option(Group::kNetwork, "--dim", "INT", "", kNone, "", "dim",
             {{"run",
               "Dimension d of the cube: 2^d nodes; " + known_dims(),
               {fmt::format("must be {}; or give --network, like ring:12", known_dims()), "--network"}},
              {"pmnb dynamic",
               "Dimension d of the cube: 2^d nodes",
               {"give the dimension of the cube, like --dim 4; or --network, like torus:4x4", "--network"}}}),
      option(Group::kNetwork, "--dims", "A..B", "2..8", kNone, "", "",
             {{"measure", "Dimensions, within " + known_dims()}}),
      option(Group::kNetwork, "--dims", "A..B", "3", kNone, "", "", {{"cost", "Dimensions, within 1..10"}}),
      option(Group::kNetwork, "--dims", "A..B", "2..6", kNone, "", "", {{"deadlock", "Dimensions, within 1..8"}}),
      option(Group::kNetwork, "--network", "SPEC", "", kNone, "", "network",
             {{"run pmnb dynamic", in_place_of("--dim")},
              {"measure", in_place_of("--dims") + "; several with commas between them"},
              {"compare", in_place_of("those of the size") + "; several with commas between them"},
              {"deadlock", in_place_of("--dims")},
              {"list", in_place_of("those of the cube")}}),
      option(Group::kTask, "--ports", "TEXT", "", port_names(), "", "ports",
             {{"run",
               "What a node may do in a cycle: all = use every port, one = send one and receive one packet, half = "
               "send or receive one; all if left out, and with --counts or --counts-seed one"},
              {"compare", "What a node may do in a cycle, as in run; all if left out"},
              {"measure deadlock board cost", "Only all, one or half"}}),
      option(Group::kTask, "--root", "INT", "0", kNone, rooted, "root",
             {{"run", "The node that broadcasts, scatters, gathers or to which all is reduced"},
              {"measure board", "The root of every run that has one"},
              {"deadlock", "The root of every algorithm that has one"}}),
      option(Group::kTask, "--op", "TEXT", "sum", functions, combining_data, "op",
             {{"run", "How the packets of all nodes are combined (reduce to exscan): " + listed(functions)},
              {"measure", "How the rows that combine packets do it: " + listed(functions)}}),
      option(Group::kTask, "--type", "TEXT", "uint64", types, combining_data, "type",
             {{"run measure", "Type of the numbers in a packet's 8 bytes: " + listed(types)}}),
      seldom(
          Group::kTask, "--redundant", "", "", kNone, "--ports all, broadcast, cube", "redundant",
          {{"run",
            "With broadcast by nesbt on all ports: every packet on all d trees, and nodes drop copies; nothing is lost "
            "when d - 1 links break"}}),
      seldom(
          Group::kTask, "--routing-cycles", "", "", kNone,
          "--link-wires, " + those_that(goes_in_cycles) + ", cube, on time", "routing_cycles",
          {{"run",
            "Packets go in the routing cycles of Johnsson and Ho, by an --algorithm of 'cubecast cost', or by the one "
            "that the planner chooses, with its B up to --frame-packets"}}),
      // Packets.
      option(Group::kTask, "--packets", "INT", "1", kNone, "", "packets",
             {{"run",
               "M: packets in all (broadcast, reduce), per node, per pair of nodes (alltoall), or in the vector of "
               "every node "
               "(allreduce, scan, exscan)"}}),
      option(Group::kTask, "--packets", "M or A..B", "1", kNone, "unless 1 or 1..1, data", "packets",
             {{"measure", "M of every run, or a sweep"},
              {"deadlock", "M of every algorithm, or a sweep that doubles it"},
              {"board", "M of every run, or a sweep that doubles it; what the board holds at most"}}),
      option(Group::kTask, "--step", "INT", "", kNone, "--packets A..B", "", {{"measure", "The sweep adds so many"}}),
      option(Group::kTask, "--factor", "INT", "", whole(2, 1 << 20), "--packets A..B", "",
             {{"measure", "The sweep multiplies by so many; 2 if there is no --step"}}),
      option(
          Group::kData, "--counts", "FILE", "", kNone, "--ports one, alltoall", "counts",
          {{"run",
            "With alltoall on a Cayley network: lines 'relative-address packets', the number that every node has for "
            "the node at that address, in place of one for each; --packets times all of it. For --ports one, the "
            "default with it"}}),
      seldom(Group::kData, "--counts-seed", "INT", "", whole(0, kLargestSeed), "--ports one, alltoall", "counts",
             {{"run", "The same with random counts, by this seed"}}),
      seldom(Group::kData, "--counts-most", "INT", "4", kNone, "--counts-seed", "counts",
             {{"run", "Random counts are 0 to this"}}),
      option(Group::kData, "--payload", "FILE", "", kNone, "data, every node", "payload",
             {{"run",
               "Send this regular file instead of random packets; its size gives M (docs/reference/command.md has the "
               "layout)"},
              {"board",
               "Send this regular file instead of random bytes; its size gives M (docs/reference/command.md has the "
               "layout)"}}),
      option(Group::kOutput, "--output", "DIR", "", kNone, "data, every node", "",
             {{"run", "Folder for node-<address>.bin: what each node holds afterwards"},
              {"board", "Of one run: folder for node-<address>.bin, what each node holds afterwards"},
              {"boot", "Folder for node-<address>.bin: the standard output of each node"},
              {"rtl", "Folder for the module, its file list and its parameters", {"give the folder to make"}}}),
      option(Group::kData, "--seed", "INT", "1", whole(0, kLargestSeed), "every node", "seed",
             {{"run measure", "Seed of the random packets, stalls and bit errors"},
              {"pmnb dynamic", "Seed of all that is random"},
              {"board", "Seed of the random bytes"}}),
      option(Group::kData, "--seed", "INT", "1", whole(0, kLargestSeed), "--planner", "",
             {{"cost", "Seed of the points of --planner"}}),
      option(
          Group::kData, "--seeds", "INT", "", whole(1, 1000000), "--stall or --bit-error-rate", "seeds",
          {{"measure", "With --stall or --bit-error-rate: so many seeds from --seed on; least, mean and most cycles"}}),
      option(Group::kOutput, "--clock", "MHZ", "", decimal(0.001, 1000000), "", "clock_mhz",
             {{"run measure",
               "Clock in MHz, to print time and bandwidth of the algorithm and of the links too, as nccl-tests count "
               "them"}}),
      // Engines and nodes.
      option(Group::kSimulator, "--engine", "TEXT", "native", run_engine_names(), "", "engine",
             {{"run measure", "Simulator: " + listed(run_engine_names())}}),
      option(Group::kSimulator, "--engine", "TEXT", "native", engine_names(), "", "engine",
             {{"pmnb dynamic", "Simulator: " + listed(engine_names())}}),
      seldom(Group::kSimulator, "--rtl-nodes", "TEXT", "", kNone, "--engine systemc", "rtl_nodes",
             {{"run", "With --engine systemc: these nodes are RTL, the others C++; 0,3,5-7 or all"}}),
      seldom(Group::kSimulator, "--rtl-nodes", "TEXT", "", kNone, "--engine native or systemc or emulator", "",
             {{"boot", "Cores and routers of these nodes, or their systems, are RTL; 0,3,5-7 or all"}}),
      seldom(Group::kHardware, "--payload-bits", "INT", "64", whole(1, 64), "unless 64, RTL", "payload_bits",
             {{"run measure pmnb dynamic", "Of packets in RTL nodes, 1..64"}}),
      option(Group::kHardware, "--pipelined", "", "", kNone, "cube", "hop_cycles",
             {{"run measure deadlock rtl",
               "Routers with two cycles a hop, for a faster clock (docs/guides/fpga.md); one cycle if left out"}}),
      seldom(Group::kHardware, "--combine-stages", "INT", "0", whole(0, node::kMaxCombineStages),
             "unless 0, " + combining, "combine_stages",
             {{"run measure deadlock",
               "Cycles more a hop in which routers combine packets, for a faster clock "
               "(docs/guides/fpga.md)"}}),
      option(Group::kNetwork, "--link-wires", "INT|FILE", "", whole(1, kMostLinkWires), "", "link_layer",
             {{"run measure",
               "Wires for data of each link, one way; packets then cross it in frames, in as many cycles as their bits "
               "need. A file has those of each link, and the word weights means that the network's file has them "
               "(docs/guides/links.md)"}}),
      option(Group::kNetwork, "--link-wires", "INT", "", whole(1, kMostLinkWires), "--soc", "link_layer",
             {{"boot",
               "Of --soc: wires for data of each link, one way; packets then cross it in frames, in as many cycles as "
               "their bits need (docs/guides/links.md)"}}),
      seldom(Group::kNetwork, "--frame-packets", "INT", "16", whole(1, 1024), "--link-wires", "link_layer",
             {{"run measure boot", "Most packets in a frame"}}),
      option(Group::kTask, "--packets", "LIST", "24", kNone, "unless 1, data", "",
             {{"cost", "M, one or several with commas: packets in all (broadcast), per node, or per pair"}}),
      option(Group::kNetwork, "--frame-packets", "LIST", "4", kNone, "", "",
             {{"cost", "B, the most packets in a frame, one or several with commas; best: the best of a sweep"}}),
      option(Group::kNetwork, "--link-wires", "INT", "16", whole(1, kMostLinkWires), "", "",
             {{"cost", "Wires for data of each link, one way; t_c is the bits of a packet by them"}}),
      option(Group::kNetwork, "--link-gap", "INT", "20", whole(0, kMostLinkGap), "", "",
             {{"cost", "Cycles before each frame in which the wires of a link rest: tau"}}),
      option(Group::kNetwork, "--ipsc", "", "", kNone, "", "",
             {{"cost", "The links of the Intel iPSC, with a cycle for a microsecond: B 128, 16 wires, gap 8000"}}),
      option(Group::kTask, "--tables", "", "", kNone, "alone or --link-wires or --link-gap or --ipsc", "",
             {{"cost", "Print the paper's tables in Markdown, as in docs/guides/cost.md"}}),
      option(Group::kTask, "--planner", "INT", "", whole(1, 100000), "alone or --seed or --json", "",
             {{"cost", "Compare the planner's choice with all rows measured, at so many random points"}}),
      option(Group::kNetwork, "--link-check", "TEXT", "none",
             Names{std::begin(hls::kLinkCheckNames), std::end(hls::kLinkCheckNames)}, "--link-wires", "link_layer",
             {{"run measure boot", "Checksum of a frame; with one, damaged frames are sent again"}}),
      seldom(Group::kNetwork, "--cut-through", "", "", kNone, "--link-wires, --link-check none", "link_layer",
             {{"run measure boot", "A packet leaves before its frame has ended"}}),
      seldom(Group::kNetwork, "--link-gap", "INT", "0", whole(0, kMostLinkGap), "--link-wires", "link_layer",
             {{"run measure", "Cycles before each frame in which the wires of a link rest"}}),
      seldom(
          Group::kNetwork, "--link-latency", "INT|FILE", "0", whole(0, links::kMaxWireLatency), "", "link_latency",
          {{"run measure deadlock",
            "Cycles that the wires of each link take, each way; at most 64 without --link-wires. A file has those of "
            "each link, and the word weights means that the network's file has them (docs/guides/links.md)"}}),
      seldom(Group::kTask, "--start-skew", "INT", "0", whole(0, 1'000'000), "--engine native or systemc or rtl",
             "start_skew",
             {{"run", "Each node is ready for its first collective in a random cycle from 0 to this, by --seed"}}),
      seldom(Group::kTask, "--repeat", "INT", "1", whole(1, 10'000), "--engine native or systemc or rtl", "repeat",
             {{"run",
               "Collectives that each node starts, one behind the other, at most one ahead of other nodes "
               "(docs/guides/starts.md)"}}),
      option(Group::kFaults, "--bit-error-rate", "FLOAT", "0", decimal(0, 0.01), "unless 0, every node, checksum",
             "link_layer",
             {{"run measure", "Probability that a wire's bit is wrong in a cycle; by --seed"},
              {"boot", "Probability that a wire's bit is wrong in a cycle"}}),
      seldom(
          Group::kFaults, "--error-burst", "INT", "1", whole(1, 1000), "--bit-error-rate", "link_layer",
          {{"run measure boot", "A wrong bit is the first of so many, each of the others wrong with probability 1/2"}}),
      option(Group::kFaults, "--fail", "LIST", "", kNone, "every node, checksum if @", "link_layer", {{"run", fails}}),
      option(Group::kFaults, "--fail", "LIST", "", kNone, "checksum", "link_layer", {{"boot", fails}}),
      option(Group::kSimulator, "--threads", "INT", "1", whole(1, 64), "--engine native or mpi", "threads",
             {{"run measure", "Threads of the native engine, or of each rank; the results are the same with any"}}),
      option(Group::kSimulator, "--lockstep", "", "", kNone, "RTL, beside routers", "lockstep",
             {{"run measure",
               "Run RTL and C++ side by side and compare every register of every node in every cycle; the first "
               "difference ends the run with its cycle, node and register, and a waveform of the cycles before it. "
               "Takes --engine rtl if there is none"},
              {"pmnb dynamic", "Run RTL and C++ side by side and compare every register of every node in every cycle"},
              {"boot", "Compare every register of every router with C++ too; takes --engine rtl if there is none"}}),
      option(Group::kFaults, "--stall", "FLOAT", "0", decimal(0, 0.99), "unless 0, every node", "stall",
             {{"run", "Probability that a node's memory is busy for a port in a cycle; closed forms then do not apply"},
              {"measure", "Probability of a stall, as in run"},
              {"pmnb dynamic", "Probability that a node's memory is busy for a port in a cycle"}}),
      seldom(Group::kHardware, "--queue-depth", "INT", "0", whole(0, 1 << 24), "", "",
             {{"pmnb dynamic",
               "Packets in a crosspoint queue, a power of two from 4; 0: so many that none can fill in a partial "
               "broadcast"}}),
      seldom(Group::kHardware, "--queue-depth", "INT", "0", whole(0, kMaxQueueDepth), "", "queue_depth",
             {{"run",
               "Packets in a crosspoint queue, a power of two from 4; 0: so many that none can fill, in RTL nodes at "
               "least 2^(d+1), on other networks than cubes 64"},
              {"deadlock",
               "Packets in a crosspoint queue, a power of two from 4; 0: those of the RTL, 2^(d+1), and of other "
               "networks 64"}}),
      // Broadcast requests.
      option(Group::kTask, "--scheme", "TEXT", "", cube_scheme_names(is_any, {"all"}),
             "alone or --dims or --queue-depth or --json or --proof", "",
             {{"deadlock", "In their place a scheme that serves broadcast requests, as `dynamic` names them, or all"}}),
      option(Group::kTask, "--scheme", "TEXT", "", schemes, "", "",
             {{"dynamic", listed(schemes) + "; all of them if left out"}}),
      option(Group::kTask, "--active", "INT", "", kNone, "", "",
             {{"pmnb", "Active nodes, chosen at random; all nodes if nothing is said"}}),
      option(Group::kTask, "--active-nodes", "LIST", "", kNone, "", "", {{"pmnb", "The active nodes: 0,3,5-7 or all"}}),
      option(Group::kTask, "--active-share", "FLOAT", "", decimal(0, 1), "", "",
             {{"pmnb", "Every node is active with this probability"}}),
      option(Group::kHardware, "--prefix", "TEXT", "links", Names{"links", "wires", "tree"},
             "unless links, pmnb1 or pmnb2 or pmnb3, cube", "",
             {{"pmnb dynamic",
               "How nodes count the active ones: links = in packets, between the others; wires = over wires beside the "
               "links; tree = as links, by the paper's prefix tree"}}),
      seldom(Group::kHardware, "--count-wires", "INT", "", kNone, "--prefix wires", "",
             {{"pmnb dynamic",
               "Of --prefix wires: how many there are, 1 to d + 1, beside one that says valid; a count takes ceil((d + "
               "1)/INT) cycles; if left out, d + 1"}}),
      seldom(Group::kHardware, "--overlap", "", "", kNone, "--prefix wires, on time, pmnb2 or pmnb3", "",
             {{"pmnb dynamic",
               "Of --prefix wires: count while the packets of the period before are under way (pmnb2, pmnb3)"}}),
      option(Group::kTask, "--load", "X or A..B", "", kNone, "", "",
             {{"dynamic",
               "The load, of what the links can carry: requests a node and cycle, times 2^d - 1, through d; on other "
               "networks "
               "times the nodes before the worst cut, through its links",
               {"give one like 0.5 or 0.1..0.9, or --limit", "--limit"}}}),
      option(Group::kTask, "--step", "FLOAT", "0.1", kNone, "--load A..B", "",
             {{"dynamic", "From one load of A..B to the next"}}),
      option(Group::kTask, "--limit", "", "", kNone, "", "",
             {{"dynamic", "Search for the largest load that is stable, in place of --load"}}),
      option(Group::kTask, "--arrivals", "TEXT", "poisson", Names{"poisson", "bernoulli", "bursty", "hot-spot"}, "", "",
             {{"dynamic",
               "poisson, bernoulli (one at most at a node in a cycle), bursty (nodes are on and off), hot-spot (a "
               "share of all comes to few nodes)"}}),
      seldom(Group::kTask, "--burst", "FLOAT", "16", decimal(1, 1000000), "--arrivals bursty", "",
             {{"dynamic", "Of bursty arrivals: cycles that a node is on, on average"}}),
      seldom(Group::kTask, "--hot-share", "FLOAT", "0.5", decimal(0, 1), "--arrivals hot-spot", "",
             {{"dynamic", "Of hot-spot arrivals: the share of all at the hot nodes"}}),
      seldom(Group::kTask, "--hot-nodes", "INT", "1", kNone, "--arrivals hot-spot", "",
             {{"dynamic", "And their number"}}),
      option(
          Group::kSimulator, "--precision", "FLOAT", "0.05", decimal(0.001, 1), "", "",
          {{"dynamic", "Run until the 95 % confidence interval of the mean delay is this part of it to either side"}}),
      option(Group::kSimulator, "--cycles", "INT", "1000000", whole(1, 1'000'000'000'000), "", "",
             {{"dynamic", "But for so many cycles at most"}}),
      // Reports.
      option(
          Group::kOutput, "--latency", "", "", kNone, "one source", "latency",
          {{"run measure", "Print the latency of packets too, in cycles: mean, 50th, 95th, 99th percentile, maximum"}}),
      option(Group::kOutput, "--links", "", "", kNone, "", "links",
             {{"run measure", "Print the packets that each link, and each dimension, carries too"},
              {"network", "Also every port with the node behind it, and the port there"}}),
      option(Group::kOutput, "--json", "", "", kNone, "", "",
             {{"run network", "Print one JSON object instead of text"},
              {"measure compare pmnb dynamic board cost", "Print one JSON object a line instead of the table"},
              {"boot", "Print one JSON object a line: what nodes print, and the report"},
              {"deadlock", "Print one JSON object a line, with whole orders, instead of the table"},
              {"list", "Print a JSON array instead of text"},
              {"configuration", "Print every member as a JSON object"},
              {"models", "Print the list as JSON"}}),
      option(Group::kOutput, "--csv", "", "", kNone, "", "",
             {{"run", "Print CSV, a line of names and one of values"},
              {"measure compare cost", "Print CSV instead of the table"}}),
      option(Group::kOutput, "--trace", "FILE", "", kNone, "every node", "",
             {{"run",
               "CSV: every packet on every link, cycle by cycle, and what queues and wires do; a file, device, pipe or "
               "/dev/stdout"}}),
      option(
          Group::kOutput, "--trace", "FILE", "", kNone, "--algorithm", "",
          {{"pmnb",
            "Of one algorithm: CSV, every packet on every link, cycle by cycle; a file, device, pipe or /dev/stdout"}}),
      seldom(Group::kOutput, "--trace-format", "TEXT", "csv", Names{"csv", "perfetto"}, "--trace", "",
             {{"run", "perfetto: a track for each link and queue, for ui.perfetto.dev"}}),
      option(
          Group::kOutput, "--report", "FILE", "", kNone, "--engine native or systemc or rtl", "",
          {{"run", "HTML page that plays the run, packet by packet; opens without a network (docs/guides/seeing.md)"}}),
      seldom(Group::kOutput, "--report-cycles", "A..B", "", kNone, "--report", "",
             {{"run", "Of --report: only what links carry in these cycles"}}),
      option(Group::kOutput, "--plot", "FILE", "", kNone, "--engine native or systemc or rtl", "",
             {{"run", "SVG: links by cycles, a cell for each packet"}}),
      option(Group::kOutput, "--show", "", "", kNone, "--engine native or systemc or rtl", "",
             {{"run", "Of up to 32 nodes: also print the network in each cycle, with its packets"}}),
      option(Group::kOutput, "--report-cycles", "A..B", "", kNone, "", "",
             {{"report", "Of traces: only what links carry in these cycles"}}),
      option(Group::kData, "results", "FILE...", "", kNone, "", "",
             {{"report",
               "Files of JSON lines by --results or --json of run, measure, dynamic or cost, and traces by run --trace",
               {"give files of --results, --json or --trace"}}}),
      option(Group::kOutput, "-o", "FILE", "", kNone, "", "",
             {{"report",
               "The HTML page to write; opens without a network",
               {"give the page to write, like -o report.html"}}}),
      option(Group::kOutput, "--title", "TEXT", "", kNone, "", "", {{"report", "Of the page"}}),
      option(Group::kOutput, "--wave", "FILE", "", kNone, "RTL", "",
             {{"run", "FST file for GTKWave: every signal of every RTL node, from the start strobe on"}}),
      option(Group::kOutput, "--rows", "", "", kNone, "", "",
             {{"measure",
               "A row for each run, as --clock, --latency, --links and --seeds print it, not the fewest cycles"}}),
      option(Group::kOutput, "--results", "FILE", "", kNone, "", "",
             {{"measure",
               "Also write one JSON object a line to this, each as soon as it is there; a file, device, pipe or "
               "/dev/stdout"}}),
      option(Group::kSimulator, "--checkpoint", "FILE", "", kNone, "--engine native or symmetric or mpi, one process",
             "", {{"run", "Write the state of the run to this from time to time, for --resume"}}),
      seldom(Group::kSimulator, "--every", "FLOAT", "10", decimal(0, 1000000), "--checkpoint", "",
             {{"run", "Minutes from one --checkpoint to the next; 0: one after another"}}),
      option(Group::kSimulator, "--resume", "FILE", "", kNone, "--engine native or symmetric or mpi, one process", "",
             {{"run", "Resume from a --checkpoint of the same run; may be the file of --checkpoint"}}),
      option(Group::kOutput, "--resume", "", "", kNone, "--results", "",
             {{"measure", "Rows that --results has already are kept, and not measured again; half a row is left out"}}),
      seldom(Group::kOutput, "--join", "FILE,..", "", kNone, "", "",
             {{"measure", "Rows of these results files are not measured again, such as those of all parts"}}),
      seldom(Group::kOutput, "--part", "K/N", "", kNone, "", "",
             {{"measure", "Of all runs, the Kth, the (K + N)th, and so on: one part of N, for a job array"}}),
      option(Group::kOutput, "--proof", "", "", kNone, "", "", {{"deadlock", "Print the orders of links whole"}}),
      option(Group::kOutput, "--plot", "FILE", "", kNone, "", "",
             {{"dynamic", "SVG: mean delay by load, a curve for each scheme, theory as broken lines"},
              {"cost", "SVG: cycles by B, or by dimension, formulas as broken lines"}}),
      option(Group::kOutput, "--plot", "FILE", "", kNone, "--collective", "",
             {{"measure", "Of one --collective: SVG, cycles by M or by dimension, the bound as a broken line"}}),
      option(Group::kOutput, "--data", "FILE", "", kNone, "", "", {{"dynamic", "The plot's numbers"}}),
      // Programs on the processors of the nodes.
      option(Group::kTask, "--image", "FILE", "", kNone, "", "",
             {{"boot",
               "The program, an ELF file by scripts/image.sh (docs/guides/firmware.md)",
               {"give a program by scripts/image.sh"}}}),
      option(Group::kTask, "--image", "FILE", "", kNone, "", "",
             {{"rtl", "The program in a system's memory at power-up, an ELF file by scripts/image.sh"}}),
      option(Group::kNetwork, "--dim", "INT", "", whole(1, 10), "", "",
             {{"boot", "Dimension d of the cube: 2^d nodes", {"give the dimension of the cube, like --dim 4"}}}),
      option(Group::kSimulator, "--engine", "TEXT", "native", core_names(), "", "",
             {{"boot", "Simulator: " + listed(engine_names()) +
                           "; or emulator: processors by Unicorn, without cycles; or host: threads of this machine, "
                           "which take no cycles"}}),
      seldom(Group::kSimulator, "--routers", "TEXT", "", engine_names(), "beside routers", "",
             {{"boot", "The engine of the routers, if it is another"}}),
      seldom(Group::kSimulator, "--native-nodes", "TEXT", "", kNone, "--engine emulator", "",
             {{"boot", "With --engine emulator: cores of these nodes are C++, with their cycles; 0,3,5-7 or all"}}),
      option(Group::kHardware, "--soc", "", "", kNone, "", "",
             {{"boot",
               "The nodes are systems of hls/soc, with memories, DMA, timer, serial line and barrier in hardware, all "
               "clocked in every cycle; RTL is compared with C++"}}),
      seldom(
          Group::kHardware, "--operators", "TEXT", "floats", Names{"floats", "numbers"}, "", "",
          {{"boot",
            "What systems and routers of RTL combine: floats = integers, float32, bfloat16; numbers = all types, and "
            "products"}}),
      seldom(Group::kFaults, "--skew", "INT", "0", whole(0, 1'000'000), "--soc", "",
             {{"boot", "Nodes leave their reset up to so many cycles after the first one"}}),
      seldom(Group::kSimulator, "--most-cycles", "INT", "1000000000", whole(1, 1000000000000), "", "",
             {{"boot", "A node that runs for longer has failed"}}),
      option(Group::kOutput, "--timeline", "FILE", "", kNone, "", "",
             {{"boot", "What each node does when, in the trace event format of Perfetto and Chrome"}}),
      option(Group::kData, "--input", "PATH", "", kNone, "", "",
             {{"boot", "Standard input: a file that every node reads, or a folder with node-<address>.bin for each"}}),
      option(Group::kSimulator, "--gdb", "NODE:PORT", "", kNone, "beside routers", "",
             {{"boot", "The node waits for gdb (gdb-multiarch FILE -ex 'target remote :PORT')"}}),
      option(Group::kOutput, "--profile", "", "", kNone, "", "",
             {{"boot", "Also the instructions by function, of each node"}}),
      // Boards, configurations, models, networks.
      option(Group::kHardware, "--port", "FILE", "", kNone, "", "",
             {{"board",
               "The board's serial line, such as /dev/ttyUSB1",
               {"give the board's serial line, such as /dev/ttyUSB1"}}}),
      option(Group::kHardware, "--baud", "INT", "115200", kNone, "", "",
             {{"board", "Its speed, that of the bitstream"}}),
      option(Group::kOutput, "--source", "", "", kNone, "", "",
             {{"configuration", "Print the C++ that stepc makes the RTL of"}}),
      option(Group::kHardware, "--board", "", "", kNone, "", "",
             {{"configuration",
               "Of a node on a board (docs/guides/board.md): refuse others, and without a name take that of the board "
               "as it is by default; with --source: of the whole board"}}),
      option(Group::kOutput, "--table", "", "", kNone, "alone", "",
             {{"configuration", "Print the table of all members, their values and defaults"}}),
      option(Group::kTask, "names", "NAME...", "", kNone, "--remove or --build", "",
             {{"models",
               "Of --build: configurations, by name or JSON file, names of the list, or stepc, whose path is then "
               "printed; of --remove: names of the list"}}),
      option(Group::kTask, "--build", "", "", kNone, "", "",
             {{"models", "Build what runs of these need, on all processors"}}),
      option(Group::kTask, "--remove", "", "", kNone, "", "", {{"models", "Remove the models of these names"}}),
      option(Group::kTask, "--all", "", "", kNone, "--remove", "", {{"models", "With --remove: all of them"}}),
      option(Group::kTask, "--limit", "SIZE", "", kNone, "", "",
             {{"models", "Remove the least recently used when all take more, such as 500M; none: keep all"}}),
      option(Group::kTask, "shell", "TEXT", "", Names{"bash", "zsh"}, "", "",
             {{"completion", "Whose completion is printed: bash or zsh", {"must be bash or zsh"}}}),
      option(Group::kNetwork, "network", "SPEC", "", kNone, "", "",
             {{"network",
               fmt::format("One of\n{}", fmt::join(network_forms(), "\n")),
               {"give one like ring:12; see cubecast network --help"}}}),
  };
}

}  // namespace

const std::vector<Option>& options() {
  static const std::vector<Option> all = [] {
    std::vector<Option> some = options_of_members();
    std::ranges::move(all_options(), std::back_inserter(some));
    return some;
  }();
  return all;
}

namespace {

struct OptionsOfCommand {
  std::vector<const Option*> in_order;
  std::unordered_map<std::string_view, const Option*> by_name;
};

// Looked up for every command line some thousand times, to make the conditions.
const OptionsOfCommand& all_of(std::string_view command) {
  static const auto all = [] {
    std::unordered_map<std::string_view, OptionsOfCommand> some;
    for (const Option& option : options()) {
      for (const Option::Use& use : option.uses) {
        for (const auto word : std::views::split(std::string_view(use.commands), ' ')) {
          OptionsOfCommand& one = some[std::string_view(word.begin(), word.end())];
          if (one.by_name.emplace(option.name, &option).second) one.in_order.push_back(&option);
        }
      }
    }
    return some;
  }();
  static const OptionsOfCommand none;
  const auto found = all.find(command);
  return found == all.end() ? none : found->second;
}

}  // namespace

std::vector<const Option*> options_of(std::string_view command) {
  return all_of(command).in_order;
}

bool has_word(std::string_view words, std::string_view word) {
  while (true) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (words.substr(0, end) == word) return true;
    if (end == words.size()) return false;
    words.remove_prefix(end + 1);
  }
}

const Option* find_option(std::string_view name, std::string_view command) {
  const auto& known = all_of(command).by_name;
  const auto found = known.find(name);
  return found == known.end() ? nullptr : found->second;
}

const Option& option_of(std::string_view name, std::string_view command) {
  if (const Option* const found = find_option(name, command)) return *found;
  throw std::logic_error(fmt::format("{} has no option {}", command, name));
}

const Option::Use& use_of(const Option& option, std::string_view command) {
  return *std::ranges::find_if(option.uses, [&](const Option::Use& use) { return has_word(use.commands, command); });
}

std::string help_of(const Option& option, std::string_view command) {
  const auto& [commands, help, required] = use_of(option, command);
  return required.say.empty() || !required.instead.empty() ? help : "REQUIRED: " + help;
}

Names words_of_either(const std::string& text) {
  return split_at(text, " or ");
}

Names collectives_that(bool (*holds)(collectives::Collective)) {
  Names names;
  for (const collectives::Collective each : collectives::kCollectives) {
    if (holds(each)) names.emplace_back(name_of(each));
  }
  return names;
}

std::string Option::only_with() const {
  const auto found = std::ranges::find_if(needs, [](const std::string& need) { return need.starts_with("--"); });
  return found != needs.end() ? *found : "";
}

std::string Option::unless() const {
  const auto found = std::ranges::find_if(needs, [](const std::string& need) { return need.starts_with("unless "); });
  return found != needs.end() ? found->substr(7) : "";
}

std::int64_t number_of(std::string_view option, const Number& number, std::string_view where,
                       std::string_view command) {
  const auto [least, most] = std::get<WholeRange>(option_of(option, command).range);
  return number.within(option, least, most, where);
}

double decimal_of(std::string_view option, const std::string& text, std::string_view where, std::string_view command) {
  const auto [least, most] = std::get<DecimalRange>(option_of(option, command).range);
  return decimal_within(option, text, least, most, where);
}

}  // namespace testbench
