// SPDX-License-Identifier: Apache-2.0
#include "testbench/models/rtl_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hls/configuration/rtl_package.hpp"
#include "testbench/models/models.hpp"

namespace testbench {
namespace {

namespace fs = std::filesystem;
using hls::NodeConfiguration;

ModelStore::Recipe text_recipe(const NodeConfiguration& configuration) {
  Models& models = Models::here();
  const std::string name = hls::name_of(configuration);
  const std::string what = "text " + name;
  ModelStore::Recipe recipe{.kind = "text", .name = name, .made_of = "", .build = {}};
  recipe.made_of =
      fmt::format("text\n{}\n{}\n{}\n{}\n{}", hls::stepc_module_of(configuration), hls::source_of(configuration),
                  compiled_header_hashes().hardware, compiled_header_hashes().recipes, hash_of_file(models.stepc()));
  recipe.build = [=, &models](const fs::path& folder) {
    models.require_same(&HeaderHashes::hardware);
    Toolchain::identity_of("clang++-19", "clang-19");  // stepc looks it up itself
    const std::string module = hls::stepc_module_of(configuration);
    Models::write(folder / (name + ".cpp"), hls::source_of(configuration));
    models.run({what, 0, 1, "stepc"},
               {{{models.stepc().string(), name + ".cpp", "--module", module, "-o", module + ".sv", "--harness",
                  module + "_rtl.hpp", "--layout", module + ".json", "--", "-I" + models.tools().headers.string()},
                 folder}});
  };
  return recipe;
}

}  // namespace

RtlText rtl_text(const NodeConfiguration& configuration) {
  const ModelStore::Use text = Models::here().get(text_recipe(configuration));
  const std::string module = hls::stepc_module_of(configuration);
  return {module, text.folder / (module + ".sv"), text.folder / (module + "_rtl.hpp"), text.folder / (module + ".json"),
          text.held};
}

std::string made_of_text(const NodeConfiguration& configuration) {
  return text_recipe(configuration).made_of;
}

}  // namespace testbench
