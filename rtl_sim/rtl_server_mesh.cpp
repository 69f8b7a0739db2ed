#include "rtl_sim/rtl_server_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "rtl_sim/rtl_server_top.hpp"

namespace rtl_sim {

using testbench::PrefixSetting;

unsigned least_rtl_server_dim(const PrefixSetting& prefix) {
  unsigned least = most_rtl_server_dim(prefix);
  for (const RtlServerTop& top : rtl_server_tops()) {
    if (top.prefix.is(prefix, top.dimension)) least = std::min(least, top.dimension);
  }
  return least;
}

unsigned most_rtl_server_dim(const PrefixSetting& prefix) {
  unsigned most = 0;
  for (const RtlServerTop& top : rtl_server_tops()) {
    if (top.prefix.is(prefix, top.dimension)) most = std::max(most, top.dimension);
  }
  return most;
}

std::unique_ptr<testbench::BroadcastMesh> make_rtl_servers(const testbench::BroadcastSetting& setting) {
  const std::span<const RtlServerTop> tops = rtl_server_tops();
  const auto top = std::find_if(tops.begin(), tops.end(), [&](const RtlServerTop& candidate) {
    return candidate.dimension == setting.dimension && candidate.prefix.is(setting.prefix, setting.dimension);
  });
  if (top == tops.end()) {
    throw std::runtime_error(fmt::format(
        "--dim {}: the RTL of nodes that serve broadcast requests, with {}, is made for {}..{}", setting.dimension,
        options_of(setting.prefix), least_rtl_server_dim(setting.prefix), most_rtl_server_dim(setting.prefix)));
  }
  return top->make_mesh(setting);
}

}  // namespace rtl_sim
