#include "testbench/cli/number.hpp"

#include <fmt/format.h>

#include <charconv>

#include "testbench/cli/usage_error.hpp"

namespace testbench {
namespace {

template <class Value>
std::optional<Value> parse(std::string_view text) {
  Value value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string first_of(const std::string& range) {
  return range.substr(0, range.find(".."));
}

std::optional<Number> last_of(const std::string& range) {
  const std::size_t dots = range.find("..");
  if (dots == std::string::npos) return std::nullopt;
  return Number(range.substr(dots + 2));
}

}  // namespace

Number::Number(const std::string& text) : text_(text), value_(parse<std::int64_t>(text)) {
}

std::int64_t Number::within(std::string_view option, std::int64_t least, std::int64_t most,
                            std::string_view where) const {
  if (!value_ || *value_ < least || *value_ > most) {
    throw UsageError(fmt::format("{} {}: must be {}..{}{}", option, text_, least, most, where));
  }
  return *value_;
}

NumberRange::NumberRange(const std::string& text) : text_(text), first_(first_of(text)), last_(last_of(text)) {
}

void NumberRange::require_within(std::string_view option, std::int64_t least, std::int64_t most,
                                 std::string_view where) {
  try {
    first_value_ = first_.within(option, least, most);
    last_value_ = last_ ? last_->within(option, first_value_, most) : first_value_;
  } catch (const UsageError&) {
    throw UsageError(
        last_ ? fmt::format("{} {}: must be A..B with {} <= A <= B <= {}{}", option, text_, least, most, where)
              : fmt::format("{} {}: must be {}..{}{}", option, text_, least, most, where));
  }
}

double decimal_within(std::string_view option, const std::string& text, double least, double most,
                      std::string_view where) {
  const std::optional<double> value = parse<double>(text);
  if (!value || !(*value >= least && *value <= most)) {  // "nan" is no number either
    throw UsageError(fmt::format("{} {}: must be {}..{}{}", option, text, least, most, where));
  }
  return *value;
}

}  // namespace testbench
