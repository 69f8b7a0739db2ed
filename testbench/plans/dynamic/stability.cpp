// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/dynamic/stability.hpp"

#include <algorithm>
#include <array>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <map>
#include <span>
#include <vector>

namespace testbench {
namespace {

constexpr std::size_t kPoints = 32;
constexpr std::size_t kMostBatches = 512;
constexpr std::size_t kLeastLooked = 256;
constexpr double kLeastGrowth = 0.0075;       // a hundredth of what comes in the last three quarters
constexpr std::uint64_t kLeastStable = 1024;  // samples: what grows slowly is not seen in fewer

using Points = std::array<double, kPoints>;

// The last three quarters as 32 means; what does not make a whole one is left out at the begin.
Points points_of(const std::vector<double>& means) {
  const std::size_t size = (means.size() - means.size() / 4) / kPoints;
  const std::span<const double> last = std::span(means).last(size * kPoints);
  Points points{};
  for (std::size_t i = 0; i < last.size(); ++i) points[i / size] += last[i] / static_cast<double>(size);
  return points;
}

struct Line {
  double mean = 0;
  double growth = 0;  // from the first point to the last
  double error = 0;   // standard error of the growth
};

// Residuals of a line are less correlated than the errors: by (2 + 4 r) / n, nearly (Kendall 1954,
// for a mean; a line takes twice as much).
double correlation_of_errors(const Points& residuals, double squares) {
  if (squares <= 0) return 0;
  double products = 0;
  for (std::size_t i = 1; i < kPoints; ++i) products += residuals[i - 1] * residuals[i];
  const double r = products / squares;
  return std::clamp(r + (2 + 4 * r) / kPoints, 0.0, 0.95);
}

Line line_through(const Points& points) {
  constexpr double kCentre = (kPoints - 1) / 2.0;
  Line line;
  for (const double point : points) line.mean += point / kPoints;
  double moments = 0;
  double distances = 0;
  for (std::size_t i = 0; i < kPoints; ++i) {
    const double time = static_cast<double>(i) - kCentre;
    moments += time * (points[i] - line.mean);
    distances += time * time;
  }
  const double slope = moments / distances;
  Points residuals{};
  double squares = 0;
  for (std::size_t i = 0; i < kPoints; ++i) {
    residuals[i] = points[i] - line.mean - slope * (static_cast<double>(i) - kCentre);
    squares += residuals[i] * residuals[i];
  }
  const double r = correlation_of_errors(residuals, squares);
  const double variance = squares / (kPoints - 2) / distances * (1 + r) / (1 - r);
  line.growth = slope * (kPoints - 1);
  line.error = std::sqrt(variance) * (kPoints - 1);
  return line;
}

}  // namespace

std::string_view name_of(Stability stability) {
  switch (stability) {
    case Stability::kStable:
      return "stable";
    case Stability::kUnstable:
      return "unstable";
    case Stability::kUndecided:
      return "undecided";
  }
  return "?";
}

BacklogWatch::BacklogWatch(double least_unstable) : least_unstable_(least_unstable), batches_(kMostBatches, 1) {
}

void BacklogWatch::sample(std::uint64_t waiting) {
  ++samples_;
  batches_.add(static_cast<double>(waiting));
}

Backlog BacklogWatch::look(std::uint64_t came) const {
  if (batches_.batches() < kLeastLooked) return {};
  static const double quantile =
      boost::math::quantile(boost::math::complement(boost::math::students_t(kPoints - 2), 0.005));
  const Points points = points_of(batches_.means());
  const Line line = line_through(points);
  Backlog backlog{Stability::kUndecided, true, line.mean, points.back(), line.growth, quantile * line.error};
  const bool grows = backlog.growth > backlog.half_width && backlog.growth >= backlog.last / 2 &&
                     backlog.growth >= kLeastGrowth * static_cast<double>(came);
  const bool is_small = backlog.last + backlog.half_width < least_unstable_ / 8;
  if (grows && backlog.last >= least_unstable_) {
    backlog.verdict = Stability::kUnstable;
  } else if (samples_ >= kLeastStable && (is_small || backlog.growth + backlog.half_width <= backlog.mean / 2)) {
    backlog.verdict = Stability::kStable;
  }
  return backlog;
}

StabilityLimit find_stability_limit(double low, double high, double tolerance,
                                    const std::function<Stability(double)>& run) {
  std::map<double, Stability> known;
  const auto stability_at = [&](double load) {
    const auto found = known.find(load);
    return found != known.end() ? found->second : known.emplace(load, run(load)).first->second;
  };
  // From a load at which the condition holds to one at which it does not.
  const auto bisect = [&](double holds, double fails, auto condition) {
    while (fails - holds > tolerance) {
      const double middle = holds + (fails - holds) / 2;
      (condition(stability_at(middle)) ? holds : fails) = middle;
    }
  };
  const auto is_stable = [](Stability stability) { return stability == Stability::kStable; };
  const auto is_not_unstable = [](Stability stability) { return stability != Stability::kUnstable; };

  const bool low_is_stable = is_stable(stability_at(low));
  if (low_is_stable && !is_stable(stability_at(high))) bisect(low, high, is_stable);
  if (stability_at(high) == Stability::kUnstable && is_not_unstable(stability_at(low))) {
    // The search begins between loads that are known already.
    double from = low;
    double to = high;
    for (const auto& [load, stability] : known) {
      if (is_not_unstable(stability)) from = std::max(from, load);
    }
    for (const auto& [load, stability] : known) {
      if (stability == Stability::kUnstable && load > from) to = std::min(to, load);
    }
    bisect(from, to, is_not_unstable);
  }

  StabilityLimit limit{.stable = std::nullopt, .unstable = std::nullopt, .runs = static_cast<unsigned>(known.size())};
  for (const auto& [load, stability] : known) {
    if (is_stable(stability)) limit.stable = load;
    if (stability == Stability::kUnstable && !limit.unstable) limit.unstable = load;
  }
  return limit;
}

}  // namespace testbench
