// SPDX-License-Identifier: Apache-2.0
// Test only: RTL with deliberate faults. Each has a switch, so that one model of a configuration
// serves all of them:
//
//     const MutatedRtl rtl(hls::configuration_named("node_d2_w64_gated"), {{"go", "out_links_1_go <= ", "[a-z_0-9.]+", "1'd1"}, ...});
//     setting.sv = rtl.sv();
//     rtl.choose("go");  // for models that are made from now on
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include "test_support/command.hpp"
#include "testbench/engines/models/content_hash.hpp"
#include "testbench/engines/models/recipes.hpp"

namespace rtl_sim::test {

// Patterns are regular expressions. `wrong` replaces the text that `right` matches. It may contain
// $2 for that text, and $3 and so on for the groups in it.
struct Mutation {
  const char* name;
  const char* before;  // the text in front, which stays
  const char* right;
  const char* wrong;
};

class MutatedRtl {
 public:
  // Throws std::runtime_error unless each place is in the configuration's text exactly once. If
  // not, the generated code has changed, and the mutant must follow it.
  MutatedRtl(const hls::NodeConfiguration& configuration, std::vector<Mutation> mutations)
      : mutations_(std::move(mutations)) {
    const std::string text = testbench::read_whole(testbench::rtl_text(testbench::hardware_source(configuration)).sv);
    struct Place {
      std::size_t begin;
      std::size_t length;
      std::string now;
    };
    std::vector<Place> places;
    for (std::size_t i = 0; i < mutations_.size(); ++i) {
      const Mutation& mutation = mutations_[i];
      const std::regex pattern(fmt::format("({})({})", mutation.before, mutation.right));
      const std::vector<std::smatch> found(std::sregex_iterator(text.begin(), text.end(), pattern), {});
      if (found.size() != 1) {
        throw std::runtime_error(fmt::format("mutant {}: its place occurs {} times in {}, must be once", mutation.name,
                                             found.size(), hls::name_of(configuration)));
      }
      const std::string now = fmt::format("$1(mutants::chosen == {} ? {} : $2)", i + 1, mutation.wrong);
      places.push_back({static_cast<std::size_t>(found[0].position()), static_cast<std::size_t>(found[0].length()),
                        found[0].format(now)});
    }
    // Replacing from the last to the first keeps the earlier places valid.
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.begin > b.begin; });
    std::string mutated = text;
    for (const Place& place : places) mutated.replace(place.begin, place.length, place.now);
    std::ofstream(sv_) << "package mutants;\n  int chosen = $c32(\"std::atoi(std::getenv(\\\"" << kChosen
                       << "\\\"))\");\nendpackage\n"
                       << mutated;
    choose(kNone);
  }

  const std::filesystem::path& sv() const { return sv_; }

  static constexpr const char* kNone = "";
  void choose(const std::string& name) const {
    const auto found = std::find_if(mutations_.begin(), mutations_.end(),
                                    [&](const Mutation& mutation) { return mutation.name == name; });
    const auto number = found == mutations_.end() ? 0 : found - mutations_.begin() + 1;
    setenv(kChosen, std::to_string(number).c_str(), 1);
  }

 private:
  static constexpr const char* kChosen = "CUBECAST_TEST_MUTANT";

  std::vector<Mutation> mutations_;
  test_support::Scratch scratch_;
  std::filesystem::path sv_ = scratch_ / "mutated.sv";
};

}  // namespace rtl_sim::test
