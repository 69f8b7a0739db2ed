#include "testbench/plans/planned_rows.hpp"

#include "testbench/plans/one_port_exchange.hpp"

namespace testbench {
namespace {

using collectives::Collective;
using collectives::PortUse;
using collectives::Programs;

constexpr const char* kExchangeSource = "Dimakopoulos and Dimopoulos, theorem 1";

// {collective, algorithm, ports, rule, programs, none, none, source, merit}, make
const PlannedRow kRows[] = {
    {{Collective::kAlltoall, "fifo", PortUse::kOne, kLabelledRule<rules::ByDestination>, Programs::kOfNodes, nullptr,
      nullptr, kExchangeSource, "optimal on every Cayley network: what has waited longest goes"},
     plan_exchange_fifo},
    {{Collective::kAlltoall, "furthest", PortUse::kOne, kLabelledRule<rules::ByDestination>, Programs::kOfNodes,
      nullptr, nullptr, kExchangeSource, "optimal on every Cayley network: what has the longest way goes"},
     plan_exchange_furthest},
    {{Collective::kAlltoall, "closest", PortUse::kOne, kLabelledRule<rules::ByDestination>, Programs::kOfNodes, nullptr,
      nullptr, kExchangeSource, "optimal on every Cayley network, and no packet ever waits behind another"},
     plan_exchange_closest},
};

}  // namespace

std::span<const PlannedRow> planned_rows() {
  return kRows;
}

}  // namespace testbench
