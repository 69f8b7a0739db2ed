// Delays of requests, one after another and for ever, in bounded memory (2 MB at most): when the
// warm-up is over, the mean with its confidence interval, percentiles.
//
//     DelayStatistics statistics;
//     for (;;) {
//       statistics.add(delay);                                       // cycles
//       if (statistics.count() == next_look && statistics.is_settled(0.02)) break;
//     }
//     const DelaySummary summary = statistics.summary();
//     summary.interval->half_width, summary.delays.percentile(0.99), summary.delays.maximum(), summary.warm_up
//
// Whoever looks again and again and stops as soon as the interval is short stops too soon: look
// when there are half as many delays again as at the last time. The interval then holds the true
// mean nearly as often as it should where 5 % or less is asked for (SettleNearTheMean in
// delay_statistics_test.cpp has such runs); of runs that stop at 10 % in a sixth it does not.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "testbench/dynamic/batch_means.hpp"
#include "testbench/dynamic/delay_histogram.hpp"
#include "testbench/dynamic/growing_batches.hpp"

namespace testbench {

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
