// SPDX-License-Identifier: Apache-2.0
// cubecast board on simulated boards: the Verilated top, the netlist, and lines that fail.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "rtl_sim/board/pseudo_terminal.hpp"
#include "rtl_sim/board/test_command.hpp"

namespace {

using rtl_sim::expect_one_line;
using rtl_sim::on_board;
using test_support::Outcome;

constexpr const char* kRtl = rtl_sim::kBoardRtl;
constexpr const char* kOther = CUBECAST_BOARD_RTL_D3;  // eight nodes, payloads of 4 bits

using Cycles = std::array<std::uint64_t, 2>;  // of the collective, and in total

// On a cube without counts a row has the keys that the schema requires, and no other.
void expect_required_keys(const nlohmann::json& row) {
  static const nlohmann::json kSchema = nlohmann::json::parse(test_support::cubecast("board --schema").out);
  for (const auto& key : kSchema["required"]) EXPECT_TRUE(row.contains(key)) << key;
  EXPECT_EQ(row.size(), kSchema["required"].size()) << row;
}

// The cycles of each row that the command prints with --json; the board's nodes do not combine.
std::map<std::string, Cycles> cycles_of(const std::string& lines) {
  std::map<std::string, Cycles> found;
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) {
    const nlohmann::json row = nlohmann::json::parse(line);
    EXPECT_TRUE(row["verified"].get<bool>()) << line;
    if (row["engine"] == "board") expect_required_keys(row);
    if (!row["op"].is_null() || row["collective"] == "barrier") continue;
    const std::string name = row["collective"].get<std::string>() + ' ' + row["algorithm"].get<std::string>() + ' ' +
                             row["ports"].get<std::string>() + ' ' + std::to_string(row["packets"].get<unsigned>());
    found[name] = {row["cycles"], row["total_cycles"]};
  }
  return found;
}

// `dim`: of the board's cube. `rows`: options that choose the rows.
void expect_native_cycles(const std::string& program, unsigned dim, const std::string& rows) {
  const Outcome board = on_board(program, "--json " + rows);
  EXPECT_EQ(board.status, 0) << board.error;
  const Outcome native = test_support::cubecast("measure --json --dims " + std::to_string(dim) + " " + rows);
  EXPECT_EQ(native.status, 0) << native.error;
  EXPECT_FALSE(cycles_of(board.out).empty());
  EXPECT_EQ(cycles_of(board.out), cycles_of(native.out));
}

TEST(BoardCommand, EveryRowOnTheRtlTakesTheCyclesOfTheNativeEngine) {
  expect_native_cycles(kRtl, 2, "--packets 3");
}

// The board has another dimension and other widths, which the host knows only from asking.
TEST(BoardCommand, RowsOnAnotherBoardTakeTheCyclesOfTheNativeEngine) {
  expect_native_cycles(kOther, 3, "--collective alltoall --packets 2");
  expect_native_cycles(kOther, 3, "--collective broadcast --ports one --packets 4 --root 5");
  expect_native_cycles(kOther, 3, "--collective allgather --algorithm ring --ports half");
  EXPECT_EQ(cycles_of(on_board(kOther, "--json --ports half").out).size(), 1u) << "no plans of the host";
}

TEST(BoardCommand, ItsLimitsAreThoseOfTheBoard) {
  expect_one_line(on_board(kOther, "--packets 5"), 2,
                  "--packets 5: must be 1..4, what a node of this board has memory");
  expect_one_line(on_board(kOther, "--root 8 --collective gather"), 2, "--root 8: must be 0..7");
  const test_support::Scratch scratch;
  std::ofstream(scratch / "file") << "byte";
  expect_one_line(on_board(kOther, "--collective broadcast --payload " + (scratch / "file").string()), 2,
                  "file: the packets of this board have 4 bits, less than a byte");
}

#ifdef CUBECAST_BOARD_NETLIST
TEST(BoardCommand, EveryRowOnTheNetlistTakesTheCyclesOfTheNativeEngine) {
  expect_native_cycles(CUBECAST_BOARD_NETLIST, CUBECAST_NETLIST_DIM, "--packets 1");
}
#endif

// The memories are full to their last word, in the collective with the fullest queues; the bytes
// differ.
TEST(BoardCommand, TheMostPackets) {
  const Outcome outcome =
      on_board(kRtl, "--json --packets 64 --collective gather --algorithm sbt --ports one --root 3 --seed 7");
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_EQ(cycles_of(outcome.out), (std::map<std::string, Cycles>{{"gather sbt one 64", {192, 195}}}));
}

// Every row has bytes of its own, by a seed that --seed accepts. The largest seed is 2^63 - 1, and
// 0 follows it.
TEST(BoardCommand, ASeedThatIsPrintedCanBeGiven) {
  const Outcome outcome =
      on_board(kRtl, "--json --collective scatter --algorithm balanced --packets 1..2 --seed 9223372036854775807");
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  std::vector<std::uint64_t> seeds;
  std::istringstream in(outcome.out);
  for (std::string line; std::getline(in, line);) seeds.push_back(nlohmann::json::parse(line)["seed"]);
  EXPECT_EQ(seeds, (std::vector<std::uint64_t>{9223372036854775807u, 0}));
}

// docs/reference/command.md: in a scatter node v has block v.
TEST(BoardCommand, AFileGoesThroughIt) {
  const test_support::Scratch scratch;
  std::string file(190, '\0');
  for (std::size_t i = 0; i < file.size(); ++i) file[i] = static_cast<char>(i * 37);
  std::ofstream(scratch / "file", std::ios::binary) << file;
  const Outcome outcome = on_board(kRtl, "--collective scatter --algorithm balanced --payload " +
                                             (scratch / "file").string() + " --output " + (scratch / "out").string());
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  std::string held;
  for (const char* const node : {"node-0.bin", "node-1.bin", "node-2.bin", "node-3.bin"}) {
    held += test_support::contents(scratch / "out" / node);
  }
  EXPECT_EQ(held, file + std::string(2, '\0'));
  expect_one_line(on_board(kRtl, "--collective broadcast --payload " + (scratch / "file").string()), 2,
                  "is 190 bytes; must be at most 64 for broadcast");
}

// scripts/flow/bad_use_test.py tests the refusals.
TEST(BoardCommand, ConfigurationsOfItsNodes) {
  const auto configuration = [](const std::string& words) {
    return test_support::cubecast("configuration --board " + words);
  };
  EXPECT_EQ(configuration("").out, "node_d2_w8_gated_q128_e4_b6_nowaits\n");
  EXPECT_EQ(configuration("--dim 1 --payload-bits 13").out, "node_d1_w13_gated_q128_e4_b6_nowaits\n");
  EXPECT_EQ(configuration("node_d2_w8_gated_q128_b6_nowaits").out, "node_d2_w8_gated_q128_b6_nowaits\n");
  expect_one_line(configuration("--table"), 2, "--table: takes nothing beside it");
  const test_support::Scratch scratch;
  std::ofstream(scratch / "node.json")
      << R"({"dim": 1, "sequence_bits": 2, "memory_waits": false, "payload_bits": 31})";
  EXPECT_EQ(configuration((scratch / "node.json").string()).out, "node_d1_w31_gated_b2_nowaits\n");
  expect_one_line(configuration((scratch / "node.json").string() + " --dim 3"), 2, "--payload-bits 31: what has come");
}

TEST(BoardCommand, MistakesAreOneLine) {
  const auto board = [](const std::string& options) { return test_support::cubecast("board " + options); };
  expect_one_line(board(""), 2, "--port: is not given");
  expect_one_line(board("--port /nowhere/at/all"), 2, "--port /nowhere/at/all: No such file");
  expect_one_line(board("--port /dev/null"), 2, "--port /dev/null: is no terminal");
  expect_one_line(board("--port /tmp"), 2, "--port /tmp: ");
  expect_one_line(board("--port /dev/null --baud 1234"), 2, "--baud 1234: must be that of the bitstream, one of 9600,");
  expect_one_line(board("--port /dev/null --packets 2049"), 2, "--packets 2049: must be 1..2048 on any board");
  expect_one_line(board("--port /dev/null --packets 0"), 2, "--packets 0: must be 1..2048");
  expect_one_line(board("--port /dev/null --collective alltoal"), 2, "collective alltoal: must be one of");
  expect_one_line(board("--port /dev/null --root 16"), 2, "--root 16: must be 0..15");
  expect_one_line(board("--port /dev/null --collective reduce"), 2,
                  "--collective reduce: must be one of broadcast, scatter, gather, allgather, alltoall");
  expect_one_line(on_board(kRtl, "--packets 65"), 2, "--packets 65: must be 1..64");
  expect_one_line(on_board(kRtl, "--root 4"), 2, "--root 4: must be 0..3");
}

TEST(BoardCommand, MistakesOfTheBoardThatIsNoneAreOneLine) {
  for (const auto& [options, text] :
       {std::pair{"--lose-request x true", "x"}, std::pair{"--lose-request 0 true", "not in range 1 to 1000000000"},
        std::pair{"--alter-answer 1000000001 true", "not in range 1 to 1000000000"}, std::pair{"--falsify 9 true", "9"},
        std::pair{"--falsify", "--falsify"}, std::pair{"--spoil 3 true", "--spoil: no such option"}}) {
    expect_one_line(test_support::run_program(kRtl, options), 2, text);
  }
  expect_one_line(test_support::run_program(kRtl, "/nowhere/at/all"), 127, "/nowhere/at/all: No such file");
  for (const std::string lost : {" >/dev/full", " >&-"}) {
    expect_one_line(test_support::in_shell(std::string("timeout 5 ") + kRtl + lost), 2, "standard output: ");
  }
}

// The whole line is checked: other bytes, other cycles, other registers, another board.
TEST(BoardCommand, AWrongBoardIsFound) {
  const std::string options = "--collective broadcast --algorithm sbt --ports all";
  expect_one_line(on_board(kRtl, options, "--falsify 5"), 1, "1 of 1 runs are not as they should be; the first: node ");
  expect_one_line(on_board(kRtl, options, "--falsify 7"), 1,
                  "took 2 cycles, 4 in all, and the native engine 2, 5 in all");
  expect_one_line(on_board(kRtl, options, "--falsify 3"), 2, "cannot run broadcast sbt");
  // A sequence has 7 bits here in place of 6.
  expect_one_line(on_board(kRtl, "--collective alltoall --algorithm table --ports all", "--falsify 1"), 1,
                  "1 of 1 runs are not as they should be");
}

// Byte 45 comes behind the bytes that identify the board, of which the host sends 30 and hears 18.
TEST(BoardCommand, ALostOrAlteredByteIsNoticed) {
  const std::string options = "--collective alltoall --algorithm table";
  for (const char* const fault : {"--alter-request 45", "--lose-request 45", "--alter-answer 45", "--lose-answer 45"}) {
    expect_one_line(on_board(kRtl, options, fault), 2, "--port /dev/pts/");
  }
}

TEST(BoardCommand, AByteThatIsLostAtTheBeginningCostsNothing) {
  for (const char* const fault : {"--alter-request 5", "--lose-request 5", "--lose-answer 3", "--lose-request 25"}) {
    EXPECT_EQ(on_board(kRtl, "--collective broadcast --algorithm nesbt", fault).status, 0) << fault;
  }
}

// Another program has written half a request and left.
TEST(BoardCommand, HalfARequestIsForgotten) {
  const Outcome outcome =
      test_support::run_program(kRtl, "bash -c \"t={}; " CUBECAST_COMMAND
                                      " board --port \\$t --collective gather --algorithm sbt; printf "
                                      "'\\\\044\\\\060\\\\060' >\\$t; exec " CUBECAST_COMMAND
                                      " board --port \\$t --collective gather --algorithm sbt\"");
  EXPECT_EQ(outcome.status, 0) << outcome.error;
}

TEST(BoardCommand, RubbishIsNoBoard) {
  rtl_sim::PseudoTerminal terminal;
  std::atomic<bool> over = false;
  std::jthread talker([&] {
    while (!over) {
      if (!terminal.read(10).empty()) continue;
      for (const char character : std::string("login: ")) terminal.write(static_cast<std::uint8_t>(character));
    }
  });
  expect_one_line(test_support::cubecast("board --port " + terminal.name()), 2, "sends what is no answer");
  over = true;
}

TEST(BoardCommand, ABoardThatGoesIsMissed) {
  auto terminal = std::make_unique<rtl_sim::PseudoTerminal>();
  const std::string name = terminal->name();
  std::jthread unplug([&] {
    while (terminal->read(10).empty()) {
    }
    terminal.reset();
  });
  expect_one_line(test_support::cubecast("board --port " + name), 2, "--port " + name + ": ");
}

}  // namespace
