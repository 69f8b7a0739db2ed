// SPDX-License-Identifier: Apache-2.0
// A node's configuration on the command line: a name, a JSON file, and an option for each member.
#pragma once

#include <optional>
#include <string>

#include "hls/configuration/configuration_members.hpp"

namespace testbench {

struct ConfigurationArguments {
  std::optional<std::string> source;  // a name, or a JSON file
  hls::ConfigurationDraft draft;      // members by options

  static void each_option(auto& self, const auto& visit) {
    visit("configuration", self.source);
    for (const hls::Member& member : hls::configuration_members()) {
      visit(hls::member_label(member, hls::MemberStyle::kOption), self.draft, std::string(member.key));
    }
  }
};

// Whether a source is a file, not a name.
bool names_file(const std::string& source);
// Reads the members from a name or a file. `option`: the option that gave it, for messages, or
// empty. Throws UsageError and FileError.
hls::ConfigurationDraft draft_of_source(const std::string& source, const std::string& option = "");

// Options override the members of the name or file. Without a name or file, the configuration
// `standard` gives the other members. Throws UsageError for mistakes in any of them.
hls::NodeConfiguration chosen_configuration(const ConfigurationArguments& arguments, const std::string& standard = "");

}  // namespace testbench
