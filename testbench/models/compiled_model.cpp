// SPDX-License-Identifier: Apache-2.0
#include "testbench/models/compiled_model.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "testbench/models/models.hpp"

namespace testbench {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHow = "how.json";  // how to build it again

ModelStore::Recipe recipe_of(const CompiledModel& model) {
  Models& models = Models::here();
  const std::string what = model.kind + " " + model.name;
  ModelStore::Recipe recipe{.kind = model.kind, .name = model.name, .made_of = "", .build = {}};
  recipe.made_of =
      fmt::format("{}\n{}\n{}\n{}\n{}\n{}", model.kind, model.source, compiled_header_hashes().meshes,
                  models.identity_of_compiler(), fmt::join(model.options, " "), fmt::join(model.libraries, " "));
  recipe.build = [=, &models](const fs::path& folder) {
    models.require_same(&HeaderHashes::meshes);
    models.write(folder / "model.cpp", model.source);
    models.write(folder / kHow, nlohmann::json{{"options", model.options}, {"libraries", model.libraries}}.dump());
    std::vector<std::string> words = models.compile({"-O3", "-fvisibility=default", "-w"});
    words.insert(words.end(), model.options.begin(), model.options.end());
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
  const ModelStore& store = Models::here().store();
  std::vector<CompiledModel> found;
  for (const ModelStore::Entry& entry : store.entries()) {
    if (entry.name != name) continue;
    const std::optional<ModelStore::Use> use = store.use(entry);
    if (!use || !fs::exists(use->folder / kHow)) continue;
    const nlohmann::json how = nlohmann::json::parse(read_whole(use->folder / kHow));
    found.push_back(
        {entry.kind, entry.name, read_whole(use->folder / "model.cpp"), "", how["options"], how["libraries"]});
  }
  return found;
}

void build(const CompiledModel& model) {
  Models::here().get(recipe_of(model));
}

}  // namespace testbench
