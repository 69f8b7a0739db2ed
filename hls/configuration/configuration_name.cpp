// SPDX-License-Identifier: Apache-2.0
// The name of a configuration, written and read: the kind, then each member in the form that the
// list gives.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "hls/configuration/configuration_members.hpp"

namespace hls {
namespace {

constexpr const char* kAnyNetwork = "labelled";  // the kind of a node of any network

std::string part_of(const Member& member, const NodeConfiguration& node) {
  const std::uint32_t value = member.get(node);
  if (value == member.standard(node) && !member.always_in_name) return "";
  switch (member.part) {
    case NamePart::kNone:
      break;
    case NamePart::kMark:
      return fmt::format("_{}{}", member.mark, value);
    case NamePart::kWord:
      return "_" + member.names[value];
    case NamePart::kGlued:
      return std::to_string(value);
    case NamePart::kOnWord:
      return (value != 0 ? "_" : "_no") + member.mark;
    case NamePart::kListing: {
      std::string names = text_of(member, node);
      std::replace(names.begin(), names.end(), ',', '_');
      return fmt::format("_{}_{}", member.mark, names);
    }
  }
  return "";
}

// A name, from its left to its right.
class NameReader {
 public:
  explicit NameReader(const std::string& name) : name_(name), rest_("_" + name) {}

  ConfigurationDraft read() {
    read_kind();
    for (const Member& member : configuration_members()) take(member);
    if (!rest_.empty())
      fail(fmt::format("'{}' is no member's part of a name, or stands in another's place", rest_.substr(1)));
    return draft_;
  }

 private:
  void read_kind() {
    const Member& kind = configuration_member("kind");
    std::string found;
    for (const std::string& word : kind.names) {
      if (begins_with(word) && word.size() > found.size()) found = word;
    }
    if (found.empty() && begins_with(kAnyNetwork)) {
      rest_.erase(0, std::string(kAnyNetwork).size() + 1);
      draft_[kind.key] = "node";
      if (rest_.starts_with("_d")) fail("a labelled node has ports, such as labelled_p4, and no dimension");
      return;
    }
    if (found.empty()) fail("must begin with node, router, node_axi, broadcast, soc, link_stream or labelled");
    rest_.erase(0, found.size() + 1);
    draft_[kind.key] = found;
  }

  void take(const Member& member) {
    switch (member.part) {
      case NamePart::kNone:
        return;
      case NamePart::kMark:
        if (rest_.substr(0, member.mark.size() + 1) != "_" + member.mark) return;
        if (const std::string digits = digits_at(member.mark.size() + 1); !digits.empty()) {
          draft_[member.key] = digits;
          rest_.erase(0, 1 + member.mark.size() + digits.size());
        }
        return;
      case NamePart::kWord:
        for (const std::string& word : member.names) {
          if (!begins_with(word)) continue;
          draft_[member.key] = word;
          rest_.erase(0, word.size() + 1);
          return;
        }
        return;
      case NamePart::kGlued:
        if (const std::string digits = digits_at(0); !digits.empty()) {
          draft_[member.key] = digits;
          rest_.erase(0, digits.size());
        }
        return;
      case NamePart::kOnWord:
        for (const char* value : {"on", "off"}) {
          const std::string word = (value == std::string("on") ? "" : "no") + member.mark;
          if (!begins_with(word)) continue;
          draft_[member.key] = value;
          rest_.erase(0, word.size() + 1);
          return;
        }
        return;
      case NamePart::kListing:
        if (!begins_with(member.mark)) return;
        draft_[member.key] = rest_.substr(std::min(rest_.size(), member.mark.size() + 2));
        std::replace(draft_[member.key].begin(), draft_[member.key].end(), '_', ',');
        rest_.clear();
        return;
    }
  }

  // Whether the word comes next, followed by the end, a _ or a number.
  bool begins_with(const std::string& word) const {
    if (rest_.compare(0, word.size() + 1, "_" + word) != 0) return false;
    const std::string behind = rest_.substr(word.size() + 1);
    return behind.empty() || behind[0] == '_' || std::isdigit(static_cast<unsigned char>(behind[0])) != 0;
  }
  std::string digits_at(std::size_t place) const {
    std::size_t end = place;
    while (end < rest_.size() && std::isdigit(static_cast<unsigned char>(rest_[end])) != 0) ++end;
    return place < rest_.size() ? rest_.substr(place, end - place) : "";
  }

  [[noreturn]] void fail(const std::string& text) const {
    throw ConfigurationError(
        fmt::format("{}: no name of a configuration: {}; such as node_d3_w32_all, node_axi_d3_w32_gated_r2, "
                    "node_d2_w64_gated_s2_floats, labelled_p4_w64_gated, broadcast_d3_w64_wires or soc_d2_w64_gated",
                    name_, text));
  }

  std::string name_;
  std::string rest_;
  ConfigurationDraft draft_;
};

}  // namespace

std::string name_of(const NodeConfiguration& configuration) {
  const Member& kind = configuration_member("kind");
  const bool is_any = configuration.kind == NodeKind::kNode && !configuration.is_cube();
  std::string name = is_any ? kAnyNetwork : text_of(kind, configuration);
  for (const Member& member : configuration_members()) {
    const bool is_of_dimension = member.key == std::string_view("dim");
    if (member.applies(configuration) && (!is_of_dimension || configuration.is_cube())) {
      name += part_of(member, configuration);
    }
  }
  return name;
}

ConfigurationDraft draft_of_name(const std::string& name) {
  return NameReader(name).read();
}

NodeConfiguration configuration_named(const std::string& name) {
  try {
    return configuration_of(draft_of_name(name));
  } catch (const ConfigurationError& error) {
    const std::string text = error.what();
    throw ConfigurationError(text.starts_with(name) ? text : name + ": " + text);
  }
}

}  // namespace hls
