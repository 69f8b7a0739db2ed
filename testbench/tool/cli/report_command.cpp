// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

#include "testbench/ground/files/command_files.hpp"
#include "testbench/tool/cli/commands.hpp"
#include "testbench/tool/cli/run_recording.hpp"

namespace testbench {
namespace {

// Rows of run and measure have cycles of a collective, those of dynamic a scheme, those of cost B.
const char* list_of(const Json& row) {
  if (row.contains("scheme") && row.contains("arrivals")) return "dynamic";
  if (row.contains("frame_packets") && row.contains("registers")) return "cost";
  return row.contains("collective") && row.contains("cycles") ? "results" : nullptr;
}

void add_rows(const std::string& path, Json& data) {
  std::ifstream file(path);
  std::string line;
  std::uint64_t number = 1;
  for (; std::getline(file, line); ++number) {
    Json row = parsed_line(line);
    const char* const list = row.is_object() ? list_of(row) : nullptr;
    if (list == nullptr) {
      throw FileError(
          fmt::format("{}: line {} is neither a row of results nor the head of a trace; give files that "
                      "--results, --json or --trace has written",
                      path, number));
    }
    data[list].push_back(std::move(row));
  }
  if (number == 1)
    throw FileError(fmt::format("{}: is empty; give a file that --results, --json or --trace has written", path));
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
    try {
      data["runs"].push_back(playback.finished(head));
    } catch (const std::out_of_range&) {
      throw FileError(fmt::format(
          "{}: a row is of a link that its head does not list; give a file that --trace has written", path));
    }
  }
  const PageLibraries libraries = PageLibraries::load(fmt::format("-o {}", to.string()));
  files.open();
  page.stream() << page_of(data, libraries);
  files.finish();
  files.publish();
  return 0;
}

}  // namespace testbench
