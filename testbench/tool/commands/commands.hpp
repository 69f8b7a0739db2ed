// SPDX-License-Identifier: Apache-2.0
// The commands of cubecast but measure (testbench/tool/cli/measure_command.hpp). Each returns the exit status: 0, or 1 if a run did not verify. Mistakes
// of the user are thrown as UsageError or FileError. The conditions between options
// (testbench/tool/request/conditions.hpp) hold already.
//
// The parameters of a run are in Parameters (testbench/tool/request/parameters.hpp). A command that makes
// several runs, or other ones, adds its own. each_option() pairs the options with members; where both
// have an option of one name, the command's own comes first and counts.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "testbench/tool/commands/broadcast_arguments.hpp"
#include "testbench/tool/commands/configuration_arguments.hpp"
#include "testbench/tool/printer/result.hpp"
#include "testbench/tool/request/request.hpp"
#include "testbench/tool/request/words.hpp"

namespace testbench {

struct ListArguments {
  std::optional<std::string> network;  // nothing: the cube
  bool json = false;

  static void each_option(auto& self, const auto& visit) {
    visit("--network", self.network);
    visit("--json", self.json);
  }
};

// cubecast list
int list_command(const ListArguments& arguments);

// cubecast run
int run_command(const Parameters& parameters);
// The same with --start-skew or --repeat.
int starts_command(const Parameters& parameters);

struct ReportArguments {
  std::vector<std::string> results;
  std::optional<std::filesystem::path> page;
  std::optional<std::string> cycles;
  std::string title = "Cubecast report";

  static void each_option(auto& self, const auto& visit) {
    visit("results", self.results);
    visit("-o", self.page);
    visit("--report-cycles", self.cycles);
    visit("--title", self.title);
  }
};

// cubecast report
int report_command(const ReportArguments& arguments);

struct CompareArguments {
  Parameters parameters;        // its collective and network may be several, "a,b"
  std::optional<Number> nodes;  // the networks have about so many
  std::string bytes = "4K";

  static void each_option(auto& self, const auto& visit) {
    visit("--nodes", self.nodes);
    visit("--bytes", self.bytes);
    Parameters::each_option(self.parameters, visit);
  }
};

// cubecast compare
int compare_command(const CompareArguments& arguments);

struct CostArguments {
  Parameters parameters;  // its collective, algorithm and ports choose rows
  std::string dims = "3";
  std::string packets = "24";
  std::string frame_packets;
  bool ipsc = false;
  bool tables = false;
  std::optional<Number> planner;
  std::optional<std::filesystem::path> plot;

  static void each_option(auto& self, const auto& visit) {
    visit("--dims", self.dims);
    visit("--packets", self.packets);
    visit("--frame-packets", self.frame_packets);
    visit("--ipsc", self.ipsc);
    visit("--tables", self.tables);
    visit("--planner", self.planner);
    visit("--plot", self.plot);
    Parameters::each_option(self.parameters, visit);
  }
};

// cubecast cost
int cost_command(const CostArguments& arguments);

struct BootArguments {
  Parameters parameters;  // of the cube, its nodes and links
  std::optional<std::filesystem::path> image;
  std::optional<std::string> routers;
  std::optional<std::string> native_nodes;
  bool soc = false;
  std::optional<std::string> operators;
  std::optional<Number> skew;
  std::optional<Number> most_cycles;
  bool profile = false;
  std::optional<std::filesystem::path> timeline;
  std::optional<std::filesystem::path> input;
  std::optional<std::string> gdb;

  static void each_option(auto& self, const auto& visit) {
    visit("--image", self.image);
    visit("--input", self.input);
    visit("--routers", self.routers);
    visit("--native-nodes", self.native_nodes);
    visit("--soc", self.soc);
    visit("--operators", self.operators);
    visit("--skew", self.skew);
    visit("--most-cycles", self.most_cycles);
    visit("--profile", self.profile);
    visit("--timeline", self.timeline);
    visit("--gdb", self.gdb);
    Parameters::each_option(self.parameters, visit);
  }
};

// cubecast boot
int boot_command(const BootArguments& arguments);

struct DeadlockArguments {
  Parameters parameters;              // its collective, algorithm and ports choose rows; without them every rule too
  std::optional<std::string> scheme;  // instead of rows: a scheme for broadcast requests, or all
  std::optional<std::string> dims;
  std::optional<std::string> packets;  // 1
  bool shows_proof = false;            // shows orders and dependency cycles of any length

  static void each_option(auto& self, const auto& visit) {
    visit("--scheme", self.scheme);
    visit("--dims", self.dims);
    visit("--packets", self.packets);
    visit("--proof", self.shows_proof);
    Parameters::each_option(self.parameters, visit);
  }
};

// cubecast deadlock: returns 1 if links can deadlock
int deadlock_command(const DeadlockArguments& arguments);

struct BoardArguments {
  Parameters parameters;  // its collective, algorithm and ports choose rows; all rows without them
  std::optional<std::filesystem::path> port;
  std::optional<Number> baud;
  std::optional<std::string> packets;  // "A..B" doubles; nothing: 1, or what the payload takes

  static void each_option(auto& self, const auto& visit) {
    visit("--port", self.port);
    visit("--baud", self.baud);
    visit("--packets", self.packets);
    Parameters::each_option(self.parameters, visit);
  }
};

// cubecast board: returns 1 if bytes or cycles of the board are wrong
int board_command(const BoardArguments& arguments);

struct NetworkArguments {
  std::optional<std::string> spec;
  bool links = false;
  bool json = false;

  static void each_option(auto& self, const auto& visit) {
    visit("network", self.spec);
    visit("--links", self.links);
    visit("--json", self.json);
  }
};

// cubecast network
int network_command(const NetworkArguments& arguments);

struct RtlArguments {
  ConfigurationArguments configuration;
  bool pipelined = false;
  std::optional<std::filesystem::path> image;
  std::optional<std::filesystem::path> output;

  static void each_option(auto& self, const auto& visit) {
    ConfigurationArguments::each_option(self.configuration, visit);
    visit("--pipelined", self.pipelined);
    visit("--image", self.image);
    visit("--output", self.output);
  }
};

// cubecast rtl
int rtl_command(const RtlArguments& arguments);

struct ConfigurationCommandArguments {
  ConfigurationArguments configuration;
  bool board = false;  // the source for a node on a board
  bool json = false;
  bool source = false;
  bool table = false;

  static void each_option(auto& self, const auto& visit) {
    ConfigurationArguments::each_option(self.configuration, visit);
    visit("--board", self.board);
    visit("--json", self.json);
    visit("--source", self.source);
    visit("--table", self.table);
  }
};

// cubecast configuration
int configuration_command(const ConfigurationCommandArguments& arguments);

struct ModelsArguments {
  std::vector<std::string> names;
  bool build = false;
  bool remove = false;
  bool all = false;
  bool json = false;
  std::optional<std::string> limit;

  static void each_option(auto& self, const auto& visit) {
    visit("names", self.names);
    visit("--build", self.build);
    visit("--remove", self.remove);
    visit("--all", self.all);
    visit("--json", self.json);
    visit("--limit", self.limit);
  }
};

// cubecast models
int models_command(const ModelsArguments& arguments);

struct CompletionArguments {
  std::string shell;

  static void each_option(auto& self, const auto& visit) { visit("shell", self.shell); }
};

// cubecast completion
int completion_command(const CompletionArguments& arguments);

struct NoArguments {
  static void each_option(auto& /*self*/, const auto& /*visit*/) {}
};

// cubecast manual
int manual_command(const NoArguments& arguments);

// Commands about broadcast requests; they return and throw like the commands above.

struct PmnbArguments {
  Parameters parameters;
  Serving serving;
  ActiveNodes active;

  static void each_option(auto& self, const auto& visit) {
    ActiveNodes::each_option(self.active, visit);
    Serving::each_option(self.serving, visit);
    Parameters::each_option(self.parameters, visit);
  }
};

// cubecast pmnb
int pmnb_command(const PmnbArguments& arguments);

struct DynamicArguments {
  Parameters parameters;
  Serving serving;
  std::optional<std::string> load;  // "A..B" or one
  std::optional<std::string> step;
  std::string arrivals = "poisson";
  std::optional<std::string> burst;
  std::optional<std::string> hot_share;
  std::optional<Number> hot_nodes;
  std::string precision = "0.05";
  Number cycles = Number(1'000'000);
  bool limit = false;  // search for the largest stable load
  std::optional<std::filesystem::path> plot;
  std::optional<std::filesystem::path> data;

  static void each_option(auto& self, const auto& visit) {
    visit("--load", self.load);
    visit("--step", self.step);
    visit("--arrivals", self.arrivals);
    visit("--burst", self.burst);
    visit("--hot-share", self.hot_share);
    visit("--hot-nodes", self.hot_nodes);
    visit("--precision", self.precision);
    visit("--cycles", self.cycles);
    visit("--limit", self.limit);
    visit("--plot", self.plot);
    visit("--data", self.data);
    Serving::each_option(self.serving, visit);
    Parameters::each_option(self.parameters, visit);
  }
};

// cubecast dynamic
int dynamic_command(const DynamicArguments& arguments);

}  // namespace testbench
