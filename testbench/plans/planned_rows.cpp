#include "testbench/plans/planned_rows.hpp"

namespace testbench {

std::span<const PlannedRow> planned_rows() {
  return {};
}

}  // namespace testbench
