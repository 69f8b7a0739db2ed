#include "testbench/cli/node_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "testbench/cli/usage_error.hpp"
#include "testbench/files/numeral.hpp"

namespace testbench {
namespace {

// One address, all of `digits`.
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
