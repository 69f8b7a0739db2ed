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

#include "testbench/tool/request/request.hpp"

namespace testbench {
namespace {

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
Term range(const char* option) {
  return {{option}, Term::Value::kRange};
}
Term breaks_later(const Option& option) {
  return {{option.name}, Term::Value::kWithCycle};
}
Term collective(std::vector<std::string> names) {
  return {{"collective", "--collective"}, Term::Value::kOneOf, std::move(names)};
}

// An option can need nodes, links or engines of a kind. Then it has their `name` among its needs (options.cpp).
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

bool contains(const Names& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

// The option of the command that has this name among its values, such as a collective.
const Option* choice_of(const std::string& name, const std::string& command) {
  for (const Option* const option : options_of(command)) {
    const Names* const names = std::get_if<Names>(&option->range);
    if (names != nullptr && contains(*names, name)) return option;
  }
  return nullptr;
}

// The rows are written with these.
class Rows {
 public:
  // A row for every option that is taken with another alone, such as `--threads` with `--engine native`, with some
  // names of a choice, such as `--root` with collectives that have one, or with few others, such as `--tables`.
  void add_needs_of_options() {
    for (const Option& option : options()) {
      for (const Option::Use& use : option.uses) {
        for (const std::string& command : words_in(use.commands)) {
          for (const std::string& need : option.needs) add_need(option, need, command);
        }
      }
    }
  }

  void add(const Capability& capability) {
    used_.insert(capability.name);
    for (const std::string& command : words_in(capability.commands)) {
      for (const Option* const option : options_of(command)) {
        for (const std::string& need : option->needs) {
          if (need == capability.name) add_for(term_of(*option), command, capability);
          if (need == std::string(capability.name) + kIfLater) add_for(breaks_later(*option), command, capability);
        }
      }
    }
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
  void add_mode(const char* commands, const Term& mode, const std::vector<Term>& others, const char* why) {
    for (const std::string& command : words_in(commands)) {
      for (const Term& other : known(others, command)) {
        add({command, {mode, other}, {}, fmt::format("{{0}}: {}; leave out {{1}}", why)});
      }
    }
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

  // Throws where an option needs what is no capability, and in none of its commands an option or a name.
  std::vector<Condition> take() {
    for (const Option& option : options()) {
      for (const std::string& need : option.needs) {
        if (need.starts_with("unless ") || used_.contains(need.substr(0, need.find(kIfLater)))) continue;
        throw std::logic_error(fmt::format("{} needs {}, which is no capability", option.name, need));
      }
    }
    return std::move(rows_);
  }

 private:
  static constexpr const char* kIfLater = " if @";

  void add_for(const Term& term, const std::string& command, const Capability& capability) {
    const std::string is_for = fmt::format("{{0}}: is for {}; ", capability.what);
    for (const Term& broken : capability.broken_by) {
      if (is_known(broken, command)) add({command, {term, broken}, {}, is_for + "leave it out with {1}"});
    }
    const std::vector<Term> held_by = known(capability.held_by, command);
    if (held_by.empty()) return;
    add({command, {term}, held_by, is_for + fmt::format("give {}, or leave it out", ways_to(held_by, command))});
  }

  void add_need(const Option& option, const std::string& need, const std::string& command) {
    const Names words = words_of_either(need);
    if (words.front() == "alone") {
      add_alone(option, words, command);
    } else if (find_option(need.substr(0, need.find(' ')), command) != nullptr) {
      add_only_with(option, need, command);
    } else if (choice_of(words.front(), command) != nullptr) {
      add_names(option, words, command);
    } else {
      return;
    }
    used_.insert(need);
  }

  // `other`: "--link-wires", "--remove or --build", "--load A..B" or "--engine native or mpi".
  void add_only_with(const Option& option, const std::string& other, const std::string& command) {
    const std::string name = other.substr(0, other.find(' '));
    const std::string values = other.substr(std::min(name.size() + 1, other.size()));
    const std::string add_that = fmt::format("{{0}}: is for {}; add that, or leave it out", other);
    const std::string not_for = fmt::format("{{0}}: is for {}, not for {{1}}; leave ", other);
    const Term term = term_of(option);
    const Option& needed = option_of(name, command);
    if (values.empty() || values.starts_with("or ")) {
      std::vector<Term> either;
      for (const std::string& each : words_of_either(other)) either.push_back(term_of(option_of(each, command)));
      add({command, {term}, either, add_that});
    } else if (values == "A..B") {
      add({command, {term}, {range(name.c_str())}, add_that});
    } else if (!needed.shown.empty()) {
      add({command, {term}, {is(name.c_str(), words_of_either(values))}, not_for + "it out"});
    } else {  // not given, it is what this option needs
      add({command, {term, {{name}, Term::Value::kNoneOf, words_of_either(values)}}, {}, not_for + "one out"});
    }
  }

  void add_names(const Option& option, const Names& names, const std::string& command) {
    const Option& choice = *choice_of(names.front(), command);
    Names known;
    Names others;
    for (const std::string& name : std::get<Names>(choice.range)) {
      (contains(names, name) ? known : others).push_back(name);
    }
    const std::string what = others.size() == 1 ? "all but " + others.front() : either_of(known);
    add({command,
         {term_of(option), {{choice.name}, Term::Value::kOneOf, others}},
         {},
         fmt::format("{{0}}: is for {}; leave it out with {{1}}", what)});
  }

  void add_alone(const Option& option, const Names& words, const std::string& command) {
    Term others;
    for (const Option* const other : options_of(command)) {
      if (other != &option && !contains(words, other->name)) others.options.push_back(other->name);
    }
    const std::string few = words.size() == 1 ? "nothing" : "only " + either_of({words.begin() + 1, words.end()});
    add({command, {any(option.name), others}, {}, fmt::format("{{0}}: takes {} beside it; leave out {{1}}", few)});
  }

  std::vector<Condition> rows_;
  std::set<std::string> used_;  // of the needs
};

// In the order in which they refuse.
std::vector<Condition> all_conditions() {
  const Term counts = any("--counts", "--counts-seed");
  const Term errors = not_0("--bit-error-rate");
  const Term stalls = not_0("--stall");
  Rows rows;
  rows.add_needs_of_options();
  // The collective, and the network on which it runs.
  rows.add_group("run measure deadlock compare pmnb dynamic", {any("--dim", "--dims", "--nodes"), any("--network")},
                 "one of them names the network");
  rows.add({"data",
            "run measure deadlock cost",
            "collectives with data (a barrier is one packet without)",
            {collective({"barrier"})}});
  rows.add({"one source",
            "run",
            "packets that come from one node each, not combined ones",
            {collective(collectives_that([](auto each) { return shape_of(each).combined; }))}});
  // Packets.
  rows.add_group("run", {any("--counts-seed"), any("--counts"), any("--payload")},
                 "counts are random or from a file, and their packets are random");
  rows.add_mode("run board", any("--payload"), {any("--packets"), term_of(option_of("--payload-bits", "run"))},
                "its size gives the packets, of 64 bits");
  for (const char* const command : {"run", "board"}) {
    const std::vector<Term> random = known({stalls, errors}, command);
    const std::string without = random.empty() ? "" : " without " + ways_to(random, command);
    rows.add({command,
              {any("--seed"), any("--payload")},
              random,
              fmt::format("{{0}}: with {{1}} nothing is random{}; leave it out", without)});
  }
  rows.add_group("measure", {any("--step"), any("--factor")}, "one sweep takes one of them");
  // This refuses before the needs of what is left out.
  rows.add_mode("run", any("--start-skew", "--repeat"),
                {any("--payload", "--output", "--trace", "--report", "--plot", "--show", "--wave", "--checkpoint",
                     "--resume", "--latency", "--links", "--clock", "--threads", "--redundant", "--routing-cycles"),
                 breaks_later(option_of("--fail", "run"))},
                "tells the cost of starts alone");
  // Engines and nodes.
  rows.add({"cube",
            "run measure deadlock pmnb dynamic",
            "nodes of a cube, which route without tables",
            {{{"--network"}, Term::Value::kNoCube}, counts}});
  rows.add({"RTL",
            "run measure pmnb dynamic",
            "RTL nodes, which {1} has not",
            {},
            {is("--engine", {"rtl"}), any("--rtl-nodes")}});
  rows.add(
      {"every node", "run measure", "engines that simulate every node and payload", {is("--engine", {"symmetric"})}});
  rows.add({"on time",
            "run pmnb dynamic",
            "packets that nothing delays, since they go at fixed times",
            {any("--redundant", "--pipelined", "--fail"), errors, stalls}});
  rows.add({"checksum",
            "run measure boot",
            "links with a checksum, which detect bit errors and failures",
            {},
            {is("--link-check", {"crc32", "crc16"})}});
  rows.add_group("cost", {any("--ipsc"), any("--link-wires", "--link-gap")}, "one of them says what links cost");
  // Broadcast requests.
  rows.add_group("pmnb", {any("--active"), any("--active-nodes"), any("--active-share")},
                 "each of them names the active nodes");
  rows.add_mode("dynamic", any("--limit"), {any("--load", "--plot", "--data")}, "searches for a load and has no plot");
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
            {any("--build")},
            {any("names", "--all")},
            "{0}: no model is named; give names, such as node_d3_w32_all"});
  rows.add({"models",
            {any("--remove")},
            {any("names", "--all")},
            "{0}: no model is named; give names, such as node_d3_w32_all, or --remove --all"});
  rows.add_group("models", {any("names"), any("--all")}, "--all is every name");
  rows.add({"beside routers", "boot", "cores beside routers; a system is watched from outside", {any("--soc")}});
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
