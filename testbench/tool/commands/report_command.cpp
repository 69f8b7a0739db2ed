// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "testbench/ground/files/command_files.hpp"
#include "testbench/tool/commands/commands.hpp"
#include "testbench/tool/commands/run_recording.hpp"
#include "testbench/tool/printer/schema.hpp"

namespace testbench {
namespace {

// The rows of a command, which have these two keys.
struct RowKind {
  const char* list;  // of the page's data
  const char* keys[2];
  Json schema;
};

void add_rows(const std::string& path, Json& data) {
  static const RowKind kinds[] = {{"dynamic", {"scheme", "arrivals"}, schema_of_command("dynamic")},
                                  {"cost", {"frame_packets", "registers"}, schema_of_command("cost")},
                                  {"results", {"collective", "cycles"}, schema_of_command("measure")}};
  const auto refuse = [&](const std::string& why) {
    throw FileError(fmt::format("{}: {}; give files that --results, --json or --trace has written", path, why));
  };
  std::ifstream file(path);
  std::string line;
  std::uint64_t number = 1;
  for (; std::getline(file, line); ++number) {
    Json row = parsed_line(line);
    const auto* const kind = std::ranges::find_if(kinds, [&](const RowKind& of) {
      return std::ranges::all_of(of.keys, [&](const char* key) { return row.is_object() && row.contains(key); });
    });
    if (kind == std::end(kinds))
      refuse(fmt::format("line {} is neither a row of results nor the head of a trace", number));
    if (const auto wrong = fault_in(kind->schema, row, true))
      refuse(fmt::format("line {} has a wrong value: {}", number, wrong->substr(0, 100)));
    data[kind->list].push_back(std::move(row));
  }
  if (number == 1) refuse("is empty");
}

}  // namespace

int report_command(const ReportArguments& arguments) {
  const std::filesystem::path to = arguments.page.value_or("");
  const CycleRange range = cycle_range(arguments.cycles);
  CommandFiles files;
  for (const std::string& path : arguments.results) files.input("results", path);
  OutputFile& page = files.output("-o", to, OutputFile::Accepts::kStreams);
  files.check();
  Json data = page_data(arguments.title);
  for (const std::string& path : arguments.results) {
    if (std::ifstream(path).peek() != '#') {
      add_rows(path, data);
      continue;
    }
    Playback playback(path, range);
    Json head = read_trace(path, path, [&](const TraceRow& row) { playback.add(row); });
    head["file"] = path;
    data["runs"].push_back(playback.finished(head));
  }
  const PageLibraries libraries = PageLibraries::load(fmt::format("-o {}", to.string()));
  files.open();
  page.stream() << page_of(data, libraries);
  files.finish();
  files.publish();
  return 0;
}

}  // namespace testbench
