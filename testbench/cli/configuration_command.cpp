#include <fmt/format.h>

#include "testbench/board/board_configuration.hpp"
#include "testbench/cli/commands.hpp"
#include "testbench/cli/usage_error.hpp"
#include "testbench/files/standard_streams.hpp"

namespace testbench {
namespace {

hls::NodeConfiguration configuration_on_board(const ConfigurationArguments& arguments) {
  const hls::NodeConfiguration configuration = chosen_configuration(arguments, kStandardBoard);
  try {
    require_board(configuration);
  } catch (const hls::ConfigurationError& error) {
    throw UsageError(error.what());
  }
  return configuration;
}

}  // namespace

int configuration_command(const ConfigurationCommandArguments& arguments) {
  if (arguments.table) {
    if (arguments.configuration.source || !arguments.configuration.draft.empty() || arguments.board) {
      throw UsageError("--table: is of all members; leave the configuration out");
    }
    say(hls::table_of_members());
    return 0;
  }
  const hls::NodeConfiguration configuration =
      arguments.board ? configuration_on_board(arguments.configuration) : chosen_configuration(arguments.configuration);
  if (arguments.json && arguments.source) throw UsageError("--json --source: give one of them");
  if (arguments.source) {
    say(arguments.board ? board_source_of(configuration) : hls::source_of(configuration));
  } else if (arguments.json) {
    say(hls::json_of(configuration) + '\n');
  } else {
    say(hls::name_of(configuration) + '\n');
  }
  return 0;
}

}  // namespace testbench
