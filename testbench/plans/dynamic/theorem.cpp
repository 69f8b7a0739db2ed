// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/dynamic/theorem.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace testbench {
namespace {

std::uint64_t ceil_divide(std::uint64_t a, std::uint64_t b) {
  return (a + b - 1) / b;
}

std::uint64_t nodes_of(std::uint32_t dim) {
  return std::uint64_t{1} << dim;
}

// The third phase of algorithm I: broadcast in subcubes of dimension d - m, multinode broadcast in
// subcubes of dimension m. A subcube of one node needs none.
double broadcast_in_subcubes(std::uint32_t dim, std::uint64_t active) {
  const std::uint32_t m = active <= 1 ? 0 : static_cast<std::uint32_t>(std::bit_width(active - 1));
  const std::uint64_t multinode = m == 0 ? 0 : ceil_divide((std::uint64_t{1} << m) - 1, m);
  return static_cast<double>(multinode + dim - m);
}

// W falls with a: W = without_a - a * per_a.
struct Wait {
  double without_a;
  double per_a;
  double at(double a) const { return without_a - a * per_a; }
};

struct Analysis {
  double rho;
  Wait wait;
  TheoremBounds a;
};

// The least E(K^2) of K messages in a period with the mean E(K) is that of the two integers next to
// it, the largest that of 0 and N.
TheoremBounds bounds_of_a(double mean_active, double nodes) {
  const double next = std::floor(mean_active) + 1;
  const double high = 0.5 - 0.5 / nodes;
  if (next == 1) return {0, high};  // K is 0 or 1; also where its mean is 0
  const double low = (mean_active + (next - 1) * (2 * mean_active - next)) / (2 * nodes * mean_active) - 0.5 / nodes;
  return {std::min(low, high), high};
}

// The rate is below the largest.
Analysis analyse(const PmnbTime& time, double nodes, double rate) {
  const double v = time.reservation;
  const double x = time.message;
  const double rho = rate * nodes * x;
  const double slack = 1 - rho - rate * v;
  const double without_a = (rho * x + (1 - rho) * v) / (2 * slack) + (1 - rate * v) * v / slack;
  return {rho, {without_a, rho * v / slack}, bounds_of_a(rate * nodes * v / (1 - rho), nodes)};
}

constexpr double kNever = std::numeric_limits<double>::infinity();

}  // namespace

std::uint32_t message_packets(PmnbAlgorithm algorithm, std::uint32_t dim) {
  return algorithm == PmnbAlgorithm::kII ? dim : 1;
}

PmnbPhases pmnb_phases(PmnbAlgorithm algorithm, std::uint32_t dim, std::uint64_t active, double prefix_step) {
  const double prefix = 2 * dim * prefix_step;
  switch (algorithm) {
    case PmnbAlgorithm::kI:
      return {prefix, double(dim), broadcast_in_subcubes(dim, active)};
    case PmnbAlgorithm::kII: {
      const auto nodes = static_cast<double>(nodes_of(dim));
      return {prefix, double(dim), (nodes - 1) / nodes * static_cast<double>(active) + dim};
    }
    case PmnbAlgorithm::kIII:
      return {2 * prefix, double(dim), static_cast<double>(ceil_divide(active, dim)) + dim - 1};
  }
  return {};
}

double pmnb_bound(PmnbAlgorithm algorithm, std::uint32_t dim, std::uint64_t active, double prefix_step) {
  return pmnb_phases(algorithm, dim, active, prefix_step).all();
}

std::uint64_t pmnb_lower_bound(std::uint32_t dim, std::uint64_t active, std::uint32_t packets) {
  return active == 0 ? 0 : std::max<std::uint64_t>(dim, ceil_divide((active - 1) * packets, dim));
}

std::uint64_t multinode_broadcast_bound(std::uint32_t dim) {
  return ceil_divide(nodes_of(dim), dim) + std::uint64_t{2} * dim - 1;
}

PmnbTime pmnb_time(PmnbAlgorithm algorithm, std::uint32_t dim, double prefix_step) {
  const double prefix = 2 * dim * prefix_step;
  const auto nodes = static_cast<double>(nodes_of(dim));
  switch (algorithm) {
    case PmnbAlgorithm::kI: {
      PmnbTime time{pmnb_bound(algorithm, dim, 1, prefix_step), 0};
      // All M of one ceil(log2 M) take as long: the first of them is the one for which X must be
      // largest.
      for (std::uint32_t m = 1; m <= dim; ++m) {
        const std::uint64_t first = (std::uint64_t{1} << (m - 1)) + 1;
        const double beyond = broadcast_in_subcubes(dim, first) - broadcast_in_subcubes(dim, 1);
        time.message = std::max(time.message, beyond / static_cast<double>(first));
      }
      return time;
    }
    case PmnbAlgorithm::kII:
      return {prefix + 2 * dim, (nodes - 1) / nodes};
    case PmnbAlgorithm::kIII:
      return {2 * prefix + 2 * dim, 1.0 / dim};
  }
  return {};
}

NarrowestCut::NarrowestCut(std::uint32_t dim) : packets(static_cast<double>(nodes_of(dim) - 1)), links(dim) {
}

double load_of(const NarrowestCut& cut, double rate, std::uint32_t packets) {
  return rate * cut.packets * packets / cut.links;
}

double rate_at(const NarrowestCut& cut, double load, std::uint32_t packets) {
  return load * cut.links / (cut.packets * packets);
}

double largest_rate(const PmnbTime& time, std::uint64_t nodes) {
  return 1 / (static_cast<double>(nodes) * time.message + time.reservation);
}

double stability_limit(const PmnbTime& time, std::uint64_t nodes) {
  return largest_rate(time, nodes) * static_cast<double>(nodes) * time.message;
}

TheoremBounds mean_wait(const PmnbTime& time, std::uint64_t nodes, double rate) {
  if (rate >= largest_rate(time, nodes)) return {kNever, kNever};
  const Analysis analysis = analyse(time, static_cast<double>(nodes), rate);
  return {analysis.wait.at(analysis.a.high), analysis.wait.at(analysis.a.low)};
}

// T changes with a by a constant slope, so that its extremes are those of a. In formula 12 only rho
// W can be less than these: a N X is (N - 1) X / 2 at most.
TheoremBounds mean_delay(const PmnbTime& time, std::uint64_t nodes, double rate) {
  if (rate >= largest_rate(time, nodes)) return {kNever, kNever};
  const auto n = static_cast<double>(nodes);
  const Analysis analysis = analyse(time, n, rate);
  const auto delay = [&](double a) { return analysis.wait.at(a) + time.message + a * n * time.message; };
  const auto [low, high] = std::minmax({delay(analysis.a.low), delay(analysis.a.high)});
  const double longest_wait = analysis.wait.at(analysis.a.low);
  return {low, std::min(high, longest_wait + time.message + analysis.rho * longest_wait)};
}

double light_load_delay(const PmnbTime& time) {
  return 1.5 * time.reservation + time.message;
}

}  // namespace testbench
