// Errors of a translation: what cannot become hardware, where in the C++ it stands, and why.
#pragma once

#include <stdexcept>
#include <string>

namespace stepc {

// A place in the C++ source; line 0 when it is not known.
struct Location {
  std::string file;
  unsigned line = 0;

  bool known() const { return line != 0; }
  // "fifo.cpp:12"
  std::string text() const;
};

// The source is not translatable. what() is one line, "fifo.cpp:12: error: reason".
class Untranslatable : public std::runtime_error {
 public:
  Untranslatable(const Location& where, const std::string& reason);
};

}  // namespace stepc
