// SPDX-License-Identifier: Apache-2.0
// The method of batch means: a confidence interval for the mean of values that depend on one
// another, such as the delays of successive requests, and the end of the warm-up before them.
// GrowingBatches keeps the means of any number of values in bounded memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace testbench {

// Any number of values, as sums of batches of equal size in bounded memory. When there are as many
// batches as there may be, each two neighbours become one, and batches are twice as large from then
// on.
//
//     GrowingBatches batches(1024, 5);
//     for (;;) batches.add(value);
//     batches.mean(0);    // of the first batches.size() values of all
class GrowingBatches {
 public:
  // `most` is even.
  GrowingBatches(std::size_t most, std::uint64_t first_size) : most_(most), size_(first_size) { sums_.reserve(most); }

  // True where pairs of batches have become one.
  bool add(double value) {
    open_sum_ += value;
    if (++open_values_ < size_) return false;
    sums_.push_back(open_sum_);
    open_sum_ = 0;
    open_values_ = 0;
    if (sums_.size() < most_) return false;
    for (std::size_t i = 0; i < most_ / 2; ++i) sums_[i] = sums_[2 * i] + sums_[2 * i + 1];
    sums_.resize(most_ / 2);
    size_ *= 2;
    return true;
  }

  std::uint64_t size() const { return size_; }          // values in a batch
  std::size_t batches() const { return sums_.size(); }  // complete ones
  double mean(std::size_t batch) const { return sums_[batch] / static_cast<double>(size_); }
  std::vector<double> means() const {
    std::vector<double> all(sums_);
    for (double& sum : all) sum /= static_cast<double>(size_);
    return all;
  }

 private:
  std::size_t most_;
  std::uint64_t size_;
  std::vector<double> sums_;
  double open_sum_ = 0;
  std::uint64_t open_values_ = 0;
};

struct MeanInterval {
  double mean = 0;
  double half_width = 0;   // of the 95 % confidence interval
  double correlation = 0;  // of a batch's mean with the next one's: near 0 where batches are long enough
};

// The number of batches in an interval: more would be shorter and depend more on one another, fewer
// would make Student's t and so the interval vary (Schmeiser 1982: 10 to 30).
inline constexpr std::size_t kIntervalBatches = 32;

// Correlation above which batches are too short: independent ones exceed it once in twenty times
// (1.645 / sqrt(32)).
inline constexpr double kMostCorrelation = 0.29;

// The 95 % interval of Student's t with 31 degrees of freedom. The means of equal batches are
// joined to 32 larger ones; the first ones that do not fill a batch are left out. Where neighbours'
// correlation r is above 0 the interval is wider by sqrt((1 + r)/(1 - r)) (Tafazzoli and Wilson
// 2011, Skart). Nothing where there are fewer than 32.
std::optional<MeanInterval> mean_interval(std::span<const double> means);

// The number of first batch means that are warm-up: MSER-5, which leaves out as many as make the
// estimated standard error of the mean of the rest least (White 1997; White, Cobb and Spratt 2000,
// with batches of 5 values; here they grow). Nothing where that is more than half of them: the run
// is too short (White and Robinson 2010).
std::optional<std::size_t> warm_up_batches(std::span<const double> means);

}  // namespace testbench
