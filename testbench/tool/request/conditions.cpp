// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/request/conditions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "firmware/broadcast/scheme.hpp"
#include "firmware/collectives/collective.hpp"
#include "testbench/plans/collectives/routing_cycles.hpp"
#include "testbench/runs/experiment/engines.hpp"
#include "testbench/tool/request/request.hpp"

namespace testbench {
namespace {

using collectives::Collective;

template <class... Options>
Term any(const Options&... options) {
  return {{options...}};
}
Term is(const char* option, std::vector<std::string> names) {
  return {{option}, Term::Value::kOneOf, std::move(names)};
}
Term not_0(const char* option) {
  return {{option}, Term::Value::kNotZero};
}
Term not_64_bits() {
  return {{"--payload-bits"}, Term::Value::kNoneOf, {"64"}};
}
Term range(const char* option) {
  return {{option}, Term::Value::kRange};
}
Term breaks_later() {
  return {{"--fail"}, Term::Value::kWithCycle};
}
Term no_cube() {
  return {{"--network"}, Term::Value::kNoCube};
}
Term anything_else() {
  return {};
}

Term collective_that(bool (*holds)(Collective)) {
  Term term{{"collective", "--collective"}, Term::Value::kOneOf, {}, true};
  for (const Collective each : collectives::kCollectives) {
    if (holds(each)) term.names.emplace_back(name_of(each));
  }
  return term;
}
bool combines(Collective each) {
  return shape_of(each).combined;
}
bool combines_nothing(Collective each) {
  return !combines(each);
}
bool has_no_root(Collective each) {
  return !has_root(each);
}
bool is_not_alltoall(Collective each) {
  return each != Collective::kAlltoall;
}

std::vector<std::string> schemes_that_count_nothing() {
  std::vector<std::string> names;
  for (const broadcast::SchemeName& scheme : broadcast::kSchemes) {
    if (!is_partial(scheme.scheme)) names.emplace_back(scheme.name);
  }
  return names;
}

constexpr Condition::WayOut kLeftOut = Condition::WayOut::kLeaveItOut;

// The three kinds of rows.
Condition apart(const char* commands, Term one, Term other, std::string message, Condition::WayOut way_out = {}) {
  return {commands, {std::move(one), std::move(other)}, {}, std::move(message), way_out};
}
Condition needs(const char* commands, Term one, Term other, std::string message, Condition::WayOut way_out = {}) {
  return {commands, {std::move(one)}, {std::move(other)}, std::move(message), way_out};
}
Condition required(const char* commands, Term one, std::string message) {
  return {commands, {}, {std::move(one)}, std::move(message)};
}

// A row for every option that is taken with another alone, such as `--threads` with `--engine native`.
std::vector<Condition> conditions_of_options() {
  std::vector<Condition> rows;
  for (const Option& option : options()) {
    if (option.only_with.empty()) continue;
    std::istringstream words(option.only_with);
    std::string other;
    words >> other;
    Names values;
    for (std::string word; words >> word;) {
      if (word != "or") values.push_back(word);
    }
    const bool is_flag = values.empty();
    for (const Option::Use& use : option.uses) {
      rows.push_back({use.commands,
                      {any(option.name)},
                      {is_flag ? any(other) : is(other.c_str(), values)},
                      fmt::format("{{0}}: is for {}{}", option.only_with, is_flag ? "" : ", not for {1}"),
                      kLeftOut});
    }
  }
  return rows;
}

// Commands, terms, message. The first row that refuses speaks.
std::vector<Condition> conditions_between_options() {
  const Term counts = any("--counts", "--counts-seed", "--counts-most");
  const Term barrier = collective_that([](Collective each) { return each == Collective::kBarrier; });
  Term packets = range("--packets");
  packets.shows_value_alone = true;
  return {
      // The collective, and the network on which it runs.
      apart("run", any("--dim"), any("--network"), "{0} {1}: a run has one of them; leave one out"),
      apart("measure deadlock", any("--dims"), any("--network"),
            "{0} {1}: a measurement has one of them; leave one out"),
      apart("run", no_cube(), collective_that(combines),
            "{0}: {1} combines packets, which nodes of cubes alone do; use --dim in its place"),
      apart("measure deadlock", no_cube(), collective_that(combines),
            "{0}: {1} combines packets, which nodes of cubes alone do; use --dims in its place"),
      apart("run board", any("--root"), collective_that(has_no_root), "{0}: {1} has no root", kLeftOut),
      {"board",
       {collective_that(combines)},
       {},
       "--collective {0}: combines packets, which a board's nodes do not; choose another, or leave it out"},
      apart("run", any("--op", "--type"), collective_that(combines_nothing), "{0}: {1} does not combine", kLeftOut),
      apart("run", any("--op", "--type", "--payload", "--output"), barrier, "{0}: {1} has no data", kLeftOut),
      apart("run", any("--latency"), collective_that(combines),
            "{0}: packets of {1} are combined on their way, and come from no one node", kLeftOut),
      // Packets.
      apart("measure deadlock cost", Term{{"--packets"}, Term::Value::kNoneOf, {"1", "1..1"}}, barrier,
            "{0}: a {1} has one packet, without data", kLeftOut),
      apart("run", counts, collective_that(is_not_alltoall),
            "{0}: is for alltoall, in which every node has packets for each; leave it out with {1}"),
      apart("run", is("--ports", {"all", "half"}), counts,
            "{0} {1}: counts are for --ports one; use that, or leave the counts out"),
      apart("run", any("--counts-seed", "--counts-most"), any("--counts"),
            "{0} {1}: counts are random or from a file; leave one out"),
      apart("run", any("--payload"), counts, "{0} {1}: packets of counts are random; leave one of them out"),
      apart("run board", any("--packets"), any("--payload"),
            "{0}: the size of --payload gives the packets; leave one of them out"),
      apart("run", any("--payload"), not_64_bits(), "{0} {1}: a file's packets have 64 bits; leave one of them out"),
      {"run",
       {any("--seed"), any("--payload")},
       {not_0("--stall"), not_0("--bit-error-rate")},
       "{0}: with --payload nothing is random without --stall or --bit-error-rate",
       kLeftOut},
      apart("board", any("--seed"), any("--payload"), "{0}: with --payload nothing is random; leave one of them out"),
      apart("measure", any("--step"), any("--factor"), "{0} {1}: one sweep takes one of them; leave one out"),
      needs("measure", any("--step", "--factor"), packets,
            "{0}: is for --packets A..B, and --packets is {1}; give a range, or leave it out"),
      {"measure",
       {any("--seeds")},
       {not_0("--stall"), not_0("--bit-error-rate")},
       "{0}: without --stall and --bit-error-rate every seed takes the same cycles",
       kLeftOut},
      // Engines and nodes.
      apart("deadlock", any("--pipelined"), any("--scheme"),
            "{0}: nodes that serve requests take one cycle a hop; leave it out with {1}"),
      apart("run", any("--pipelined"), no_cube(), "{0}: is for cubes, by --dim; leave it out with {1}"),
      apart("measure deadlock", any("--pipelined"), no_cube(), "{0}: is for cubes, by --dims; leave it out with {1}"),
      apart("run", any("--pipelined"), counts, "{0}: is for cubes without counts; leave it out with {1}"),
      needs("run", any("--counts-most"), any("--counts-seed"), "{0}: is of random counts; add --counts-seed"),
      apart("run", not_0("--combine-stages"), no_cube(), "{0}: is for cubes, by --dim; leave it out with {1}"),
      apart("measure deadlock", not_0("--combine-stages"), no_cube(),
            "{0}: is for cubes, by --dims; leave it out with {1}"),
      apart("run measure deadlock", not_0("--combine-stages"), collective_that(combines_nothing),
            "{0}: {1} combines no packets", kLeftOut),
      needs("run", any("--rtl-nodes"), is("--engine", {"systemc"}),
            "{0}: is for --engine systemc; with --engine rtl every node is RTL"),
      {"run",
       {any("--lockstep", "--wave")},
       {is("--engine", {"rtl"}), any("--rtl-nodes")},
       "{0}: {1} has no RTL; use --engine rtl, or --engine systemc with --rtl-nodes"},
      {"run",
       {not_64_bits(), collective_that(combines)},
       {is("--engine", {"rtl"}), any("--rtl-nodes")},
       "{0}: {1} combines packets, which have 64 bits with {2} without --rtl-nodes",
       kLeftOut},
      {"run",
       {not_64_bits()},
       {is("--engine", {"rtl"}), any("--rtl-nodes")},
       "{0}: {1} has nodes of 64 bits; use --engine rtl, or --engine systemc with --rtl-nodes"},
      apart("run measure", is("--engine", {"symmetric"}), not_0("--stall"),
            "{0}: one node stands for all, and stalls differ from node to node; leave out {1}"),
      apart("run", is("--engine", {"symmetric"}), any("--fail"),
            "{0}: one node stands for all, and a link breaks at one of them; leave out {1}"),
      apart("run measure", is("--engine", {"symmetric"}), not_0("--bit-error-rate"),
            "{0}: one node stands for all, and errors differ from link to link; leave out {1}"),
      apart("run", is("--engine", {"symmetric"}), any("--payload", "--output"),
            "{0}: its packets carry the names of payloads; leave out {1}, or use --engine native"),
      apart("run measure", is("--engine", {"symmetric"}), any("--seed"),
            "{0}: its packets carry names, and nothing is random; leave out {1}"),
      needs("measure pmnb dynamic", any("--lockstep"), is("--engine", {"rtl"}),
            "{0}: {1} has no RTL; use --engine rtl"),
      needs("measure pmnb dynamic", not_64_bits(), is("--engine", {"rtl"}),
            "{0}: {1} has nodes of 64 bits; use --engine rtl"),
      apart("run", any("--redundant"), collective_that([](Collective each) { return each != Collective::kBroadcast; }),
            "{0}: is for broadcast; leave it out with {1}"),
      apart("run", any("--redundant"), no_cube(), "{0}: is for cubes, by --dim; leave it out with {1}"),
      apart("run", any("--redundant"), is("--ports", {"one", "half"}),
            "{0}: sends over all ports; leave it out with {1}"),
      apart("run", any("--routing-cycles"), collective_that([](Collective each) { return !goes_in_cycles(each); }),
            "{0}: is for the collectives of 'cubecast cost'; leave it out with {1}"),
      apart("run", any("--routing-cycles"), no_cube(), "{0}: is for cubes, by --dim; leave it out with {1}"),
      apart("run", any("--routing-cycles"), any("--redundant", "--pipelined", "--fail"),
            "{0}: is for nodes and links as they are; leave out {1}"),
      apart("run", any("--routing-cycles"), not_0("--bit-error-rate"),
            "{0}: is for wires that do not err, since its ports open at fixed times; leave out {1}"),
      apart("run", any("--routing-cycles"), not_0("--stall"),
            "{0}: is for memories that are never busy; leave out {1}"),
      apart("run", any("--routing-cycles"), any("--counts", "--counts-seed"),
            "{0}: is for cubes without counts; leave it out with {1}"),
      // Links.
      needs("run measure boot", not_0("--bit-error-rate"), is("--link-check", {"crc16", "crc32"}),
            "{0}: links without a checksum do not see errors; add --link-wires and --link-check crc32"),
      needs("run measure boot", any("--error-burst"), not_0("--bit-error-rate"),
            "{0}: is of wrong bits; add --bit-error-rate, or leave it out"),
      needs("run", breaks_later(), is("--link-check", {"crc16", "crc32"}),
            "{0}: links without a checksum do not see that they break; add --link-wires and --link-check crc32"),
      needs("boot", any("--fail"), is("--link-check", {"crc16", "crc32"}),
            "{0}: links without a checksum do not see that they break; add --link-wires and --link-check crc32"),
      apart("run measure boot", any("--cut-through"), is("--link-check", {"crc16", "crc32"}),
            "{0}: packets of a frame wait for its checksum, by {1}; leave one of them out"),
      apart("cost", any("--tables"), any("--collective", "--algorithm", "--ports", "--dims", "--packets"),
            "{0}: has rows and sizes of its own; leave out {1}"),
      apart("cost", any("--tables"), any("--frame-packets", "--planner", "--plot", "--json", "--csv"),
            "{0}: is Markdown of all rows; leave out {1}"),
      apart("cost", any("--planner"), any("--collective", "--algorithm", "--ports", "--dims", "--packets"),
            "{0}: takes random points; leave out {1}"),
      apart("cost", any("--planner"), any("--frame-packets", "--link-wires", "--link-gap", "--ipsc", "--plot", "--csv"),
            "{0}: takes random points; leave out {1}"),
      needs("cost", any("--seed"), any("--planner"), "{0}: is of random points; add --planner"),
      apart("cost", any("--ipsc"), any("--link-wires", "--link-gap"), "{0}: says what links cost; leave out {1}"),
      // Broadcast requests.
      apart("deadlock", any("--collective", "--algorithm", "--ports", "--network", "--root", "--packets"),
            any("--scheme"), "{0}: is not for --scheme; leave one of them out"),
      apart("deadlock", not_0("--combine-stages"), any("--scheme"), "{0}: is not for --scheme; leave one of them out"),
      apart("pmnb", any("--active"), any("--active-nodes", "--active-share"), "{0} {1}: give one of them"),
      apart("pmnb", any("--active-nodes"), any("--active-share"), "{0} {1}: give one of them"),
      apart("pmnb dynamic", not_0("--stall"), any("--overlap"),
            "{0}: --overlap is for memories that are never busy; leave one of them out"),
      apart("pmnb", any("--overlap"), is("--algorithm", {"pmnb1"}),
            "{0}: the last phase of {1} has no known end; leave it out, or take pmnb2 or pmnb3"),
      apart("dynamic", any("--overlap"), is("--scheme", {"pmnb1"}),
            "{0}: the last phase of {1} has no known end; leave it out, or take pmnb2 or pmnb3"),
      apart("dynamic", is("--prefix", {"wires", "tree"}), is("--scheme", schemes_that_count_nothing()),
            "{0}: {1} counts no nodes", kLeftOut),
      apart("dynamic", any("--load"), any("--limit"), "{0}: --limit searches for one; leave one of them out"),
      apart("dynamic", any("--limit"), any("--plot", "--data"), "{0}: has no plot; leave out {1}"),
      apart("dynamic", any("--step"), any("--limit"), "{0}: is for --load; leave it out with --limit"),
      {"dynamic",
       {any("--step"), any("--load")},
       {range("--load")},
       "{0}: {1} is one load; give a range or leave it out"},
      apart("run", any("--checkpoint", "--resume"), any("--trace"),
            "{0}: a trace is written by one process, from the first cycle to the last; leave out {1}"),
      // Reports.
      apart("run measure cost", any("--json"), any("--csv"),
            "{0} {1}: standard output takes one of them; leave one out"),
      apart("measure", any("--rows"), any("--json", "--csv"), "{0}: is for the table; leave it out with {1}"),
      needs("pmnb", any("--trace"), any("--algorithm"), "{0}: is for one run; choose an --algorithm"),
      apart("deadlock", any("--proof"), any("--json"), "{0} {1}: JSON has orders whole; leave --proof out"),
      // Configurations and models.
      apart("rtl", any("--pipelined"), any("--hop-cycles"), "{0} {1}: say the same; give one of them"),
      apart("configuration", any("--table"), anything_else(), "{0}: is of all members; leave out {1}"),
      apart("configuration", any("--json"), any("--source"), "{0} {1}: give one of them"),
      apart("models", any("--build"), any("--remove", "--limit"), "{0} {1}: give one of them"),
      apart("models", any("--remove"), any("--limit"), "{0} {1}: give one of them"),
      apart("models", any("--json"), any("--build", "--remove", "--limit"),
            "{0}: is for the list; leave it out with {1}"),
      needs("models", any("--build"), any("names"), "{0}: no model is named"),
      needs("models", any("--remove"), any("names", "--all"), "{0}: no model is named"),
      needs("models", any("names"), any("--build", "--remove"), "{0}: is for --build and --remove", kLeftOut),
      apart("models", any("names"), any("--all"),
            "{0}: is for --build, and for --remove without --all; leave one of them out"),
      // Required options.
      required("run", any("collective"),
               fmt::format("collective: none is given; must be one of {}", fmt::join(collective_names(), ", "))),
      required("run", any("--dim", "--network"),
               fmt::format("--dim: is not given; must be {}; or give --network, like ring:12", known_dims())),
      apart("boot", any("--soc"), any("--routers", "--lockstep", "--gdb"),
            "{0}: a node is one system, which is watched from outside; leave out {1}"),
      apart("boot", any("--rtl-nodes"), is("--engine", {"rtl"}),
            "{0}: with {1} every node is RTL; leave one of them out"),
      apart("boot", any("--rtl-nodes"), is("--engine", {"host"}),
            "{0}: {1} runs another program than cores do; use --engine emulator"),
      {"boot",
       {any("--rtl-nodes"), any("--soc")},
       {is("--engine", {"native"})},
       "{0}: with {1} the other nodes are in C++; leave out {2}"},
      needs("boot", any("--link-wires"), any("--soc"), "{0}: the routers beside cores have no link layer; add --soc"),
      required("boot", any("--image"), "--image: is not given; give a program by scripts/image.sh"),
      required("pmnb dynamic boot", any("--dim"), "--dim: is not given; give the dimension of the cube, like --dim 4"),
      required("dynamic", any("--load", "--limit"), "--load: is not given; give one like 0.5 or 0.1..0.9, or --limit"),
      required("board", any("--port"), "--port: is not given; give the board's serial line, such as /dev/ttyUSB1"),
      required("rtl", any("--output"), "--output: is not given; give the folder to make"),
      required("network", any("spec"), "network: none is given; give one like ring:12; see cubecast network --help"),
  };
}

}  // namespace

const std::vector<Condition>& conditions() {
  static const std::vector<Condition> all = [] {
    std::vector<Condition> rows = conditions_of_options();
    std::ranges::move(conditions_between_options(), std::back_inserter(rows));
    return rows;
  }();
  return all;
}

}  // namespace testbench
