#include <fmt/format.h>

#include "testbench/cli/commands.hpp"

namespace testbench {

int list_command() {
  fmt::print("{:<11} {:<10} {:<6} {:<54} {}\n", "collective", "algorithm", "ports", "source", "optimal");
  for (const collectives::Offer& offer : collectives::kCatalog) {
    fmt::print("{:<11} {:<10} {:<6} {:<54} {}\n", name_of(offer.collective), name_of(offer.algorithm),
               name_of(offer.ports), offer.source, offer.merit);
  }
  return 0;
}

}  // namespace testbench
