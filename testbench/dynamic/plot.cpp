// SPDX-License-Identifier: Apache-2.0
#include "testbench/dynamic/plot.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>

#include "testbench/dynamic/gnuplot.hpp"

namespace testbench {
namespace {

// Okabe and Ito: told apart by the colour-blind too.
constexpr const char* kColors[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                   "#E69F00", "#56B4E9", "#000000", "#888888"};

std::string in_one_line(std::string text) {
  std::ranges::replace_if(text, [](char letter) { return static_cast<unsigned char>(letter) < ' '; }, ' ');
  return text;
}

std::string rows_of(const Curve& curve) {
  std::string rows;
  for (const PlotPoint& point : curve.points) {
    rows += fmt::format("{} {} {} {}\n", point.x, point.y, point.low, point.high);
  }
  return rows;
}

bool is_drawn(const PlotPoint& point) {
  return std::isfinite(point.x) && std::isfinite(point.y);
}

// A point without an error bar has one of no length.
std::string drawn_rows_of(const Curve& curve) {
  std::string rows;
  for (const PlotPoint& point : curve.points) {
    if (!is_drawn(point)) {
      rows += '\n';
      continue;
    }
    const bool has_bar = std::isfinite(point.low) && std::isfinite(point.high);
    rows +=
        fmt::format("{} {} {} {}\n", point.x, point.y, has_bar ? point.low : point.y, has_bar ? point.high : point.y);
  }
  return rows;
}

std::string drawing_of(const Curve& curve, std::size_t index) {
  const char* const color = kColors[curve.color % std::size(kColors)];
  const std::string title = gnuplot_quoted(curve.name);
  if (curve.kind == CurveKind::kTheory) {
    return fmt::format("$curve{} using 1:2 with lines dashtype 2 linecolor rgb '{}' title {}", index, color, title);
  }
  return fmt::format("$curve{} using 1:2:3:4 with yerrorlines pointtype 7 pointsize 0.4 linecolor rgb '{}' title {}",
                     index, color, title);
}

}  // namespace

void write_data(std::ostream& out, const Plot& plot) {
  fmt::print(out, "# {}\n# {}, {}, low and high of it\n", in_one_line(plot.title), in_one_line(plot.x_name),
             in_one_line(plot.y_name));
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    const Curve& curve = plot.curves[i];
    fmt::print(out, "{}# {}: {}, {}\n{}", i == 0 ? "" : "\n\n", i, in_one_line(curve.name),
               curve.kind == CurveKind::kTheory ? "theory" : "measured", rows_of(curve));
  }
}

std::string svg_of(const Plot& plot) {
  std::string script = fmt::format(
      "set encoding utf8\n"
      "set terminal svg size 800,500 noenhanced background rgb 'white' font 'sans-serif,14'\n"
      "set title {}\nset xlabel {}\nset ylabel {}\n"
      "set key outside right top Left reverse\nset grid linecolor rgb '#DDDDDD'\n",
      gnuplot_quoted(plot.title), gnuplot_quoted(plot.x_name), gnuplot_quoted(plot.y_name));
  if (plot.has_log_y) script += "set logscale y\n";
  if (plot.y_most) script += fmt::format("set yrange [{}:{}]\n", plot.has_log_y ? "*" : "0", *plot.y_most);
  std::string drawings;
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    const Curve& curve = plot.curves[i];
    if (std::ranges::none_of(curve.points, is_drawn)) continue;
    script += fmt::format("$curve{} << END\n{}END\n", i, drawn_rows_of(curve));
    drawings += fmt::format("{}{}", drawings.empty() ? "plot " : ", ", drawing_of(curve, i));
  }
  if (drawings.empty()) throw GnuplotError("gnuplot: no curve has a point to draw");
  return run_gnuplot(script + drawings + '\n');
}

}  // namespace testbench
