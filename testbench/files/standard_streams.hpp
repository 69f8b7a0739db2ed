// SPDX-License-Identifier: Apache-2.0
// Standard output and standard error. Lost output is noticed, and no other file takes their place.
#pragma once

#include <string>
#include <string_view>

namespace testbench {

// Call this first. If descriptors 0, 1 or 2 are closed, no file that is opened later may get their
// number; writing to them then fails.
void reserve_standard_descriptors();

// Writes text to standard output at once. After the first loss nothing more is written.
void say(std::string_view text);
bool standard_output_lost();
// Throws FileError if some output is lost, and BrokenPipe if its reader has gone.
void require_standard_output();

struct BrokenPipe {};

// Writes one line to standard error, "cubecast: ..." with control characters escaped. On a terminal
// it gets a line of its own.
void complain(std::string_view text);

// Escapes control characters and invalid UTF-8 as \n, \x1b and so on.
std::string printable(std::string_view text);

}  // namespace testbench
