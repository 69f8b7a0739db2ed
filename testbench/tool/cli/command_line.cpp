// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/cli/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/tool/cli/command_words.hpp"
#include "testbench/tool/cli/commands.hpp"
#include "testbench/tool/cli/progress.hpp"
#include "testbench/tool/request/options.hpp"

namespace testbench {
namespace {

// Adds an option of the table. Its value is kept as typed.
template <class Member>
void add(CLI::App& command, const Option& option, Member& member) {
  const std::string& help = help_of(option, command.get_name());
  if constexpr (std::is_same_v<Member, bool>) {
    command.add_flag(option.name, member, help);
  } else if constexpr (std::is_same_v<Member, std::vector<std::string>>) {
    command.add_option(option.name, member, help)->type_name(option.type);
  } else {
    using Value = std::conditional_t<std::is_same_v<Member, std::optional<Number>>, Number, Member>;
    CLI::Option* const added = command.add_option_function<std::string>(
        option.name, [&member](const std::string& text) { member = Value(text); }, help);
    added->type_name(option.type);
    if (!option.shown.empty()) added->default_str(option.shown);
  }
}

// Adds every option that the table has for a command, in the order of the table.
template <class Arguments>
void add_options(CLI::App& command, Arguments& arguments) {
  std::map<std::string_view, std::function<void(const Option&)>> members;
  Arguments::each_option(arguments, [&](const char* name, auto& member) {
    members.emplace(name, [&command, &member](const Option& option) { add(command, option, member); });
  });
  for (const Option& option : options()) {
    if (&option == find_option(option.name, command.get_name())) members.at(option.name)(option);
  }
}

struct Subcommand {
  const CLI::App* app;
  std::function<int()> run;
};

template <class Arguments>
Subcommand command(CLI::App& app, const char* name, const char* help, int (*run)(const Arguments&)) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App& added = *app.add_subcommand(name, help);
  if constexpr (requires { arguments->configuration; }) add_configuration(added, arguments->configuration);
  add_options(added, *arguments);
  return {&added, [arguments, run] { return run(*arguments); }};
}

constexpr const char* kIntroduction =
    "Cubecast runs collective communication on a hypercube of cycle-accurate routers:\n"
    "it moves real bytes, checks every one of them, and reports clock cycles beside the proven lower bound.\n\n"
    "  cubecast list                                  what there is\n"
    "  cubecast run alltoall --dim 6                  one run\n"
    "  cubecast run broadcast --dim 5 --payload FILE --output DIR\n"
    "  cubecast measure --dims 2..8                   the whole table\n"
    "  cubecast cost --ports all --frame-packets 1,4,16   cycles beside the paper's cost formulas\n"
    "  cubecast pmnb --dim 8 --active 64              partial multinode broadcasts\n"
    "  cubecast dynamic --dim 5 --load 0.1..0.9       continuous random broadcast requests\n"
    "  cubecast deadlock --dims 2..6                  proofs that links do not wait in cycles\n"
    "  cubecast network torus:4x6                     nodes, diameter, status of a network\n"
    "  cubecast boot --image FILE --dim 3             a program on the processors beside the routers\n"
    "  cubecast rtl node_d3_w32_all --output DIR      the hardware\n"
    "  cubecast models                                what has been compiled for RTL and other runs\n"
    "  cubecast board --port /dev/ttyUSB1             what combines nothing, on a cube on an FPGA\n\n"
    "Numbers are decimal, without leading zeros or a plus sign: 12, and fractions like 0.25 or 25e-2.\n";

}  // namespace

int run_command_line(const std::vector<std::string>& words) {
  CLI::App app(kIntroduction, "cubecast");
  app.set_version_flag("--version", fmt::format("cubecast {}", kVersion), "Print the version and exit");
  // Help and mistakes name the first that would be typed.
  const std::vector<Subcommand> commands{
      command(app, "rtl", "Write the SystemVerilog of a node of any configuration", rtl_command),
      command(app, "list", "List collectives and algorithms, their sources and when they are optimal", list_command),
      command(app, "run", "Run one collective, check every byte, report the cycles", run_command),
      command(app, "measure", "Run every collective and algorithm and print the table", measure_command),
      command(app, "cost", "Measure collectives in routing cycles beside the cost formulas of Johnsson and Ho",
              cost_command),
      command(app, "deadlock", "Prove for every rule and algorithm that links cannot deadlock", deadlock_command),
      command(app, "pmnb",
              "Partial multinode broadcast: any M nodes have a packet for all; phases and cycles beside what is proved",
              pmnb_command),
      command(app, "dynamic", "Continuous random broadcast requests: delay, throughput and stability by load",
              dynamic_command),
      command(app, "boot", "Run a program on the processors beside the routers", boot_command),
      command(app, "board", "Run every collective that combines nothing on the cube on a board, and check it",
              board_command),
      command(app, "network", "Tell a network's size, distances and links", network_command),
      command(app, "configuration", "Tell the name of a node's configuration, or what the name says",
              configuration_command),
      command(app, "models", "List the compiled models, build them in advance, remove them", models_command),
  };

  show_builds();
  check_words(app, words);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::CallForHelp&) {
    const std::vector<CLI::App*> asked = app.get_subcommands();
    say(asked.empty() ? app.help() : asked.front()->help(app.get_name()));
    return 0;
  } catch (const CLI::CallForVersion& version) {
    say(std::string(version.what()) + '\n');
    return 0;
  }
  return std::ranges::find_if(commands, [](const Subcommand& each) { return each.app->parsed(); })->run();
}

}  // namespace testbench
