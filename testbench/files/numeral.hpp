// SPDX-License-Identifier: Apache-2.0
// Numbers as a user writes them, on the command line and in files, as JSON has them: 0, 12, -3, and
// where it may be a fraction 0.25 or 25e-2. Without leading zeros, which other programs take for
// octal (010 is eight to a shell, ten to others), a plus sign, or a point that has no digits on
// either side.
#pragma once

#include <concepts>
#include <optional>
#include <string_view>

namespace testbench {

// In that form, of whatever size.
bool is_whole_number(std::string_view text);
bool is_decimal_number(std::string_view text);

// The number; nothing for what is written in another way, and for what does not fit.
template <std::integral Value>
std::optional<Value> whole_number(std::string_view text);
std::optional<double> decimal_number(std::string_view text);

// Words that a message adds to the limits when the number is within them, but in another form: ",
// in digits without leading zeros". Empty for the right form.
std::string_view form_of_whole_number(std::string_view text);
std::string_view form_of_decimal_number(std::string_view text);

}  // namespace testbench
