#include "hls/compiler/diagnostics/diagnostics.hpp"

#include <algorithm>

namespace stepc {

std::string Location::text() const {
  return known() ? file + ":" + std::to_string(line) : "unknown location";
}

Untranslatable::Untranslatable(Location where, const std::string& reason)
    : std::runtime_error(where.text() + ": error: " + reason), where_(std::move(where)) {
}

void Diagnostics::report(const Untranslatable& error) {
  const Location& where = error.where();
  const auto known = std::find(files_.begin(), files_.end(), where.file);
  const Error entry{static_cast<std::size_t>(known - files_.begin()), where.line, error.what()};
  if (known == files_.end()) files_.push_back(where.file);
  if (std::find(errors_.begin(), errors_.end(), entry) == errors_.end()) errors_.push_back(entry);
}

std::string Diagnostics::text() const {
  std::vector<Error> sorted = errors_;
  std::sort(sorted.begin(), sorted.end());
  std::string text;
  for (std::size_t i = 0; i < std::min(sorted.size(), kMost); ++i) text += sorted[i].text + "\n";
  if (sorted.size() > kMost) text += "stepc: error: and " + std::to_string(sorted.size() - kMost) + " more\n";
  return text;
}

}  // namespace stepc
