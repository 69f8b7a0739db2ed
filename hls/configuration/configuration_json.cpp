// SPDX-License-Identifier: Apache-2.0
// A configuration as JSON, written and read.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "hls/configuration/configuration_members.hpp"

namespace hls {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kNested = "configuration";

Json value_of(const Member& member, const NodeConfiguration& node) {
  switch (member.type) {
    case MemberType::kNumber:
      return member.get(node);
    case MemberType::kFlag:
      return member.get(node) != 0;
    case MemberType::kChoice:
    case MemberType::kRules:
      break;
  }
  return text_of(member, node);
}

// The value as the text of a draft. A value of another type than the member's stays as it is, for
// the message.
std::string text_in(const Json& value) {
  if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

std::string json_of(const NodeConfiguration& configuration) {
  Json object;
  for (const Member& member : configuration_members()) {
    const bool is_of_dimension = member.key == std::string_view("dim");
    if (!member.applies(configuration) || (is_of_dimension && !configuration.is_cube())) continue;
    object[member.key] = value_of(member, configuration);
  }
  return object.dump(2);
}

ConfigurationDraft draft_of_json(const std::string& text) {
  // The parser would keep the last value of a duplicate key, though the other may have been meant.
  std::vector<std::set<std::string>> keys;
  const auto note_key = [&](int, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second) {
      throw ConfigurationError(fmt::format("{} stands twice; leave one out", parsed.get<std::string>()));
    }
    return true;
  };
  Json object = Json::parse(text, note_key, /*allow_exceptions=*/false);
  // As `cubecast rtl` writes it beside the RTL, with some of its values outside too.
  if (object.is_object() && object.contains(kNested)) {
    const Json nested(object[kNested]);
    for (const auto& [key, value] : object.items()) {
      if (nested.is_object() && nested.contains(key) && nested[key] != value) {
        throw ConfigurationError(fmt::format("{} is {} in {} and {} beside it; leave one out", key, nested[key].dump(),
                                             kNested, value.dump()));
      }
    }
    object = nested;
  }
  if (!object.is_object()) {
    throw ConfigurationError("must be a JSON object of members, such as {\"dim\": 3, \"payload_bits\": 13}");
  }
  ConfigurationDraft draft;
  for (const auto& [key, value] : object.items()) draft[configuration_member(key).key] = text_in(value);
  return draft;
}

}  // namespace hls
