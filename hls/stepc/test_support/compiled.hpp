// SPDX-License-Identifier: Apache-2.0
// Test only: compiles sources with the steps of stepc.
//
//     const Compiled top("struct State {...}; ... void step(State&, const In&, Out&) {...}");
//     const Module& queue = top.module("Queue");
//     EXPECT_EQ(top.errors(), "");
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>

#include "hls/stepc/design/verify.hpp"
#include "hls/stepc/steps/steps.hpp"
#include "test_support/command.hpp"

namespace stepc::test {

// A source that is compiled in this process. Its file is test.cpp, its lines count from 1, and the
// headers of hls/types are included.
class Compiled {
 public:
  // Runs the steps up to and including `last`, or up to the first that reports errors. Every
  // invariant is checked after each step.
  explicit Compiled(const std::string& source, const std::string& last = "names", CompilationOptions options = {})
      : compilation_(with_source(source, std::move(options))) {
    for (const Step& step : steps()) {
      step.run(compilation_);
      if (!compilation_.diagnostics.empty()) return;
      for (const std::string& fault : verify(compilation_.design)) ADD_FAILURE() << step.name << ": " << fault;
      if (step.name == last) return;
    }
  }

  Compilation& compilation() { return compilation_; }
  const Design& design() const {
    EXPECT_EQ(errors(), "");
    return compilation_.design;
  }
  // Returns one line for each error.
  std::string errors() const { return compilation_.diagnostics.text(); }
  const Module& top() const { return design().top(); }
  // Finds a module by its name, with or without the top's prefix.
  const Module& module(const std::string& name) const {
    for (const auto& module : design().modules) {
      if (module->name == name || module->name == "test_" + name) return *module;
    }
    throw std::runtime_error("no module " + name);
  }

 private:
  CompilationOptions with_source(const std::string& source, CompilationOptions options) {
    const std::filesystem::path path = scratch_ / "test.cpp";
    std::ofstream(path) << source;
    options.source.path = path.string();
    options.source.clang_flags = {"-I" STEPC_ROOT, "-include" STEPC_ROOT "/hls/types/bits.hpp",
                                  "-include" STEPC_ROOT "/hls/types/ram.hpp",
                                  "-include" STEPC_ROOT "/hls/types/assert.hpp", "-Wno-everything"};
    options.module = "test";
    return options;
  }

  const test_support::Scratch scratch_;
  Compilation compilation_;
};

inline const Register& register_of(const Module& module, const std::string& name) {
  for (const Register& reg : module.registers) {
    if (reg.name == name) return reg;
  }
  throw std::runtime_error("no register " + name);
}

}  // namespace stepc::test
