// SPDX-License-Identifier: Apache-2.0
// The link layer of a run, from the words of a user.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "testbench/ground/files/numeral.hpp"
#include "testbench/tool/request/link_file.hpp"
#include "testbench/tool/request/request.hpp"

namespace testbench {
namespace {

// "3:1@100" or "3:1=@100", of the list.
class LinkReader {
 public:
  // `checked`: the links have a checksum, and acknowledge packets by the other direction.
  LinkReader(const std::string& list, const network::SomeNetwork& network, bool checked)
      : list_(list), network_(network), checked_(checked) {}

  void read(std::string_view item) {
    const std::size_t at = item.find('@');
    std::string_view link = item.substr(0, at);
    const bool both = link.ends_with('=');
    if (both) link.remove_suffix(1);
    const std::size_t colon = link.find(':');
    if (colon == std::string_view::npos) fail(item);
    const std::uint32_t node = number(item, link.substr(0, colon), "node", network_.nodes());
    const std::uint32_t port = number(item, link.substr(colon + 1), "port", network_.ports());
    std::uint64_t cycle = 0;
    if (at != std::string_view::npos) {
      const auto given = whole_number<std::int64_t>(item.substr(at + 1));
      if (!given || *given < 0) {
        throw UsageError(fmt::format("--fail {}: cycle '{}' must be 0..{}", list_, item.substr(at + 1), kLargestSeed));
      }
      cycle = static_cast<std::uint64_t>(*given);
    }
    const Address neighbour = network_.neighbour(Address(node), port);
    if (neighbour == Address(node)) {
      throw UsageError(
          fmt::format("--fail {}: nothing is behind port {} of node {}; name another link", list_, port, node));
    }
    add({{Address(node), port, cycle}, true});
    const bool none_crosses = checked_ && cycle == 0;
    if (both || none_crosses) add({{neighbour, network_.arrival_port(Address(node), port), cycle}, both});
  }

  // Each once, in their order.
  std::vector<BrokenLink> links() const {
    std::vector<BrokenLink> links;
    links.reserve(named_.size());
    for (const Named& each : named_) links.push_back(each.link);
    return links;
  }

 private:
  struct Named {
    BrokenLink link;
    bool is_given;  // else it breaks because its other direction does
  };

  void add(const Named& next) {
    const auto is_it = [&](const Named& each) {
      return each.link.node == next.link.node && each.link.port == next.link.port;
    };
    const auto before = std::ranges::find_if(named_, is_it);
    if (before == named_.end()) return named_.push_back(next);
    const std::string link = fmt::format("{}:{}", next.link.node.number(), next.link.port);
    if (before->is_given && next.is_given) {
      throw UsageError(fmt::format("--fail {}: {} is given twice; leave one out", list_, link));
    }
    if (before->link.cycle != next.link.cycle) {
      throw UsageError(
          fmt::format("--fail {}: {} never works, as its other direction does not, which has to acknowledge; give one "
                      "of the two",
                      list_, link));
    }
    before->is_given = before->is_given || next.is_given;
  }

  std::uint32_t number(std::string_view item, std::string_view text, const char* what, std::uint32_t count) const {
    if (!is_whole_number(text)) fail(item);
    const auto value = whole_number<std::uint32_t>(text);
    if (value && *value < count) return *value;
    throw UsageError(fmt::format("--fail {}: there is no {} {}; must be 0..{}", list_, what, text, count - 1));
  }
  [[noreturn]] void fail(std::string_view item) const {
    throw UsageError(
        fmt::format("--fail {}: {} must be NODE:PORT, NODE:PORT@CYCLE, or with = behind the port for both directions, "
                    "like 3:1=@100",
                    list_, item.empty() ? "''" : item));
  }

  const std::string& list_;
  const network::SomeNetwork& network_;
  bool checked_;
  std::vector<Named> named_;
};

}  // namespace

std::optional<LinkSetting> link_setting_of(const Parameters& request, bool takes_file) {
  if (!request.link_wires) return std::nullopt;
  const auto number = [](const char* option, const std::optional<Number>& typed, unsigned left_out) {
    return typed ? static_cast<unsigned>(number_of(option, *typed)) : left_out;
  };
  LinkSetting links;
  // That of a file is not known before the network.
  if (!takes_file || !LinkQuantity::is_file(request.link_wires->text()))
    links.wires = number("--link-wires", request.link_wires, 0);
  links.frame_packets = number("--frame-packets", request.frame_packets, links.frame_packets);
  links.gap = number("--link-gap", request.link_gap, 0);
  links.cut_through = request.cut_through;
  for (const hls::LinkCheck check : {hls::LinkCheck::kNone, hls::LinkCheck::kCrc16, hls::LinkCheck::kCrc32}) {
    if (request.link_check == name_of(check)) links.check = check;
  }
  return links;
}

WireFaults wire_faults_of(const Parameters& request) {
  WireFaults faults;
  if (request.bit_error_rate) {
    faults.bit_error_rate = decimal_of("--bit-error-rate", *request.bit_error_rate, ", the probability of a wrong bit");
  }
  if (request.error_burst) faults.burst = static_cast<unsigned>(number_of("--error-burst", *request.error_burst));
  return faults;
}

std::vector<BrokenLink> broken_links_of(const Parameters& request, const network::SomeNetwork& network) {
  if (!request.fail) return {};
  const std::string& list = *request.fail;
  LinkReader reader(list, network, request.link_check.value_or("none") != "none");
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    reader.read(std::string_view(list).substr(begin, end - begin));
    begin = end + 1;
  }
  // The same links are the same run, in whatever order they are typed.
  std::vector<BrokenLink> links = reader.links();
  std::ranges::sort(links, {}, [](const BrokenLink& link) { return std::pair(link.node.number(), link.port); });
  return links;
}

}  // namespace testbench
