#include "testbench/run/server_engines.hpp"

#include "testbench/native/native_mesh.hpp"
#include "testbench/systemc/systemc_servers.hpp"
#if CUBECAST_RTL
#include "rtl_sim/rtl_server_mesh.hpp"
#endif

namespace testbench {

DimRange server_dims(std::string_view engine, [[maybe_unused]] const PrefixSetting& prefix) {
#if CUBECAST_RTL
  if (engine == "rtl") return {rtl_sim::least_rtl_server_dim(prefix), rtl_sim::most_rtl_server_dim(prefix)};
#endif
  return {1, engine == "systemc" ? kMaxSystemcServerDim : kMaxNativeDim};
}

std::unique_ptr<BroadcastMesh> make_servers(std::string_view engine, const BroadcastSetting& setting) {
#if CUBECAST_RTL
  if (engine == "rtl") return rtl_sim::make_rtl_servers(setting);
#endif
  return engine == "systemc" ? make_systemc_servers(setting) : make_native_servers(setting);
}

}  // namespace testbench
