// The translation unit of one dimension, CUBECAST_DIM.
#include "testbench/broadcast/native_servers_of_dim.hpp"

#include "testbench/broadcast/native_servers.hpp"

namespace testbench {

template <>
std::unique_ptr<BroadcastMesh> NativeServersOfDim<CUBECAST_DIM>::make(const BroadcastSetting& setting) {
  return with_channel(setting.prefix.channel, [&](auto channel) -> std::unique_ptr<BroadcastMesh> {
    return std::make_unique<MeshOfServers<NativeServers<NativeServing<CUBECAST_DIM, channel>>>>(setting);
  });
}

}  // namespace testbench
