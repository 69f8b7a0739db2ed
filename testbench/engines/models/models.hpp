// SPDX-License-Identifier: Apache-2.0
// The parts that all models share: their store, the observer of builds, and how a model is compiled
// and loaded.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "testbench/engines/models/content_hash.hpp"
#include "testbench/engines/models/model_error.hpp"
#include "testbench/engines/models/model_store.hpp"
#include "testbench/engines/models/toolchain.hpp"

namespace testbench {

// A build reports step by step: "rtl node_d3_w64_gated", step 2 of 4, "Verilator". At step 4 of 4
// it is ready or has failed. It begins with a step without a tool, unless it is part of another build.
struct BuildStep {
  std::string what;
  unsigned step;
  unsigned steps;
  std::string tool;
};
// The tool of a step in which the process waits.
inline constexpr const char* kWaiting = "another process builds it";
using BuildObserver = std::function<void(const BuildStep&)>;
// The observer is called for all builds of this process, in any thread. There is none at first.
void observe_builds(BuildObserver observer);

class Models {
 public:
  // The models of this process: the usual store and the tools of this program. Throws ModelError.
  static Models& here();

  ModelStore& store() { return store_; }
  // Returns a model, which is built first if it is missing; the observer is called for the build.
  ModelStore::Use get(const ModelStore::Recipe& recipe);
  // As the store's; the observer is called for waiting.
  std::optional<ModelStore::Use> use(const ModelStore::Entry& entry);
  const Toolchain& tools() const { return tools_; }

  // The path of stepc: beside the program, or else built from its sources in the store.
  const std::filesystem::path& stepc();

  // Throws ModelError if the headers of that hash have changed since the program was compiled,
  // because models built from them would not fit.
  void require_same(std::string HeaderHashes::* headers) const;

  // Runs the commands of a build step, and reports the step a few times a second. Returns their
  // output. Throws ModelError for a failed command, with its first line that says error and the
  // file with all of its output.
  std::string run(const BuildStep& step, const std::vector<Command>& commands) const;

  // Throws ModelError if there is no room.
  static void write(const std::filesystem::path& file, const std::string& text);

  // The compiler and its command, for the key of a model.
  std::string identity_of_compiler() const;
  // The compiler and its options for every model, then `more`.
  std::vector<std::string> compile(const std::vector<std::string>& more) const;

  // Returns the function of that name in the model of the recipe, which is built if missing. It
  // lives as long as the process.
  void* function(const ModelStore::Recipe& recipe, const char* name);

 private:
  Models();

  Toolchain tools_;
  ModelStore store_;
  std::once_flag stepc_found_;
  ModelStore::Use stepc_;  // holds the store's
  std::mutex loading_;
  std::map<std::string, void*> loaded_;  // by what it is made of, and the function's name
};

}  // namespace testbench
