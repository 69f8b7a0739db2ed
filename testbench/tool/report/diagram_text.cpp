// SPDX-License-Identifier: Apache-2.0
// A network drawn with characters, cycle by cycle.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>
#include <numbers>
#include <ranges>
#include <utility>

#include "testbench/tool/report/playback.hpp"

namespace testbench {
namespace {

using Point = std::complex<double>;  // x across, y down

constexpr double kColumn = 14, kRow = 5;  // of a grid

// Rows and columns of a mesh or torus of two extents; 0: another network.
std::pair<std::uint32_t, std::uint32_t> grid_of(const Json& head) {
  const std::string network = head.at("network");
  std::uint32_t down = 0;
  std::uint32_t across = 0;
  char behind = 0;
  const char* const extents = network.c_str() + std::min(network.find(':'), network.size() - 1) + 1;
  const bool is_named = network.starts_with("mesh:") || network.starts_with("torus:");
  if (!is_named || std::sscanf(extents, "%ux%u%c", &down, &across, &behind) != 2) return {};
  return std::uint64_t{down} * across == head.at("nodes") ? std::pair(down, across) : std::pair(0U, 0U);
}

// Ranks by distance from some nodes, one above another; nothing where a link stays in its rank.
std::vector<Point> ranks_above(std::vector<std::uint32_t> wave, const std::vector<std::vector<std::uint32_t>>& near) {
  std::vector<Point> places(near.size(), {-1, 0});
  for (double y = 0; !wave.empty(); --y) {
    std::vector<std::uint32_t> next;
    const double apart = 5 * static_cast<double>(near.size()) / static_cast<double>(wave.size());
    for (std::size_t i = 0; i < wave.size(); ++i) places[wave[i]] = {(static_cast<double>(i) + 0.5) * apart, 7 * y};
    for (const std::uint32_t node : wave) {
      for (const std::uint32_t other : near[node]) {
        if (places[other].real() >= 0 && places[other].imag() == 7 * y) return {};
        if (places[other].real() < 0 && std::ranges::count(next, other) == 0) next.push_back(other);
      }
    }
    wave = std::move(next);
  }
  return std::ranges::all_of(places, [](Point place) { return place.real() >= 0; }) ? places : std::vector<Point>();
}

// Cubes obliquely, meshes and tori of two extents as grids, others in ranks above the nodes with one link or below
// node 0 where no link stays in its rank, else on a circle.
std::vector<Point> places_of(const Json& head) {
  const auto nodes = head.at("nodes").get<std::uint32_t>();
  const bool is_cube = head.at("network").get<std::string>().starts_with("cube:");
  const std::uint32_t across = grid_of(head).second;
  std::vector<Point> places(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    constexpr Point kSteps[] = {{22, 0}, {0, -8}, {10, -4}, {50, 0}, {0, -17}};
    for (unsigned bit = 0; is_cube && bit < 5; ++bit) {
      if ((node >> bit & 1) != 0) places[node] += kSteps[bit];
    }
    const double angle = 2 * std::numbers::pi * node / nodes;
    if (across != 0) places[node] = {node % across * kColumn, std::floor(node / across) * kRow};
    if (across == 0 && !is_cube) places[node] = {2.2 * nodes * std::sin(angle), -1.1 * nodes * std::cos(angle)};
  }
  if (is_cube || across != 0) return places;
  std::vector<std::vector<std::uint32_t>> near(nodes);
  for (const Json& link : head.at("links")) near[link.at(0).get<std::uint32_t>()].push_back(link.at(2));
  std::vector<std::uint32_t> hosts;
  std::ranges::copy_if(std::views::iota(0U, nodes), std::back_inserter(hosts),
                       [&](std::uint32_t node) { return near[node].size() == 1; });
  std::vector<Point> ranks = ranks_above(std::move(hosts), near);
  if (!ranks.empty()) return ranks;
  ranks = ranks_above({0}, near);
  for (Point& place : ranks) place = std::conj(place);
  return ranks.empty() ? places : ranks;
}

// Characters on lines, from column 0 on.
class Sheet {
 public:
  void put(Point at, std::string_view text, bool over = true) {
    std::string& line = lines_[std::lround(at.imag())];
    const auto column = static_cast<std::size_t>(std::lround(at.real()));
    line.resize(std::max(line.size(), column + text.size()), ' ');
    if (over || line[column] == ' ') line.replace(column, text.size(), text);
  }
  std::string text() const {
    std::string all;
    for (auto line = lines_.begin(); line != lines_.end(); ++line) {
      if (line != lines_.begin()) all.append(static_cast<std::size_t>(line->first - std::prev(line)->first), '\n');
      all += line->second;
    }
    return all + '\n';
  }

 private:
  std::map<long, std::string> lines_;
};

char arrow_of(Point way) {
  if (std::abs(way.real()) >= 2 * std::abs(way.imag())) return way.real() > 0 ? '>' : '<';
  return way.imag() > 0 ? 'v' : '^';
}

}  // namespace

std::string text_of(const Playback& playback, const Json& head) {
  const std::vector<const Playback::Move*> moves = playback.moves();
  const auto nodes = head.at("nodes").get<std::uint32_t>();
  std::vector<Point> places = places_of(head);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> behind;
  for (const Json& link : head.at("links")) behind[{link.at(0), link.at(1)}] = link.at(2);
  const bool is_grid = grid_of(head).second != 0;
  const Point left = std::ranges::min(places, {}, [](Point place) { return place.real(); }).real() - (is_grid ? 4 : 0);
  for (Point& place : places) place -= left;  // with room for a link around
  constexpr double kPart = 0.62;              // of a link's way, where its packet is drawn
  const auto way_of = [&](std::uint32_t from, std::uint32_t to) { return places[to] - places[from]; };
  // A link around leaves at one border and comes in at the other.
  const auto is_around = [&](Point way) {
    return is_grid && (std::abs(way.real()) > kColumn || std::abs(way.imag()) > kRow);
  };
  const auto drawn = [&](Point way) {
    return is_around(way) ? -Point(std::clamp(way.real(), -4., 4.), std::clamp(way.imag(), -2., 2.)) / kPart : way;
  };
  Sheet empty;
  for (const auto& [link, to] : behind) {
    const Point way = way_of(link.first, to);
    const double length = std::max(std::abs(way.real()), 2 * std::abs(way.imag()));
    for (double i = 2; !is_around(way) && i < length - 1; i += 2) {
      empty.put(places[link.first] + way * (i / length), ".", false);
    }
  }
  for (std::uint32_t node = 0; node < nodes; ++node) empty.put(places[node], std::to_string(node));

  std::uint64_t cycles = 0;
  for (const Playback::Move* const move : moves) cycles = std::max(cycles, move->last);
  const auto is_for_all = [](const Playback::Move* move) { return move->packet.destination == kAllNodes; };
  const bool all_for_all = std::ranges::all_of(moves, is_for_all), has_several = head.at("packets") > 1;
  const char* const of_all = has_several ? "their numbers, from 0" : "their sources";
  std::string all = fmt::format("arrows are packets, with {}\n\n",
                                all_for_all ? of_all
                                : std::ranges::none_of(moves, is_for_all)
                                    ? "their receivers"
                                    : fmt::format("their receivers or, where they go to all, {}", of_all));
  for (std::uint64_t cycle = 1; cycle <= cycles; ++cycle) {
    Sheet sheet = empty;
    unsigned busy = 0;
    std::string list;
    for (const Playback::Move* const move : moves) {
      if (cycle < move->first || move->last < cycle || (move->fate & Playback::kAnswerFate) != 0) continue;
      const LinkEvent& packet = move->packet;
      const std::uint32_t to = behind.at({packet.node, packet.port});
      const Point way = drawn(way_of(packet.node, to));
      const std::uint32_t shown = packet.destination != kAllNodes ? static_cast<std::uint32_t>(packet.destination)
                                  : has_several                   ? packet.sequence
                                                                  : packet.source;
      sheet.put(places[packet.node] + way * kPart, fmt::format("{}{}", arrow_of(way), shown));
      list += fmt::format("{} > {}: {}\n", packet.node, to, shown);
      ++busy;
    }
    all += fmt::format("cycle {}: {} of {} links busy\n\n{}\n", cycle, busy, behind.size(), sheet.text());
    if (!is_grid && !head.at("network").get<std::string>().starts_with("cube:"))
      all += "links that carry something, from > to: what\n" + list + '\n';  // arrows may lie on one another
  }
  return all;
}

}  // namespace testbench
