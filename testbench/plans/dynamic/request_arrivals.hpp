// SPDX-License-Identifier: Apache-2.0
// Continuous random arrivals of broadcast requests, cycle by cycle: how many, and at which nodes.
// The same setting, nodes and seed give the same requests on every machine. A cycle costs as much
// as requests arrive in it (of bursts: as nodes are on).
//
//     RequestArrivals arrivals({.kind = ArrivalKind::kBursty, .rate = 0.01, .burst_cycles = 50}, 1024);
//     std::vector<std::uint32_t> nodes;
//     for (;;) {
//       nodes.clear();
//       arrivals.next(nodes);        // the node of every request of this cycle, in no order
//       ...
//     }
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace testbench {

enum class ArrivalKind {
  kPoisson,    // any number at a node in a cycle, all nodes alike: the theorem's arrivals
  kBernoulli,  // one at most at a node in a cycle, each with the same probability, as at a node with one input
  kBursty,     // each node by itself is on or off, for times with geometric distributions; Bernoulli while it is on
  kHotSpot     // Poisson; a share of all requests goes to a few nodes
};
inline constexpr ArrivalKind kArrivalKinds[] = {ArrivalKind::kPoisson, ArrivalKind::kBernoulli, ArrivalKind::kBursty,
                                                ArrivalKind::kHotSpot};

std::string_view name_of(ArrivalKind kind);  // "poisson", "bernoulli", "bursty", "hot-spot"
std::optional<ArrivalKind> arrival_kind_named(std::string_view name);

struct ArrivalSetting {
  ArrivalKind kind = ArrivalKind::kPoisson;
  double rate = 0;  // requests per node and cycle, the mean over nodes and time, 0..1

  // Bursty: cycles that a node is on, on average, and its requests per cycle then. It is on for the
  // share rate / burst_rate of the time. Requests of a node k cycles apart have the covariance rate
  // (burst_rate - rate) (1 - 1/on - 1/off)^k.
  double burst_cycles = 16;
  double burst_rate = 1;

  // Hot-spot: this share of all requests arrives at the nodes 0 .. hot_nodes - 1, alike, the rest
  // at the others.
  double hot_share = 0.5;
  std::uint32_t hot_nodes = 1;
};

// The fault of a setting in the words of the command line ("--load ..." is the caller's): value,
// limit and way out; or nothing.
std::optional<std::string> find_fault(const ArrivalSetting& setting, std::uint32_t nodes);

class RequestArrivals {
 public:
  static constexpr std::uint64_t kDefaultSeed = 1;

  // Throws std::invalid_argument with find_fault().
  RequestArrivals(const ArrivalSetting& setting, std::uint32_t nodes, std::uint64_t seed = kDefaultSeed);
  ~RequestArrivals();
  RequestArrivals(RequestArrivals&&) noexcept;
  RequestArrivals& operator=(RequestArrivals&&) noexcept;

  // Appends the node of every request of the next cycle; a node stands as often as it has requests.
  void next(std::vector<std::uint32_t>& nodes);

  class Process;  // one for each kind

 private:
  std::unique_ptr<Process> process_;
};

}  // namespace testbench
