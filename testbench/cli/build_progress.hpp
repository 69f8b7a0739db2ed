// What a user sees of models that are compiled when they are first asked for.
#pragma once

#include <functional>

namespace testbench {

// A line on the terminal for builds of more than a second: what is built, that it happens once, and how far it is. Of several
// at once the one that began first, and how many others there are.
void show_builds();

// Prints while that line is away.
void print_beside_builds(const std::function<void()>& print);

}  // namespace testbench
