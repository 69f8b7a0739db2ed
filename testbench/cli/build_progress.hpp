// The line that a user sees while models are compiled.
#pragma once

#include <functional>

namespace testbench {

// A line on the terminal for builds of more than a second: what is built, that it happens once, and
// how far it is. Where several are built at once it tells of the first, and of how many others
// there are.
void show_builds();

// Prints while that line is away.
void print_beside_builds(const std::function<void()>& print);

}  // namespace testbench
