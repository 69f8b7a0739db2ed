// SPDX-License-Identifier: Apache-2.0
// Gives the registers of one node on a board to the firmware's driver.
#pragma once

#include "firmware/node/driver.hpp"
#include "testbench/runs/board/board_link.hpp"

namespace testbench {

class BoardBus final : public node::Bus {
 public:
  BoardBus(BoardLink& link, network::Address node) : link_(link), node_(node) {}

  void write(std::uint32_t address, std::uint32_t value) override {
    link_.post({board::Order::kWriteRegister, node_, address, value});
  }
  std::uint32_t read(std::uint32_t address) override {
    return link_.ask({board::Order::kReadRegister, node_, address}).value;
  }

 private:
  BoardLink& link_;
  network::Address node_;
};

}  // namespace testbench
