#include "testbench/run/server_engines.hpp"

#include "testbench/broadcast/fabric_servers.hpp"
#include "testbench/models/rtl_models.hpp"
#include "testbench/run/engines.hpp"
#include "testbench/systemc/make_systemc_fabric.hpp"

namespace testbench {
namespace {

std::unique_ptr<BroadcastMesh> make_rtl_servers(const BroadcastSetting& setting) {
  const hls::NodeConfiguration configuration = rtl_server_configuration(setting);
  RtlRequest request;
  request.nodes = configuration.nodes;
  request.is_rtl.assign(configuration.nodes, true);
  request.lockstep = setting.simulation.lockstep;
  RtlModelOptions options;
  if (!setting.simulation.sv.empty()) options.sv = setting.simulation.sv;
  std::unique_ptr<Nodes> nodes(rtl_nodes(configuration, options)(request));
  return make_fabric_servers(setting, configuration.sequence_bits, std::move(nodes), make_host_fabric);
}

}  // namespace

unsigned most_server_dim(std::string_view engine) {
  return limits_of_engine(engine).value_or(EngineLimits{}).dimension;
}

hls::NodeConfiguration rtl_server_configuration(const BroadcastSetting& setting) {
  static constexpr const char* kPrefixes[] = {"links", "wires", "overlap", "tree"};
  hls::ConfigurationDraft draft{{"kind", "broadcast"},
                                {"dim", std::to_string(setting.dimension)},
                                {"payload_bits", std::to_string(setting.simulation.payload_bits)},
                                {"prefix", kPrefixes[static_cast<unsigned>(setting.prefix.channel)]}};
  if (setting.prefix.has_wires()) draft["count_wires"] = std::to_string(setting.prefix.wires_of(setting.dimension));
  if (setting.queue_depth_is_users) draft["queue_depth"] = std::to_string(setting.queue_depth);
  return hls::configuration_of(draft);
}

std::unique_ptr<BroadcastMesh> make_servers(std::string_view engine, const BroadcastSetting& setting) {
  if (engine == "rtl") return make_rtl_servers(setting);
  if (engine == "native") return make_native_servers(setting);
  return make_fabric_servers(setting, kNativeSequenceWidth, make_native_server_nodes(setting), make_systemc_fabric);
}

}  // namespace testbench
