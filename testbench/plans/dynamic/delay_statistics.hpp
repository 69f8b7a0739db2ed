// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "testbench/plans/dynamic/batch_means.hpp"

namespace testbench {

// The number of times that each delay has come, in bounded memory (60 KB at most, and as little as
// the largest delay needs): exact below 256 cycles, above in 128 steps for each doubling, so that a
// percentile is at most 0.4 % from the delay that it stands for. After HdrHistogram (Tene 2012).
class DelayHistogram {
 public:
  static constexpr double kRelativeError = 1.0 / 256;

  void add(std::uint64_t delay) {
    const std::size_t bin = bin_of(delay);
    if (bin >= counts_.size()) counts_.resize(bin + 1);
    ++counts_[bin];
    ++count_;
    sum_ += static_cast<double>(delay);
    maximum_ = std::max(maximum_, delay);
  }

  void add(const DelayHistogram& other) {
    if (other.counts_.size() > counts_.size()) counts_.resize(other.counts_.size());
    for (std::size_t bin = 0; bin < other.counts_.size(); ++bin) counts_[bin] += other.counts_[bin];
    count_ += other.count_;
    sum_ += other.sum_;
    maximum_ = std::max(maximum_, other.maximum_);
  }

  std::uint64_t count() const { return count_; }
  double mean() const { return count_ == 0 ? 0 : sum_ / static_cast<double>(count_); }  // exact
  std::uint64_t maximum() const { return maximum_; }                                    // exact

  // The least delay that a share 0..1 of all does not exceed; 0 where there is none.
  // percentile(0.99) is the 99th percentile.
  double percentile(double share) const {
    const auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_)));
    std::uint64_t seen = 0;
    for (std::size_t bin = 0; bin < counts_.size(); ++bin) {
      seen += counts_[bin];
      if (seen >= wanted && seen > 0) return std::min(middle_of(bin), static_cast<double>(maximum_));
    }
    return static_cast<double>(maximum_);
  }

  std::size_t bins() const { return counts_.size(); }

 private:
  static constexpr unsigned kExactBits = 8;
  static constexpr std::size_t kSteps = 128;  // for each doubling

  static std::size_t bin_of(std::uint64_t delay) {
    if (delay >> kExactBits == 0) return delay;
    const auto shift = static_cast<unsigned>(std::bit_width(delay)) - kExactBits;  // leaves 128..255
    return shift * kSteps + (delay >> shift);
  }
  static double middle_of(std::size_t bin) {
    if (bin < 2 * kSteps) return static_cast<double>(bin);
    const std::size_t shift = bin / kSteps - 1;
    const double width = std::ldexp(1, static_cast<int>(shift));
    return static_cast<double>(bin - shift * kSteps) * width + (width - 1) / 2;
  }

  std::vector<std::uint64_t> counts_;
  std::uint64_t count_ = 0;
  double sum_ = 0;
  std::uint64_t maximum_ = 0;
};

// Delays of a continuous sequence of requests, in bounded memory (2 MB at most): when the warm-up
// is over, the mean with its confidence interval, percentiles.
//
//     DelayStatistics statistics;
//     for (;;) {
//       statistics.add(delay);                                       // cycles
//       if (statistics.count() == next_look && statistics.is_settled(0.02)) break;
//     }
//     const DelaySummary summary = statistics.summary();
//     summary.interval->half_width, summary.delays.percentile(0.99), summary.delays.maximum(), summary.warm_up
//
// A run that looks again and again and stops as soon as the interval is short stops too soon: look
// when there are half as many delays again as at the last time. The interval then holds the true
// mean nearly as often as it should where 5 % or less is asked for (SettleNearTheMean in
// delay_statistics_test.cpp has such runs); in a sixth of the runs that stop at 10 % it does not.
struct DelaySummary {
  std::uint64_t count = 0;               // all delays
  std::uint64_t warm_up = 0;             // the first so many, left out below
  bool warm_up_is_over = false;          // if not, it is unknown where it ends and the second half is summed up
  DelayHistogram delays;                 // count, mean, maximum, percentiles
  std::optional<MeanInterval> interval;  // nothing with fewer than 640 delays

  double mean() const { return delays.mean(); }
  // The warm-up is over, the half width of the interval is at most this part of the mean, and its
  // batches are independent.
  bool is_settled(double relative) const;
};

class DelayStatistics {
 public:
  DelayStatistics();
  void add(std::uint64_t delay);
  std::uint64_t count() const { return count_; }

  DelaySummary summary() const;  // takes 0.1 ms
  double mean() const { return summary().mean(); }
  std::optional<MeanInterval> interval() const { return summary().interval; }
  bool is_settled(double relative) const { return summary().is_settled(relative); }

 private:
  std::uint64_t count_ = 0;
  GrowingBatches batches_;
  std::vector<DelayHistogram> parts_;  // of 32 batches each: the warm-up is a number of them
};

}  // namespace testbench
