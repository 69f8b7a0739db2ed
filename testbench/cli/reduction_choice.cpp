#include "testbench/cli/reduction_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "hls/operators/operation.hpp"
#include "testbench/cli/nearest.hpp"
#include "testbench/cli/usage_error.hpp"

namespace testbench {
namespace {

// The value of that name, or the default.
template <class Value, std::size_t N>
Value named(const char* option, const std::optional<std::string>& name, const std::string_view (&names)[N],
            std::optional<Value> (*find)(std::string_view), Value left_out) {
  if (!name) return left_out;
  if (const std::optional<Value> found = find(*name)) return *found;
  const std::vector<std::string> known(std::begin(names), std::end(names));
  throw UsageError(
      fmt::format("{} {}: must be one of {}{}", option, *name, fmt::join(known, ", "), did_you_mean(*name, known)));
}

}  // namespace

std::string ReductionRequest::text() const {
  std::string given = function ? "--op " + *function : "";
  if (type) given += (given.empty() ? "--type " : " --type ") + *type;
  return given;
}

bool combines_data(collectives::Collective collective) {
  return shape_of(collective).combined && collective != collectives::Collective::kBarrier;
}

std::uint32_t combining_of(const ReductionRequest& request, collectives::Collective collective) {
  if (request.is_given() && !combines_data(collective)) {
    throw UsageError(fmt::format("{}: {} {}; leave it out", request.text(), name_of(collective),
                                 shape_of(collective).combined ? "has no data" : "does not combine"));
  }
  const operators::Function function =
      named("--op", request.function, operators::kFunctionNames, operators::function_named, operators::Function::kSum);
  const operators::Type type =
      named("--type", request.type, operators::kTypeNames, operators::type_named, operators::Type::kUint64);
  return operators::number(function, type);
}

void refuse_to_combine_on(const std::string& network, collectives::Collective collective) {
  if (!shape_of(collective).combined) return;
  throw UsageError(
      fmt::format("--network {}: {} combines packets, which nodes of cubes alone do; use --dim in its place", network,
                  name_of(collective)));
}

std::string reduction_text(std::uint32_t combining) {
  return fmt::format("{} of {}", operators::name(operators::function_of(combining)),
                     operators::name(operators::type_of(combining)));
}

}  // namespace testbench
