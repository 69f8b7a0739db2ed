// The method of batch means: a confidence interval for the mean of values that depend on one
// another, such as the delays of successive requests, and the end of the warm-up before them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace testbench {

struct MeanInterval {
  double mean = 0;
  double half_width = 0;   // of the 95 % confidence interval
  double correlation = 0;  // of a batch's mean with the next one's: near 0 where batches are long enough
};

// Batches that an interval is made of: more would be shorter and depend more on one another, fewer
// would make Student's t and so the interval vary (Schmeiser 1982: 10 to 30).
inline constexpr std::size_t kIntervalBatches = 32;

// Correlation above which batches are too short: independent ones exceed it once in twenty times
// (1.645 / sqrt(32)).
inline constexpr double kMostCorrelation = 0.29;

// The 95 % interval of Student's t with 31 degrees of freedom. The means, of equal batches, are
// taken together to 32 larger ones; the first that do not make a whole one are left out. Where
// neighbours' correlation r is above 0 the interval is wider by sqrt((1 + r)/(1 - r)) (Tafazzoli
// and Wilson 2011, Skart). Nothing where there are fewer than 32.
std::optional<MeanInterval> mean_interval(std::span<const double> means);

// How many of the first batch means are warm-up: MSER-5, which leaves out as many as make the
// estimated standard error of the mean of the rest least (White 1997; White, Cobb and Spratt 2000,
// with batches of 5 values; here they grow). Nothing where that is more than half of them: the run
// is too short (White and Robinson 2010).
std::optional<std::size_t> warm_up_batches(std::span<const double> means);

}  // namespace testbench
