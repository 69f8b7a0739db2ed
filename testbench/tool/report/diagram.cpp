// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "testbench/ground/files/standard_streams.hpp"
#include "testbench/tool/report/page.hpp"
#include "testbench/tool/report/playback.hpp"

namespace testbench {
namespace {

// As those of the page (page/report.css), which the colour-blind tell apart.
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#00805e", "#d374a9",
                                    "#7c2122", "#7f75f8", "#665300", "#e5215a"};

}  // namespace

std::string svg_of(const Playback& playback, const Json& head) {
  using Move = Playback::Move;
  const std::vector<const Move*> moves = playback.moves();
  const bool by_port = head.at("network").get<std::string>().starts_with("cube:");
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> rows;  // by group and the other of node and port
  const auto row_of = [&](std::uint32_t node, std::uint32_t port) {
    return by_port ? std::pair(port, node) : std::pair(node, port);
  };
  for (const Json& link : head.at("links")) rows[row_of(link.at(0), link.at(1))] = 0;
  std::size_t number = 0;
  for (auto& [link, row] : rows) row = number++;

  std::uint64_t cycles = 1;
  std::uint32_t trees = 1;
  std::uint32_t ports = 1;
  for (const Move* const move : moves) {
    cycles = std::max(cycles, move->last);
    trees = std::max(trees, move->packet.tree + 1);
    ports = std::max(ports, move->packet.port + 1);
  }
  const bool by_tree = trees > 1 && trees <= std::size(kColours);
  const std::size_t kinds = by_tree ? trees : ports;
  const auto fact = [&](const char* key) { return head.at(key).get<std::string>(); };
  const std::string title = fmt::format("{} {} on {}: links by cycles, {} by colour", fact("collective"),
                                        fact("algorithm"), fact("network"), by_tree ? "trees" : "ports");
  constexpr double kLeft = 64, kTop = 40;
  const double wide = std::clamp(900.0 / static_cast<double>(cycles), 0.4, 60.0);
  const double high = std::clamp(420.0 / static_cast<double>(rows.size()), 1.0, 10.0);
  const auto x_of = [&](std::uint64_t cycle) { return kLeft + wide * static_cast<double>(cycle); };
  const auto y_of = [&](std::size_t row) { return kTop + high * static_cast<double>(row); };
  const double right = x_of(cycles), bottom = y_of(rows.size());
  const auto label = [](double x, double y, const char* anchor, const std::string& text) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                       escaped(printable(text)));
  };
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "font-family=\"sans-serif\" font-size=\"11\" fill=\"#56606b\">\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"#fff\"/>\n",
      std::max(right + 20, kLeft + 6.2 * static_cast<double>(title.size())), bottom + 44);
  svg += label(kLeft, 16, "start", title);
  struct Style {
    const char* words;
    std::string fill;
    double part;  // of the height of a row
  };
  const auto style_of = [&](const Move& move) -> Style {
    const std::uint32_t kind = by_tree ? move.packet.tree : move.packet.port;
    if ((move.fate & Playback::kAnswerFate) != 0) return {"no packets", "#a0a8b2", 0.45};
    const char* const colour = kColours[kind % std::size(kColours)];
    if ((move.fate & Playback::kRepeatedFate) == 0) return {"", colour, 0.9};
    return {"again", fmt::format("{}\" fill-opacity=\"0.35\" stroke=\"{}", colour, colour), 0.8};
  };
  std::map<std::string, std::string> cells;                // by fill
  std::map<std::string, std::string, std::less<>> others;  // fills of the legend, by words
  const auto draw = [&](const Move& move, const Style& style) {
    const LinkEvent& at = move.packet;
    if (*style.words != '\0') others.emplace(style.words, style.fill);
    const double left = x_of(move.first - 1), tall = high * style.part;
    cells[style.fill] += fmt::format("M{:.1f},{:.1f}v{:.1f}h{:.1f}v-{:.1f}z", left,
                                     y_of(rows.at(row_of(at.node, at.port))) + 0.95 * high - tall, tall,
                                     x_of(move.last) - left - std::min(1.0, wide / 8), tall);
  };
  for (const Move* const move : moves) {
    draw(*move, style_of(*move));
    if ((move->fate & (Playback::kDamagedFate | Playback::kLostFate)) != 0)
      draw(*move, {"damaged, lost", "#c3112e", 0.2});
  }
  for (const auto& [fill, path] : cells) svg += fmt::format("<path d=\"{}\" fill=\"{}\"/>\n", path, fill);
  svg += label(kLeft - 8, bottom + 34, "end", by_tree ? "tree" : by_port ? "dim" : "port");
  double x = kLeft;
  const auto key = [&](const std::string& fill, const std::string& text, double width) {
    svg +=
        fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"9\" height=\"9\" fill=\"{}\"/>\n", x, bottom + 26, fill);
    svg += label(x + 13, bottom + 34, "start", text);
    x += width;
  };
  for (unsigned kind = 0; kind < std::min<std::size_t>(kinds, std::size(kColours)); ++kind) {
    const bool again = kind + std::size(kColours) < kinds;  // colours that come again
    key(kColours[kind], again ? fmt::format("{}, {}", kind, kind + 8) : std::to_string(kind), 44);
  }
  for (const auto& [words, fill] : others) key(fill, words, 30 + 6.2 * static_cast<double>(words.size()));
  for (auto first = rows.begin(); first != rows.end();) {
    const auto end = rows.upper_bound({first->first.first, ~std::uint32_t{0}});
    const double y = y_of(first->second), tall = high * static_cast<double>(std::distance(first, end));
    const std::string name = fmt::format("{} {}", by_port ? "dim" : "node", first->first.first);
    if (tall > 10) svg += label(kLeft - 8, y + tall / 2 + 4, "end", name);
    svg += fmt::format("<path d=\"M{:.1f},{:.1f}H{:.1f}\" stroke=\"#c3cad2\"/>\n", kLeft - 6, y, right);
    first = end;
  }
  std::uint64_t step = 1;  // 1, 2, 5, 10, 20, ...
  for (unsigned i = 0; cycles / step > 10; ++i) step = step * (i % 3 == 1 ? 5 : 4) / 2;
  for (std::uint64_t cycle = step; cycle <= cycles; cycle += step) {
    svg += label(x_of(cycle) - wide / 2, bottom + 14, "middle", std::to_string(cycle));
  }
  const auto mark = [&](const char* what, std::uint64_t cycle, const char* dashes) {
    if (cycle == 0 || cycle > cycles) return;
    const double at = x_of(cycle);
    svg += fmt::format("<path d=\"M{0:.1f},{1:.1f}V{2:.1f}\" stroke=\"#17202a\" stroke-dasharray=\"{3}\"/>\n", at,
                       kTop - 10, bottom, dashes);
    svg += label(at - 5, kTop - 3, "end", fmt::format("{} {}", what, cycle));
  };
  mark("bound", head.at("lower_bound"), "4 3");
  if (const std::uint64_t end = head.at("cycles"); end < cycles) mark("done", end, "none");  // links still answer
  return svg + "</svg>\n";
}

}  // namespace testbench
