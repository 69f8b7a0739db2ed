// How a collective combines packets: the function and the type of lane that the user names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "firmware/collectives/collective.hpp"

namespace testbench {

// What the user asked for, unchecked.
struct ReductionRequest {
  std::optional<std::string> function;  // sum
  std::optional<std::string> type;      // uint64

  bool is_given() const { return function || type; }
  // "--op sum", "--op sum --type float32", for messages.
  std::string text() const;
};

// Whether it has a function and a type: a barrier combines too, but no data.
bool combines_data(collectives::Collective collective);

// The number of the operation (hls/operators/operation.hpp). Throws UsageError for names that there
// are not, and for options that the collective does not take.
std::uint32_t combining_of(const ReductionRequest& request, collectives::Collective collective);

// Throws UsageError where the collective combines packets: only nodes of cubes do. `network`: as
// shown.
void refuse_to_combine_on(const std::string& network, collectives::Collective collective);

// "sum of float32"
std::string reduction_text(std::uint32_t combining);

}  // namespace testbench
