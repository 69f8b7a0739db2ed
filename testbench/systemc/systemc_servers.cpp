#include "testbench/systemc/systemc_servers.hpp"

#include "testbench/mesh/of_dimension.hpp"

namespace testbench {

std::unique_ptr<BroadcastMesh> make_systemc_servers(const BroadcastSetting& setting) {
  static constexpr auto kMakers =
      of_dimensions<1, kMaxSystemcServerDim>([](auto dimension) { return &SystemcServersOfDim<dimension>::make; });
  return kMakers[setting.dimension - 1](setting);
}

}  // namespace testbench
