// Runs gnuplot (Debian: gnuplot-nox) on a script, without any file.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace testbench {

// One line: gnuplot is not there, or what it says against the script.
struct GnuplotError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What the script writes to gnuplot's standard output.
std::string run_gnuplot(std::string_view script);

// A text as gnuplot reads it, whatever stands in it: in quotes within which nothing is special,
// control characters as blanks.
std::string gnuplot_quoted(std::string_view text);

}  // namespace testbench
