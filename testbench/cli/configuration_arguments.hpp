// SPDX-License-Identifier: Apache-2.0
// A node's configuration on the command line: by its name, by a JSON file, and by an option for
// each member.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "hls/configuration/node_configuration.hpp"

namespace testbench {

struct ConfigurationArguments {
  std::optional<std::string> source;  // a name, or a JSON file
  hls::ConfigurationDraft draft;      // members by options
};

// The positional `configuration` and the options.
void add_configuration(CLI::App& command, ConfigurationArguments& arguments);

// The members that a name, or a file, gives. `option`: that it was given to, for messages, or
// nothing. Throws UsageError and FileError.
hls::ConfigurationDraft draft_of_source(const std::string& source, const std::string& option = "");

// Options go before what the name or the file says; where there is neither, before what the name
// `standard` says of such a node, if there is one. Throws UsageError for mistakes in any of them.
hls::NodeConfiguration chosen_configuration(const ConfigurationArguments& arguments, const std::string& standard = "");

}  // namespace testbench
