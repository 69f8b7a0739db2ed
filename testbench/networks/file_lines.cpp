#include "testbench/networks/file_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

#include "testbench/files/numeral.hpp"
#include "testbench/files/standard_streams.hpp"
#include "testbench/networks/network_error.hpp"
#include "testbench/networks/parameters.hpp"

namespace testbench {
namespace {

constexpr std::uintmax_t kMaxBytes = std::uintmax_t{1} << 26;  // all links of 65,536 nodes, with room for comments
constexpr std::size_t kMaxLines = std::size_t{network::kMaxNodes} * network::kMaxPorts / 2;

std::ifstream opened(const std::string& label, const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (error) throw NetworkError(fmt::format("{}: {}; give a regular file", label, error.message()));
  if (!std::filesystem::is_regular_file(status))
    throw NetworkError(fmt::format("{}: is no regular file; give one", label));
  if (std::filesystem::file_size(path, error) > kMaxBytes) {
    throw NetworkError(fmt::format("{}: is longer than {} bytes; give a smaller network", label, kMaxBytes));
  }
  std::ifstream in(path);
  if (!in) throw NetworkError(fmt::format("{}: cannot be read: {}", label, std::strerror(errno)));
  return in;
}

// A word of the file for a message.
std::string shown(std::string_view word) {
  constexpr std::size_t kMostShown = 32;
  return printable(word.substr(0, kMostShown)) + (word.size() > kMostShown ? "..." : "");
}

void require_heading(const NumberedFile& file, const std::vector<std::string>& headings) {
  if (std::find(headings.begin(), headings.end(), file.heading) != headings.end()) return;
  throw NetworkError(fmt::format("{}: begins with '{}'; must begin with the word {}", file.label, shown(file.heading),
                                 fmt::join(headings, " or ")));
}

// Takes the next word from the text: nothing where there is none.
std::string_view next_word(std::string_view& text) {
  constexpr std::string_view kBlank = " \t\r\v\f";
  text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(kBlank));
  text.remove_prefix(word.size());
  return word;
}

void take_line(NumberedFile& file, std::string_view text, const std::vector<std::string>& headings) {
  FileLine line{file.last_line, {}};
  for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) {
    if (file.heading.empty()) {
      file.heading = word;
      require_heading(file, headings);
      continue;
    }
    const auto value = number_in(word, {0, network::kMaxNodes - 1});
    if (!value) {
      file.refuse(file.last_line, fmt::format("{}: must be a number, 0..{}{}", shown(word), network::kMaxNodes - 1,
                                              form_of_whole_number(word)));
    }
    line.values.push_back(*value);
  }
  if (line.values.empty()) return;
  if (file.lines.size() == kMaxLines) {
    file.refuse(file.last_line, fmt::format("is one too many; {} are all links that a network can have", kMaxLines));
  }
  file.lines.push_back(std::move(line));
}

}  // namespace

void NumberedFile::refuse(unsigned line, const std::string& reason) const {
  throw NetworkError(fmt::format("{}, line {}: {}", label, line, reason));
}

NumberedFile read_numbered_file(const std::string& path, const std::vector<std::string>& headings) {
  NumberedFile file;
  file.label = "file:" + path;
  std::ifstream in = opened(file.label, path);
  for (std::string text; std::getline(in, text);) {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    std::string_view line = text;
    if (++file.last_line == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
    take_line(file, line.substr(0, line.find('#')), headings);
  }
  if (in.bad()) throw NetworkError(fmt::format("{}: cannot be read: {}", file.label, std::strerror(errno)));
  require_heading(file, headings);
  return file;
}

}  // namespace testbench
