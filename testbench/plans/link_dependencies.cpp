#include "testbench/plans/link_dependencies.hpp"

#include <algorithm>
#include <numeric>

namespace testbench {

LinkDependencies::LinkDependencies(const LinkTable& links)
    : links_(links),
      states_(std::size_t{links.nodes()} * links.ports() * links.ports(), State::kUnknown),
      order_(std::size_t{links.nodes()} * links.ports()),
      places_(order_.size()),
      is_met_(order_.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  std::iota(places_.begin(), places_.end(), 0);
}

bool LinkDependencies::add(std::uint32_t link, unsigned port) {
  State& state = states_[place(link, port)];
  if (state != State::kUnknown) return state == State::kIn;
  changed_.push_back(place(link, port));
  const std::uint32_t next = end(link) * links_.ports() + port;
  if (places_[next] <= places_[link]) {
    const std::vector<std::uint32_t> late = behind(next, places_[link]);
    if (std::find(late.begin(), late.end(), places_[link]) != late.end()) {
      state = State::kRefused;
      return false;
    }
    reorder(before(link, places_[next]), late);
  }
  state = State::kIn;
  return true;
}

void LinkDependencies::undo() {
  for (const std::size_t place : changed_) states_[place] = State::kUnknown;
  changed_.clear();
}

std::vector<std::uint32_t> LinkDependencies::behind(std::uint32_t link, std::uint32_t last) {
  std::vector<std::uint32_t> found{places_[link]};
  is_met_[places_[link]] = true;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::uint32_t from = order_[found[i]];
    for (unsigned port = 0; port < links_.ports(); ++port) {
      if (states_[place(from, port)] != State::kIn) continue;
      const std::uint32_t to = places_[end(from) * links_.ports() + port];
      if (to > last || is_met_[to]) continue;
      is_met_[to] = true;
      found.push_back(to);
    }
  }
  for (const std::uint32_t at : found) is_met_[at] = false;
  return found;
}

std::vector<std::uint32_t> LinkDependencies::before(std::uint32_t link, std::uint32_t last) {
  std::vector<std::uint32_t> found{places_[link]};
  is_met_[places_[link]] = true;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::uint32_t node = order_[found[i]] / links_.ports();
    const unsigned out = order_[found[i]] % links_.ports();
    for (unsigned port = 0; port < links_.ports(); ++port) {
      if (!links_.has_link(node, port)) continue;
      const std::uint32_t from = links_.neighbour(node, port) * links_.ports() + links_.arrival_port(node, port);
      if (states_[place(from, out)] != State::kIn || places_[from] < last || is_met_[places_[from]]) continue;
      is_met_[places_[from]] = true;
      found.push_back(places_[from]);
    }
  }
  for (const std::uint32_t at : found) is_met_[at] = false;
  return found;
}

// The links at these places share them out anew: those before the new dependency first, in both in
// the order that they had.
void LinkDependencies::reorder(std::vector<std::uint32_t> early, std::vector<std::uint32_t> late) {
  std::sort(early.begin(), early.end());
  std::sort(late.begin(), late.end());
  std::vector<std::uint32_t> links;
  links.reserve(early.size() + late.size());
  for (const std::uint32_t at : early) links.push_back(order_[at]);
  for (const std::uint32_t at : late) links.push_back(order_[at]);
  early.insert(early.end(), late.begin(), late.end());
  std::sort(early.begin(), early.end());
  for (std::size_t i = 0; i < links.size(); ++i) {
    order_[early[i]] = links[i];
    places_[links[i]] = early[i];
  }
}

}  // namespace testbench
