#include "testbench/cli/request.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <limits>

#include "testbench/cli/nearest.hpp"
#include "testbench/cli/usage_error.hpp"
#include "testbench/run/engines.hpp"
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

// Names of what rows have in common, each once, in the catalog's order.
template <class Keep, class Name>
std::vector<std::string> name_list(Keep keep, Name name) {
  std::vector<std::string> found;
  for (const Row& row : kCatalog) {
    if (keep(row) && std::find(found.begin(), found.end(), name(row)) == found.end()) found.emplace_back(name(row));
  }
  return found;
}
template <class Keep, class Name>
std::string names(Keep keep, Name name) {
  return fmt::format("{}", fmt::join(name_list(keep, name), ", "));
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
    const std::uint64_t cycles =
        has_closed_form ? row.cycles(operation.d(), operation.packets, operation.hop_cycles).value : least;
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
    throw UsageError(fmt::format("--algorithm {}: {} knows {}{}", algorithm, name_of(collective),
                                 names(of_collective, algorithm_name),
                                 did_you_mean(algorithm, name_list(of_collective, algorithm_name))));
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

void require_free(std::uint64_t needed, const char* how_sure, const Operation& operation, const std::string& amount) {
  const std::uint64_t free = free_memory_bytes();
  if (needed <= free) return;
  throw UsageError(
      fmt::format("--dim {} {}: needs {} {} MiB of memory, {} MiB are free; use a smaller cube or fewer packets",
                  operation.d(), amount, how_sure, needed >> 20, free >> 20));
}

}  // namespace

std::vector<std::string> collective_names() {
  return name_list([](const Row&) { return true; }, [](const Row& row) { return name_of(row.collective); });
}

collectives::Collective collective_named(const std::string& name) {
  for (const collectives::Collective collective : collectives::kCollectives) {
    if (name == name_of(collective)) return collective;
  }
  throw UsageError(fmt::format("collective {}: must be one of {}{}", name.empty() ? "''" : name,
                               fmt::join(collective_names(), ", "), did_you_mean(name, collective_names())));
}

collectives::PortUse ports_named(const std::string& name) {
  for (const PortUse ports : collectives::kPortUses) {
    if (name == name_of(ports)) return ports;
  }
  throw UsageError(fmt::format("--ports {}: must be all, one or half", name));
}

std::int64_t most_packets(std::uint32_t nodes) {
  return std::numeric_limits<std::uint32_t>::max() / nodes;
}

Operation resolve(const Request& request) {
  if (!request.collective) {
    throw UsageError(fmt::format("collective: none is given; must be one of {}", fmt::join(collective_names(), ", ")));
  }
  const collectives::Collective collective = collective_named(*request.collective);
  const PortUse ports = request.ports ? ports_named(*request.ports) : PortUse::kAll;
  if (!request.dim) throw UsageError(fmt::format("--dim: is not given; must be {}", known_dims()));
  choose_engine(request.engine, *request.dim);
  stall_of(request);
  seed_of(request);
  Operation operation;
  const std::int64_t dim = request.dim->within("--dim", 1, cube::kMaxDimension);
  operation.network = network::Cube(static_cast<unsigned>(dim));
  operation.hop_cycles = request.engine.hop_cycles();
  const std::uint32_t nodes = operation.network.nodes();
  const std::string at = fmt::format(" at --dim {}", dim);
  operation.packets = static_cast<std::uint32_t>(request.packets.within("--packets", 1, most_packets(nodes), at));
  if (request.root) {
    operation.root = Address(static_cast<std::uint32_t>(request.root->within("--root", 0, nodes - 1, at)));
    if (!has_root(collective)) {
      throw UsageError(
          fmt::format("--root {}: {} has no root; leave it out", request.root->text(), name_of(collective)));
    }
  }
  queue_depth_of(request);
  operation.row = &(request.algorithm ? row_named(collective, ports, *request.algorithm)
                                      : best_known(collective, ports, operation));
  return operation;
}

std::size_t queue_depth_of(const Request& request) {
  std::int64_t depth = -1;
  try {
    depth = request.queue_depth.within("--queue-depth", 0, kMaxQueueDepth);
  } catch (const UsageError&) {
    depth = -1;  // below there is more to say
  }
  if (depth != 0 && (depth < std::int64_t{kMinQueueDepth} || (depth & (depth - 1)) != 0)) {
    throw UsageError(fmt::format("--queue-depth {}: must be a power of two, {}..{}, or 0", request.queue_depth.text(),
                                 kMinQueueDepth, kMaxQueueDepth));
  }
  return static_cast<std::size_t>(depth);
}

double stall_of(const Request& request) {
  return decimal_within("--stall", request.stall, 0, kMaxStall, ", the probability of a stall");
}

std::uint64_t seed_of(const Request& request) {
  if (!request.seed) return 1;
  return static_cast<std::uint64_t>(request.seed->within("--seed", 0, std::numeric_limits<std::int64_t>::max()));
}

void require_least_memory(const Operation& operation, const Keeping& keeping, const std::string& amount) {
  require_free(least_memory_bytes(operation, keeping), "at least", operation, amount);
}

void require_memory(const Operation& operation, std::size_t queue_depth, const Keeping& keeping,
                    const std::string& amount) {
  require_least_memory(operation, keeping, amount);
  require_free(memory_bytes(operation, queue_depth, keeping), "up to", operation, amount);
}

}  // namespace testbench
