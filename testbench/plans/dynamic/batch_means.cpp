// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/dynamic/batch_means.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <vector>

namespace testbench {
namespace {

double mean_of(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

}  // namespace

std::optional<MeanInterval> mean_interval(std::span<const double> means) {
  const std::size_t size = means.size() / kIntervalBatches;
  if (size == 0) return std::nullopt;
  means = means.last(size * kIntervalBatches);
  MeanInterval interval{mean_of(means), 0, 0};
  double squares = 0;
  double products = 0;
  double before = 0;
  for (std::size_t batch = 0; batch < kIntervalBatches; ++batch) {
    const double deviation = mean_of(means.subspan(batch * size, size)) - interval.mean;
    squares += deviation * deviation;
    products += deviation * before;
    before = deviation;
  }
  constexpr double kDegrees = kIntervalBatches - 1;
  static const double quantile =
      boost::math::quantile(boost::math::complement(boost::math::students_t(kDegrees), 0.025));
  if (squares > 0) interval.correlation = products / squares;
  const double r = std::max(0.0, interval.correlation);
  interval.half_width = quantile * std::sqrt(squares / kDegrees / kIntervalBatches * (1 + r) / (1 - r));
  return interval;
}

std::optional<std::size_t> warm_up_batches(std::span<const double> means) {
  if (means.empty()) return std::nullopt;
  // From the end, so that the sums are those of what is left; about the mean, so that no digits are
  // lost.
  const double centre = mean_of(means);
  double sum = 0;
  double squares = 0;
  double least = std::numeric_limits<double>::infinity();
  std::size_t best = 0;
  // The few last ones may be near one another by chance: a quarter is always kept.
  const std::size_t last = means.size() - means.size() / 4;
  for (std::size_t left_out = means.size(); left_out-- > 0;) {
    const double value = means[left_out] - centre;
    sum += value;
    squares += value * value;
    const auto kept = static_cast<double>(means.size() - left_out);
    const double error = std::max(0.0, squares - sum * sum / kept) / (kept * kept);
    if (left_out > last || error > least) continue;
    least = error;
    best = left_out;
  }
  if (best > means.size() / 2) return std::nullopt;
  return best;
}

}  // namespace testbench
