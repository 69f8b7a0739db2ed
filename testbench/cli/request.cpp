#include "testbench/cli/request.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <limits>

#include "testbench/bounds/formulas.hpp"
#include "testbench/cli/usage_error.hpp"
#include "testbench/run/queue_depth.hpp"
#include "testbench/run/runner.hpp"

namespace testbench {
namespace {

using collectives::kCatalog;
using collectives::Offer;
using collectives::Operation;

constexpr collectives::Collective kCollectives[] = {
    collectives::Collective::kBroadcast, collectives::Collective::kScatter, collectives::Collective::kGather,
    collectives::Collective::kAllgather, collectives::Collective::kAlltoall};
// Above it a run takes so long that it seems to hang.
constexpr double kMaxStall = 0.99;
constexpr collectives::PortUse kPortUses[] = {collectives::PortUse::kAll, collectives::PortUse::kOne,
                                              collectives::PortUse::kHalf};

collectives::PortUse ports_named(const std::string& name) {
  for (const collectives::PortUse ports : kPortUses) {
    if (name == name_of(ports)) return ports;
  }
  throw UsageError(fmt::format("--ports {}: must be all, one or half", name));
}

// Names of what the offers have in common, each once, in the catalog's order.
template <class Keep, class Name>
std::string names(Keep keep, Name name) {
  std::vector<std::string> found;
  for (const Offer& offer : kCatalog) {
    if (keep(offer) && std::find(found.begin(), found.end(), name(offer)) == found.end())
      found.emplace_back(name(offer));
  }
  return fmt::format("{}", fmt::join(found, ", "));
}

std::string algorithm_name(const Offer& offer) {
  return name_of(offer.algorithm);
}
std::string ports_name(const Offer& offer) {
  return name_of(offer.ports);
}

// The algorithm of least cycles by its closed form; the first in the catalog among equals.
collectives::Algorithm best_known(const Operation& operation) {
  const Offer* best = nullptr;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (const Offer& offer : kCatalog) {
    if (offer.collective != operation.collective || offer.ports != operation.ports) continue;
    const auto formula = expected_cycles(task_of(operation), name_of(offer.algorithm));
    if (best == nullptr || (formula && formula->value < least)) {
      best = &offer;
      least = formula ? formula->value : least;
    }
  }
  if (best == nullptr) {
    throw UsageError(fmt::format(
        "--ports {}: {} is not offered for it; use --ports {}", name_of(operation.ports), name_of(operation.collective),
        names([&](const Offer& offer) { return offer.collective == operation.collective; }, ports_name)));
  }
  return best->algorithm;
}

// The algorithm of that name, which must be on offer for the collective and the ports.
collectives::Algorithm algorithm_named(const Operation& operation, const std::string& name) {
  const auto of_collective = [&](const Offer& offer) { return offer.collective == operation.collective; };
  const auto of_name = [&](const Offer& offer) { return of_collective(offer) && algorithm_name(offer) == name; };
  const std::string offered_ports = names(of_name, ports_name);
  if (offered_ports.empty()) {
    throw UsageError(fmt::format("--algorithm {}: {} knows {}", name, name_of(operation.collective),
                                 names(of_collective, algorithm_name)));
  }
  for (const Offer& offer : kCatalog) {
    if (of_name(offer) && offer.ports == operation.ports) return offer.algorithm;
  }
  throw UsageError(fmt::format("--ports {}: {} {} is offered for --ports {}", name_of(operation.ports),
                               name_of(operation.collective), name, offered_ports));
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
  return names([](const Offer&) { return true; }, [](const Offer& offer) { return name_of(offer.collective); });
}

collectives::Collective collective_named(const std::string& name) {
  for (const collectives::Collective collective : kCollectives) {
    if (name == name_of(collective)) return collective;
  }
  throw UsageError(fmt::format("collective {}: must be one of {}", name, known_collectives()));
}

Operation resolve(const Request& request) {
  Operation operation;
  operation.collective = collective_named(request.collective);
  operation.ports = ports_named(request.ports);
  choose_engine(request.engine, request.dim);
  if (!(request.stall >= 0 && request.stall <= kMaxStall)) {
    throw UsageError(fmt::format("--stall {}: must be 0..{}, the probability of a stall", request.stall, kMaxStall));
  }
  operation.d = static_cast<unsigned>(request.dim);

  // Counters of a node are 32 bits wide: packets received, and cycles of a window of the port gate.
  const std::int64_t most_packets = std::numeric_limits<std::uint32_t>::max() >> operation.d;
  if (request.packets < 1 || request.packets > most_packets) {
    throw UsageError(
        fmt::format("--packets {}: must be 1..{} at --dim {}", request.packets, most_packets, operation.d));
  }
  operation.packets = static_cast<std::uint32_t>(request.packets);
  if (request.root < 0 || request.root >= std::int64_t{1} << operation.d) {
    throw UsageError(
        fmt::format("--root {}: must be 0..{} at --dim {}", request.root, cube::mask(operation.d), operation.d));
  }
  operation.root = static_cast<cube::Address>(request.root);
  const std::int64_t depth = request.queue_depth;
  if (depth != 0 &&
      (depth < std::int64_t{kMinQueueDepth} || depth > std::int64_t{kMaxQueueDepth} || (depth & (depth - 1)) != 0)) {
    throw UsageError(
        fmt::format("--queue-depth {}: must be a power of two, {}..{}", depth, kMinQueueDepth, kMaxQueueDepth));
  }
  operation.algorithm =
      request.algorithm.empty() ? best_known(operation) : algorithm_named(operation, request.algorithm);
  return operation;
}

void require_memory(const Operation& operation, std::size_t queue_depth) {
  const std::uint64_t needed = memory_bytes(operation, queue_depth);
  const std::uint64_t free = free_memory_bytes();
  if (needed <= free) return;
  throw UsageError(
      fmt::format("--dim {} --packets {}: needs up to {} MiB, {} MiB are free; use a smaller cube or fewer packets",
                  operation.d, operation.packets, needed >> 20, free >> 20));
}

std::uint64_t seed_of(std::int64_t seed) {
  if (seed < 0)
    throw UsageError(fmt::format("--seed {}: must be 0..{}", seed, std::numeric_limits<std::int64_t>::max()));
  return static_cast<std::uint64_t>(seed);
}

const Offer& offer_of(const Operation& operation) {
  return *std::find_if(std::begin(kCatalog), std::end(kCatalog), [&](const Offer& offer) {
    return offer.collective == operation.collective && offer.algorithm == operation.algorithm &&
           offer.ports == operation.ports;
  });
}

}  // namespace testbench
