#include "testbench/run/task_of.hpp"

#include <stdexcept>
#include <string>

#include "hls/operators/operation.hpp"
#include "testbench/run/network_operation.hpp"

namespace testbench {
namespace {

// The judge's enumerator of the same name.
template <class To, std::size_t N>
To of_name(const To (&candidates)[N], const std::string& name) {
  for (const To candidate : candidates) {
    if (name_of(candidate) == name) return candidate;
  }
  throw std::logic_error("the judge does not know " + name);
}
template <class To, class From, std::size_t N>
To of_same_name(const To (&candidates)[N], From from) {
  return of_name(candidates, name_of(from));
}

Reduction reduction_of(std::uint32_t combining) {
  return {of_name(kFunctions, std::string(operators::name(operators::function_of(combining)))),
          of_name(kLaneTypes, std::string(operators::name(operators::type_of(combining))))};
}

}  // namespace

Task task_of(const collectives::Operation& operation) {
  const bool is_cube = operation.network.is_cube();
  const PacketCounts* const counts = is_cube ? nullptr : counts_of(operation);
  Task task{of_same_name(kCollectives, operation.row->collective),
            is_cube ? operation.d() : 0,
            of_same_name(kPortModels, operation.row->ports),
            counts != nullptr ? counts->most() : operation.packets,
            operation.root.number(),
            is_cube ? nullptr : &edges_of(operation),
            counts};
  if (!operation.shape().combined) return task;
  task.reduction = reduction_of(operation.combining);
  task.blocks = operation.row->by_blocks;
  if (task.blocks) task.packets = collectives::block_of(operation) * operation.network.nodes();
  return task;
}

}  // namespace testbench
