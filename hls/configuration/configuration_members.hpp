// SPDX-License-Identifier: Apache-2.0
// The list of the members of a NodeConfiguration, for code that handles all of them alike.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hls/configuration/node_configuration.hpp"

namespace hls {

enum class MemberType {
  kNumber,
  kChoice,  // one of some names
  kFlag,    // on or off
  kRules,   // names of rules with commas between them, or all
};

// The form of a member in a name.
enum class NamePart {
  kNone,     // the member is no part of the name, or begins it
  kMark,     // its mark and the number: w64
  kWord,     // the name of the choice
  kGlued,    // the number, directly behind the member before: wires2
  kOnWord,   // a word if it is on and is not by default, another if it is off and is by default
  kListing,  // rules_ecube_sbt
};

struct Member {
  const char* key = "";
  const char* meaning = "";
  MemberType type = MemberType::kNumber;
  std::function<std::uint32_t(const NodeConfiguration&)> get;
  std::function<void(NodeConfiguration&, std::uint32_t)> set;
  // These four take a configuration whose members before this one are set:
  std::function<bool(const NodeConfiguration&)> applies;            // such a node has the member
  std::function<std::uint32_t(const NodeConfiguration&)> standard;  // its default
  std::function<std::uint32_t(const NodeConfiguration&)> least;
  std::function<std::uint32_t(const NodeConfiguration&)> most;
  bool power_of_two = false;
  std::vector<std::string> names;  // of choices, by number
  const char* default_text = "";   // for the table, where it depends on other members

  NamePart part = NamePart::kNone;
  std::string mark;  // NamePart::kMark: the mark; kOnWord: the word for on
  bool always_in_name = false;

  // The line of C++ that sets it, with {} in the value's place; empty where the base class takes
  // it.
  std::string cpp;
};

// In the order in which they are resolved.
std::span<const Member> configuration_members();
const Member& configuration_member(const std::string& key);

// "--payload-bits" or "payload_bits".
std::string member_label(const Member& member, MemberStyle style);
// A value as text: "13", "gated", "on", "ecube,table".
std::string text_of(const Member& member, const NodeConfiguration& configuration);

// Names of the rules that such a node can have, by number.
std::vector<std::string> rule_names(const NodeConfiguration& configuration);

}  // namespace hls
