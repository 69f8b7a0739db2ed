// Where registers may lie: none, one, or several one behind the other. What goes into a tick comes
// out of the tick that many later.
#pragma once

#include <array>
#include <cstddef>

namespace operators {

template <class T, std::size_t Registers>
class Cut {
 public:
  constexpr T tick(const T& in) {
    const T out = held_[Registers - 1];
    for (std::size_t i = Registers - 1; i > 0; --i) held_[i] = held_[i - 1];
    held_[0] = in;
    return out;
  }

 private:
  std::array<T, Registers> held_;
};
template <class T>
class Cut<T, 1> {
 public:
  constexpr T tick(const T& in) {
    const T out = held_;
    held_ = in;
    return out;
  }

 private:
  T held_;
};
template <class T>
class Cut<T, 0> {
 public:
  constexpr T tick(const T& in) const { return in; }
};

}  // namespace operators
