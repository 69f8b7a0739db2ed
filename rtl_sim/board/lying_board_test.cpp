// SPDX-License-Identifier: Apache-2.0
// cubecast board on a line that answers in time and with the right check, but with values that no
// board can send.
#include <array>
#include <functional>
#include <thread>
#include <vector>

#include "firmware/node/registers.hpp"
#include "hls/board/protocol.hpp"
#include "rtl_sim/board/pseudo_terminal.hpp"
#include "rtl_sim/board/test_command.hpp"

namespace {

using board::Order;
using board::Status;

struct Answer {
  std::uint32_t order;
  Status status = Status::kOk;
  std::uint32_t value = 0;
};

// Dimension, bits of a sequence, bits of a payload.
constexpr board::Shape kShape{2, 6, 8};

// A board's possible answer: every rule is in its hardware, nothing has come, and a run takes no
// time.
Answer honest(Order order) {
  Answer answer{static_cast<std::uint32_t>(order)};
  if (order == Order::kIdentify) answer.value = board::identity_of(kShape);
  if (order == Order::kReadRegister) answer.value = 0xffff0000u | node::kHasGate | kShape.dimension;
  return answer;
}

// Answers each request with the honest answer as changed by `spoil`.
class LyingBoard {
 public:
  explicit LyingBoard(std::function<void(Answer&)> spoil) : spoil_(std::move(spoil)) {}

  const std::string& name() const { return terminal_.name(); }

 private:
  void talk(const std::stop_token& over) {
    std::vector<std::uint8_t> come;
    while (!over.stop_requested()) {
      for (const std::uint8_t byte : terminal_.read(10)) {
        come.push_back(byte);
        if (come.size() < board::kRequestBytes) continue;
        Answer answer = honest(static_cast<Order>(come[0] >> 4));
        spoil_(answer);
        send(answer);
        come.clear();
      }
    }
  }
  void send(const Answer& answer) {
    const std::uint64_t word =
        std::uint64_t{answer.order << 4 | static_cast<std::uint32_t>(answer.status)} << 32 | answer.value;
    std::uint8_t check = board::kCheckStart;
    for (const unsigned shift : {32u, 24u, 16u, 8u, 0u}) {
      const auto byte = static_cast<std::uint8_t>(word >> shift);
      check = board::check_with(check, byte);
      terminal_.write(byte);
    }
    terminal_.write(check);
  }

  std::function<void(Answer&)> spoil_;
  rtl_sim::PseudoTerminal terminal_;
  std::jthread talker_{[this](const std::stop_token& over) { talk(over); }};  // ends before the terminal does
};

test_support::Outcome broadcast_on(const LyingBoard& board) {
  return test_support::cubecast("board --collective broadcast --algorithm sbt --ports all --port " + board.name());
}

// Without a lie the run is judged: its bytes have not come.
TEST(LyingBoard, AnHonestOneIsJudged) {
  const LyingBoard board([](Answer&) {});
  rtl_sim::expect_one_line(broadcast_on(board), 1, "1 of 1 runs are not as they should be");
}

// A node that is not done in time is an answer to a start only.
TEST(LyingBoard, OnlyAStartTakesTooLong) {
  for (const Order order : {Order::kIdentify, Order::kWriteRegister, Order::kReadRegister, Order::kStorePacket,
                            Order::kLoadPacket, Order::kReadCycles, Order::kRestart}) {
    SCOPED_TRACE(static_cast<std::uint32_t>(order));
    const LyingBoard board([order](Answer& answer) {
      if (answer.order == static_cast<std::uint32_t>(order)) answer.status = Status::kTimedOut;
    });
    rtl_sim::expect_one_line(broadcast_on(board), 2, "has answered to something else than ");
  }
  const LyingBoard late([](Answer& answer) {
    if (answer.order == static_cast<std::uint32_t>(Order::kStart)) answer.status = Status::kTimedOut;
  });
  rtl_sim::expect_one_line(broadcast_on(late), 1, "the first: a node was not done after 4095 cycles");
}

// docs/guides/board.md: the value of the answer is 0; that of a load has 9 bits for each of two
// ports.
TEST(LyingBoard, BitsThatAre0InEveryAnswerAreNoticed) {
  constexpr std::uint32_t kLoaded = 0x01ff01ff;
  for (const auto& [order, bits] :
       {std::pair{Order::kWriteRegister, 0u}, std::pair{Order::kStorePacket, 0u},
        std::pair{Order::kLoadPacket, kLoaded}, std::pair{Order::kStart, 0u}, std::pair{Order::kRestart, 0u}}) {
    for (unsigned bit = 0; bit < 32; ++bit) {
      const std::uint32_t wrong = 1u << bit;
      if ((bits & wrong) != 0 || (bit % 8 != 1 && bit != 31)) continue;
      SCOPED_TRACE(testing::Message() << "order " << static_cast<std::uint32_t>(order) << ", bit " << bit);
      const LyingBoard board([number = static_cast<std::uint32_t>(order), wrong](Answer& answer) {
        if (answer.order == number) answer.value |= wrong;
      });
      rtl_sim::expect_one_line(broadcast_on(board), 2, "of which the board sends only bits of ");
    }
  }
}

// Version 1 sent "CB", its version, its dimension and the bits of its sequences.
TEST(LyingBoard, AnotherBoardIsRefused) {
  struct Case {
    std::uint32_t identity;
    const char* text;
  };
  const Case cases[] = {
      {0x43420126, "is a board of version 1, and this program talks to version 2"},
      {0x43080326, "is a board of version 3, and this program talks to version 2"},
      {0x42080226, "answers, but as 0x42080226, and a board's begins with 0x43"},
      {0x43080206,
       "says that it is a cube of dimension 0 with 6 bits of a sequence and 8 of a payload, and no board is"},
      {0x43080256, "says that it is a cube of dimension 5"},
      {0x43080220, "with 0 bits of a sequence"},
      {0x4308022b, "with 11 bits of a sequence"},
      {0x43000226, "and 0 of a payload"},
      {0x43100226, "and 16 of a payload"},
  };
  for (const auto& [identity, text] : cases) {
    const LyingBoard board([told = identity](Answer& answer) {
      if (answer.order == static_cast<std::uint32_t>(Order::kIdentify)) answer.value = told;
    });
    rtl_sim::expect_one_line(broadcast_on(board), 2, text);
  }
}

// Rules that the nodes lack are left out, unless nothing is left.
TEST(LyingBoard, WhatItsNodesCannotIsLeftOut) {
  const LyingBoard board([](Answer& answer) {
    if (answer.order == static_cast<std::uint32_t>(Order::kReadRegister)) answer.value &= 0xffffu;
  });
  rtl_sim::expect_one_line(broadcast_on(board), 2,
                           "--collective broadcast: the nodes of this board have no rule for it");
}

}  // namespace
