// SPDX-License-Identifier: Apache-2.0
// The cycles that the wires of each link take, where links differ.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace testbench {

class LinkLatencies {
 public:
  // By node and port. Ports with nothing behind them have those of the slowest link.
  LinkLatencies(unsigned ports, std::vector<std::uint16_t> cycles, std::string file = "")
      : ports_(ports),
        cycles_(std::move(cycles)),
        least_(*std::ranges::min_element(cycles_)),
        most_(*std::ranges::max_element(cycles_)),
        file_(std::move(file)) {}

  // The cycles of the link that leaves the node through the port.
  unsigned of(std::uint32_t node, unsigned port) const {
    return port < ports_ ? cycles_[std::size_t{node} * ports_ + port] : most_;
  }
  unsigned least() const { return least_; }
  unsigned most() const { return most_; }
  const std::vector<std::uint16_t>& all() const { return cycles_; }
  const std::string& file() const { return file_; }  // that has told them

 private:
  unsigned ports_;
  std::vector<std::uint16_t> cycles_;
  unsigned least_;
  unsigned most_;
  std::string file_;
};

}  // namespace testbench
