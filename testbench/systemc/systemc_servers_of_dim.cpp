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
  return with_channel(setting.prefix.channel, [&](auto channel) -> std::unique_ptr<BroadcastMesh> {
    return std::make_unique<MeshOfServerModules<Servers<channel>>>(setting);
  });
}

}  // namespace testbench
