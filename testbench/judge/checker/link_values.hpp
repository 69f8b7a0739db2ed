// SPDX-License-Identifier: Apache-2.0
// A number for each link, where links differ: the cycles of its wires, its wires, or the cycles of a packet on them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace testbench {

class LinkValues {
 public:
  // By node and port. Ports with nothing behind them have the most of all links.
  LinkValues(unsigned ports, std::vector<std::uint16_t> values, std::string file = "")
      : ports_(ports),
        values_(std::move(values)),
        least_(*std::ranges::min_element(values_)),
        most_(*std::ranges::max_element(values_)),
        file_(std::move(file)) {}

  // That of the link that leaves the node through the port.
  unsigned of(std::uint32_t node, unsigned port) const {
    return port < ports_ ? values_[std::size_t{node} * ports_ + port] : most_;
  }
  unsigned least() const { return least_; }
  unsigned most() const { return most_; }
  unsigned ports() const { return ports_; }
  const std::vector<std::uint16_t>& all() const { return values_; }
  const std::string& file() const { return file_; }  // that has told them

 private:
  unsigned ports_;
  std::vector<std::uint16_t> values_;
  unsigned least_;
  unsigned most_;
  std::string file_;
};

}  // namespace testbench
