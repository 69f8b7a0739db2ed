// Which elements a dynamic index can select.
#pragma once

#include "hls/compiler/walk/region.hpp"

namespace stepc {

struct IndexRange {
  std::int64_t first;
  std::int64_t last;
};

// Values of term number `term` for which an access of `bytes` bytes stays within the array that is indexed (as the C++
// language demands) and which the known bits of the index allow.
IndexRange candidates(const PointerValue& pointer, std::size_t term, std::uint64_t bytes, const Location& where);

// Throws when a pointer without terms leaves its object.
void check_bounds(const PointerValue& pointer, std::uint64_t bytes, const Location& where);

}  // namespace stepc
