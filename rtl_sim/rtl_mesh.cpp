#include "rtl_sim/rtl_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "hls/operators/operation.hpp"
#include "rtl_sim/rtl_top.hpp"

namespace rtl_sim {
namespace {

const RtlTop* find_top(unsigned dim, unsigned hop_cycles, bool combines, unsigned stages) {
  const std::span<const RtlTop> tops = rtl_tops();
  const auto found = std::find_if(tops.begin(), tops.end(), [=](const RtlTop& top) {
    return top.dimension == dim && top.hop_cycles == hop_cycles && top.combines == combines && top.stages == stages;
  });
  return found != tops.end() ? &*found : nullptr;
}

// The smallest node with so many ports, for a network of so many nodes.
const RtlTop* find_labelled_top(std::uint32_t nodes, unsigned ports) {
  const std::span<const RtlTop> tops = rtl_tops();
  const auto found = std::find_if(tops.begin(), tops.end(), [=](const RtlTop& top) {
    return top.dimension == 0 && top.nodes >= nodes && top.ports >= ports;
  });
  return found != tops.end() ? &*found : nullptr;
}

const RtlTop* find_top(const network::SomeNetwork& network, unsigned hop_cycles, bool combines, unsigned stages) {
  return network.is_cube() ? find_top(network.cube().dimension(), hop_cycles, combines, stages)
                           : find_labelled_top(network.nodes(), network.ports());
}

const RtlTop& top_with_room(const testbench::MeshSetting& setting) {
  const RtlTop* const top = find_top(setting.network, setting.hop_cycles, setting.combining, setting.combine_stages);
  if (top == nullptr && setting.network.is_cube()) {
    const RtlDims dims = rtl_dims(setting.hop_cycles, setting.combining, setting.combine_stages);
    throw std::runtime_error(
        fmt::format("--dim {}: the RTL is made for {}..{}", setting.network.cube().dimension(), dims.first, dims.last));
  }
  if (top == nullptr) {
    const RtlSizes most = rtl_sizes();
    throw std::runtime_error(
        fmt::format("--network: the RTL is made for {} nodes of {} ports at most, this has {} of {}", most.nodes,
                    most.ports, setting.network.nodes(), setting.network.ports()));
  }
  const operators::Type type = operators::type_of(setting.operation);
  if (setting.combining && (top->types >> static_cast<std::uint32_t>(type) & 1u) == 0) {
    throw std::runtime_error(
        fmt::format("--type {}: the RTL for --dim {} does not combine it; use a smaller cube, or "
                    "--engine native",
                    operators::name(type), top->dimension));
  }
  if (setting.packets > top->sequences) {
    throw std::runtime_error(
        fmt::format("--packets {}: the RTL numbers {} packets of a source; use fewer --packets, or "
                    "--engine native",
                    setting.packets, top->sequences));
  }
  const std::string network =
      top->dimension != 0 ? fmt::format("--dim {}", top->dimension) : fmt::format("nodes of {} ports", top->ports);
  if (setting.queue_depth.least > top->queue_depth || setting.program_depth > top->program_depth) {
    throw std::runtime_error(
        fmt::format("RTL nodes: the run needs queues of {} packets and programs of {} entries, the RTL for {} "
                    "has {} and {}; use fewer --packets, or --engine native",
                    setting.queue_depth.least, setting.program_depth, network, top->queue_depth, top->program_depth));
  }
  if (top->dimension == 0 && setting.window_depth > top->window_depth) {
    throw std::runtime_error(
        fmt::format("RTL nodes: the run needs {} windows of the port gate, the RTL for {} has {}; "
                    "use another --algorithm, or --engine native",
                    setting.window_depth, network, top->window_depth));
  }
  return *top;
}

}  // namespace

RtlDims rtl_dims(unsigned hop_cycles, bool combines, unsigned stages) {
  RtlDims dims;
  for (const RtlTop& top : rtl_tops()) {
    const bool is_kind = top.hop_cycles == hop_cycles && top.combines == combines && top.stages == stages;
    if (!is_kind || top.dimension == 0) continue;
    if (dims.first == 0) dims.first = top.dimension;
    dims.last = top.dimension;
  }
  return dims;
}

RtlSizes rtl_sizes() {
  RtlSizes sizes;
  for (const RtlTop& top : rtl_tops()) {
    if (top.dimension == 0) sizes = {std::max(sizes.nodes, top.nodes), std::max(sizes.ports, top.ports)};
  }
  return sizes;
}

std::size_t rtl_queue_depth(const network::SomeNetwork& network, unsigned hop_cycles, bool combines, unsigned stages) {
  const RtlTop* const top = find_top(network, hop_cycles, combines, stages);
  return top != nullptr ? top->queue_depth : 0;
}

void require_room(const testbench::MeshSetting& setting) {
  top_with_room(setting);
}

std::unique_ptr<testbench::Mesh> make_rtl_mesh(const testbench::MeshSetting& setting, testbench::NodeMemory& memory) {
  return top_with_room(setting).make_mesh(setting, memory);
}

std::unique_ptr<testbench::Mesh> make_cosimulation_mesh(const testbench::MeshSetting& setting,
                                                        testbench::NodeMemory& memory) {
  return top_with_room(setting).make_cosimulation(setting, memory);
}

}  // namespace rtl_sim
