// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/printer/plot.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "testbench/ground/files/named_file.hpp"

namespace testbench {
namespace {

// A file in memory: however much stands in it, neither side waits for the other as with pipes.
class MemoryFile {
 public:
  explicit MemoryFile(const char* name) : descriptor_(memfd_create(name, MFD_CLOEXEC)) {
    if (descriptor_ < 0) throw GnuplotError("gnuplot: no memory for its input and output: " + reason(errno));
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  int descriptor() const { return descriptor_; }

  void write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t written = ::write(descriptor_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) throw GnuplotError("gnuplot: no memory for its input: " + reason(errno));
      text.remove_prefix(static_cast<std::size_t>(written));
    }
    lseek(descriptor_, 0, SEEK_SET);
  }
  std::string text() const {
    std::string all;
    char block[1 << 14];
    lseek(descriptor_, 0, SEEK_SET);
    for (ssize_t got = 0; (got = ::read(descriptor_, block, sizeof block)) > 0;) {
      all.append(block, static_cast<std::size_t>(got));
    }
    return all;
  }

 private:
  int descriptor_;
};

int start(const MemoryFile& in, const MemoryFile& out, const MemoryFile& error, pid_t& child) {
  posix_spawn_file_actions_t streams;
  posix_spawn_file_actions_init(&streams);
  posix_spawn_file_actions_adddup2(&streams, in.descriptor(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&streams, out.descriptor(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&streams, error.descriptor(), STDERR_FILENO);
  char name[] = "gnuplot";
  char without_settings_of_user[] = "-d";
  char from_standard_input[] = "-";
  char* arguments[] = {name, without_settings_of_user, from_standard_input, nullptr};
  const int result = posix_spawnp(&child, name, &streams, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&streams);
  return result;
}

// gnuplot shows the line, an arrow, and then what is wrong with it.
std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of(" \n");
  if (end == std::string::npos) return "it failed";
  const std::size_t line = text.rfind('\n', end) + 1;  // 0 where there is no other, for npos + 1 is 0
  const std::size_t begin = text.find_first_not_of(' ', line);
  return text.substr(begin, end + 1 - begin);
}

}  // namespace

std::string run_gnuplot(std::string_view script) {
  const MemoryFile in("gnuplot-in");
  const MemoryFile out("gnuplot-out");
  const MemoryFile error("gnuplot-error");
  in.write(script);
  pid_t child = 0;
  const int result = start(in, out, error, child);
  if (result == ENOENT) {
    throw GnuplotError(
        "gnuplot: there is no such program; install it (apt-get install gnuplot-nox), or draw the data otherwise");
  }
  if (result != 0) throw GnuplotError(fmt::format("gnuplot: cannot be started: {}", reason(result)));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw GnuplotError("gnuplot: " + last_line(error.text()));
  return out.text();
}

std::string gnuplot_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char letter : text) {
    if (letter == '\'') quoted += '\'';
    quoted += static_cast<unsigned char>(letter) < ' ' || letter == '\x7F' ? ' ' : letter;
  }
  return quoted + "'";
}

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

bool is_drawn(const PlotPoint& point, bool has_log_y) {
  return std::isfinite(point.x) && std::isfinite(point.y) && (!has_log_y || point.y > 0);
}

bool has_bar_at(const PlotPoint& point) {
  return std::isfinite(point.low) && std::isfinite(point.high);
}

// A point without an error bar has one of no length.
std::string drawn_rows_of(const Curve& curve, bool has_log_y) {
  std::string rows;
  for (const PlotPoint& point : curve.points) {
    if (!is_drawn(point, has_log_y)) {
      rows += '\n';
      continue;
    }
    const bool has_bar = has_bar_at(point);
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
  const char* const style =
      std::ranges::any_of(curve.points, has_bar_at) ? "1:2:3:4 with yerrorlines" : "1:2 with linespoints";
  return fmt::format("$curve{} using {} pointtype 7 pointsize 0.4 linecolor rgb '{}' title {}", index, style, color,
                     title);
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
      "set key below Left reverse\nset grid linecolor rgb '#DDDDDD'\n",
      gnuplot_quoted(plot.title), gnuplot_quoted(plot.x_name), gnuplot_quoted(plot.y_name));
  if (plot.has_log_y) script += "set logscale y\n";
  if (plot.has_log_x) script += "set logscale x 2\n";
  if (plot.y_most) script += fmt::format("set yrange [{}:{}]\n", plot.has_log_y ? "*" : "0", *plot.y_most);
  std::string drawings;
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    const Curve& curve = plot.curves[i];
    const auto has_place = [&](const PlotPoint& point) { return is_drawn(point, plot.has_log_y); };
    if (std::ranges::none_of(curve.points, has_place)) continue;
    script += fmt::format("$curve{} << END\n{}END\n", i, drawn_rows_of(curve, plot.has_log_y));
    drawings += fmt::format("{}{}", drawings.empty() ? "plot " : ", ", drawing_of(curve, i));
  }
  // Axes alone: gnuplot refuses to draw nothing, but not what is below the axes.
  if (drawings.empty()) drawings = "set xrange [0:1]\nset yrange [1:10]\nplot 0.1 notitle";
  return run_gnuplot(script + drawings + '\n');
}

std::string drawn(const std::string& label, const std::function<std::string()>& draw) {
  try {
    return draw();
  } catch (const GnuplotError& error) {
    throw FileError(fmt::format("{}: {}", label, error.what()));
  }
}

}  // namespace testbench
