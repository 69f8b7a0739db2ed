// SPDX-License-Identifier: Apache-2.0
#include "testbench/plans/dynamic/delay_statistics.hpp"

namespace testbench {
namespace {

constexpr std::uint64_t kFirstBatch = 5;  // MSER-5
constexpr std::size_t kParts = 32;
constexpr std::size_t kBatchesOfPart = 32;
constexpr std::size_t kLeastBatches = 4 * kBatchesOfPart;

}  // namespace

bool DelaySummary::is_settled(double relative) const {
  return warm_up_is_over && interval && interval->half_width <= relative * interval->mean &&
         interval->correlation <= kMostCorrelation;
}

DelayStatistics::DelayStatistics() : batches_(kParts * kBatchesOfPart, kFirstBatch), parts_(1) {
}

void DelayStatistics::add(std::uint64_t delay) {
  ++count_;
  parts_.back().add(delay);
  const std::size_t before = batches_.batches();
  if (batches_.add(static_cast<double>(delay))) {
    for (std::size_t i = 0; i < kParts / 2; ++i) {
      parts_[2 * i].add(parts_[2 * i + 1]);
      if (i > 0) parts_[i] = std::move(parts_[2 * i]);
    }
    parts_.resize(kParts / 2);
  }
  const std::size_t batches = batches_.batches();
  if (batches != before && batches % kBatchesOfPart == 0) parts_.emplace_back();
}

DelaySummary DelayStatistics::summary() const {
  DelaySummary summary;
  summary.count = count_;
  std::size_t first = 0;  // part that is not left out
  const std::vector<double> means = batches_.means();
  if (means.size() >= kLeastBatches) {
    const std::optional<std::size_t> warm_up = warm_up_batches(means);
    summary.warm_up_is_over = warm_up.has_value();
    first = (warm_up.value_or(means.size() / 2) + kBatchesOfPart - 1) / kBatchesOfPart;
    summary.interval = mean_interval(std::span(means).subspan(first * kBatchesOfPart));
  }
  for (std::size_t part = first; part < parts_.size(); ++part) summary.delays.add(parts_[part]);
  summary.warm_up = count_ - summary.delays.count();
  return summary;
}

}  // namespace testbench
