// SPDX-License-Identifier: Apache-2.0
// The page of a report: one HTML file that opens without a network and may load nothing from one.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace testbench {

// Text between tags.
std::string escaped(std::string_view text);

// d3 and Observable Plot, as scripts/setup.sh report fetches them.
struct PageLibraries {
  std::string d3;
  std::string plot;
  std::string licences;

  // From beside the program. Throws FileError that says which command fetches them. `label`: what needs them.
  static PageLibraries load(const std::string& label);
};

// \param data  {"title", "made", "runs": of Playback, "results", "dynamic", "cost": rows}
std::string page_of(const nlohmann::ordered_json& data, const PageLibraries& libraries);

// CMake makes them of the folder page.
extern const char* const kPageStyle;
extern const char* const kPageScript;

}  // namespace testbench
