// SPDX-License-Identifier: Apache-2.0
// Whether the backlog of all queues grows without end, from samples at equal distances in time; and
// the largest load at which it does not.
//
//     BacklogWatch watch(4 * nodes);
//     for (;;) {
//       ...                                        // so many cycles
//       watch.sample(requests_waiting);
//       if (watch.samples() == next_look && watch.look().verdict != Stability::kUndecided) break;
//     }
//
// Look when there are half as many samples again as at the last time. A look at each sample would
// see by chance, sooner or later, a growth that is none.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "testbench/plans/dynamic/batch_means.hpp"

namespace testbench {

// A verdict on the last three quarters of the run: a queue that began empty has then filled as far
// as it would, or, growing like time, has three quarters of its growth still before it.
enum class Stability {
  kStable,    // it surely grows by less than half of its mean, if at all
  kUnstable,  // it surely grows, by half at least of the backlog at the end and by a hundredth of the arrivals, and the
              // backlog is large
  kUndecided,  // run on
};

std::string_view name_of(Stability stability);  // "stable", "unstable", "undecided"

struct Backlog {
  Stability verdict = Stability::kUndecided;
  bool is_known = false;  // there are samples enough for what is below
  double mean = 0;        // requests
  double last = 0;        // in the last 32nd of them
  double growth = 0;      // of the line through it, from its begin to its end
  double half_width = 0;  // of the 99 % confidence interval of the growth
};

class BacklogWatch {
 public:
  // Fewer requests than this are never called unstable: more than a queue that is stable, but
  // nearly not, holds; an eighth of it for ever is stable, however little else is known. A queue
  // with loads within 2 % of its limit is now and then taken for the other kind all the same.
  explicit BacklogWatch(double least_unstable);
  void sample(std::uint64_t waiting);
  std::uint64_t samples() const { return samples_; }
  // The least squares line through 32 means of batches, its error widened for neighbours'
  // correlation. Undecided with fewer than 256 samples, never stable with fewer than 1024. `came`:
  // requests since the begin.
  Backlog look(std::uint64_t came = 0) const;

 private:
  double least_unstable_;
  std::uint64_t samples_ = 0;
  GrowingBatches batches_;
};

// The result of a search for the stability limit between two loads.
struct StabilityLimit {
  std::optional<double> stable;    // the largest load that was seen to be stable; nothing: not even the lowest one
  std::optional<double> unstable;  // the smallest load that was seen to be unstable; nothing: not even the highest one
  unsigned runs = 0;
};

// Bisects until the largest stable load and the smallest that is not, and the smallest unstable
// load and the largest that is not, are at most `tolerance` apart. Loads between them may be
// undecided: then the bracket stays wider. Assumes that more load is not more stable. Each load is
// run once.
StabilityLimit find_stability_limit(double low, double high, double tolerance,
                                    const std::function<Stability(double load)>& run);

}  // namespace testbench
