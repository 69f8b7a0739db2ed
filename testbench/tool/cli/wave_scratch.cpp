// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/cli/wave_scratch.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <optional>
#include <utility>

#include "testbench/ground/files/command_files.hpp"
#include "testbench/ground/files/named_file.hpp"

namespace testbench {
namespace {

// GTKWave's FST is a sequence of blocks. Each has a type and a length, which counts its own eight
// bytes. A closed file has the geometry of its signals and their packed hierarchy.
constexpr int kGeometry = 3;
constexpr std::array kHierarchies = {4, 6, 7};
constexpr int kUnfinished = 255;

std::optional<std::uint64_t> read_length(std::istream& file) {
  std::uint64_t length = 0;
  for (unsigned byte = 0; byte < sizeof length; ++byte) length = length << 8 | static_cast<std::uint8_t>(file.get());
  return file ? std::optional(length) : std::nullopt;
}

bool is_complete(const std::filesystem::path& path) {
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(path, error);
  std::ifstream file(path, std::ios::binary);
  bool has_geometry = false;
  bool has_hierarchy = false;
  std::uint64_t at = 0;
  while (file && at < size) {
    file.seekg(static_cast<std::streamoff>(at));
    const int type = file.get();
    const std::optional<std::uint64_t> length = read_length(file);
    if (!length || type == kUnfinished || *length > size - at - 1) return false;
    has_geometry = has_geometry || type == kGeometry;
    for (const int hierarchy : kHierarchies) has_hierarchy = has_hierarchy || type == hierarchy;
    at += 1 + *length;
  }
  return file && at == size && has_geometry && has_hierarchy;
}

std::filesystem::path temporary_folder() {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  return error ? std::filesystem::path("/tmp") : folder;
}

}  // namespace

WaveScratch::WaveScratch(std::string label)
    : label_(std::move(label)), folder_(Temporary::folder_in(temporary_folder())), file_(folder_.path() / "wave.fst") {
  // fstapi also uses temporary files of tmpfile().
  std::FILE* const probe = folder_.path().empty() ? nullptr : std::tmpfile();
  if (probe == nullptr) {
    throw FileError(fmt::format("{}: cannot be written: temporary folder {}: {}; set TMPDIR to a folder of yours",
                                label_, temporary_folder().string(), reason()));
  }
  std::fclose(probe);
  on_lost_mapping(fmt::format("{}: cannot be written to its end: no room for temporary files in {} or {}; make some",
                              label_, temporary_folder().string(), P_tmpdir));
}

void WaveScratch::copy_to(OutputFile& to) const {
  if (!is_complete(file_)) {
    to.fail(fmt::format("no room for temporary files in {}; make some", temporary_folder().string()));
    return;
  }
  std::ifstream file(file_, std::ios::binary);
  to.stream() << file.rdbuf();
}

void WaveScratch::copy_groups_to(OutputFile& to, const std::filesystem::path& wave) const {
  std::filesystem::path groups = file_;
  std::ifstream file(groups.replace_extension(WaveRequest::kGroups));
  const auto name = [](std::string text) {
    std::ranges::replace_if(text, [](char character) { return character == '\n'; }, '?');
    return text;
  };
  // Names without a folder: GTKWave looks for the waveform beside the save file.
  to.stream() << kSavedBy << "\n[dumpfile] \"" << name(wave.filename().string()) << "\"\n[savefile] \""
              << name(to.file().path.filename().string()) << "\"\n[timestart] 0\n"
              << file.rdbuf();
}

std::string publish_wave(const ShownDivergence& seen, const std::optional<WaveScratch>& scratch,
                         const std::string& option, const std::filesystem::path& path, const CommandFiles* of_command) {
  if (!seen.no_wave.empty() || !scratch) return ShownDivergence::note("", seen.no_wave);
  try {
    CommandFiles files;
    if (of_command != nullptr) files.read_elsewhere(*of_command);
    OutputFile& wave = files.output(option, path, OutputFile::Accepts::kFiles);
    files.check();
    files.open();
    scratch->copy_to(wave);
    files.finish();
    files.publish();
    return ShownDivergence::note(path.string(), "");
  } catch (const FileError& error) {
    return ShownDivergence::note("", fmt::format("no waveform: {}", error.what()));
  }
}

}  // namespace testbench
