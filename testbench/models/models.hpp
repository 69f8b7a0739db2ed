// SPDX-License-Identifier: Apache-2.0
// The parts that all models share: the store that they are in, who is told of a build, and how one
// is compiled and loaded.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "testbench/models/content_hash.hpp"
#include "testbench/models/model_error.hpp"
#include "testbench/models/model_store.hpp"
#include "testbench/models/tool_process.hpp"
#include "testbench/models/toolchain.hpp"

namespace testbench {

// A build is told of step by step: "rtl node_d3_w64_gated", step 2 of 4, "Verilator". With step 4
// of 4 it is there, or has failed.
struct BuildStep {
  std::string what;
  unsigned step;
  unsigned steps;
  std::string tool;
};
using BuildObserver = std::function<void(const BuildStep&)>;
// The observer is told of all builds of this process, in whatever thread. There is none at first.
void observe_builds(BuildObserver observer);

class Models {
 public:
  // The models of this process: the usual store, and the tools of this program. Throws ModelError.
  static Models& here();

  ModelStore& store() { return store_; }
  // A model, which is built first if need be; whoever observes is told of that.
  ModelStore::Use get(const ModelStore::Recipe& recipe);
  const Toolchain& tools() const { return tools_; }

  // stepc, which a build folder makes when it is first asked for.
  const std::filesystem::path& stepc();

  // Throws ModelError if the headers of that hash are no longer those that the program has been
  // compiled from: what is compiled of them now would not fit.
  void require_same(std::string HeaderHashes::* headers) const;

  // A step of a build: tells of it, a few times a second, and runs the commands. Returns what they
  // said. Throws ModelError where one fails, with the first line that says error, and the file in
  // which all of it is kept.
  std::string run(const BuildStep& step, const std::vector<Command>& commands) const;

  // Throws ModelError where there is no room.
  static void write(const std::filesystem::path& file, const std::string& text);

  // The compiler, and how it is called, for the key of a model.
  std::string identity_of_compiler() const;
  // The compiler, its options for every model, and those after them.
  std::vector<std::string> compile(const std::vector<std::string>& more) const;

  // The function of that name in the model of the recipe, which is built if need be. It lives as
  // long as the process.
  void* function(const ModelStore::Recipe& recipe, const char* name);

 private:
  Models();

  Toolchain tools_;
  ModelStore store_;
  std::mutex loading_;
  std::map<std::string, void*> loaded_;  // by what it is made of, and the function's name
};

}  // namespace testbench
