// Values that come for ever, as sums of batches of equal size in bounded memory: when there are as
// many batches as there may be, each two neighbours become one, and batches are twice as large from
// then on.
//
//     GrowingBatches batches(1024, 5);
//     for (;;) batches.add(value);
//     batches.mean(0);    // of the first batches.size() values of all
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace testbench {

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

}  // namespace testbench
