#include "testbench/cli/number.hpp"

#include <fmt/format.h>

#include "testbench/cli/usage_error.hpp"
#include "testbench/files/numeral.hpp"

namespace testbench {
namespace {

std::string first_of(const std::string& range) {
  return range.substr(0, range.find(".."));
}

std::optional<Number> last_of(const std::string& range) {
  const std::size_t dots = range.find("..");
  if (dots == std::string::npos) return std::nullopt;
  return Number(range.substr(dots + 2));
}

}  // namespace

Number::Number(const std::string& text) : text_(text), value_(whole_number<std::int64_t>(text)) {
}

std::int64_t Number::within(std::string_view option, std::int64_t least, std::int64_t most,
                            std::string_view where) const {
  if (!value_ || *value_ < least || *value_ > most) {
    throw UsageError(fmt::format("{} {}: must be {}..{}{}{}", option, text_, least, most, where, form()));
  }
  return *value_;
}

std::string_view Number::form() const {
  return form_of_whole_number(text_);
}

NumberRange::NumberRange(const std::string& text) : text_(text), first_(first_of(text)), last_(last_of(text)) {
}

void NumberRange::require_within(std::string_view option, std::int64_t least, std::int64_t most,
                                 std::string_view where) {
  try {
    first_value_ = first_.within(option, least, most, where);
    last_value_ = last_ ? last_->within(option, first_value_, most) : first_value_;
  } catch (const UsageError&) {
    if (!last_) throw;
    const std::string_view form = first_.form().empty() ? last_->form() : first_.form();
    throw UsageError(
        fmt::format("{} {}: must be A..B with {} <= A <= B <= {}{}{}", option, text_, least, most, where, form));
  }
}

double decimal_within(std::string_view option, const std::string& text, double least, double most,
                      std::string_view where) {
  const std::optional<double> value = decimal_number(text);
  if (!value || !(*value >= least && *value <= most)) {
    throw UsageError(
        fmt::format("{} {}: must be {}..{}{}{}", option, text, least, most, where, form_of_decimal_number(text)));
  }
  return *value;
}

}  // namespace testbench
