// SPDX-License-Identifier: Apache-2.0
// Runs gnuplot (Debian: gnuplot-nox) on a script, without any file.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace testbench {

// One line: gnuplot is not there, or its message about the script.
struct GnuplotError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The output of the script.
std::string run_gnuplot(std::string_view script);

// Any text as gnuplot reads it: in quotes within which nothing is special, control characters as
// blanks.
std::string gnuplot_quoted(std::string_view text);

}  // namespace testbench
