#include "testbench/networks/spec.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "testbench/networks/kinds.hpp"

namespace testbench {

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
  if (!made) throw NetworkError(fmt::format("{}: must be {}:{}", spec, kind->name, kind->form));
  return *made;
}

std::vector<std::string> network_forms() {
  std::vector<std::string> forms;
  forms.reserve(network_kinds().size());
  for (const NetworkKind& kind : network_kinds()) forms.push_back(kind.name + ":" + kind.form);
  return forms;
}

}  // namespace testbench
