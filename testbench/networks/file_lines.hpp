// A text file as lines of numbers, for messages that name the line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace testbench {

struct FileLine {
  unsigned number;  // from 1
  std::vector<std::uint32_t> values;
};

struct NumberedFile {
  std::string label;    // for messages: "file:PATH"
  std::string heading;  // its first word
  unsigned last_line = 0;
  std::vector<FileLine> lines;  // those that have numbers, behind the heading

  // Throws NetworkError "file:PATH, line 3: <reason>".
  [[noreturn]] void refuse(unsigned line, const std::string& reason) const;
};

// Throws NetworkError for what cannot be read, is larger than a network's file can be, has another
// heading than one of these, or is no number.
NumberedFile read_numbered_file(const std::string& path, const std::vector<std::string>& headings);

}  // namespace testbench
