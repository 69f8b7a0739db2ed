// SPDX-License-Identifier: Apache-2.0
// Numbers as a user writes them on the command line and in files. The form is that of JSON: 0, 12,
// -3, and for fractions 0.25 or 25e-2. Leading zeros are refused, because other programs take them
// for octal (010 is eight to a shell, ten to others). So are a plus sign and a point without digits
// on either side.
#pragma once

#include <concepts>
#include <optional>
#include <string_view>

namespace testbench {

// True if the text has that form, of whatever size.
bool is_whole_number(std::string_view text);
bool is_decimal_number(std::string_view text);

// Returns the number, or nothing if the form is wrong or the number does not fit.
template <std::integral Value>
std::optional<Value> whole_number(std::string_view text);
std::optional<double> decimal_number(std::string_view text);

// Words that a message adds to the limits if the number is within them but in another form: ", in
// digits without leading zeros". Empty for the right form.
std::string_view form_of_whole_number(std::string_view text);
std::string_view form_of_decimal_number(std::string_view text);

}  // namespace testbench
