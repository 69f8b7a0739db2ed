// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/cli/help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <sstream>

namespace testbench {

std::span<const CommandHelp> commands() {
  static const std::vector<CommandHelp> all{
      {"rtl",
       "[NAME|FILE]",
       "Write the SystemVerilog of a node of any configuration",
       {{"node_d3_w32_all --output DIR", ""},
        {"--dim 4 --payload-bits 32 --output DIR", ""},
        {"node.json --pipelined --output DIR", "members from a file"},
        {"soc_d1_w64_gated --image FILE --output DIR", "with a program"},
        {"--ports 4 --nodes 32 --output DIR", "a node of any network"}}},
      {"list",
       "",
       "List collectives and algorithms, their sources and when they are optimal",
       {{"", "those of the cube"}, {"--network torus:4x6", ""}, {"--json", ""}}},
      {"run",
       "COLLECTIVE",
       "Run one collective, check every byte, report the cycles",
       {{"alltoall --dim 6", "64 nodes, the best algorithm"},
        {"allreduce --dim 4 --packets 16 --op max", "16 packets a node"},
        {"broadcast --network torus:4x6 --ports one", "another network"},
        {"scatter --dim 3 --engine rtl --wave run.fst", "with a waveform"},
        {"broadcast --dim 5 --payload FILE --output DIR", "bytes of your own"},
        {"broadcast --dim 3 --report run.html", "a page that plays it"}}},
      {"measure",
       "",
       "Run every collective and algorithm and print the table",
       {{"--dims 2..8", "the whole table"},
        {"--collective alltoall --dims 4 --packets 1..64", "a sweep"},
        {"--network ring:12,star:4 --ports one", "other networks"},
        {"--dims 3 --engine rtl --lockstep", "RTL beside C++"},
        {"--dims 2..10 --results FILE --resume", "resumes"}}},
      {"compare",
       "",
       "Compare networks of about one size: cycles beside the bound, links, ports, cost",
       {{"--nodes 64", "allreduce and alltoall"},
        {"--nodes 32 --collective allgather --bytes 64K", ""},
        {"--network cube:4,torus:4x4,star:4 --csv", "these networks"}}},
      {"report",
       "FILE...",
       "Make one HTML page of results and traces: curves, tables, playback",
       {{"results/measure.jsonl -o report.html", "of a sweep"},
        {"a.csv b.csv -o runs.html", "traces of two runs, side by side"}}},
      {"cost",
       "",
       "Measure collectives in routing cycles beside the cost formulas of Johnsson and Ho",
       {{"--ports all --frame-packets 1,4,16", ""},
        {"--collective broadcast --dims 3..6 --frame-packets best", ""},
        {"--ipsc --ports one", "links of the iPSC"},
        {"--planner 20", "the planner against all"},
        {"--tables", "the paper's tables"}}},
      {"deadlock",
       "",
       "Prove for every rule and algorithm that links cannot deadlock",
       {{"--dims 2..6", ""},
        {"--network torus:4x6", "another network"},
        {"--collective alltoall --dims 4 --proof", "with proofs"},
        {"--scheme all --dims 3", "schemes for broadcast requests"},
        {"--dims 3 --queue-depth 4 --packets 1..8", "short queues"}}},
      {"pmnb",
       "",
       "Partial multinode broadcast: any M nodes have a packet for all; phases and cycles beside the proved ones",
       {{"--dim 8 --active 64", "64 active nodes, at random"},
        {"--dim 5 --active-nodes 0,3,5-7", "these nodes"},
        {"--network torus:4x4 --active 5", "another network"},
        {"--dim 6 --algorithm pmnb3 --prefix wires", "counts over wires"},
        {"--dim 3 --engine rtl --lockstep", "RTL beside C++"},
        {"--dim 4 --algorithm pmnb2 --trace FILE", "a trace of packets"}}},
      {"dynamic",
       "",
       "Continuous random broadcast requests: delay, throughput and stability by load",
       {{"--dim 5 --load 0.1..0.9", "a curve for each scheme"},
        {"--dim 5 --scheme direct --load 0.5", "one point"},
        {"--dim 4 --limit", "the largest stable load"},
        {"--network star:4 --load 0.1..0.3", "another network"},
        {"--dim 4 --load 0.3 --arrivals bursty", "other arrivals"},
        {"--dim 5 --load 0.1..0.9 --plot delay.svg", "a plot"}}},
      {"boot",
       "",
       "Run a program on the processors beside the routers",
       {{"--image FILE --dim 3", "an ELF file by scripts/image.sh"},
        {"--image FILE --dim 2 --engine rtl --lockstep", "RTL beside C++"},
        {"--image FILE --dim 6 --engine emulator", "processors by Unicorn"},
        {"--image FILE --dim 1 --soc --link-wires 16", "whole systems"},
        {"--image FILE --dim 3 --profile", "instructions by function"}}},
      {"board",
       "",
       "Run every collective that combines nothing on the cube on a board, and check it",
       {{"--port /dev/ttyUSB1", ""},
        {"--port /dev/ttyUSB1 --collective alltoall", ""},
        {"--port /dev/ttyUSB1 --packets 1..16", "a sweep"}}},
      {"network",
       "SPEC",
       "Print a network's size, diameter and links",
       {{"torus:4x6", ""}, {"star:4 --links", "every port"}, {"file:PATH --json", "a graph of your own"}}},
      {"configuration",
       "[NAME|FILE]",
       "Print the name of a node's configuration, or the members behind a name",
       {{"node_d3_w32_all --json", "its members"},
        {"--dim 4 --payload-bits 32", "the name of these"},
        {"node_d3_w32_all --source", "the C++ for stepc"},
        {"--table", "all members, with their values"}}},
      {"models",
       "[NAME...]",
       "List the compiled models, build them in advance, remove them",
       {{"", "what has been compiled"},
        {"--build node_d3_w32_all", ""},
        {"--remove --all", ""},
        {"--limit 500M", "the least recently used go"}}},
      {"completion",
       "bash|zsh",
       "Print the completion of command lines for a shell",
       {{"bash > ~/.local/share/bash-completion/completions/cubecast", ""},
        {"zsh > DIR/_cubecast", "DIR: one of $fpath"}}},
      {"manual", "", "Print the manual page, for man", {{"> cubecast.1", ""}}},
  };
  return all;
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const CommandHelp& command : commands()) names.emplace_back(command.name);
  return names;
}

std::string_view name_of(Group group) {
  switch (group) {
    case Group::kTask:
      return "Task";
    case Group::kData:
      return "Data";
    case Group::kNetwork:
      return "Network and links";
    case Group::kFaults:
      return "Faults";
    case Group::kHardware:
      return "Hardware";
    case Group::kSimulator:
      return "Simulator";
    case Group::kOutput:
      return "Output";
  }
  return "";
}

namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kTexts = 26;  // the column at which texts begin

// Breaks a text into lines from one column to the last. Its own lines stay.
std::string wrapped(const std::string& text, std::size_t column) {
  std::string all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::size_t used = kWidth;  // of the line that is written
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      if (used + 1 + word.size() > kWidth) {
        if (!all.empty()) all += '\n' + std::string(column, ' ');
        used = column + word.size();
      } else {
        all += ' ';
        used += 1 + word.size();
      }
      all += word;
    }
  }
  return all;
}

std::string entry(const std::string& label, const std::string& text) {
  const std::string begin = "  " + label;
  const bool fits = begin.size() + 2 <= kTexts;
  std::string rest = fits ? std::string(kTexts - begin.size(), ' ') : '\n' + std::string(kTexts, ' ');
  if (text.empty()) rest.clear();
  return begin + rest + wrapped(text, kTexts) + '\n';
}

std::string examples_of(const CommandHelp& command) {
  const auto line_of = [&](const char* words) {
    return fmt::format("  cubecast {}{}{}", command.name, *words == 0 ? "" : " ", words);
  };
  // Meanings begin behind the longest words that leave them room.
  std::size_t column = 2;
  std::size_t longest = 0;
  for (const auto& [words, meaning] : command.examples) longest = std::max(longest, std::string_view(meaning).size());
  for (const auto& [words, meaning] : command.examples) {
    const std::size_t end = line_of(words).size() + 2;
    if (*meaning != 0 && end + longest <= kWidth) column = std::max(column, end);
  }
  std::string text = "\nExamples:\n";
  for (const auto& [words, meaning] : command.examples) {
    text += *meaning == 0 ? line_of(words) + '\n' : fmt::format("{:{}}  {}\n", line_of(words), column - 2, meaning);
  }
  return text;
}

}  // namespace

std::string help_of_program() {
  std::string text = wrapped(
      "Cubecast runs collective communication on a network of cycle-accurate routers: it moves real bytes, checks "
      "every one of them, and reports clock cycles beside the proven lower bound.",
      0);
  text += R"(

Usage: cubecast COMMAND [OPTIONS]

Examples:
  cubecast list                                  collectives and algorithms
  cubecast run alltoall --dim 6                  one run
  cubecast run broadcast --network torus:4x6     on another network
  cubecast measure --dims 2..8                   the whole table
  cubecast rtl node_d3_w32_all --output DIR      the hardware

Commands:
)";
  for (const CommandHelp& command : commands()) text += entry(command.name, command.summary);
  return text + "\nOptions:\n" + entry("-h, --help", "Print this help; behind a command, its help") +
         entry("--version", "Print the version") + '\n' +
         wrapped("Numbers are decimal, without leading zeros or a plus sign: 12, and fractions like 0.25 or 25e-2.",
                 0) +
         '\n';
}

std::string help_of_command(std::string_view command, bool all) {
  const CommandHelp& help = *std::ranges::find(commands(), command, &CommandHelp::name);
  std::string text = wrapped(help.summary, 0) + fmt::format("\n\nUsage: cubecast {}", command);
  if (*help.positional != 0) text += fmt::format(" {}", help.positional);
  text += " [OPTIONS]\n" + examples_of(help);
  unsigned left_out = 0;
  for (const Group group : kGroups) {
    std::string entries;
    for (const Option* const option : options_of(command)) {
      if (option->group != group) continue;
      if (option->is_seldom && !all) {
        ++left_out;
        continue;
      }
      std::string label = option->name;
      if (!option->is_flag()) label += ' ' + option->type;
      if (!option->shown.empty()) label += '=' + option->shown;
      entries += entry(label, help_of(*option, command));
    }
    if (!entries.empty()) text += fmt::format("\n{}:\n{}", name_of(group), entries);
  }
  text += "\nHelp:\n" + entry("-h, --help", "Print the usual options");
  text +=
      entry("--help-all", left_out == 0 ? "Print every option" : fmt::format("Print every option: {} more", left_out));
  if (find_option("--json", command) != nullptr)
    text += entry("--schema", "Print the JSON Schema of --json, with units");
  return text;
}

}  // namespace testbench
