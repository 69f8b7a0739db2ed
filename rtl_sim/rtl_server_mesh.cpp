#include "rtl_sim/rtl_server_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "rtl_sim/rtl_server_top.hpp"

namespace rtl_sim {

unsigned least_rtl_server_dim(bool wires) {
  unsigned least = most_rtl_server_dim(wires);
  for (const RtlServerTop& top : rtl_server_tops()) {
    if (top.wires == wires) least = std::min(least, top.dimension);
  }
  return least;
}

unsigned most_rtl_server_dim(bool wires) {
  unsigned most = 0;
  for (const RtlServerTop& top : rtl_server_tops()) {
    if (top.wires == wires) most = std::max(most, top.dimension);
  }
  return most;
}

std::unique_ptr<testbench::BroadcastMesh> make_rtl_servers(const testbench::BroadcastSetting& setting) {
  const std::span<const RtlServerTop> tops = rtl_server_tops();
  const auto top = std::find_if(tops.begin(), tops.end(), [&](const RtlServerTop& candidate) {
    return candidate.dimension == setting.dimension && candidate.wires == setting.wires;
  });
  if (top == tops.end()) {
    throw std::runtime_error(
        fmt::format("--dim {}: the RTL of nodes that serve broadcast requests{} is made for {}..{}", setting.dimension,
                    setting.wires ? ", with wires for their counts," : "", least_rtl_server_dim(setting.wires),
                    most_rtl_server_dim(setting.wires)));
  }
  return top->make_mesh(setting);
}

}  // namespace rtl_sim
