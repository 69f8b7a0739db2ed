// SPDX-License-Identifier: Apache-2.0
#include "testbench/networks/spec.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "testbench/files/numeral.hpp"
#include "testbench/networks/kinds.hpp"

namespace testbench {
namespace {

// The words about the first parameter that is meant for a number, and is none.
std::string_view form_of_numbers(std::string_view parameters) {
  while (!parameters.empty()) {
    const std::string_view part = parameters.substr(0, parameters.find_first_of(":,x*"));
    const bool is_meant = part.find_first_of("0123456789+.") == 0;
    if (is_meant && !is_whole_number(part)) return form_of_whole_number(part);
    parameters.remove_prefix(std::min(part.size() + 1, parameters.size()));
  }
  return "";
}

}  // namespace

Network network_of(const std::string& spec) {
  const std::string name = spec.substr(0, spec.find(':'));
  const std::vector<NetworkKind>& kinds = network_kinds();
  const auto kind =
      std::find_if(kinds.begin(), kinds.end(), [&](const NetworkKind& known) { return known.name == name; });
  if (kind == kinds.end()) {
    std::vector<std::string> names;
    names.reserve(kinds.size());
    for (const NetworkKind& known : kinds) names.push_back(known.name);
    throw NetworkError(fmt::format("{}: must be KIND:PARAMETERS, and KIND one of {}",
                                   spec.find_first_not_of(' ') == std::string::npos ? "'" + spec + "'" : spec,
                                   fmt::join(names, ", ")));
  }
  std::optional<Network> made;
  if (spec.size() > name.size()) made = kind->make(std::string_view(spec).substr(name.size() + 1));
  if (!made) {
    throw NetworkError(fmt::format("{}: must be {}:{}{}", spec, kind->name, kind->form, form_of_numbers(spec)));
  }
  return *made;
}

std::vector<std::string> network_forms() {
  std::vector<std::string> forms;
  forms.reserve(network_kinds().size());
  for (const NetworkKind& kind : network_kinds()) forms.push_back(kind.name + ":" + kind.form);
  return forms;
}

}  // namespace testbench
