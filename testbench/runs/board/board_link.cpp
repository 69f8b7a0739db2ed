// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/board/board_link.hpp"

#include <fmt/format.h>

#include <chrono>

#include "testbench/ground/files/named_file.hpp"

namespace testbench {
namespace {

using board::Order;
using board::Status;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Limits the requests on the way at once to the number that a line holds without loss.
constexpr std::size_t kMostPending = 64;
constexpr std::size_t kPortion = 32;
constexpr milliseconds kPatience{1000};
// Longer than the silence of any board, which scripts/board.sh sets to 87 ms.
constexpr milliseconds kSilence{200};

const char* name_of(Order order) {
  switch (order) {
    case Order::kIdentify:
      return "who it is";
    case Order::kWriteRegister:
      return "a register write";
    case Order::kReadRegister:
      return "a register read";
    case Order::kStorePacket:
      return "a packet to send";
    case Order::kLoadPacket:
      return "a packet that has come";
    case Order::kStart:
      return "the start";
    case Order::kReadCycles:
      return "the cycles";
    case Order::kRestart:
      return "the restart";
  }
  return "";
}

// The bits that may be 1 in the value of an answer of this board.
std::uint32_t value_bits(Order order, const board::Shape& shape) {
  switch (order) {
    case Order::kIdentify:
    case Order::kReadRegister:
    case Order::kReadCycles:
      return 0xffffffff;
    case Order::kLoadPacket:
      return shape.delivered_bits();
    case Order::kWriteRegister:
    case Order::kStorePacket:
    case Order::kStart:
    case Order::kRestart:
      return 0;
  }
  return 0;
}

std::array<std::uint8_t, board::kRequestBytes> bytes_of(const BoardRequest& request) {
  std::array<std::uint8_t, board::kRequestBytes> bytes{};
  bytes[0] = static_cast<std::uint8_t>(static_cast<std::uint32_t>(request.order) << 4 | request.node.number());
  for (unsigned i = 0; i < 4; ++i) {
    bytes[1 + i] = static_cast<std::uint8_t>(request.address >> 8 * (3 - i));
    bytes[5 + i] = static_cast<std::uint8_t>(request.value >> 8 * (3 - i));
  }
  std::uint8_t check = board::kCheckStart;
  for (unsigned i = 0; i < 9; ++i) check = board::check_with(check, bytes[i]);
  bytes[9] = check;
  return bytes;
}

}  // namespace

void BoardLink::greet() {
  const auto identify_in_silence = [this] {
    try {
      identify();
    } catch (const FileError&) {
      wait_for_silence();
      identify();
    }
  };
  port_.discard();
  identify_in_silence();  // an earlier user of the line may have stopped within a request
  ask({Order::kRestart, {}});
  identify_in_silence();  // the board may still have been in reset when the first bits arrived
}

void BoardLink::identify() {
  const std::uint32_t identity = ask({Order::kIdentify, {}}).value;
  if (board::magic_in(identity) != board::kMagic) {
    fail(
        fmt::format("answers, but as {:#010x}, and a board's begins with {:#04x}; load a bitstream of scripts/board.sh",
                    identity, board::kMagic));
  }
  if (board::version_in(identity) != board::kVersion) {
    fail(
        fmt::format("is a board of version {}, and this program talks to version {}; load a bitstream of this "
                    "version's scripts/board.sh",
                    board::version_in(identity), board::kVersion));
  }
  shape_ = board::shape_in(identity);
  if (is_possible(shape_)) return;
  fail(
      fmt::format("says that it is a cube of dimension {} with {} bits of a sequence and {} of a payload, and no board "
                  "is; run again, or load a bitstream of this version's scripts/board.sh",
                  shape_.dimension, shape_.sequence_bits, shape_.payload_bits));
}

void BoardLink::wait_for_silence() {
  waiting_.clear();
  pending_.clear();
  come_.clear();
  const Clock::time_point end = Clock::now() + kPatience;
  while (!port_.read(static_cast<int>(kSilence.count())).empty() && Clock::now() < end) {
  }
}

void BoardLink::post(const BoardRequest& request, std::uint32_t* value) {
  const auto bytes = bytes_of(request);
  waiting_.insert(waiting_.end(), bytes.begin(), bytes.end());
  pending_.push_back({request.order, value});
  if (waiting_.size() >= kPortion * board::kRequestBytes) send_waiting();
  while (pending_.size() >= kMostPending) {
    const BoardAnswer answer = next_answer();
    if (answer.status != Status::kOk) fail("has not done what it was asked");
  }
}

void BoardLink::settle() {
  send_waiting();
  while (!pending_.empty()) next_answer();
}

BoardAnswer BoardLink::ask(const BoardRequest& request) {
  settle();
  post(request);
  send_waiting();
  return next_answer();
}

void BoardLink::send_waiting() {
  port_.write(waiting_);
  waiting_.clear();
}

BoardAnswer BoardLink::next_answer() {
  const Pending asked = pending_.front();
  const Clock::time_point end = Clock::now() + kPatience;
  while (come_.size() < board::kAnswerBytes) {
    const auto left = std::chrono::duration_cast<milliseconds>(end - Clock::now()).count();
    if (left <= 0) {
      fail(
          fmt::format("does not answer to {} within {} s; is it a board with its bitstream (scripts/board.sh), and of "
                      "this --baud?",
                      name_of(asked.order), kPatience.count() / 1000));
    }
    const std::vector<std::uint8_t> bytes = port_.read(static_cast<int>(left));
    come_.insert(come_.end(), bytes.begin(), bytes.end());
  }
  std::uint8_t check = board::kCheckStart;
  for (unsigned i = 0; i < board::kAnswerBytes; ++i) check = board::check_with(check, come_[i]);
  const std::uint32_t first = come_[0];
  if (check != 0) {
    fail(
        fmt::format("sends what is no answer to {}: bytes are lost or altered, or it is no board of this --baud; "
                    "run again, or see scripts/board.sh",
                    name_of(asked.order)));
  }
  BoardAnswer answer;
  answer.status = static_cast<Status>(first & 0xf);
  for (unsigned i = 0; i < 4; ++i) answer.value = answer.value << 8 | come_[1 + i];
  come_.erase(come_.begin(), come_.begin() + board::kAnswerBytes);
  pending_.pop_front();
  if (answer.status == Status::kDamaged) {
    fail(fmt::format("says that {} came to it damaged: bytes are lost or altered on the line; run again",
                     name_of(asked.order)));
  }
  const bool is_known =
      answer.status == Status::kOk || (answer.status == Status::kTimedOut && asked.order == Order::kStart);
  if (first >> 4 != static_cast<std::uint32_t>(asked.order) || !is_known) {
    fail(fmt::format("has answered to something else than {}; run again, or load the bitstream of this version",
                     name_of(asked.order)));
  }
  if ((answer.value & ~value_bits(asked.order, shape_)) != 0) {
    fail(
        fmt::format("answers {:#010x} to {}, of which the board sends only bits of {:#010x}; run again, or load the "
                    "bitstream of this version",
                    answer.value, name_of(asked.order), value_bits(asked.order, shape_)));
  }
  if (asked.value != nullptr) *asked.value = answer.value;
  return answer;
}

void BoardLink::fail(const std::string& what) const {
  throw FileError(fmt::format("--port {}: {}", port_.name(), what));
}

}  // namespace testbench
