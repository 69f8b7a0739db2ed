// The link events of some cycles, in memory that is left as it is when it grows: whoever makes room
// for events, in several threads at a time if need be, fills it.
#pragma once

#include <memory>
#include <vector>

#include "testbench/checker/link_event.hpp"

namespace testbench {

template <class T>
struct Unfilled : std::allocator<T> {
  // Of what vector::resize adds.
  template <class U>
  void construct(U* object) {
    ::new (static_cast<void*>(object)) U;
  }
};

using LinkEvents = std::vector<LinkEvent, Unfilled<LinkEvent>>;

}  // namespace testbench
