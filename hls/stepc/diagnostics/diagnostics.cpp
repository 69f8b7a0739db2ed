// SPDX-License-Identifier: Apache-2.0
#include "hls/stepc/diagnostics/diagnostics.hpp"

#include <algorithm>

namespace stepc {

std::string Location::text() const {
  return known() ? file + ":" + std::to_string(line) : "unknown location";
}

Untranslatable::Untranslatable(Location where, const std::string& reason)
    : std::runtime_error(where.text() + ": error: " + reason), where_(std::move(where)) {
}

void Diagnostics::report(const Untranslatable& error) {
  add(errors_, error.where(), error.what());
}

void Diagnostics::report_once(const Location& where, const std::string& reason) {
  if (reported_once_.insert(reason).second) report({where, reason});
}

void Diagnostics::warn(const Location& where, const std::string& text) {
  add(warnings_, where, where.text() + ": warning: " + text);
}

void Diagnostics::add(std::vector<Message>& messages, const Location& where, const std::string& text) {
  const auto known = std::find(files_.begin(), files_.end(), where.file);
  const Message entry{static_cast<std::size_t>(known - files_.begin()), where.line, text};
  if (known == files_.end()) files_.push_back(where.file);
  if (std::find(messages.begin(), messages.end(), entry) == messages.end()) messages.push_back(entry);
}

std::string Diagnostics::text() const {
  return lines_of(errors_, "error");
}

std::string Diagnostics::warnings() const {
  return lines_of(warnings_, "warning");
}

std::string Diagnostics::lines_of(std::vector<Message> messages, const char* what) {
  std::sort(messages.begin(), messages.end());
  std::string text;
  for (std::size_t i = 0; i < std::min(messages.size(), kMost); ++i) text += messages[i].text + "\n";
  if (messages.size() > kMost) {
    text += std::string("stepc: ") + what + ": and " + std::to_string(messages.size() - kMost) + " more\n";
  }
  return text;
}

}  // namespace stepc
