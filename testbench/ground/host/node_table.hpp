// SPDX-License-Identifier: Apache-2.0
// A node for every node and port of a network. It is stored, or worked out whenever it is asked for,
// which takes no memory: a large network that looks the same from every node has a rule for it.
//
//     const NodeTable stored(2, {1, 2, 2, 0, 0, 1});
//     const NodeTable computed(3, 2, [](std::uint32_t node, std::uint32_t* row) {
//       row[0] = (node + 1) % 3;
//       row[1] = (node + 2) % 3;
//     });
//     stored == computed && computed.at(2, 0) == 0
//
// Copies share the memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace testbench {

class NodeTable {
 public:
  static constexpr unsigned kMostPorts = 31;

  // The nodes of all ports of one node; those behind the last port are undefined.
  // Has words of the ports that there are alone, and so no end to run to.
  class Row {
   public:
    std::uint32_t operator[](unsigned port) const { return words_[port]; }
    const std::uint32_t* begin() const { return words_.data(); }

   private:
    friend NodeTable;
    std::array<std::uint32_t, kMostPorts> words_;
  };
  using Compute = std::function<void(std::uint32_t node, std::uint32_t* row)>;

  NodeTable() = default;
  // words[node * ports + port]
  NodeTable(unsigned ports, std::vector<std::uint32_t> words)
      : nodes_(ports == 0 ? 0 : static_cast<std::uint32_t>(words.size() / ports)), ports_(ports) {
    kept_ = std::make_shared<const Kept>(Kept{std::move(words), {}});
    words_ = kept_->words.data();
  }
  // `compute` writes the first `ports` words of a row.
  NodeTable(std::uint32_t nodes, unsigned ports, Compute compute)
      : nodes_(nodes), ports_(ports), kept_(std::make_shared<const Kept>(Kept{{}, std::move(compute)})) {}

  std::uint32_t nodes() const { return nodes_; }
  unsigned ports() const { return ports_; }
  std::uint32_t at(std::uint32_t node, unsigned port) const {
    return words_ != nullptr ? words_[std::size_t{node} * ports_ + port] : row(node)[port];
  }
  // Quicker than one port after the other where the table is worked out.
  Row row(std::uint32_t node) const {
    Row found;
    if (words_ == nullptr) {
      kept_->compute(node, found.words_.data());
    } else {
      for (unsigned port = 0; port < ports_; ++port) found.words_[port] = words_[std::size_t{node} * ports_ + port];
    }
    return found;
  }
  // Null where the table is worked out.
  const std::uint32_t* words() const { return words_; }

  friend bool operator==(const NodeTable& a, const NodeTable& b) {
    if (a.nodes_ != b.nodes_ || a.ports_ != b.ports_) return false;
    if (a.kept_ == b.kept_) return true;
    for (std::uint32_t node = 0; node < a.nodes_; ++node) {
      const Row row = a.row(node);
      const Row other = b.row(node);
      for (unsigned port = 0; port < a.ports_; ++port) {
        if (row[port] != other[port]) return false;
      }
    }
    return true;
  }

 private:
  struct Kept {
    std::vector<std::uint32_t> words;
    Compute compute;
  };

  std::uint32_t nodes_ = 0;
  unsigned ports_ = 0;
  std::shared_ptr<const Kept> kept_;
  const std::uint32_t* words_ = nullptr;
};

}  // namespace testbench
