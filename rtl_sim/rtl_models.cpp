// SPDX-License-Identifier: Apache-2.0
#include "rtl_sim/rtl_models.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "hls/configuration/rtl_package.hpp"
#include "testbench/engines/models/models.hpp"
#include "testbench/engines/models/recipes.hpp"

namespace rtl_sim {
namespace {

namespace fs = std::filesystem;
using hls::NodeConfiguration;
using hls::NodeKind;
using testbench::Command;
using testbench::compiled_header_hashes;
using testbench::HardwareSource;
using testbench::hash_of_file;
using testbench::HeaderHashes;
using testbench::made_of_text;
using testbench::Models;
using testbench::ModelStore;
using testbench::PrecompiledHeader;
using testbench::read_whole;
using testbench::Toolchain;

constexpr const char* kVerilator = "verilator";

std::string join(std::initializer_list<std::string> parts) {
  return fmt::format("{}", fmt::join(parts, "\n"));
}

// Options for every model, which stepc_verilate in CMake has too.
fs::path options_of_verilator() {
  return Models::here().tools().headers / "hls/stepc/lockstep/verilator.f";
}

// All models of RTL share objects of Verilator's library, precompiled headers for the harness, and a
// file with the path of Verilator's root.
constexpr const char* kVerilatorRoot = "root";

std::vector<std::string> includes_of(const fs::path& verilator) {
  return {"-isystem", (verilator / "include").string(), "-isystem", (verilator / "include" / "vltstd").string()};
}

std::vector<std::string> harness_options(const fs::path& verilator, bool waves) {
  std::vector<std::string> options = {"-O1", fmt::format("-DCUBECAST_WAVES={}", waves ? 1 : 0)};
  const std::vector<std::string> includes = includes_of(verilator);
  options.insert(options.end(), includes.begin(), includes.end());
  return options;
}

std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string tools_of_models() {
  return join({Models::here().identity_of_compiler(), Toolchain::identity_of(kVerilator, kVerilator)});
}

ModelStore::Recipe support_recipe(bool waves) {
  Models& models = Models::here();
  const std::string name = waves ? "verilator_with_waves" : "verilator";
  const std::string what = "support " + name;
  ModelStore::Recipe recipe{.kind = "support", .name = name, .made_of = "", .build = {}};
  recipe.made_of = join({"support", waves ? "waves" : "", models.tools().headers.string(),
                         compiled_header_hashes().nodes, tools_of_models()});
  recipe.build = [=, &models](const fs::path& folder) {
    models.require_same(&HeaderHashes::nodes);
    const std::string root =
        models.run({what, 0, 2, "Verilator"}, {{{kVerilator, "--getenv", "VERILATOR_ROOT"}, folder}});
    const fs::path verilator = root.substr(0, root.find('\n'));
    Models::write(folder / kVerilatorRoot, verilator.string());
    std::vector<Command> commands;
    for (const char* const source : {"verilated", "verilated_threads", "verilated_save", "verilated_fst_c"}) {
      if (!waves && source == std::string("verilated_fst_c")) continue;
      commands.push_back({models.compile(with(includes_of(verilator),
                                              {"-O1", "-w", "-c", (verilator / "include" / source).string() + ".cpp",
                                               "-o", std::string(source) + ".o"})),
                          folder});
    }
    commands.push_back(PrecompiledHeader::command("rtl_sim/rtl_model.hpp", harness_options(verilator, waves), folder));
    models.run({what, 1, 2, "compiler"}, commands);
    PrecompiledHeader::seal(folder);
  };
  recipe.fits = PrecompiledHeader::fits;
  return recipe;
}

// Verilator's C++ as two sources: the functions that run in every cycle, and those that run once
// and need no optimization.
void join_verilated(const fs::path& folder, const fs::path& verilated) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(verilated)) {
    if (entry.path().extension() == ".cpp") names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  std::string often;
  std::string once;
  for (const std::string& name : names) {
    const bool is_seldom = name.find("__Trace__") != name.npos || name.find("__Syms") != name.npos ||
                           name.find("__Dpi") != name.npos || name.find("__Slow") != name.npos;
    (is_seldom ? once : often) += fmt::format("#include \"verilated/{}\"\n", name);
  }
  Models::write(folder / "often.cpp", often);
  Models::write(folder / "once.cpp", "#pragma clang optimize off\n" + once);
}

// A model is compiled from the source for stepc, and from a harness: `before`, stepc's header, `behind`.
struct Modelled {
  HardwareSource hardware;
  std::string before;
  std::string behind;
};

Modelled nodes_of(const NodeConfiguration& configuration) {
  return {testbench::hardware_source(configuration), hls::config_source_of(configuration),
          fmt::format("#include \"rtl_sim/rtl_model.hpp\"\n\nCUBECAST_RTL_MODEL({}, {})\n",
                      hls::node_template_of(configuration), hls::stepc_module_of(configuration))};
}

Modelled core_of_node() {
  constexpr const char* kHeader = "#include \"testbench/engines/nodes/core_model.hpp\"\n";
  return {{"core", "node_core",
           std::string(kHeader) +
               "using State = testbench::CoreState;\nusing In = core::In;\nusing Out = testbench::CoreOut;\n"
               "void step(State& state, const In& in, Out& out) {\n"
               "  core::Core<testbench::NodeCore>::step(state, in, out);\n}\n"},
          kHeader,
          "#include \"rtl_sim/rtl_core.hpp\"\n\nCUBECAST_RTL_CORE(node_core)\n"};
}

Modelled systems_of(const NodeConfiguration& configuration) {
  return {
      testbench::hardware_source(configuration), hls::config_source_of(configuration),
      fmt::format("#include \"rtl_sim/rtl_soc.hpp\"\n\nCUBECAST_RTL_SOC({})\n", hls::stepc_module_of(configuration))};
}

// The kind names unusual options in the list of models.
std::string kind_of(const RtlModelOptions& options) {
  return std::string("rtl") + (options.waves ? "+waves" : "") + (options.assertions ? "+checks" : "") +
         (options.sv ? "+file" : "");
}

ModelStore::Recipe model_recipe(const Modelled& modelled, const RtlModelOptions& options_of_model) {
  Models& models = Models::here();
  const std::string& name = modelled.hardware.name;
  const std::string kind = kind_of(options_of_model);
  const std::string what = kind + " " + name;
  // The key hashes the inputs of the text; the text itself is made only when the model is.
  const std::string text_key = made_of_text(modelled.hardware);
  const std::string other_text = options_of_model.sv ? read_whole(*options_of_model.sv) : "";
  ModelStore::Recipe recipe{.kind = kind, .name = name, .made_of = "", .build = {}};
  recipe.made_of = join({kind, text_key, other_text, hash_of_file(options_of_verilator()),
                         support_recipe(options_of_model.waves).made_of});
  recipe.build = [=, &models](const fs::path& folder) {
    models.require_same(&HeaderHashes::nodes);
    constexpr unsigned kSteps = 4;
    const testbench::RtlText text = testbench::rtl_text(modelled.hardware);
    const std::string& module = modelled.hardware.module;
    const ModelStore::Use shared = models.get(support_recipe(options_of_model.waves));
    const fs::path& support = shared.folder;
    const fs::path root = read_whole(support / kVerilatorRoot);
    Models::write(folder / "node.sv", options_of_model.sv ? other_text : read_whole(text.sv));
    std::vector<std::string> verilator = {kVerilator,  "-f",           options_of_verilator().string(),
                                          "--savable", "--top-module", module,
                                          "--prefix",  "V" + module,   "--Mdir",
                                          "verilated"};
    if (options_of_model.waves) verilator.emplace_back("--trace-fst");
    if (options_of_model.assertions) verilator.emplace_back("--assert");
    verilator.emplace_back("node.sv");
    models.run({what, 1, kSteps, "Verilator"}, {{verilator, folder}});
    join_verilated(folder, folder / "verilated");
    Models::write(folder / "harness.cpp",
                  fmt::format("{}\n#include \"{}\"\n{}", modelled.before, text.harness.string(), modelled.behind));
    const auto compile = [&](const std::string& source, const std::vector<std::string>& more) {
      return Command{models.compile(with(more, {"-c", source + ".cpp", "-o", source + ".o"})), folder};
    };
    // All sources begin with the same headers, which take longest.
    const std::vector<std::string> options =
        with(with(harness_options(root, options_of_model.waves), PrecompiledHeader::options(support)),
             {"-I.", "-Iverilated", "-w"});
    models.run({what, 2, kSteps, "compiler"},
               {compile("often", options), compile("once", options), compile("harness", options)});
    std::vector<std::string> link = {
        models.tools().compiler.string(), "-shared", "-o", "model.so", "often.o", "once.o", "harness.o"};
    for (const auto& entry : fs::directory_iterator(support)) {
      if (entry.path().extension() == ".o") link.push_back(entry.path().string());
    }
    link.insert(link.end(), {"-pthread", "-lz"});
    models.run({what, 3, kSteps, "linker"}, {{link, folder}});
    fs::remove_all(folder / "verilated");
    for (const char* const file : {"often.cpp", "once.cpp", "often.o", "once.o", "harness.o"})
      fs::remove(folder / file);
  };
  return recipe;
}

}  // namespace

void build_nodes(const NodeConfiguration& configuration) {
  const bool is_simulated = configuration.kind == NodeKind::kNode || configuration.kind == NodeKind::kBroadcast;
  if (is_simulated) {
    Models::here().get(model_recipe(nodes_of(configuration), {}));
  } else if (configuration.kind == NodeKind::kSoc) {
    Models::here().get(model_recipe(systems_of(configuration), {}));
  } else {
    testbench::rtl_text(testbench::hardware_source(configuration));
  }
}

testbench::MakeRtlNodes& rtl_nodes(const NodeConfiguration& configuration, const RtlModelOptions& options) {
  void* const found = Models::here().function(model_recipe(nodes_of(configuration), options), testbench::kMakeRtlNodes);
  return *reinterpret_cast<testbench::MakeRtlNodes*>(found);
}

std::unique_ptr<testbench::CoreModel> rtl_core() {
  void* const found = Models::here().function(model_recipe(core_of_node(), {}), testbench::kMakeCoreModel);
  return std::unique_ptr<testbench::CoreModel>(reinterpret_cast<testbench::MakeCoreModel*>(found)());
}

std::unique_ptr<testbench::SocCube> rtl_systems(const NodeConfiguration& configuration,
                                                const std::vector<bool>& rtl_nodes) {
  void* const found = Models::here().function(model_recipe(systems_of(configuration), {}), testbench::kMakeSocCube);
  return std::unique_ptr<testbench::SocCube>(reinterpret_cast<testbench::MakeSocCube*>(found)(rtl_nodes));
}

}  // namespace rtl_sim
