#include "rtl_sim/rtl_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "rtl_sim/rtl_top.hpp"

namespace rtl_sim {
namespace {

const RtlTop* find_top(unsigned dim, unsigned hop_cycles) {
  const std::span<const RtlTop> tops = rtl_tops();
  const auto found = std::find_if(tops.begin(), tops.end(), [=](const RtlTop& top) {
    return top.dimension == dim && top.hop_cycles == hop_cycles;
  });
  return found != tops.end() ? &*found : nullptr;
}

const RtlTop& top_with_room(const testbench::MeshSetting& setting) {
  const unsigned dim = setting.network.cube().dimension();
  const RtlTop* const top = find_top(dim, setting.hop_cycles);
  if (top == nullptr) {
    const RtlDims dims = rtl_dims(setting.hop_cycles);
    throw std::runtime_error(fmt::format("--dim {}: the RTL is made for {}..{}", dim, dims.first, dims.last));
  }
  if (setting.packets > top->sequences) {
    throw std::runtime_error(
        fmt::format("--packets {}: the RTL numbers {} packets of a source; use fewer --packets, or "
                    "--engine native",
                    setting.packets, top->sequences));
  }
  if (setting.queue_depth.least > top->queue_depth || setting.program_depth > top->program_depth) {
    throw std::runtime_error(
        fmt::format("RTL nodes: the run needs queues of {} packets and programs of {} entries, the RTL for --dim {} "
                    "has {} and {}; use fewer --packets, or --engine native",
                    setting.queue_depth.least, setting.program_depth, dim, top->queue_depth, top->program_depth));
  }
  return *top;
}

}  // namespace

RtlDims rtl_dims(unsigned hop_cycles) {
  RtlDims dims;
  for (const RtlTop& top : rtl_tops()) {
    if (top.hop_cycles != hop_cycles) continue;
    if (dims.first == 0) dims.first = top.dimension;
    dims.last = top.dimension;
  }
  return dims;
}

std::size_t rtl_queue_depth(unsigned dim, unsigned hop_cycles) {
  const RtlTop* const top = find_top(dim, hop_cycles);
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
