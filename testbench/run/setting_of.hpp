// What a mesh for an operation is built for, but for depths and the user's wishes.
#pragma once

#include "firmware/collectives/operation.hpp"
#include "testbench/mesh/mesh.hpp"
#include "testbench/run/task_of.hpp"

namespace testbench {

inline MeshSetting setting_of(const collectives::Operation& operation) {
  using collectives::Party;
  const collectives::Shape shape = operation.shape();
  MeshSetting setting;
  setting.network = operation.network;
  setting.hop_cycles = operation.router_cycles();
  setting.combine_stages = operation.combine_stages;
  setting.combining = shape.combined;
  setting.operation = operation.combining;
  setting.gated = collectives::needs_gate(operation);
  setting.packets = sequences(task_of(operation));
  setting.copies = shape.senders == Party::kAll && shape.receivers == Party::kAll && !shape.distinct;
  return setting;
}

}  // namespace testbench
