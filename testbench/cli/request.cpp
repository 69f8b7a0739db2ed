#include "testbench/cli/request.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <limits>

#include "testbench/cli/usage_error.hpp"
#include "testbench/run/memory_estimate.hpp"
#include "testbench/run/queue_depth.hpp"

namespace testbench {
namespace {

using collectives::Collective;
using collectives::kCatalog;
using collectives::Operation;
using collectives::PortUse;
using collectives::Row;

// Above it a run takes so long that it seems to hang.
constexpr double kMaxStall = 0.99;

PortUse ports_named(const std::string& name) {
  for (const PortUse ports : collectives::kPortUses) {
    if (name == name_of(ports)) return ports;
  }
  throw UsageError(fmt::format("--ports {}: must be all, one or half", name));
}

// Names of what rows have in common, each once, in the catalog's order.
template <class Keep, class Name>
std::string names(Keep keep, Name name) {
  std::vector<std::string> found;
  for (const Row& row : kCatalog) {
    if (keep(row) && std::find(found.begin(), found.end(), name(row)) == found.end()) found.emplace_back(name(row));
  }
  return fmt::format("{}", fmt::join(found, ", "));
}

std::string algorithm_name(const Row& row) {
  return row.algorithm;
}
std::string ports_name(const Row& row) {
  return name_of(row.ports);
}

// The row of least cycles by its closed form; the first in the catalog among equals.
const Row& best_known(Collective collective, PortUse ports, const Operation& operation) {
  const Row* best = nullptr;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (const Row& row : kCatalog) {
    if (row.collective != collective || row.ports != ports) continue;
    const bool has_closed_form = row.cycles != nullptr;
    const std::uint64_t cycles = has_closed_form ? row.cycles(operation.d(), operation.packets).value : least;
    if (best != nullptr && (!has_closed_form || cycles >= least)) continue;
    best = &row;
    least = cycles;
  }
  if (best == nullptr) {
    throw UsageError(fmt::format("--ports {}: {} is not offered for it; use --ports {}", name_of(ports),
                                 name_of(collective),
                                 names([&](const Row& row) { return row.collective == collective; }, ports_name)));
  }
  return *best;
}

// The row of that algorithm, which must be on offer for the collective and the ports.
const Row& row_named(Collective collective, PortUse ports, const std::string& algorithm) {
  const auto of_collective = [&](const Row& row) { return row.collective == collective; };
  const auto of_name = [&](const Row& row) { return of_collective(row) && row.algorithm == algorithm; };
  const std::string offered_ports = names(of_name, ports_name);
  if (offered_ports.empty()) {
    throw UsageError(fmt::format("--algorithm {}: {} knows {}", algorithm, name_of(collective),
                                 names(of_collective, algorithm_name)));
  }
  const Row* const row = collectives::find_row(collective, algorithm.c_str(), ports);
  if (row != nullptr) return *row;
  throw UsageError(fmt::format("--ports {}: {} {} is offered for --ports {}", name_of(ports), name_of(collective),
                               algorithm, offered_ports));
}

std::uint64_t free_memory_bytes() {
  std::ifstream meminfo("/proc/meminfo");
  for (std::string key; meminfo >> key;) {
    std::uint64_t kibibytes = 0;
    if (key == "MemAvailable:" && meminfo >> kibibytes) return kibibytes * 1024;
    meminfo.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return std::numeric_limits<std::uint64_t>::max();  // not told: the allocation will say
}

}  // namespace

std::string known_collectives() {
  return names([](const Row&) { return true; }, [](const Row& row) { return name_of(row.collective); });
}

collectives::Collective collective_named(const std::string& name) {
  for (const collectives::Collective collective : collectives::kCollectives) {
    if (name == name_of(collective)) return collective;
  }
  throw UsageError(fmt::format("collective {}: must be one of {}", name, known_collectives()));
}

Operation resolve(const Request& request) {
  const collectives::Collective collective = collective_named(request.collective);
  const PortUse ports = ports_named(request.ports);
  choose_engine(request.engine, request.dim);
  if (!(request.stall >= 0 && request.stall <= kMaxStall)) {
    throw UsageError(fmt::format("--stall {}: must be 0..{}, the probability of a stall", request.stall, kMaxStall));
  }
  Operation operation;
  operation.network = network::Cube(static_cast<unsigned>(request.dim));
  const std::uint32_t nodes = operation.network.nodes();

  // Counters of a node are 32 bits wide: packets received, and cycles of a window of the port gate.
  const std::int64_t most_packets = std::numeric_limits<std::uint32_t>::max() / nodes;
  if (request.packets < 1 || request.packets > most_packets) {
    throw UsageError(
        fmt::format("--packets {}: must be 1..{} at --dim {}", request.packets, most_packets, request.dim));
  }
  operation.packets = static_cast<std::uint32_t>(request.packets);
  if (request.root < 0 || request.root >= std::int64_t{nodes}) {
    throw UsageError(fmt::format("--root {}: must be 0..{} at --dim {}", request.root, nodes - 1, request.dim));
  }
  operation.root = Address(static_cast<std::uint32_t>(request.root));
  const std::int64_t depth = request.queue_depth;
  if (depth != 0 &&
      (depth < std::int64_t{kMinQueueDepth} || depth > std::int64_t{kMaxQueueDepth} || (depth & (depth - 1)) != 0)) {
    throw UsageError(
        fmt::format("--queue-depth {}: must be a power of two, {}..{}", depth, kMinQueueDepth, kMaxQueueDepth));
  }
  operation.row = &(request.algorithm.empty() ? best_known(collective, ports, operation)
                                              : row_named(collective, ports, request.algorithm));
  return operation;
}

void require_memory(const Operation& operation, std::size_t queue_depth) {
  const std::uint64_t needed = memory_bytes(operation, queue_depth);
  const std::uint64_t free = free_memory_bytes();
  if (needed <= free) return;
  throw UsageError(
      fmt::format("--dim {} --packets {}: needs up to {} MiB, {} MiB are free; use a smaller cube or fewer packets",
                  operation.d(), operation.packets, needed >> 20, free >> 20));
}

std::uint64_t seed_of(std::int64_t seed) {
  if (seed < 0)
    throw UsageError(fmt::format("--seed {}: must be 0..{}", seed, std::numeric_limits<std::int64_t>::max()));
  return static_cast<std::uint64_t>(seed);
}

}  // namespace testbench
