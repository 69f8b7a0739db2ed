#include "testbench/run/engines.hpp"

#include <algorithm>
#include <array>

#include "testbench/native/native_mesh.hpp"
#include "testbench/systemc/systemc_mesh.hpp"

namespace testbench {
namespace {

struct Engine {
  std::string_view name;
  unsigned max_dim;
  std::unique_ptr<Mesh> (*make)(const MeshSetting&, NodeMemory&);
};

constexpr std::array kEngines = {
    Engine{"native", kMaxNativeDim, make_native_mesh},
    Engine{"systemc", kMaxSystemcDim, make_systemc_mesh},
};

const Engine* find(std::string_view name) {
  const auto* const found =
      std::find_if(kEngines.begin(), kEngines.end(), [&](const Engine& engine) { return engine.name == name; });
  return found != kEngines.end() ? found : nullptr;
}

}  // namespace

std::string known_engines() {
  std::string names;
  for (const Engine& engine : kEngines) names.append(names.empty() ? "" : ", ").append(engine.name);
  return names;
}

std::optional<unsigned> max_dim_of_engine(std::string_view engine) {
  const Engine* const found = find(engine);
  return found != nullptr ? std::optional(found->max_dim) : std::nullopt;
}

std::unique_ptr<Mesh> make_mesh(std::string_view engine, const MeshSetting& setting, NodeMemory& memory) {
  return find(engine)->make(setting, memory);
}

}  // namespace testbench
