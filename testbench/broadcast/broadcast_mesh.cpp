#include "testbench/broadcast/broadcast_mesh.hpp"

#include "firmware/broadcast/service.hpp"
#include "testbench/broadcast/native_servers_of_dim.hpp"
#include "testbench/mesh/of_dimension.hpp"
#include "testbench/native/native_mesh.hpp"

namespace testbench {
namespace {

class ServerBus final : public node::Bus {
 public:
  ServerBus(BroadcastMesh& mesh, Address node) : mesh_(mesh), node_(node) {}
  void write(std::uint32_t address, std::uint32_t value) override { mesh_.write(node_, address, value); }
  std::uint32_t read(std::uint32_t) override { return 0; }  // nothing is asked

 private:
  BroadcastMesh& mesh_;
  Address node_;
};

}  // namespace

std::unique_ptr<BroadcastMesh> make_native_servers(const BroadcastSetting& setting) {
  static constexpr auto kMakers =
      of_dimensions<1, kMaxNativeDim>([](auto dimension) { return &NativeServersOfDim<dimension>::make; });
  return kMakers[setting.dimension - 1](setting);
}

void load_service(BroadcastMesh& mesh, const BroadcastSetting& setting, bool repeats) {
  const network::Cube cube(setting.dimension);
  for (const Address node : network::addresses(cube.nodes())) {
    ServerBus bus(mesh, node);
    if (node == Address(0) || !mesh.shares_tables()) broadcast::load_table(bus, cube, setting.scheme);
    broadcast::load_node(bus, node, setting.scheme, repeats);
  }
}

}  // namespace testbench
