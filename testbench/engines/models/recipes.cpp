// SPDX-License-Identifier: Apache-2.0
#include "testbench/engines/models/recipes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "hls/configuration/rtl_package.hpp"
#include "testbench/engines/models/models.hpp"

namespace testbench {
namespace {

namespace fs = std::filesystem;

ModelStore::Recipe text_recipe(const HardwareSource& source) {
  Models& models = Models::here();
  const std::string what = "text " + source.name;
  ModelStore::Recipe recipe{.kind = "text", .name = source.name, .made_of = "", .build = {}};
  recipe.made_of =
      fmt::format("text\n{}\n{}\n{}\n{}\n{}", source.module, source.text, compiled_header_hashes().hardware,
                  compiled_header_hashes().recipes, hash_of_file(models.stepc()));
  recipe.build = [=, &models](const fs::path& folder) {
    models.require_same(&HeaderHashes::hardware);
    Toolchain::identity_of("clang++-19", "clang-19");  // stepc looks it up itself
    const std::string& module = source.module;
    Models::write(folder / (source.name + ".cpp"), source.text);
    models.run({what, 0, 1, "stepc"},
               {{{models.stepc().string(), source.name + ".cpp", "--module", module, "-o", module + ".sv", "--harness",
                  module + "_rtl.hpp", "--layout", module + ".json", "--", "-I" + models.tools().headers.string()},
                 folder}});
  };
  return recipe;
}

}  // namespace

HardwareSource hardware_source(const hls::NodeConfiguration& configuration, std::span<const std::uint32_t> program) {
  return {hls::name_of(configuration), hls::stepc_module_of(configuration), hls::source_of(configuration, program)};
}

RtlText rtl_text(const HardwareSource& source) {
  const ModelStore::Use text = Models::here().get(text_recipe(source));
  const std::string& module = source.module;
  return {text.folder / (module + ".sv"), text.folder / (module + "_rtl.hpp"), text.folder / (module + ".json"),
          text.held};
}

std::string made_of_text(const HardwareSource& source) {
  return text_recipe(source).made_of;
}

namespace {

constexpr const char* kHeaders = "headers.pch";
constexpr const char* kHeadersFrom = "headers.d";       // the files in it, as a make rule
constexpr const char* kHeadersHash = "headers.d.hash";  // the hash of these files

}  // namespace

Command PrecompiledHeader::command(const std::string& header, const std::vector<std::string>& options,
                                   const fs::path& folder) {
  // Without times: #pragma once knows a header by size and time, and would not know one that was written
  // again with the same contents. Templates that the header itself instantiates are in it once for all models.
  std::vector<std::string> words = options;
  words.insert(words.end(), {"-Xclang", "-fno-pch-timestamp", "-Xclang", "-fvalidate-ast-input-files-content",
                             "-fpch-instantiate-templates", "-x", "c++-header", "-MD", "-MF", kHeadersFrom,
                             (Models::here().tools().headers / header).string(), "-o", kHeaders});
  return {Models::here().compile(words), folder};
}

void PrecompiledHeader::seal(const fs::path& folder) {
  Models::write(folder / kHeadersHash, hash_of_prerequisites(folder / kHeadersFrom));
}

bool PrecompiledHeader::fits(const fs::path& folder) {
  return read_whole(folder / kHeadersHash) == hash_of_prerequisites(folder / kHeadersFrom);
}

std::vector<std::string> PrecompiledHeader::options(const fs::path& folder) {
  return {"-Xclang", "-fvalidate-ast-input-files-content", "-include-pch", (folder / kHeaders).string()};
}

namespace {

constexpr const char* kHow = "how.json";  // how to build it again

std::vector<std::string> options_of(const CompiledModel& model) {
  std::vector<std::string> options = {"-O3", "-fvisibility=default", "-w"};
  options.insert(options.end(), model.options.begin(), model.options.end());
  return options;
}

// All models that begin with the header share it.
ModelStore::Recipe header_recipe(const CompiledModel& model) {
  Models& models = Models::here();
  const std::string name = fs::path(model.header).stem();
  const std::string what = "headers " + name;
  ModelStore::Recipe recipe{.kind = "headers", .name = name, .made_of = "", .build = {}};
  recipe.made_of =
      fmt::format("headers\n{}\n{}\n{}\n{}\n{}", model.header, models.tools().headers.string(),
                  compiled_header_hashes().meshes, models.identity_of_compiler(), fmt::join(options_of(model), " "));
  recipe.build = [=, &models](const fs::path& folder) {
    models.require_same(&HeaderHashes::meshes);
    models.run({what, 0, 1, "compiler"}, {PrecompiledHeader::command(model.header, options_of(model), folder)});
    PrecompiledHeader::seal(folder);
  };
  recipe.fits = PrecompiledHeader::fits;
  return recipe;
}

ModelStore::Recipe recipe_of(const CompiledModel& model) {
  Models& models = Models::here();
  const std::string what = model.kind + " " + model.name;
  ModelStore::Recipe recipe{.kind = model.kind, .name = model.name, .made_of = "", .build = {}};
  recipe.made_of = fmt::format("{}\n{}\n{}\n{}", model.kind, header_recipe(model).made_of, model.source,
                               fmt::join(model.libraries, " "));
  recipe.build = [=, &models](const fs::path& folder) {
    models.require_same(&HeaderHashes::meshes);
    const ModelStore::Use headers = models.get(header_recipe(model));
    models.write(folder / "model.cpp", fmt::format("#include \"{}\"\n\n{}", model.header, model.source));
    models.write(folder / kHow, nlohmann::json{{"header", model.header},
                                               {"source", model.source},
                                               {"options", model.options},
                                               {"libraries", model.libraries}}
                                    .dump());
    std::vector<std::string> words = models.compile(options_of(model));
    const std::vector<std::string> precompiled = PrecompiledHeader::options(headers.folder);
    words.insert(words.end(), precompiled.begin(), precompiled.end());
    words.insert(words.end(), {"-shared", "model.cpp", "-o", "model.so"});
    words.insert(words.end(), model.libraries.begin(), model.libraries.end());
    models.run({what, 0, 1, "compiler"}, {{words, folder}});
  };
  return recipe;
}

}  // namespace

void* compiled_model(const CompiledModel& model) {
  return Models::here().function(recipe_of(model), model.function.c_str());
}

std::vector<CompiledModel> listed_models(const std::string& name) {
  Models& models = Models::here();
  std::vector<CompiledModel> found;
  for (const ModelStore::Entry& entry : models.store().entries()) {
    if (entry.name != name) continue;
    const std::optional<ModelStore::Use> use = models.use(entry);
    if (!use || !fs::exists(use->folder / kHow)) continue;
    const nlohmann::json how = nlohmann::json::parse(read_whole(use->folder / kHow));
    if (!how.contains("header")) continue;  // made by an earlier version
    found.push_back({.kind = entry.kind,
                     .name = entry.name,
                     .header = how["header"],
                     .source = how["source"],
                     .function = "",
                     .options = how["options"],
                     .libraries = how["libraries"]});
  }
  return found;
}

void build(const CompiledModel& model) {
  Models::here().get(recipe_of(model));
}

}  // namespace testbench
