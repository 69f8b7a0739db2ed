// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/printer/plot.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace testbench {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

Plot example() {
  return {.title = "6-cube\nwith two lines",
          .x_name = "load",
          .y_name = "mean delay, cycles",
          .curves = {{.name = "pmnb3", .points = {{0.1, 25, 24.5, 25.5}, {0.2, 30.25, 29, 31}}},
                     {.name = "theorem", .kind = CurveKind::kTheory, .points = {{0.1, 31}, {0.9, kInfinite}}}}};
}

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(Plot, WritesItsData) {
  std::ostringstream out;
  write_data(out, example());
  EXPECT_EQ(out.str(),
            "# 6-cube with two lines\n"
            "# load, mean delay, cycles, low and high of it\n"
            "# 0: pmnb3, measured\n"
            "0.1 25 24.5 25.5\n"
            "0.2 30.25 29 31\n"
            "\n\n"
            "# 1: theorem, theory\n"
            "0.1 31 nan nan\n"
            "0.9 inf nan nan\n");
}

TEST(Plot, IsDrawn) {
  const std::string svg = svg_of(example());
  EXPECT_EQ(svg.rfind("<?xml", 0), 0u);
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
  for (const char* const text : {"6-cube with two lines", ">load<", "mean delay, cycles", "pmnb3", "theorem"}) {
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  }
  EXPECT_EQ(svg, svg_of(example()));
}

// Numbers of the y axis end at it, those of the x axis stand in the middle below it.
TEST(Plot, HasXToTheRight) {
  const std::string svg = svg_of(example());
  EXPECT_NE(svg.find("text-anchor=\"end\">\n\t\t<text> 28<"), std::string::npos);
  EXPECT_NE(svg.find("text-anchor=\"middle\">\n\t\t<text> 0.14<"), std::string::npos);
}

// Letters that mean something to gnuplot, to a shell or in XML.
TEST(Plot, KeepsNamesAsTheyAre) {
  Plot plot = example();
  plot.curves[0].name = "a_b^2 {x} 'y' \"z\" `id` @m $c \\n <i> & %d";
  const std::string svg = svg_of(plot);
  EXPECT_NE(svg.find("a_b^2 {x} 'y' \"z\" `id` @m $c \\n &lt;i> &amp; %d"), std::string::npos)
      << svg.substr(0, svg.find("</svg>"));
}

TEST(Plot, LeavesOutWhatIsNotFinite) {
  Plot plot = example();
  plot.curves[0].points.push_back({0.3, std::nan("")});
  plot.curves[0].points.push_back({0.4, 40});
  plot.curves.push_back({.name = "nothing", .points = {{0.5, kInfinite}}});
  const std::string svg = svg_of(plot);
  EXPECT_EQ(svg.find("nothing"), std::string::npos);
  const auto points = [](const std::string& drawing) { return times(drawing, "<use xlink:href='#gpPt6'"); };
  EXPECT_EQ(points(svg) - points(svg_of(example())), 1u) << "one more point, and the key's";
  for (Curve& curve : plot.curves) curve.points.clear();
  EXPECT_NE(svg_of(plot).find("6-cube with two lines"), std::string::npos) << "axes alone";
}

TEST(Plot, LeavesOutWhatALogarithmDoesNotHave) {
  Plot plot = example();
  plot.has_log_y = true;
  for (Curve& curve : plot.curves) {
    for (PlotPoint& point : curve.points) point.y = 0;
  }
  EXPECT_EQ(svg_of(plot).find("theorem"), std::string::npos);
}

TEST(Plot, HasItsAxis) {
  Plot plot = example();
  plot.y_most = 5000;
  EXPECT_NE(svg_of(plot).find("5000"), std::string::npos);
  plot.has_log_y = true;
  EXPECT_NE(svg_of(plot).find("1000"), std::string::npos);
}

// gnuplot 5 and 6 say: the line of the script, or nothing where the script itself says that it
// failed.
TEST(Gnuplot, SaysWhatIsWrong) {
  struct Case {
    std::string script, begin, end;
  };
  const std::vector<Case> cases = {
      {"plot nonsense(x)\n", "gnuplot: line 0: undefined", ": nonsense"},
      {"set title 'right'\nset nonsense\n", "gnuplot: line 0: unrecognized option", "."},
      {"exit status 3\n", "gnuplot: it failed", "gnuplot: it failed"},
  };
  for (const auto& [script, begin, end] : cases) {
    try {
      run_gnuplot(script);
      ADD_FAILURE() << script;
    } catch (const GnuplotError& error) {
      const std::string message = error.what();
      EXPECT_TRUE(message.starts_with(begin)) << message;
      EXPECT_TRUE(message.ends_with(end)) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
  }
}

// More than a block of what is read at a time, and as often as one likes.
TEST(Gnuplot, GivesAllThatIsPrintedAndKeepsNoFileOpen) {
  const auto open_files = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator());
  };
  std::string expected;
  for (int i = 1; i <= 9000; ++i) expected += std::to_string(i) + '\n';
  const std::string script = "set print '-'\ndo for [i=1:9000] {print i}\n";
  EXPECT_EQ(run_gnuplot(script), expected);
  const auto before = open_files();
  EXPECT_EQ(run_gnuplot("# " + std::string(100'000, '-') + '\n' + script), expected);
  EXPECT_EQ(open_files(), before);
}

TEST(Gnuplot, NamesTheWayOutWhereItIsNot) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  try {
    run_gnuplot("plot x\n");
    ADD_FAILURE();
  } catch (const GnuplotError& error) {
    EXPECT_STREQ(
        error.what(),
        "gnuplot: there is no such program; install it (apt-get install gnuplot-nox), or draw the data otherwise");
  }
  setenv("PATH", path.c_str(), 1);
}

}  // namespace
}  // namespace testbench
