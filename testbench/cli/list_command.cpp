#include <fmt/format.h>

#include "firmware/collectives/catalog.hpp"
#include "testbench/cli/commands.hpp"

namespace testbench {

int list_command() {
  fmt::print("{:<11} {:<10} {:<6} {:<54} {}\n", "collective", "algorithm", "ports", "source", "optimal");
  for (const collectives::Row& row : collectives::kCatalog) {
    fmt::print("{:<11} {:<10} {:<6} {:<54} {}\n", name_of(row.collective), row.algorithm, name_of(row.ports),
               row.source, row.merit);
  }
  return 0;
}

}  // namespace testbench
