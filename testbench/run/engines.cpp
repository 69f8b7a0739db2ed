#include "testbench/run/engines.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "firmware/networks/network.hpp"
#include "testbench/native/native_mesh.hpp"
#include "testbench/systemc/systemc_mesh.hpp"
#if CUBECAST_RTL
#include "rtl_sim/rtl_mesh.hpp"
#endif

namespace testbench {
namespace {

struct Engine {
  std::string_view name;
  DimRange (*dims)(unsigned router_cycles, unsigned stages);
  NetworkSizes (*sizes)();  // of other networks
  std::unique_ptr<Mesh> (*make)(const MeshSetting&, NodeMemory&);
};

#if CUBECAST_RTL
std::unique_ptr<Mesh> make_any_systemc_mesh(const MeshSetting& setting, NodeMemory& memory) {
  return setting.simulation.rtl_nodes.empty() ? make_systemc_mesh(setting, memory)
                                              : rtl_sim::make_cosimulation_mesh(setting, memory);
}
#else
constexpr auto make_any_systemc_mesh = make_systemc_mesh;
#endif

// Of engines that are compiled from the router's C++.
template <unsigned Last>
DimRange dims_up_to(unsigned, unsigned) {
  return {1, Last};
}
template <std::uint32_t Nodes, unsigned Ports>
NetworkSizes sizes_up_to() {
  return {Nodes, Ports};
}

#if CUBECAST_RTL
DimRange dims_of_rtl(unsigned router_cycles, unsigned stages) {
  const rtl_sim::RtlDims dims = rtl_sim::rtl_dims(router_cycles, stages != 0, stages);
  return {dims.first, dims.last};
}
NetworkSizes sizes_of_rtl() {
  const rtl_sim::RtlSizes sizes = rtl_sim::rtl_sizes();
  return {sizes.nodes, sizes.ports};
}
#endif

const std::vector<Engine>& engines() {
  static const std::vector<Engine> known = {
      {"native", dims_up_to<kMaxNativeDim>, sizes_up_to<network::kMaxNodes, network::kMaxPorts>, make_native_mesh},
      {"systemc", dims_up_to<kMaxSystemcDim>, sizes_up_to<kMaxSystemcNodes, kMaxSystemcPorts>, make_any_systemc_mesh},
#if CUBECAST_RTL
      {"rtl", dims_of_rtl, sizes_of_rtl, rtl_sim::make_rtl_mesh},
#endif
  };
  return known;
}

const Engine* find(std::string_view name) {
  const auto found =
      std::find_if(engines().begin(), engines().end(), [&](const Engine& engine) { return engine.name == name; });
  return found != engines().end() ? &*found : nullptr;
}

}  // namespace

std::vector<std::string> engine_names() {
  std::vector<std::string> names;
  for (const Engine& engine : engines()) names.emplace_back(engine.name);
  return names;
}

std::string known_dims() {
  std::string dims;
  for (const Engine& engine : engines()) {
    if (!dims.empty()) dims.append(", ").append(engine.name).append(" ");
    const DimRange range = engine.dims(1, 0);
    dims += std::to_string(range.first) + ".." + std::to_string(range.last);
  }
  return dims;
}

std::optional<DimRange> dims_of_engine(std::string_view engine, unsigned router_cycles, unsigned stages) {
  const Engine* const found = find(engine);
  return found != nullptr ? std::optional(found->dims(router_cycles, stages)) : std::nullopt;
}

std::optional<DimRange> dims_of_rtl_nodes(unsigned router_cycles, unsigned stages) {
  return dims_of_engine("rtl", router_cycles, stages);
}

std::optional<NetworkSizes> sizes_of_engine(std::string_view engine) {
  const Engine* const found = find(engine);
  return found != nullptr ? std::optional(found->sizes()) : std::nullopt;
}

std::optional<NetworkSizes> sizes_of_rtl_nodes() {
  return sizes_of_engine("rtl");
}

std::optional<std::size_t> queue_depth_of_rtl_nodes([[maybe_unused]] const network::SomeNetwork& network,
                                                    [[maybe_unused]] unsigned router_cycles,
                                                    [[maybe_unused]] bool combines, [[maybe_unused]] unsigned stages) {
#if CUBECAST_RTL
  return rtl_sim::rtl_queue_depth(network, router_cycles, combines, stages);
#else
  return std::nullopt;
#endif
}

void require_room([[maybe_unused]] std::string_view engine, [[maybe_unused]] const MeshSetting& setting) {
#if CUBECAST_RTL
  if (has_rtl(engine, setting.simulation)) rtl_sim::require_room(setting);
#endif
}

std::unique_ptr<Mesh> make_mesh(std::string_view engine, const MeshSetting& setting, NodeMemory& memory) {
  return find(engine)->make(setting, memory);
}

}  // namespace testbench
