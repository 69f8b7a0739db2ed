// SPDX-License-Identifier: Apache-2.0
// The board as its pins show it: requests go in over rx bit by bit, and tx is listened to.
#include "hls/board/board.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <vector>

#include "firmware/collectives/catalog.hpp"

namespace {

using board::Order;
using board::Status;
using Bytes = std::vector<std::uint8_t>;

// Nodes of a board (testbench/runs/board/board_configuration.hpp says of each member why).
struct Config : router::CubeConfig<2> {
  static constexpr unsigned kPayloadWidth = 8;
  static constexpr unsigned kSequenceWidth = 6;
  static constexpr std::size_t kQueueDepth = 128;
  static constexpr std::size_t kProgramDepth = 4;
  static constexpr bool kMemoryWaits = false;
  static constexpr router::PortModel kPortModel = router::PortModel::kGated;
};
constexpr board::Shape kShape = board::kShape<Config>;
constexpr std::uint32_t kNodes = kShape.nodes();

constexpr unsigned kCyclesPerBit = 4;
constexpr std::uint32_t kSilence = 512;

struct Heard {
  Order order;
  Status status;
  std::uint32_t value;
};

Bytes request(Order order, std::uint32_t node, std::uint32_t address, std::uint32_t value) {
  Bytes bytes{static_cast<std::uint8_t>(static_cast<std::uint32_t>(order) << 4 | node)};
  for (const std::uint32_t word : {address, value}) {
    for (const unsigned shift : {24u, 16u, 8u, 0u}) bytes.push_back(static_cast<std::uint8_t>(word >> shift));
  }
  std::uint8_t check = board::kCheckStart;
  for (const std::uint8_t byte : bytes) check = board::check_with(check, byte);
  bytes.push_back(check);
  return bytes;
}

// A board on a bench: its line, and a clock.
class Bench {
 public:
  void send(const Bytes& bytes) {
    for (const std::uint8_t byte : bytes) {
      const unsigned frame = 0x200u | static_cast<unsigned>(byte) << 1;
      for (unsigned bit = 0; bit < 10; ++bit) {
        for (unsigned cycle = 0; cycle < kCyclesPerBit; ++cycle) clock((frame >> bit & 1) != 0);
      }
    }
  }
  void wait(unsigned cycles) {
    for (unsigned cycle = 0; cycle < cycles; ++cycle) clock(true);
  }
  std::size_t answers() const { return bytes_.size() / board::kAnswerBytes; }

  // The next answer, whose check must be right; nothing must be missing.
  Heard next() {
    for (unsigned cycle = 0; bytes_.size() < board::kAnswerBytes && cycle < 2 * kShape.longest_run(); ++cycle)
      clock(true);
    Bytes bytes;
    for (unsigned i = 0; i < board::kAnswerBytes && !bytes_.empty(); ++i) {
      bytes.push_back(bytes_.front());
      bytes_.pop_front();
    }
    bytes.resize(board::kAnswerBytes);
    std::uint8_t check = board::kCheckStart;
    for (const std::uint8_t byte : bytes) check = board::check_with(check, byte);
    EXPECT_EQ(check, 0) << "the check of an answer";
    Heard heard{static_cast<Order>(bytes[0] >> 4), static_cast<Status>(bytes[0] & 0xf), 0};
    for (unsigned i = 1; i < 5; ++i) heard.value = heard.value << 8 | bytes[i];
    return heard;
  }
  Heard ask(Order order, std::uint32_t node = 0, std::uint32_t address = 0, std::uint32_t value = 0) {
    send(request(order, node, address, value));
    const Heard heard = next();
    EXPECT_EQ(heard.order, order);
    return heard;
  }
  const board::Out& out() const { return out_; }

 private:
  void clock(bool rx) {
    board::Board<Config, kCyclesPerBit, kSilence>::step(state_, {hls::Bit(rx)}, out_);
    const bool tx = out_.tx != 0;
    if (cycle_ == 0 && tx) return;
    ++cycle_;
    if (cycle_ % kCyclesPerBit == kCyclesPerBit / 2) frame_ = frame_ >> 1 | static_cast<unsigned>(tx) << 9;
    if (cycle_ < 10 * kCyclesPerBit - 1) return;
    EXPECT_EQ(frame_ & 0x201, 0x200u) << "start and stop bit";
    bytes_.push_back(static_cast<std::uint8_t>(frame_ >> 1));
    cycle_ = 0;
  }

  board::State<Config, kCyclesPerBit, kSilence> state_;
  board::Out out_;
  std::deque<std::uint8_t> bytes_;
  unsigned cycle_ = 0;  // since the start bit
  unsigned frame_ = 0;
};

// The driver's way to a node on the bench.
class BenchBus final : public node::Bus {
 public:
  BenchBus(Bench& bench, std::uint32_t node) : bench_(bench), node_(node) {}
  void write(std::uint32_t address, std::uint32_t value) override {
    EXPECT_EQ(bench_.ask(Order::kWriteRegister, node_, address, value).status, Status::kOk);
  }
  std::uint32_t read(std::uint32_t address) override { return bench_.ask(Order::kReadRegister, node_, address).value; }

 private:
  Bench& bench_;
  std::uint32_t node_;
};

// CRC-8 of x^8 + x^2 + x + 1 over "123456789" from 0 is 0xf4 (the usual check value); from all ones
// it is worked out by long division.
TEST(BoardProtocol, TheCheckIsThatCrc) {
  std::uint8_t check = 0;
  for (const char character : {'1', '2', '3', '4', '5', '6', '7', '8', '9'}) {
    check = board::check_with(check, static_cast<std::uint8_t>(character));
  }
  EXPECT_EQ(check, 0xf4);
}

TEST(Board, SaysWhatItIs) {
  Bench bench;
  const Heard heard = bench.ask(Order::kIdentify);
  EXPECT_EQ(heard.status, Status::kOk);
  EXPECT_EQ(heard.value, 0x43080226u);  // "C", payloads of 8 bits, protocol 2, a 2-cube, sequences of 6
  EXPECT_EQ(bench.out().damaged, 0u);
}

TEST(Board, EveryNodeHasItsOwnRegisters) {
  Bench bench;
  for (std::uint32_t node = 0; node < kNodes; ++node) BenchBus(bench, node).write(0, 3 - node);
  for (std::uint32_t node = 0; node < kNodes; ++node) EXPECT_EQ(BenchBus(bench, node).read(0), 3 - node);
}

// Requests one behind the other, without a pause: the answers come in their order.
TEST(Board, AnswersAsFastAsItIsAsked) {
  Bench bench;
  for (std::uint32_t node = 0; node < kNodes; ++node) bench.send(request(Order::kWriteRegister, node, 0, node));
  for (std::uint32_t node = 0; node < kNodes; ++node) bench.send(request(Order::kReadRegister, node, 0, 0));
  for (std::uint32_t node = 0; node < kNodes; ++node) EXPECT_EQ(bench.next().order, Order::kWriteRegister);
  for (std::uint32_t node = 0; node < kNodes; ++node) EXPECT_EQ(bench.next().value, node);
}

// The first byte comes in the cycle in which the silence is complete, or near it.
TEST(Board, HearsWhatComesAsTheSilenceEnds) {
  for (unsigned bits = 9; bits < 13; ++bits) {
    for (unsigned cycle = 0; cycle < kCyclesPerBit; ++cycle) {
      Bench bench;
      bench.wait(kSilence - bits * kCyclesPerBit + cycle);
      EXPECT_EQ(bench.ask(Order::kIdentify).status, Status::kOk);
    }
  }
}

TEST(Board, NoSuchOrderIsSaid) {
  Bench bench;
  for (const std::uint32_t order : {0u, 9u, 15u}) {
    EXPECT_EQ(bench.ask(static_cast<Order>(order)).status, Status::kUnknown);
  }
}

// A bit of every byte of a request, and every byte left out: it is not done, and after a silence
// all is well.
TEST(Board, ADamagedRequestIsNotDone) {
  const Bytes whole = request(Order::kWriteRegister, 0, 0, 2);
  for (std::size_t bit = 0; bit < 8 * whole.size(); bit += 9) {
    Bench bench;
    Bytes altered = whole;
    altered[bit / 8] = static_cast<std::uint8_t>(altered[bit / 8] ^ 1u << bit % 8);
    bench.send(altered);
    EXPECT_EQ(bench.next().status, Status::kDamaged);
    EXPECT_EQ(bench.out().damaged, 1u);
    bench.send(whole);  // not heard
    bench.wait(kSilence + 1);
    EXPECT_EQ(bench.answers(), 0u);
    EXPECT_EQ(BenchBus(bench, 0).read(0), 0u);
  }
  for (std::size_t lost = 0; lost < whole.size(); ++lost) {
    Bench bench;
    Bytes rest = whole;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(lost));
    bench.send(rest);
    bench.wait(kSilence + 1);
    EXPECT_EQ(bench.answers(), 0u);
    EXPECT_EQ(BenchBus(bench, 0).read(0), 0u);
  }
}

// docs/guides/board.md and docs/reference/registers.md: node 7 is node 3, and a control register
// has no port; but its whole index counts.
TEST(Board, BitsThatSayNothingAreNotLookedAt) {
  Bench bench;
  BenchBus(bench, 7).write(node::address(node::Block::kControl, 0xff, 0), 2);
  EXPECT_EQ(BenchBus(bench, 3).read(0), 2u);
  EXPECT_EQ(BenchBus(bench, 15).read(node::address(node::Block::kControl, 1, 0)), 2u);
  EXPECT_EQ(BenchBus(bench, 3).read(node::address(node::Block::kControl, 0, 0x80000)), 0u);
}

// Nodes that expect packets and get none.
TEST(Board, ARunWithoutEndIsEnded) {
  Bench bench;
  BenchBus bus(bench, 1);
  node::Driver(bus).expect(1);
  EXPECT_EQ(bench.ask(Order::kStart).status, Status::kTimedOut);
}

TEST(Board, RestartsWhenItsAnswerHasLeft) {
  Bench bench;
  bench.send(request(Order::kRestart, 0, 0, 0));
  EXPECT_EQ(bench.out().restart, 0u);
  EXPECT_EQ(bench.next().status, Status::kOk);
  bench.wait(2 * kCyclesPerBit);
  EXPECT_EQ(bench.out().restart, 1u);
}

// A byte that comes while the board runs spoils neither the start's answer nor, when it is
// forgotten, what follows.
TEST(Board, AByteBehindAStartChangesNoAnswer) {
  Bench bench;
  Bytes bytes = request(Order::kStart, 0, 0, 0);
  bytes.push_back(0xff);
  bench.send(bytes);
  const Heard heard = bench.next();
  EXPECT_EQ(heard.order, Order::kStart);
  EXPECT_EQ(heard.status, Status::kOk);
  EXPECT_EQ(heard.value, 0u);
  bench.wait(kSilence + 1);
  EXPECT_EQ(bench.ask(Order::kIdentify).value, board::identity_of(kShape));
}

// A start forgets the packets of earlier runs, from the first place to the last.
TEST(Board, AStartForgetsWhatHasCome) {
  constexpr node::Rule kEcube = collectives::kRule<rules::Ecube>;
  struct Sender {
    std::uint32_t address;
    unsigned port;  // to node 1
    std::uint32_t sequence;
  };
  Bench bench;
  BenchBus receiving(bench, 1);
  node::Driver receiver(receiving);
  receiver.begin(kShape.ports(), network::Address(1), kEcube, 0);
  for (const Sender& from : {Sender{0, 0, 0}, Sender{3, 1, kShape.most_packets() - 1}}) {
    BenchBus sending(bench, from.address);
    node::Driver sender(sending);
    sender.begin(kShape.ports(), network::Address(from.address), kEcube, 0);
    sender.add(from.port, {network::Address(1u << from.port), 0, from.sequence, 1});
    const auto run = [&](std::uint32_t packets) {
      sender.send(from.port, packets);
      receiver.expect(packets);
      EXPECT_EQ(bench.ask(Order::kStart).status, Status::kOk);
      const std::uint32_t place = kShape.place_of(from.address, from.sequence);
      return bench.ask(Order::kLoadPacket, 1, place).value >> 16 * from.port & kShape.has_come();
    };
    EXPECT_EQ(run(1), kShape.has_come());
    EXPECT_EQ(run(0), 0u);
  }
}

// Alltoall of a packet a pair: 2^(d-1) = 2 cycles (Bertsekas et al. 1991, section 4), and every
// byte at its place; twice, so that nothing is left of the first run.
TEST(Board, RunsAnAlltoall) {
  constexpr std::uint32_t kPackets = 1;
  Bench bench;
  collectives::Operation operation;
  operation.row = collectives::find_row(collectives::Collective::kAlltoall, "table", collectives::PortModel::kAll);
  ASSERT_NE(operation.row, nullptr);
  operation.network = network::Cube(kShape.dimension);
  operation.packets = kPackets;
  const auto payload = [](std::uint32_t run, std::uint32_t source, std::uint32_t destination, std::uint32_t m) {
    return run << 7 | source << 5 | destination << 3 | m << 1 | 1u;
  };
  for (std::uint32_t run = 0; run < 2; ++run) {
    for (std::uint32_t node = 0; node < kNodes; ++node) {
      BenchBus bus(bench, node);
      node::Driver driver(bus);
      operation.row->load(operation, network::Address(node), driver);
      for (std::uint32_t to = 0; to < kNodes; ++to) {
        for (std::uint32_t m = 0; m < kPackets; ++m) {
          bench.ask(Order::kStorePacket, node, kShape.place_of(to, m), payload(run, node, to, m));
        }
      }
    }
    EXPECT_EQ(bench.ask(Order::kStart).status, Status::kOk);
    EXPECT_EQ(bench.out().done, 0xfu);
    EXPECT_EQ(bench.ask(Order::kReadCycles).value, 2u << 16 | 5u);
    for (std::uint32_t node = 0; node < kNodes; ++node) {
      for (std::uint32_t from = 0; from < kNodes; ++from) {
        for (std::uint32_t m = 0; m < kPackets; ++m) {
          const std::uint32_t word = bench.ask(Order::kLoadPacket, node, kShape.place_of(from, m)).value;
          const std::uint32_t come = from == node ? 0 : kShape.has_come() | payload(run, from, node, m);
          EXPECT_TRUE(word == come || word == come << 16) << word << " at node " << node << " from " << from;
        }
      }
    }
  }
}

}  // namespace
