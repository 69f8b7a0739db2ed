// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/request/conditions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
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
  const char* what;                    // "{option}: is for {what}"
  std::vector<Term> broken_by;         // "; leave it out with {this}"
  std::vector<Term> held_by = {};      // any of these; or always
  const char* by = "";                 // "; {by}, or leave it out"
  std::vector<std::string> adds = {};  // of "{missing}" in `by`
};

std::string common_words(const std::string& words, std::string_view others) {
  std::string common;
  std::istringstream each(words);
  for (std::string word; each >> word;) {
    if (has_word(others, word)) common += (common.empty() ? "" : " ") + word;
  }
  return common;
}

// The commands of the list that have one of the term's options.
std::string commands_with(const Term& term, const std::string& commands) {
  std::string found;
  std::istringstream each(commands);
  for (std::string command; each >> command;) {
    const auto is_known = [&](const std::string& option) { return find_option(option, command) != nullptr; };
    if (std::ranges::any_of(term.options, is_known)) found += (found.empty() ? "" : " ") + command;
  }
  return found;
}

// An option with a value that needs something.
Term term_of(const Option& option) {
  const std::string nothing = option.unless();
  if (nothing == "0") return not_0(option.name.c_str());
  if (!nothing.empty()) return {{option.name}, Term::Value::kNoneOf, words_of_either(nothing)};
  return any(option.name);
}

// The rows are written with these.
class Rows {
 public:
  // A row for every option that is taken with another alone, such as `--threads` with `--engine native`.
  void add_only_with() {
    for (const Option& option : options()) {
      const std::string other = option.only_with();
      if (other.empty()) continue;
      const std::string name = other.substr(0, other.find(' '));
      const bool is_flag = name == other;
      const Term term = is_flag ? any(name) : is(name.c_str(), words_of_either(other.substr(name.size() + 1)));
      for (const Option::Use& use : option.uses) {
        add({use.commands,
             {any(option.name)},
             {term},
             fmt::format("{{0}}: is for {}{} leave it out", other, is_flag ? "; add that, or" : ", not for {1};")});
      }
    }
  }

  void add(const Capability& capability) {
    capabilities_.insert(capability.name);
    for (const Option& option : options()) {
      if (std::ranges::find(option.needs, capability.name) == option.needs.end()) continue;
      for (const Option::Use& use : option.uses) {
        if (const std::string commands = common_words(use.commands, capability.commands); !commands.empty()) {
          add_for(term_of(option), commands, capability);
        }
      }
    }
  }

  // A row for a term that the table of options has not.
  void add_for(const Term& term, const std::string& commands, const Capability& capability) {
    for (const Term& broken : capability.broken_by) {
      add({commands, {term, broken}, {}, fmt::format("{{0}}: is for {}; leave it out with {{1}}", capability.what)});
    }
    if (!capability.held_by.empty()) {
      add({commands,
           {term},
           capability.held_by,
           fmt::format("{{0}}: is for {}; {}, or leave it out", capability.what, capability.by),
           capability.adds});
    }
  }

  // A command line has one of these, of those that its command knows.
  void add_group(const char* commands, const std::vector<Term>& group, const char* why) {
    for (std::size_t i = 0; i < group.size(); ++i) {
      for (std::size_t j = i + 1; j < group.size(); ++j) {
        const std::string both = commands_with(group[i], commands_with(group[j], commands));
        if (!both.empty()) add({both, {group[i], group[j]}, {}, fmt::format("{{0}} {{1}}: {}; leave one out", why)});
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
  std::vector<Condition> rows_;
  std::set<std::string> capabilities_;
};

// In the order in which they refuse.
std::vector<Condition> all_conditions() {
  const Term counts = any("--counts", "--counts-seed", "--counts-most");
  const Term network = no_cube();
  const Term rtl = is("--engine", {"rtl"});
  const Term checked = is("--link-check", {"crc16", "crc32"});
  const Term combined = collective_that(combines);
  Rows rows;
  rows.add_only_with();
  // The collective, and the network on which it runs.
  rows.add_group("run measure deadlock", {any("--dim", "--dims"), any("--network")}, "a run has one of them");
  rows.add_group("compare", {any("--nodes"), any("--network")}, "--network names the networks itself");
  rows.add({"a root", "run board", "collectives with a root", {collective_that(has_no_root)}});
  rows.add({"board",
            {combined},
            {},
            "--collective {0}: combines packets, which a board's nodes do not; choose another, or leave it out"});
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
  rows.add({"run",
            {is("--ports", {"all", "half"}), counts},
            {},
            "{0} {1}: counts are for --ports one; use that, or leave the counts out"});
  rows.add_group("run", {any("--counts-seed", "--counts-most"), any("--counts")}, "counts are random or from a file");
  rows.add_group("run", {any("--payload"), counts}, "packets of counts are random");
  rows.add_group("run board", {any("--packets"), any("--payload")}, "the size of --payload gives the packets");
  rows.add_group("run", {any("--payload"), not_64_bits()}, "a file's packets have 64 bits");
  rows.add({"run",
            {any("--seed"), any("--payload")},
            {not_0("--stall"), not_0("--bit-error-rate")},
            "{0}: with --payload nothing is random without --stall or --bit-error-rate; leave it out"});
  rows.add_group("board", {any("--seed"), any("--payload")}, "with --payload nothing is random");
  rows.add_group("measure", {any("--step"), any("--factor")}, "one sweep takes one of them");
  rows.add({"sweep", "measure", "a range of packets", {}, {range("--packets")}, "give --packets A..B"});
  rows.add({"loads", "dynamic", "a range of loads", {}, {range("--load")}, "give --load A..B"});
  rows.add({"random",
            "measure",
            "runs that differ by seed",
            {},
            {not_0("--stall"), not_0("--bit-error-rate")},
            "add --stall or --bit-error-rate"});
  // Engines and nodes.
  rows.add({"no scheme", "deadlock", "runs of collectives", {any("--scheme")}});
  rows.add({"cube", "run measure deadlock", "nodes of a cube", {network}});
  rows.add({"no counts", "run", "cubes without counts", {any("--counts", "--counts-seed")}});
  rows.add({"random counts", "run", "random counts", {}, {any("--counts-seed")}, "add --counts-seed"});
  rows.add({"RTL",
            "run",
            "RTL nodes, which {1} has not",
            {},
            {rtl, any("--rtl-nodes")},
            "use --engine rtl, or --engine systemc with --rtl-nodes"});
  rows.add({"RTL alone", "measure pmnb dynamic", "RTL nodes, which {1} has not", {}, {rtl}, "use --engine rtl"});
  rows.add(
      {"every node", "run measure", "engines that simulate every node and payload", {is("--engine", {"symmetric"})}});
  rows.add({"broadcast", "run", "broadcast", {collective_that(is_not_broadcast)}});
  rows.add({"all ports", "run", "--ports all, since it sends over all", {is("--ports", {"one", "half"})}});
  rows.add({"in cost", "run", "the collectives of 'cubecast cost'", {collective_that(is_not_in_cycles)}});
  rows.add({"as built", "run", "nodes and links as they are", {any("--redundant", "--pipelined", "--fail")}});
  rows.add({"no errors",
            "run",
            "wires without bit errors, since its ports open at fixed times",
            {not_0("--bit-error-rate")}});
  rows.add({"never busy", "run pmnb dynamic", "memories that are never busy", {not_0("--stall")}});
  // Links.
  const Capability checks{"checksum",
                          "run measure boot",
                          "links with a checksum, which detect bit errors and failures",
                          {},
                          {checked},
                          "add {missing}",
                          {"--link-wires", "--link-check crc32"}};
  rows.add(checks);
  rows.add(
      {"errors", "run measure boot", "wires with bit errors", {}, {not_0("--bit-error-rate")}, "add --bit-error-rate"});
  rows.add_for(breaks_later(), "run", checks);
  rows.add_for(any("--fail"), "boot", checks);
  rows.add({"no checksum", "run measure boot", "frames without a checksum, for which packets wait", {checked}});
  rows.add(
      {"systems", "boot", "systems, since routers beside cores have no link layer", {}, {any("--soc")}, "add --soc"});
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
                any("--collective", "--algorithm", "--ports", "--network", "--root", "--packets"),
                "is of broadcast requests");
  // Broadcast requests.
  rows.add_group("pmnb", {any("--active"), any("--active-nodes"), any("--active-share")},
                 "each of them names the active nodes");
  rows.add({"known end",
            "pmnb dynamic",
            "schemes whose last phase has a known end, pmnb2 and pmnb3",
            {{{"--algorithm", "--scheme"}, Term::Value::kOneOf, {"pmnb1"}}}});
  rows.add({"counting", "dynamic", "schemes that count nodes", {is("--scheme", schemes_that_count_nothing())}});
  rows.add_group("dynamic", {any("--load"), any("--limit")}, "--limit searches for a load");
  rows.add_mode("dynamic", any("--limit"), any("--plot", "--data"), "has no plot");
  // Reports.
  rows.add({"one process",
            "run",
            "runs without a trace, which one process writes from the first cycle to the last",
            {any("--trace", "--report", "--plot", "--show")}});
  rows.add_group("run measure compare cost configuration",
                 {any("--show"), any("--json"), any("--csv"), any("--source")}, "standard output takes one of them");
  rows.add({"measure", {any("--plot")}, {any("--collective")}, "{0}: is of one collective; add --collective"});
  rows.add({"the table", "measure", "the table", {any("--json", "--csv")}});
  rows.add({"one algorithm", "pmnb", "one run", {}, {any("--algorithm")}, "choose an --algorithm"});
  rows.add_group("deadlock", {any("--proof"), any("--json")}, "JSON has orders whole");
  // Configurations, models and systems.
  rows.add_group("rtl", {any("--pipelined"), any("--hop-cycles")}, "they say the same");
  rows.add_mode("configuration", any("--table"), anything_else(), "is of all members");
  rows.add_group("models", {any("--build"), any("--remove"), any("--limit"), any("--json")},
                 "one line does one of them");
  rows.add({"models",
            {any("--build")},
            {any("names")},
            "{0}: no model is named; give names of configurations, such as node_d3_w32_all"});
  rows.add({"models",
            {any("--remove")},
            {any("names", "--all")},
            "{0}: no model is named; give names of cubecast models, or --all"});
  rows.add({"models", {any("names")}, {any("--build", "--remove")}, "{0}: is for --build and --remove; leave it out"});
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
