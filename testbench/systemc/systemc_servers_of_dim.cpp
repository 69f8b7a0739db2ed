// The translation unit of one dimension, CUBECAST_DIM.
#include "testbench/broadcast/native_servers.hpp"
#include "testbench/systemc/mesh_of_server_modules.hpp"
#include "testbench/systemc/systemc_servers.hpp"

namespace testbench {
namespace {

template <broadcast::PrefixChannel Channel>
using Servers = NativeServers<NativeServing<CUBECAST_DIM, Channel>>;

}  // namespace

template <>
std::unique_ptr<BroadcastMesh> SystemcServersOfDim<CUBECAST_DIM>::make(const BroadcastSetting& setting) {
  using broadcast::PrefixChannel;
  if (setting.wires) return std::make_unique<MeshOfServerModules<Servers<PrefixChannel::kWires>>>(setting);
  return std::make_unique<MeshOfServerModules<Servers<PrefixChannel::kLinks>>>(setting);
}

}  // namespace testbench
