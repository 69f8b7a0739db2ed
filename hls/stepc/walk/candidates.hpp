// Which elements a dynamic index can select.
//
// C++ demands that an access lies within the array that is indexed, but LLVM has long folded the array into a number of
// bytes: `b[i - 1]` begins in what lies before `b`. So every byte of the object is a candidate at which some value of the
// index may lie, and what is known of the index decides among them.
#pragma once

#include <optional>
#include <stdexcept>

#include "hls/stepc/expression/facts.hpp"
#include "hls/stepc/walk/region.hpp"

namespace stepc {

// What to do with an address of which it is not certain in which array it lies.
enum class Addresses {
  kCertain,  // throw AmbiguousAddress: the walk begins again, on a program that tells the bounds of its subscripts
  kAny,      // all that it may be
};

class AmbiguousAddress : public std::runtime_error {
 public:
  AmbiguousAddress() : std::runtime_error("an address that may lie in several arrays") {}
};

// An access of so many bytes at a place in the source, and what holds there.
struct Access {
  std::uint64_t bytes;
  const Facts& facts;
  Addresses addresses;
  Location where;
  bool is_direct = true;  // of the bytes themselves, not of an object with ports
};

// Numbers first .. last.
struct IndexRange {
  std::int64_t first;
  std::int64_t last;
};

// Values that term number `term` may have; nothing where no value lies within the object.
std::optional<IndexRange> candidates(const PointerValue& pointer, std::size_t term, const Access& access);

}  // namespace stepc
