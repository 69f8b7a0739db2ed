// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/request/conditions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>
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
  return {{"collective", "--collective"}, Term::Value::kOneOf, collectives_that(holds), true};
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
bool is_barrier(Collective each) {
  return each == Collective::kBarrier;
}
bool is_not_alltoall(Collective each) {
  return each != Collective::kAlltoall;
}
bool is_not_broadcast(Collective each) {
  return each != Collective::kBroadcast;
}
bool is_not_in_cycles(Collective each) {
  return !goes_in_cycles(each);
}

std::vector<std::string> schemes_that_count_nothing() {
  std::vector<std::string> names;
  for (const broadcast::SchemeName& scheme : broadcast::kSchemes) {
    if (!is_partial(scheme.scheme)) names.emplace_back(scheme.name);
  }
  return names;
}

// The needs of an option besides others: a kind of collective, of nodes, links or engines. An option
// of the table (options.cpp) has its `name` among its needs.
struct Capability {
  const char* name;
  const char* commands;
  const char* what;                // "{option}: is for {what}"
  std::vector<Term> broken_by;     // "; leave it out with {this}"
  std::vector<Term> held_by = {};  // any of these, "; give {this} or {that}, or leave it out"; or always
};

std::vector<std::string> words_in(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

bool is_known(const Term& term, const std::string& command) {
  return std::ranges::any_of(term.options, [&](const auto& name) { return find_option(name, command) != nullptr; });
}

std::vector<Term> known(std::vector<Term> terms, const std::string& command) {
  std::erase_if(terms, [&](const Term& each) { return !is_known(each, command); });
  return terms;
}

// An option with a value that needs something.
Term term_of(const Option& option) {
  const std::string nothing = option.unless();
  if (nothing == "0") return not_0(option.name.c_str());
  if (!nothing.empty()) return {{option.name}, Term::Value::kNoneOf, words_of_either(nothing)};
  return any(option.name);
}

// "--engine rtl or --rtl-nodes with --engine systemc"
std::string ways_to(const std::vector<Term>& terms, const std::string& command) {
  std::vector<std::string> ways;
  for (const Term& term : terms) {
    const Option& option = option_of(term.options.front(), command);
    const std::string value = term.names.empty() ? "" : " " + term.names.front();
    const std::string other = option.only_with();
    ways.push_back(option.name + value + (other.empty() ? "" : " with " + other));
  }
  return fmt::format("{}", fmt::join(ways, " or "));
}

// The rows are written with these.
class Rows {
 public:
  // A row for every option that is taken with another alone, such as `--threads` with `--engine native`.
  void add_only_with() {
    for (const Option& option : options()) {
      const std::string other = option.only_with();
      if (other.empty()) continue;
      for (const Option::Use& use : option.uses) {
        for (const std::string& command : words_in(use.commands)) add_only_with(option.name, other, command);
      }
    }
  }

  void add(const Capability& capability) {
    capabilities_.insert(capability.name);
    for (const std::string& command : words_in(capability.commands)) {
      for (const Option* const option : options_of(command)) {
        const bool needs = std::ranges::find(option->needs, capability.name) != option->needs.end();
        if (needs) add_for(term_of(*option), command, capability);
      }
    }
  }

  // A row for a term that the table of options has not.
  void add_for(const Term& term, const std::string& command, const Capability& capability) {
    const std::string is_for = fmt::format("{{0}}: is for {}; ", capability.what);
    for (const Term& broken : capability.broken_by) {
      if (is_known(broken, command)) add({command, {term, broken}, {}, is_for + "leave it out with {1}"});
    }
    const std::vector<Term> held_by = known(capability.held_by, command);
    if (held_by.empty()) return;
    add({command, {term}, held_by, is_for + fmt::format("give {}, or leave it out", ways_to(held_by, command))});
  }

  // A command line has one of these, of those that its command knows.
  void add_group(const char* commands, const std::vector<Term>& group, const char* why) {
    for (const std::string& command : words_in(commands)) {
      for (auto one = group.begin(); one != group.end(); ++one) {
        for (auto other = std::next(one); other != group.end(); ++other) {
          if (!is_known(*one, command) || !is_known(*other, command)) continue;
          add({command, {*one, *other}, {}, fmt::format("{{0}} {{1}}: {}; leave one out", why)});
        }
      }
    }
  }

  // A command with this option does something else, for which the others say nothing.
  void add_mode(const char* command, const Term& mode, const Term& others, const char* why) {
    add({command, {mode, others}, {}, fmt::format("{{0}}: {}; leave out {{1}}", why)});
  }

  void add_required() {
    for (const Option& option : options()) {
      for (const auto& [commands, help, required] : option.uses) {
        if (required.say.empty()) continue;
        const Term term = required.instead.empty() ? any(option.name) : any(option.name, required.instead);
        add({commands,
             {},
             {term},
             fmt::format("{}: {} given; {}", option.name, option.is_positional() ? "none is" : "is not",
                         required.say)});
      }
    }
  }

  void add(Condition row) { rows_.push_back(std::move(row)); }

  // Throws where an option needs what is no capability.
  std::vector<Condition> take() {
    for (const Option& option : options()) {
      for (const std::string& need : option.needs) {
        if (need.starts_with("--") || need.starts_with("unless ") || capabilities_.contains(need)) continue;
        throw std::logic_error(fmt::format("{} needs {}, which is no capability", option.name, need));
      }
    }
    return std::move(rows_);
  }

 private:
  // `other`: "--link-wires", "--remove or --build", "--load A..B" or "--engine native or mpi".
  void add_only_with(const std::string& option, const std::string& other, const std::string& command) {
    const std::string name = other.substr(0, other.find(' '));
    const std::string values = other.substr(std::min(name.size() + 1, other.size()));
    const std::string add_that = fmt::format("{{0}}: is for {}; add that, or leave it out", other);
    const std::string not_for = fmt::format("{{0}}: is for {}, not for {{1}}; leave ", other);
    const Option& needed = option_of(name, command);
    if (values.empty()) {
      add({command, {any(option)}, {term_of(needed)}, add_that});
    } else if (values.starts_with("or ")) {
      add({command, {any(option)}, {{words_of_either(other)}}, add_that});
    } else if (values == "A..B") {
      add({command, {any(option)}, {range(name.c_str())}, add_that});
    } else if (!needed.shown.empty()) {
      add({command, {any(option)}, {is(name.c_str(), words_of_either(values))}, not_for + "it out"});
    } else {  // not given, it is what this option needs
      add({command, {any(option), {{name}, Term::Value::kNoneOf, words_of_either(values)}}, {}, not_for + "one out"});
    }
  }

  std::vector<Condition> rows_;
  std::set<std::string> capabilities_;
};

// In the order in which they refuse.
std::vector<Condition> all_conditions() {
  const Term counts = any("--counts", "--counts-seed");
  const Term errors = not_0("--bit-error-rate");
  const Term stalls = not_0("--stall");
  const Term checked = is("--link-check", {"crc32", "crc16"});
  const Term combined = collective_that(combines);
  Rows rows;
  rows.add_only_with();
  // The collective, and the network on which it runs.
  rows.add_group("run measure deadlock compare pmnb dynamic", {any("--dim", "--dims", "--nodes"), any("--network")},
                 "one of them names the network");
  rows.add({"a root", "run board", "collectives with a root", {collective_that(has_no_root)}});
  rows.add(
      {"combining", "run measure deadlock", "collectives that combine packets", {collective_that(combines_nothing)}});
  rows.add({"data",
            "run measure deadlock cost",
            "collectives with data (a barrier is one packet without)",
            {collective_that(is_barrier)}});
  rows.add({"one source", "run", "packets that come from one node each, not combined ones", {combined}});
  // Packets.
  rows.add(
      {"alltoall", "run", "alltoall, in which every node has packets for each", {collective_that(is_not_alltoall)}});
  rows.add_group("run", {any("--counts-seed"), any("--counts"), any("--payload")},
                 "counts are random or from a file, and their packets are random");
  rows.add_group("run board", {any("--packets"), any("--payload")}, "the size of --payload gives the packets");
  rows.add_group("run", {any("--payload"), not_64_bits()}, "a file's packets have 64 bits");
  for (const char* const command : {"run", "board"}) {
    const std::vector<Term> random = known({stalls, errors}, command);
    const std::string without = random.empty() ? "" : " without " + ways_to(random, command);
    rows.add({command,
              {any("--seed"), any("--payload")},
              random,
              fmt::format("{{0}}: with {{1}} nothing is random{}; leave it out", without)});
  }
  rows.add_group("measure", {any("--step"), any("--factor")}, "one sweep takes one of them");
  rows.add({"random", "measure", "runs that differ by seed", {}, {stalls, errors}});
  // These refuse before the needs of what is left out.
  const Term own_starts = any("--start-skew", "--repeat");
  rows.add_mode("run", own_starts,
                any("--payload", "--output", "--trace", "--report", "--plot", "--show", "--wave", "--checkpoint",
                    "--resume", "--latency", "--links", "--clock", "--threads"),
                "tells the cost of starts alone");
  rows.add_mode("run", own_starts, breaks_later(), "is of links that stay as they are");
  rows.add_mode("run", own_starts, any("--redundant"), "a copy of a packet can come when its collective is over");
  rows.add_mode("run", own_starts, any("--routing-cycles"), "release programs count from one start of all nodes");
  // Engines and nodes.
  rows.add({"cube", "run measure deadlock pmnb dynamic", "nodes of a cube", {no_cube()}});
  rows.add({"no counts", "run", "cubes without counts", {counts}});
  rows.add({"own starts", "run", "nodes that each start by themselves", {is("--engine", {"mpi", "symmetric"})}});
  rows.add({"RTL",
            "run measure pmnb dynamic",
            "RTL nodes, which {1} has not",
            {},
            {is("--engine", {"rtl"}), any("--rtl-nodes")}});
  rows.add(
      {"every node", "run measure", "engines that simulate every node and payload", {is("--engine", {"symmetric"})}});
  rows.add({"broadcast", "run", "broadcast", {collective_that(is_not_broadcast)}});
  rows.add({"in cost", "run", "the collectives of 'cubecast cost'", {collective_that(is_not_in_cycles)}});
  rows.add({"as built",
            "run",
            "nodes and links as they are, without bit errors, since its ports open at fixed times",
            {any("--redundant", "--pipelined", "--fail"), errors}});
  rows.add({"never busy", "run pmnb dynamic", "memories that are never busy", {stalls}});
  // Links.
  const Capability checks{
      "checksum", "run measure boot", "links with a checksum, which detect bit errors and failures", {}, {checked}};
  rows.add(checks);
  rows.add_for(breaks_later(), "run", checks);
  rows.add_for(any("--fail"), "boot", checks);
  rows.add({"no checksum", "run measure boot", "frames without a checksum, for which packets wait", {checked}});
  rows.add({"systems", "boot", "systems, since routers beside cores have no link layer", {}, {any("--soc")}});
  // Commands that do something else.
  rows.add_mode("cost", any("--tables"),
                any("--collective", "--algorithm", "--ports", "--dims", "--packets", "--frame-packets", "--planner",
                    "--plot", "--json", "--csv"),
                "is Markdown of all rows, with sizes of their own");
  rows.add_mode("cost", any("--planner"),
                any("--collective", "--algorithm", "--ports", "--dims", "--packets", "--frame-packets", "--link-wires",
                    "--link-gap", "--ipsc", "--plot", "--csv"),
                "takes random points");
  rows.add_mode("cost", any("--ipsc"), any("--link-wires", "--link-gap"), "says what links cost");
  rows.add_mode("deadlock", any("--scheme"),
                any("--collective", "--algorithm", "--ports", "--network", "--root", "--packets", "--pipelined",
                    "--combine-stages", "--link-latency"),
                "is of broadcast requests");
  rows.add_mode("dynamic", any("--limit"), any("--load", "--plot", "--data"), "searches for a load and has no plot");
  rows.add_mode("configuration", any("--table"), anything_else(), "is of all members");
  // Broadcast requests.
  rows.add_group("pmnb", {any("--active"), any("--active-nodes"), any("--active-share")},
                 "each of them names the active nodes");
  rows.add({"known end",
            "pmnb dynamic",
            "schemes whose last phase has a known end, pmnb2 and pmnb3",
            {is("--algorithm", {"pmnb1"}), is("--scheme", {"pmnb1"})}});
  rows.add({"counting", "dynamic", "schemes that count nodes", {is("--scheme", schemes_that_count_nothing())}});
  // Reports.
  rows.add({"one process",
            "run",
            "runs without a trace, which one process writes from the first cycle to the last",
            {any("--trace", "--report", "--plot", "--show")}});
  rows.add({"run",
            {any("--latency"), any("--link-wires"), any("--checkpoint", "--resume")},
            {},
            "{0}: with {1} the wires tell when packets arrive, and {2} keeps no wires; leave one out"});
  rows.add_group("run measure compare cost configuration deadlock",
                 {any("--show"), any("--rows"), any("--proof"), any("--json"), any("--csv"), any("--source")},
                 "standard output takes one of them");
  // Configurations, models and systems.
  rows.add_group("rtl", {any("--pipelined"), any("--hop-cycles")}, "they say the same");
  rows.add_group("models", {any("--build"), any("--remove"), any("--limit"), any("--json")},
                 "one line does one of them");
  rows.add({"models",
            {any("--build", "--remove")},
            {any("names", "--all")},
            "{0}: no model is named; give names, such as node_d3_w32_all, or --remove --all"});
  rows.add_group("models", {any("names"), any("--all")}, "--all is every name");
  rows.add({"beside routers", "boot", "cores beside routers; a system is watched from outside", {any("--soc")}});
  rows.add(
      {"RTL cores", "boot", "RTL cores among those of native, systemc or emulator", {is("--engine", {"rtl", "host"})}});
  rows.add({"boot",
            {any("--rtl-nodes"), any("--soc")},
            {is("--engine", {"native"})},
            "{0}: with {1} the other nodes are in C++; leave out {2}"});
  rows.add_required();
  return rows.take();
}

}  // namespace

const std::vector<Condition>& conditions() {
  static const std::vector<Condition> all = all_conditions();
  return all;
}

}  // namespace testbench
