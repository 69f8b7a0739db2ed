#include "testbench/run/task_of.hpp"

#include <stdexcept>

#include "hls/operators/operation.hpp"
#include "testbench/run/network_operation.hpp"

namespace testbench {
namespace {

// The judge's enumerator of that name.
template <class To, std::size_t N>
To named(const To (&candidates)[N], const std::string& name) {
  for (const To candidate : candidates) {
    if (name_of(candidate) == name) return candidate;
  }
  throw std::logic_error("the judge does not know " + name);
}

Reduction reduction_of(std::uint32_t operation) {
  return {named(kFunctions, std::string(operators::name(operators::function_of(operation)))),
          named(kLaneTypes, std::string(operators::name(operators::type_of(operation))))};
}

}  // namespace

Task task_of(const collectives::Operation& operation) {
  const bool is_cube = operation.network.is_cube();
  const PacketCounts* const counts = is_cube ? nullptr : counts_of(operation);
  const bool by_blocks = operation.row->by_blocks;
  Task task{named(kCollectives, name_of(operation.row->collective)),
            is_cube ? operation.d() : 0,
            named(kPortModels, name_of(operation.row->ports)),
            counts != nullptr ? counts->most()
            : by_blocks       ? collectives::block_of(operation) * operation.network.nodes()
                              : operation.packets,
            operation.root.number(),
            is_cube ? nullptr : &edges_of(operation),
            counts,
            by_blocks};
  if (operation.shape().combined) task.reduction = reduction_of(operation.combining);
  return task;
}

}  // namespace testbench
