// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/frontend/messages.hpp"

#include <regex>
#include <sstream>

namespace stepc {
namespace {

std::string without_colours(const std::string& line) {
  static const std::regex colour("\x1b\\[[0-9;]*[A-Za-z]");
  return std::regex_replace(line, colour, "");
}

}  // namespace

Messages sorted_messages(const std::string& printed) {
  static const std::regex added(R"(<stepc>:(\d+):\d+: ([a-z ]+): (.*))");
  static const std::regex error(R"(.*: (fatal )?error: .*)");
  static const std::regex note(R"(.*:\d+:\d+: note: .*)");
  static const std::regex quoted(R"( *\d* +\|.*)");
  static const std::regex about_all(
      R"(In file included from <stdin>:.*|\d+ (warning|error)s?( and \d+ errors?)? generated\.)");
  Messages messages;
  std::istringstream lines(printed);
  bool is_hidden = false;   // the message whose quoted lines follow
  bool has_failed = false;  // an added line, to whose error the notes that follow belong
  for (std::string line; std::getline(lines, line);) {
    const std::string plain = without_colours(line);
    std::smatch parts;
    if (std::regex_match(plain, parts, added)) {
      is_hidden = true;
      if (parts[2] != "note") has_failed = true;
      if (messages.line == 0 && parts[2].str().ends_with("error")) {
        messages.line = static_cast<unsigned>(std::stoul(parts[1]));
        messages.error = parts[3];
      }
    } else if (has_failed && std::regex_match(plain, note)) {
      is_hidden = true;
    } else if (!std::regex_match(plain, about_all) && !(is_hidden && std::regex_match(plain, quoted))) {
      is_hidden = false;
      has_failed = false;
      messages.has_errors = messages.has_errors || std::regex_match(plain, error);
      messages.text += line + "\n";
    }
  }
  return messages;
}

}  // namespace stepc
