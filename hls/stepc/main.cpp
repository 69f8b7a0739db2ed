// SPDX-License-Identifier: Apache-2.0
// stepc translates a C++ step function to SystemVerilog: the command line, and what it asks for.
#include <llvm/Support/CrashRecoveryContext.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <functional>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "hls/stepc/design/name_table.hpp"
#include "hls/stepc/emit/layout.hpp"
#include "hls/stepc/emit/systemverilog.hpp"
#include "hls/stepc/files/output_file.hpp"
#include "hls/stepc/frontend/arguments.hpp"
#include "hls/stepc/steps/steps.hpp"

namespace stepc {
namespace {

struct Output {
  OutputFile file;
  std::function<std::string(const Compilation&)> text;
};

struct CommandLine {
  CompilationOptions compilation;
  bool verilator_public = true;
  bool initial_zeros = false;
  std::string output;
  std::string layout;
  std::string harness;
  std::string depfile;
  std::vector<std::string> print_after;
  std::vector<Output> outputs;
};

// Arguments behind "--" are for clang.
std::vector<std::string> take_clang_flags(std::vector<std::string>& arguments) {
  const auto separator = std::find(arguments.begin(), arguments.end(), "--");
  if (separator == arguments.end()) return {};
  std::vector<std::string> flags(separator + 1, arguments.end());
  arguments.erase(separator, arguments.end());
  return flags;
}

// Returns what is wrong with a name for the top; empty if nothing is.
std::string reason_against_name(const std::string& name) {
  const std::string legal = legal_identifier(name);
  if (legal == name && !is_systemverilog_word(name)) return "";
  return name + ": must be a name in SystemVerilog and C++, such as " + legal + (legal == name ? "_top" : "");
}

std::string reason_against_file(const std::string& path) {
  return path.empty() ? "must be the name of a file" : "";
}

void add_options(CLI::App& app, CommandLine& line) {
  CompilationOptions& compilation = line.compilation;
  app.add_option("source", compilation.source.path, "C++ source with the step function")
      ->required()
      ->check(CLI::ExistingFile);
  app.add_option("--top", compilation.source.top, "the step function, as C++ names it")
      ->check(CLI::Validator(reason_against_top, ""))
      ->capture_default_str();
  app.add_option("--module", compilation.module, "name of the top module (default: the source's name)")
      ->check(CLI::Validator(reason_against_name, ""));
  const CLI::Validator is_file(reason_against_file, "");
  app.add_option("-o,--output", line.output, "SystemVerilog to write (default: standard output)")->check(is_file);
  app.add_option("--layout", line.layout, "JSON to write: where each register and port is in C++ and in the RTL")
      ->check(is_file);
  app.add_option("--harness", line.harness, "C++ header to write: drives and compares the Verilator model")
      ->check(is_file);
  app.add_option("--depfile", line.depfile, "dependencies to write, for the build system; needs -o")->check(is_file);
  app.add_option("--pipeline", compilation.pipeline, "LLVM pipeline to prepare the code with: 1 or 2")
      ->check(CLI::Range(1, 2))
      ->capture_default_str();
  app.add_option_function<std::string>(
         "--arrays",
         [&](const std::string& how) { compilation.arrays = how == "packed" ? Arrays::kPacked : Arrays::kNumbered; },
         "arrays in ports and structures: numbered (links_0, links_1; Yosys 0.23 reads no others) or packed\n"
         "(packet_t [1:0] links)")
      ->check(CLI::IsMember({"numbered", "packed"}))
      ->default_str("numbered");
  app.add_flag("--reset-data", compilation.reset_data, "reset registers of structures with kHlsData too");
  app.add_flag("--verilator-public,!--no-verilator-public", line.verilator_public,
               "mark registers and memories public_flat_rd for Verilator, as the harness needs (default: on)");
  app.add_flag("--initial-zeros", line.initial_zeros,
               "write `initial` for memories that start with zeros too, not only for those that start with more");
  std::vector<std::string> names{"all"};
  for (const Step& step : steps()) names.emplace_back(step.name);
  app.add_option("--print-after", line.print_after, "step whose result to print to standard error; again for more")
      ->check(CLI::IsMember(names));
}

// Returns the last part of a path: "fifo.cpp" for "examples/fifo.cpp".
std::string file_name(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);
}

// Lists the files that are asked for. Throws BadUse if one cannot be written, or is another file too.
void list_outputs(CommandLine& line) {
  const std::string origin = file_name(line.compilation.source.path);
  const auto add = [&](const char* option, const std::string& path, auto text) {
    if (!path.empty()) line.outputs.push_back({OutputFile(option, path), std::move(text)});
  };
  const TextOptions options{origin, line.verilator_public, line.initial_zeros};
  add("--output", line.output.empty() ? "-" : line.output,
      [=](const Compilation& compilation) { return to_systemverilog(compilation.design, options); });
  add("--layout", line.layout, [](const Compilation& compilation) { return to_layout(compilation.design); });
  add("--harness", line.harness,
      [=](const Compilation& compilation) { return to_harness(compilation.design, origin); });
  add("--depfile", line.depfile, [](const Compilation& compilation) { return compilation.dependencies; });
  for (auto output = line.outputs.begin(); output != line.outputs.end(); ++output) {
    output->file.check();
    output->file.check_against(line.compilation.source.path, "the source");
    for (auto other = line.outputs.begin(); other != output; ++other) output->file.check_against(other->file);
  }
}

// Throws BadUse if options contradict one another, or flags for clang.
void check_together(const CommandLine& line) {
  if (!line.harness.empty() && !line.verilator_public) {
    throw BadUse("--harness: compares registers: needs --verilator-public");
  }
  if (!line.depfile.empty() && (line.output.empty() || line.output == "-")) {
    throw BadUse("--depfile: tells what the output depends on: give -o FILE");
  }
  const std::string reason = reason_against_flags(line.compilation.source.clang_flags);
  if (!reason.empty()) throw BadUse(reason);
}

// Reads main's arguments into `line`. Returns an exit status if there is nothing more to do: 0
// after --help, 2 after a message about bad use.
std::optional<int> read_command_line(int argc, char** argv, CommandLine& line) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  line.compilation.source.clang_flags = take_clang_flags(arguments);
  CLI::App app{
      "stepc: translates a C++ step function, void step(State&, const In&, Out&), to SystemVerilog.\n"
      "Flags for clang++-19 follow behind --; the first is -std=c++20, and another -std may follow.",
      "stepc"};
  app.failure_message(
      [](const CLI::App*, const CLI::Error& error) { return "stepc: " + std::string(error.what()) + "\n"; });
  add_options(app, line);
  try {
    std::reverse(arguments.begin(), arguments.end());
    app.parse(arguments);
    check_together(line);
    list_outputs(line);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kUsage;
  } catch (const BadUse& error) {
    std::cerr << "stepc: " << error.what() << "\n";
    return kUsage;
  }
  line.compilation.source.dependency_target = line.output;
  line.compilation.source.is_top_given = app.count("--top") > 0;
  if (line.compilation.module.empty()) {
    const std::string name = file_name(line.compilation.source.path);
    const std::string legal = legal_identifier(name.substr(0, name.find('.')));
    line.compilation.module = is_systemverilog_word(legal) ? legal + "_top" : legal;
  }
  return std::nullopt;
}

int translate(CommandLine& line) {
  Compilation compilation(line.compilation);
  const int status = run(steps(), compilation, line.print_after, std::cerr);
  if (status != 0) return status;
  for (const std::string& file : prerequisites(compilation.dependencies)) {
    for (const Output& output : line.outputs) output.file.check_against(file, "a file that the source includes");
  }
  for (Output& output : line.outputs) output.file.write(output.text(compilation));
  for (Output& output : line.outputs) output.file.publish();
  return 0;
}

// Recursion walks the expressions, which are as deep as the C++ code's chains of operations are
// long.
constexpr unsigned kStackBytes = 1u << 30;

int translate_or_tell(CommandLine& line) {
  try {
    return translate(line);
  } catch (const BadUse& error) {
    std::cerr << "stepc: " << error.what() << "\n";
    return kUsage;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return kFailure;
  }
}

}  // namespace
}  // namespace stepc

int main(int argc, char** argv) {
  stepc::CommandLine line;
  if (const auto status = stepc::read_command_line(argc, argv, line)) return *status;
  int status = stepc::kInternalError;
  llvm::CrashRecoveryContext().RunSafelyOnThread([&] { status = stepc::translate_or_tell(line); }, stepc::kStackBytes);
  return status;
}
