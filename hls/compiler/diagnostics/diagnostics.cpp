#include "hls/compiler/diagnostics/diagnostics.hpp"

namespace stepc {

std::string Location::text() const {
  return known() ? file + ":" + std::to_string(line) : "unknown location";
}

Untranslatable::Untranslatable(const Location& where, const std::string& reason)
    : std::runtime_error(where.text() + ": error: " + reason) {
}

}  // namespace stepc
