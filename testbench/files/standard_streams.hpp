// SPDX-License-Identifier: Apache-2.0
// Standard output and standard error, as a program owes them: what does not arrive is noticed, and
// nothing else takes their place.
#pragma once

#include <string>
#include <string_view>

namespace testbench {

// First of all: where descriptors 0, 1 or 2 are closed, no file that is opened later may get their
// number. Writing to them fails then.
void reserve_standard_descriptors();

// Text to standard output, at once. After the first that is lost nothing more is written.
void say(std::string_view text);
bool standard_output_lost();
// Throws FileError if something that was said is lost, and BrokenPipe if nobody reads it any more.
void require_standard_output();

struct BrokenPipe {};

// One line to standard error, "cubecast: ..." with control characters escaped, on a line of its own
// on a terminal.
void complain(std::string_view text);

// Control characters and what is no UTF-8 as \n, \x1b and so on.
std::string printable(std::string_view text);

}  // namespace testbench
