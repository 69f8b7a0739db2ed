// SPDX-License-Identifier: Apache-2.0
// Errors of a translation: each has a place in the C++ source, and the reason why the code there
// cannot become hardware.
//
//     Diagnostics diagnostics;
//     try {
//       translate(instruction);                    // throws Untranslatable
//     } catch (const Untranslatable& error) {
//       diagnostics.report(error);                 // and on to the next: a run tells as many errors as it can
//     }
//     std::fputs(diagnostics.text().c_str(), stderr);
#pragma once

#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace stepc {

// A place in the C++ source; line 0 when it is not known.
struct Location {
  std::string file;
  unsigned line = 0;

  bool known() const { return line != 0; }
  // Returns "fifo.cpp:12".
  std::string text() const;
};

// The source is not translatable. what() is one line, "fifo.cpp:12: error: reason".
class Untranslatable : public std::runtime_error {
 public:
  Untranslatable(Location where, const std::string& reason);
  const Location& where() const { return where_; }

 private:
  Location where_;
};

// The command line is wrong. what() is one line without "stepc: ": "--layout: x: reason; way out".
class BadUse : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Thrown where a failure follows from an error that has been reported already.
class FollowsFromError : public std::runtime_error {
 public:
  FollowsFromError() : std::runtime_error("follows from another error") {}
};

// The errors of a run, and its warnings.
class Diagnostics {
 public:
  static constexpr std::size_t kMost = 20;  // messages that are printed

  void report(const Untranslatable& error);
  // Reports an error unless one with this reason has been reported, here or at another place.
  void report_once(const Location& where, const std::string& reason);
  // Warns of code that is translated, though perhaps not as it is meant.
  void warn(const Location& where, const std::string& text);
  bool empty() const { return errors_.empty(); }
  std::size_t count() const { return errors_.size(); }
  // Returns a line for each error, in the order of the source: files as they were first met, lines
  // from the top. Equal errors appear once.
  std::string text() const;
  // Does the same for the warnings.
  std::string warnings() const;

 private:
  struct Message {
    std::size_t file;  // in files_
    unsigned line;
    std::string text;
    auto operator<=>(const Message&) const = default;
  };

  void add(std::vector<Message>& messages, const Location& where, const std::string& text);
  static std::string lines_of(std::vector<Message> messages, const char* what);

  std::vector<std::string> files_;
  std::set<std::string> reported_once_;
  std::vector<Message> errors_;
  std::vector<Message> warnings_;
};

}  // namespace stepc
