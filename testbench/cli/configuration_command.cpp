#include <fmt/format.h>

#include "testbench/cli/commands.hpp"
#include "testbench/cli/usage_error.hpp"
#include "testbench/files/standard_streams.hpp"

namespace testbench {

int configuration_command(const ConfigurationCommandArguments& arguments) {
  if (arguments.table) {
    if (arguments.configuration.source || !arguments.configuration.draft.empty()) {
      throw UsageError("--table: is of all members; leave the configuration out");
    }
    say(hls::table_of_members());
    return 0;
  }
  const hls::NodeConfiguration configuration = chosen_configuration(arguments.configuration);
  if (arguments.json && arguments.source) throw UsageError("--json --source: give one of them");
  if (arguments.source) {
    say(hls::source_of(configuration));
  } else if (arguments.json) {
    say(hls::json_of(configuration) + '\n');
  } else {
    say(hls::name_of(configuration) + '\n');
  }
  return 0;
}

}  // namespace testbench
