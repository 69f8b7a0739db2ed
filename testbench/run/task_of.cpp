#include "testbench/run/task_of.hpp"

#include <stdexcept>

#include "testbench/run/network_operation.hpp"

namespace testbench {
namespace {

// The judge's enumerator of the same name.
template <class To, class From, std::size_t N>
To of_same_name(const To (&candidates)[N], From from) {
  const std::string name = name_of(from);
  for (const To candidate : candidates) {
    if (name_of(candidate) == name) return candidate;
  }
  throw std::logic_error("the judge does not know " + name);
}

}  // namespace

Task task_of(const collectives::Operation& operation) {
  const bool is_cube = operation.network.is_cube();
  const PacketCounts* const counts = is_cube ? nullptr : counts_of(operation);
  return {of_same_name(kCollectives, operation.row->collective),
          is_cube ? operation.d() : 0,
          of_same_name(kPortModels, operation.row->ports),
          counts != nullptr ? counts->most() : operation.packets,
          operation.root.number(),
          is_cube ? nullptr : &edges_of(operation),
          counts};
}

}  // namespace testbench
