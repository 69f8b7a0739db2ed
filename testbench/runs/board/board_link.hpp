// SPDX-License-Identifier: Apache-2.0
// Sends requests to a board and reads its answers (hls/board/protocol.hpp), over a serial line that
// may fail in any way.
//
//     BoardLink link(port);
//     link.greet();
//     const std::uint32_t place = link.shape().place_of(destination, sequence);
//     link.post({board::Order::kStorePacket, node, place, payload});
//     std::uint32_t word = 0;
//     link.post({board::Order::kLoadPacket, node, place, 0}, &word);
//     link.settle();  // word is there
//
// A wrong answer, or none within a second, is a FileError.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "firmware/networks/address.hpp"
#include "hls/board/protocol.hpp"
#include "testbench/runs/board/serial_port.hpp"

namespace testbench {

struct BoardRequest {
  board::Order order;
  network::Address node;
  std::uint32_t address = 0;
  std::uint32_t value = 0;
};

struct BoardAnswer {
  board::Status status = board::Status::kOk;
  std::uint32_t value = 0;
};

class BoardLink {
 public:
  explicit BoardLink(SerialPort& port) : port_(port) {}

  // Finds a board and brings it to its state at power-up, whatever was sent to it before.
  void greet();
  // The shape that the board then reported, within the limits of any board.
  const board::Shape& shape() const { return shape_; }

  // Sends a request, at the latest at settle(). `value` is set when the answer has come. Any answer
  // but kOk is a FileError.
  void post(const BoardRequest& request, std::uint32_t* value = nullptr);
  // Waits until every answer has come.
  void settle();
  // The same, then returns the answer to one more request, which may be kTimedOut.
  BoardAnswer ask(const BoardRequest& request);

 private:
  struct Pending {
    board::Order order;
    std::uint32_t* value;
  };

  void identify();
  // Waits until the board has forgotten half a request, and the bytes on the way have come.
  void wait_for_silence();
  void send_waiting();
  BoardAnswer next_answer();
  [[noreturn]] void fail(const std::string& what) const;

  SerialPort& port_;
  board::Shape shape_;
  std::vector<std::uint8_t> waiting_;  // bytes of requests that are not yet written
  std::deque<Pending> pending_;        // requests without an answer, the oldest first
  std::deque<std::uint8_t> come_;      // bytes of answers
};

}  // namespace testbench
