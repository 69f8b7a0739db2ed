#include "testbench/broadcast/broadcast_mesh.hpp"

#include <fmt/format.h>

#include "firmware/broadcast/service.hpp"
#include "testbench/broadcast/server_engine.hpp"
#include "testbench/models/compiled_model.hpp"

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

const char* name_of(broadcast::PrefixChannel channel) {
  using broadcast::PrefixChannel;
  switch (channel) {
    case PrefixChannel::kLinks:
      return "kLinks";
    case PrefixChannel::kWires:
      return "kWires";
    case PrefixChannel::kOverlap:
      return "kOverlap";
    case PrefixChannel::kTree:
      return "kTree";
  }
  return "";
}

ServerEngine engine_of(const BroadcastSetting& setting) {
  const char* const channel = name_of(setting.prefix.channel);
  using Function = ServerEngine();
  void* const function =
      compiled_model({.kind = "native",
                      .name = fmt::format("broadcast_d{}_{}", setting.dimension,
                                          setting.prefix.overlaps() ? "overlap" : setting.prefix.name()),
                      .source = fmt::format("#include \"testbench/broadcast/server_engine.hpp\"\n\n"
                                            "CUBECAST_SERVER_MODEL({}, broadcast::PrefixChannel::{})\n",
                                            setting.dimension, channel),
                      .function = kServerEngine});
  return reinterpret_cast<Function*>(function)();
}

}  // namespace

std::unique_ptr<BroadcastMesh> make_native_servers(const BroadcastSetting& setting) {
  return engine_of(setting).make_mesh(setting);
}

std::unique_ptr<Nodes> make_native_server_nodes(const BroadcastSetting& setting) {
  return engine_of(setting).make_nodes(setting);
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
