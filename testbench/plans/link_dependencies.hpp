// Which links may wait for which, kept without dependency cycles: the channel dependency graph of
// Dally and Seitz 1987, to which a dependency is added only where no dependency cycle comes of it.
// Paths are then chosen within it (Domke, Hoefler and Matsuoka 2016).
//
//     LinkDependencies dependencies(links);
//     dependencies.add(link, port);   // packets that come over the link to its end may go on through that port there
//
// The links are kept in an order in which every one waits for later ones only, so that most
// additions need no search (Pearce and Kelly 2006).
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/networks/link_table.hpp"

namespace testbench {

// Link node * ports + port leaves the node through the port.
class LinkDependencies {
 public:
  explicit LinkDependencies(const LinkTable& links);

  // Of the link on the one that leaves its end through the port. False where that would make a
  // dependency cycle: then it stays out.
  bool add(std::uint32_t link, unsigned port);

  // Takes back all that was added, or refused, since the last of these two.
  void undo();
  void keep() { changed_.clear(); }

 private:
  enum class State : std::uint8_t { kUnknown, kIn, kRefused };

  std::size_t place(std::uint32_t link, unsigned port) const { return std::size_t{link} * links_.ports() + port; }
  std::uint32_t end(std::uint32_t link) const { return links_.neighbour(link / links_.ports(), link % links_.ports()); }
  // The places, in the order, of what follows the link up to `last`, or goes before it down to
  // `last`.
  std::vector<std::uint32_t> behind(std::uint32_t link, std::uint32_t last);
  std::vector<std::uint32_t> before(std::uint32_t link, std::uint32_t last);
  void reorder(std::vector<std::uint32_t> early, std::vector<std::uint32_t> late);

  const LinkTable& links_;
  std::vector<State> states_;          // by link and port at its end
  std::vector<std::uint32_t> order_;   // links, each before those for which it waits
  std::vector<std::uint32_t> places_;  // by link: its place there
  std::vector<bool> is_met_;           // by place; none between searches
  std::vector<std::size_t> changed_;
};

}  // namespace testbench
