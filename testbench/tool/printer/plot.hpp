// SPDX-License-Identifier: Apache-2.0
// Measurements and theory as curves: delay against load, say, one curve a scheme. As data for other
// programs, and drawn by gnuplot.
//
//     Plot plot{.title = "6-cube", .x_name = "load", .y_name = "mean delay, cycles", .curves = {}};
//     plot.curves.push_back({.name = "pmnb3", .kind = CurveKind::kMeasured, .color = 0, .points = {{0.1, 25, 24.5, 25.5}}});
//     plot.curves.push_back({.name = "theorem", .kind = CurveKind::kTheory, .color = 0, .points = {{0.1, 30}, {0.2, 40}}});
//     write_data(file, plot);
//     file << svg_of(plot);       // throws GnuplotError
#pragma once

#include <cmath>
#include <functional>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace testbench {

// One line: gnuplot is not there, or its message about the script.
struct GnuplotError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct PlotPoint {
  double x = 0;
  double y = 0;               // not finite: the curve has a gap here
  double low = std::nan("");  // of the error bar; not a number: it has none
  double high = std::nan("");
};

enum class CurveKind {
  kMeasured,  // points, error bars, a line from one to the next
  kTheory     // a broken line
};

struct Curve {
  std::string name;
  CurveKind kind = CurveKind::kMeasured;
  unsigned color = 0;  // one of eight, modulo 8: a scheme and its theory have the same
  std::vector<PlotPoint> points;
};

struct Plot {
  std::string title;
  std::string x_name;
  std::string y_name;
  std::optional<double> y_most = std::nullopt;  // of the axis; nothing: what the points take
  bool has_log_y = false;                       // all y above 0
  bool has_log_x = false;                       // all x above 0; powers of two
  std::vector<Curve> curves;
};

// Columns x y low high, separated by blanks, "nan" where there is none; curves in their order,
// separated by two empty lines (gnuplot's index 0, 1, ...); lines with # say what it is.
void write_data(std::ostream& out, const Plot& plot);

// 800 x 500, on white, the same for the same plot. Curves without a point are left out; y of 0 and
// less is no point where y is logarithmic.
std::string svg_of(const Plot& plot);

// Runs gnuplot (Debian: gnuplot-nox) on a script, without any file, and returns its output.
std::string run_gnuplot(std::string_view script);

// For the file of a command, "--plot x.svg": throws FileError with this label where `draw` throws GnuplotError. Commands draw
// nothing before their runs, which would be for nothing without gnuplot.
std::string drawn(const std::string& label, const std::function<std::string()>& draw);

// Any text as gnuplot reads it: in quotes within which nothing is special, control characters as
// blanks.
std::string gnuplot_quoted(std::string_view text);

}  // namespace testbench
