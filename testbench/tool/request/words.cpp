// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/request/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <sstream>

#include "testbench/ground/files/numeral.hpp"
#include "testbench/ground/files/standard_streams.hpp"

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

namespace {

// Counts the characters to insert, remove, change or swap with their neighbour (Damerau 1964).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  std::iota(cost[0].begin(), cost[0].end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[a.size()][b.size()];
}

// Drops the leading dashes and the case of a name for comparison.
std::string letters_of(std::string_view name) {
  name.remove_prefix(std::min(name.find_first_not_of('-'), name.size()));
  std::string letters(name);
  for (char& letter : letters) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return letters;
}

}  // namespace

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& known) {
  constexpr std::size_t kMostLetters = 64;  // nobody mistypes that much
  const std::string word = letters_of(typed);
  if (word.empty() || word.size() > kMostLetters) return "";
  const std::string* nearest = nullptr;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (const std::string& candidate : known) {
    const std::string name = letters_of(candidate);
    const bool begins = name.starts_with(word);
    const std::size_t far = begins ? 0 : distance(word, name);
    const std::size_t most = std::max<std::size_t>(1, std::min(word.size(), name.size()) / 3);
    if (far > most || far >= least) continue;
    nearest = &candidate;
    least = far;
  }
  return nearest != nullptr ? "; did you mean " + *nearest + "?" : "";
}

std::string either_of(const std::vector<std::string>& names) {
  if (names.size() < 2) return fmt::format("{}", fmt::join(names, ""));
  return fmt::format("{} or {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

void refuse_name(std::string_view option, const std::string& typed, const std::vector<std::string>& known) {
  constexpr std::size_t kFew = 3;
  throw UsageError(
      fmt::format("{} {}: must be {}{}", option, typed.empty() ? "''" : typed,
                  known.size() > kFew ? fmt::format("one of {}", fmt::join(known, ", ")) : either_of(known),
                  did_you_mean(typed, known)));
}

namespace {

// Parses one address; all of `digits` must belong to it.
std::uint32_t parse_address(std::string_view digits, std::string_view option, const std::string& list,
                            std::uint32_t nodes) {
  if (!is_whole_number(digits)) {
    throw UsageError(fmt::format("{} {}: must be addresses and ranges like 0,3,5-7, or all{}", option, list,
                                 form_of_whole_number(digits)));
  }
  const std::optional<std::uint32_t> address = whole_number<std::uint32_t>(digits);
  if (!address || *address >= nodes) {
    throw UsageError(
        fmt::format("{} {}: there is no node {}, addresses must be 0..{}", option, list, digits, nodes - 1));
  }
  return *address;
}

}  // namespace

std::uint64_t bytes_in(std::string_view option, const std::string& text, std::string_view or_else) {
  static constexpr std::string_view kUnits = "KMG";
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view unit = std::string_view(text).substr(digits);
  const std::size_t power = unit.empty() ? 0 : kUnits.find(unit[0]) + 1;
  const bool has_unit = power != 0 && (unit.size() == 1 || unit.substr(1) == "iB");
  constexpr std::size_t kMostDigits = 9;
  if (digits == 0 || digits > kMostDigits || (!unit.empty() && !has_unit) || (digits > 1 && text[0] == '0')) {
    throw UsageError(fmt::format("{} {}: must be a number of bytes, or of K, M or G, such as 500M{}", option,
                                 printable(text), or_else));
  }
  return std::stoull(text.substr(0, digits)) << 10 * power;
}

std::vector<std::string> words_between_commas(std::string_view option, const std::string& list) {
  std::vector<std::string> words;
  std::istringstream text(list + ',');
  for (std::string word; std::getline(text, word, ',');) {
    if (word.empty()) {
      throw UsageError(
          fmt::format("{} {}: a name between commas is empty; give names like a,b", option, printable(list)));
    }
    words.push_back(word);
  }
  return words;
}

void require_once(std::string_view option, const std::vector<std::string>& words) {
  for (auto word = words.begin(); word != words.end(); ++word) {
    if (std::find(words.begin(), word, *word) == word) continue;
    throw UsageError(fmt::format("{} {}: has {} twice; give each once", option,
                                 printable(fmt::format("{}", fmt::join(words, ","))), printable(*word)));
  }
}

std::vector<bool> node_list(std::string_view option, const std::string& list, std::uint32_t nodes) {
  if (list == "all") return std::vector<bool>(nodes, true);
  std::vector<bool> chosen(nodes, false);
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string_view item = std::string_view(list).substr(begin, end - begin);
    const std::size_t dash = item.find('-');
    const std::uint32_t first = parse_address(item.substr(0, dash), option, list, nodes);
    const std::uint32_t last =
        dash == std::string_view::npos ? first : parse_address(item.substr(dash + 1), option, list, nodes);
    if (last < first) {
      throw UsageError(fmt::format("{} {}: {} must go up, {}-{}", option, list, item, last, first));
    }
    for (std::uint32_t node = first; node <= last; ++node) chosen[node] = true;
    begin = end + 1;
  }
  return chosen;
}

}  // namespace testbench
