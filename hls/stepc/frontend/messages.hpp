// SPDX-License-Identifier: Apache-2.0
// The messages of clang, those about the user's code apart from those about the lines that stepc adds
// to it.
#pragma once

#include <string>

namespace stepc {

// The name of the added lines in clang's messages.
inline constexpr char kAddedLines[] = "<stepc>";

struct Messages {
  std::string text;         // those about the user's code, as clang prints them
  bool has_errors = false;  // among those
  unsigned line = 0;        // of the first error in the added lines; 0 if there is none
  std::string error;        // its text
};

// `printed`: all that clang has printed. Colours stay.
Messages sorted_messages(const std::string& printed);

}  // namespace stepc
