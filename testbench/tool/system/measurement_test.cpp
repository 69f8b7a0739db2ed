// SPDX-License-Identifier: Apache-2.0
// The output of a measurement: all that repeats it, sweeps, time and bandwidth, latency and load.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <sstream>
#include <string_view>
#include <tuple>
#include <vector>

#include "firmware/collectives/catalog.hpp"
#include "test_support/command.hpp"
#include "testbench/runs/experiment/runner.hpp"
#include "testbench/tool/system/measured.hpp"

namespace testbench::test {
namespace {

using nlohmann::json;
using test_support::contents;
using test_support::cubecast;
using test_support::in_shell;
using test_support::Outcome;
using test_support::Scratch;

std::vector<json> rows_of(const std::string& arguments) {
  const Outcome outcome = cubecast(arguments + " --json");
  EXPECT_EQ(outcome.status, 0) << arguments << ": " << outcome.error;
  std::vector<json> rows;
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) rows.push_back(json::parse(line));
  return rows;
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> found(1);
  bool quoted = false;
  for (const char character : line) {
    if (character == '"') {
      quoted = !quoted;
    } else if (character == ',' && !quoted) {
      found.emplace_back();
    } else {
      found.back() += character;
    }
  }
  return found;
}

TEST(Measurement, TellsTheCommandThatRepeatsIt) {
  const Scratch scratch;
  std::ofstream(scratch / "a file's") << std::string(99, 'x');
  for (const std::string& arguments :
       {std::string("run broadcast --dim 3 --root 5 --packets 7 --seed 9"),
        std::string("run allgather --dim 3 --stall 0.25 --seed 4 --queue-depth 16 --engine systemc"),
        std::string("run alltoall --dim 2 --ports one"), std::string("measure --dims 2..3 --stall 0.3 --seed 8"),
        "run scatter --dim 2 --payload \"" + (scratch / "a file's").string() + '"'}) {
    for (const json& row : rows_of(arguments)) {
      const std::string command = row["command"];
      ASSERT_EQ(command.find("cubecast run "), 0u);
      const Outcome again = in_shell(CUBECAST_COMMAND + command.substr(8) + " --json");
      ASSERT_EQ(again.status, 0) << command << ": " << again.error;
      EXPECT_EQ(without_times(json::parse(again.out)), without_times(row)) << command;
      EXPECT_EQ(row["version"], CUBECAST_VERSION);
    }
  }
  const json row = rows_of("run alltoall --dim 2 --packets 3 --stall 0.5 --seed 7 --queue-depth 8").front();
  EXPECT_EQ(row["seed"], 7);
  EXPECT_EQ(row["stall"], 0.5);
  EXPECT_EQ(row["queue_depth"], 8);
  EXPECT_EQ(row["payload_bytes"], 4 * 4 * 3 * 8);
  EXPECT_EQ(row["payload"], nullptr);
}

TEST(Measurement, Sweeps) {
  const auto packets = [](const std::string& arguments) {
    std::vector<int> found;
    for (const json& row : rows_of("measure --dims 2 --collective alltoall --algorithm table " + arguments)) {
      found.push_back(row["packets"]);
    }
    return found;
  };
  EXPECT_EQ(packets("--packets 3"), (std::vector{3}));
  EXPECT_EQ(packets("--packets 1..9"), (std::vector{1, 2, 4, 8}));
  EXPECT_EQ(packets("--packets 2..20 --factor 3"), (std::vector{2, 6, 18}));
  EXPECT_EQ(packets("--packets 2..8 --step 3"), (std::vector{2, 5, 8}));
  for (const json& row : rows_of("measure --dims 2..3 --ports one --algorithm sbt --root 3")) {
    EXPECT_EQ(row["ports"], "one");
    EXPECT_EQ(row["algorithm"], "sbt");
    const std::string collective = row["collective"];
    const bool has_root = std::set<std::string>{"broadcast", "scatter", "gather", "reduce"}.contains(collective);
    EXPECT_EQ(row["root"], has_root ? 3 : 0);
  }
}

// A row that no machine has the memory for, behind one that every machine has it for. 256^2 pairs
// of 16,000,000 packets, of each of which the judge keeps a bit at least, are more than 100 GiB.
TEST(Measurement, ARowThatNeedsTooMuchMemoryIsARowWithItsReason) {
  const std::string command =
      "measure --dims 8 --packets 1..16000000 --step 15999999 --collective alltoall --clock 100 --latency --links "
      "--stall 0.1 --seeds 2 ";
  const Scratch scratch;
  const Outcome outcome = cubecast(command + "--json --results " + (scratch / "results").string());
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
  EXPECT_NE(outcome.error.find("4 of 8 runs are not as they should be; the first: alltoall table --dim 8 --packets "
                               "16000000: needs at least "),
            std::string::npos)
      << outcome.error;
  EXPECT_EQ(contents(scratch / "results"), outcome.out);
  std::vector<json> rows;
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) rows.push_back(json::parse(line));
  ASSERT_EQ(rows.size(), 8u);
  const auto shape_of = [](json row) {
    std::vector<std::string> keys;
    const json flat = row.flatten();
    for (const auto& [key, value] : flat.items()) keys.push_back(key);
    return keys;
  };
  for (const json& row : rows) {
    const bool is_run = row["packets"] == 1;
    EXPECT_EQ(shape_of(row), shape_of(rows[0]));
    EXPECT_EQ(row["verified"], is_run ? json(true) : json(nullptr));
    EXPECT_EQ(row["fault"].is_null(), is_run);
    for (const char* key : {"cycles", "cycles_mean", "time_us", "ratio", "transmissions", "seconds", "deepest_queue"}) {
      EXPECT_EQ(row[key].is_null(), !is_run) << key;
    }
    EXPECT_EQ(row["latency"]["p99"].is_null(), !is_run);
    EXPECT_EQ(row["links"]["most"].is_null(), !is_run);
    if (!is_run) EXPECT_EQ(row["fault"].get<std::string>().find("needs at least "), 0u) << row["fault"];
  }

  const Outcome csv = cubecast(command + "--csv");
  EXPECT_EQ(csv.status, 1);
  EXPECT_EQ(std::count(csv.out.begin(), csv.out.end(), '\n'), 1 + 8);
  std::istringstream table(csv.out);
  std::string heading;
  std::getline(table, heading);
  for (std::string line; std::getline(table, line);) EXPECT_EQ(cells_of(line).size(), cells_of(heading).size()) << line;

  const Outcome text = cubecast(command);
  EXPECT_EQ(text.status, 1);
  EXPECT_NE(text.out.find(" -  needs at least "), std::string::npos) << text.out;
}

// Where the system does not give what the estimate has thought to be free.
TEST(Measurement, ARowWithoutMemoryIsARowWithItsReason) {
  const Outcome outcome = in_shell("ulimit -v 500000; " CUBECAST_COMMAND
                                   " measure --dims 8 --packets 1..4096 --factor 4096 --collective alltoall "
                                   "--algorithm table --json");
  EXPECT_EQ(outcome.status, 1);
  std::istringstream lines(outcome.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(json::parse(line)["verified"], true);
  std::getline(lines, line);
  EXPECT_EQ(json::parse(line)["cycles"], nullptr);
  EXPECT_NE(json::parse(line)["fault"].get<std::string>().find("memory"), std::string::npos) << line;
}

TEST(Measurement, GivesTheSpreadOfSeeds) {
  const std::string rest = " --dims 4 --collective alltoall --algorithm table --stall 0.4";
  std::vector<double> cycles;
  for (const char* seed : {"5", "6", "7"}) cycles.push_back(rows_of("measure --seed " + (seed + rest))[0]["cycles"]);
  const json row = rows_of("measure --seed 5 --seeds 3" + rest)[0];
  EXPECT_EQ(row["seeds"], 3);
  EXPECT_EQ(row["seed"], 5);
  EXPECT_EQ(row["cycles"], cycles[0]);
  EXPECT_EQ(row["cycles_min"], *std::min_element(cycles.begin(), cycles.end()));
  EXPECT_EQ(row["cycles_max"], *std::max_element(cycles.begin(), cycles.end()));
  EXPECT_NEAR(row["cycles_mean"], (cycles[0] + cycles[1] + cycles[2]) / 3, 1e-9);
  EXPECT_NE(cycles[0], cycles[1]) << "choose other seeds";
}

// nccl-tests, doc/PERFORMANCE.md: S is the broadcast's message, else the whole buffer of a rank;
// the bus bandwidth is that of the algorithm times (n - 1)/n, but for the broadcast. (What combines
// packets: reduction_test.cpp.)
TEST(Measurement, GivesTimeAndBandwidth) {
  for (const json& row : rows_of("measure --dims 3 --packets 5 --clock 250")) {
    if (!row["op"].is_null() || row["collective"] == "barrier") continue;
    const bool broadcast = row["collective"] == "broadcast";
    const double bytes = broadcast ? 5 * 8 : 8 * 5 * 8;
    const double seconds = row["cycles"].get<double>() / 250e6;
    EXPECT_EQ(row["bytes"], bytes);
    EXPECT_NEAR(row["time_us"], seconds * 1e6, 1e-9);
    EXPECT_NEAR(row["algbw_gb_s"], bytes / seconds / 1e9, 1e-9);
    EXPECT_NEAR(row["busbw_gb_s"], bytes / seconds / 1e9 * (broadcast ? 1 : 7 / 8.0), 1e-9);
  }
  const Outcome table = cubecast("measure --dims 3 --clock 250");
  EXPECT_NE(table.out.find("bytes         us   alg GB/s   bus GB/s  verified"), std::string::npos) << table.out;
  EXPECT_NE(cubecast("run alltoall --dim 3 --clock 200").out.find("0.020 us at 200 MHz for 64 bytes: 3.200 GB/s"),
            std::string::npos);
}

// From the trace: a packet takes from the cycle in which a router has first sent it to the one in which a last link has
// brought it, be it after some cycles of wire or in a frame that is sent again.
TEST(Measurement, LatenciesEndWherePacketsArrive) {
  const std::string checked = "--link-wires 16 --link-check crc32 --frame-packets 4 ";
  for (const std::string& links :
       {std::string("--link-latency 3"), checked + "--bit-error-rate 1e-3", checked + "--link-latency 3"}) {
    const Scratch scratch;
    const std::string command = "run alltoall --dim 2 --packets 4 " + links + " --latency --trace ";
    const json told = rows_of(command + (scratch / "trace").string()).front();
    std::map<std::tuple<int, int, int>, int> left;
    std::vector<int> latencies;
    std::istringstream lines(contents(scratch / "trace"));
    for (std::string line; std::getline(lines, line);) {
      int cycle = 0, node = 0, port = 0, source = 0, destination = 0, sequence = 0, last = 0;
      char kind[10] = "";
      const char* const format = "%d,%d,%d,%d,%d,%*d,%d,%9[a-z],%*d,%d";
      if (std::sscanf(line.c_str(), format, &cycle, &node, &port, &source, &destination, &sequence, kind, &last) != 8)
        continue;
      const bool is_sent = std::string_view(kind) == "sent";
      if (is_sent) left.try_emplace({source, destination, sequence}, cycle);
      const bool comes = told.contains("link_layer") ? std::string_view(kind) == "arrived" : is_sent;
      if (comes && destination == (node ^ 1 << port))
        latencies.push_back(last - left.at({source, destination, sequence}) + 1);
    }
    const json& latency = told["latency"];
    EXPECT_EQ(latency["deliveries"], 4 * 3 * 4) << command;
    ASSERT_EQ(latencies.size(), 4 * 3 * 4) << command;
    EXPECT_EQ(latency["max"], std::ranges::max(latencies)) << command;
    EXPECT_NEAR(latency["mean"], std::accumulate(latencies.begin(), latencies.end(), 0) / 48.0, 1e-9) << command;
    if (links == "--link-latency 3") EXPECT_EQ(std::ranges::min(latencies), 4) << "a free link and its wires";
  }
}

// From the trace, by the definitions.
TEST(Measurement, GivesLatencyAndLoad) {
  for (const collectives::Row& row : collectives::kCatalog) {
    if (shape_of(row.collective).combined) continue;  // their packets have no source
    const Scratch scratch;
    const std::string command = std::string("run ") + name_of(row.collective) + " --algorithm " + row.algorithm +
                                " --ports " + name_of(row.ports) + " --dim 4 --packets 3 --stall 0.2 --latency --links";
    const json told = rows_of(command + " --trace " + (scratch / "trace").string()).front();
    std::map<std::tuple<int, int, int>, int> left;
    std::vector<int> latencies;
    std::vector<std::vector<int>> load(16, std::vector<int>(4));
    std::istringstream lines(contents(scratch / "trace"));
    std::string line;
    while (std::getline(lines, line)) {
      if (line.find(",sent,") == std::string::npos) continue;
      int cycle = 0, node = 0, port = 0, source = 0, destination = 0, tree = 0, sequence = 0;
      ASSERT_EQ(std::sscanf(line.c_str(), "%d,%d,%d,%d,%d,%d,%d", &cycle, &node, &port, &source, &destination, &tree,
                            &sequence),
                7);
      ++load[static_cast<std::size_t>(node)][static_cast<std::size_t>(port)];
      const int first = left.try_emplace({source, destination, sequence}, cycle).first->second;
      if (destination == -1 || destination == (node ^ 1 << port)) latencies.push_back(cycle - first + 1);
    }
    std::sort(latencies.begin(), latencies.end());
    const auto percentile = [&](double part) {
      return latencies[static_cast<std::size_t>(std::ceil(part * static_cast<double>(latencies.size()))) - 1];
    };
    double sum = 0;
    for (const int latency : latencies) sum += latency;
    const json& latency = told["latency"];
    EXPECT_EQ(latency["deliveries"], latencies.size()) << command;
    EXPECT_NEAR(latency["mean"], sum / static_cast<double>(latencies.size()), 1e-9);
    EXPECT_EQ(latency["p50"], percentile(0.50)) << command;
    EXPECT_EQ(latency["p95"], percentile(0.95));
    EXPECT_EQ(latency["p99"], percentile(0.99));
    EXPECT_EQ(latency["max"], latencies.back());
    EXPECT_EQ(told["links"]["packets"], json(load)) << command;
    for (std::size_t port = 0; port < 4; ++port) {
      std::vector<int> of_port;
      for (const std::vector<int>& node : load) of_port.push_back(node[port]);
      const json& dimension = told["links"]["dimensions"][port];
      EXPECT_EQ(dimension["least"], *std::min_element(of_port.begin(), of_port.end()));
      EXPECT_EQ(dimension["most"], *std::max_element(of_port.begin(), of_port.end()));
    }
  }
  EXPECT_FALSE(rows_of("run alltoall --dim 2").front().contains("latency"));
  EXPECT_FALSE(rows_of("run alltoall --dim 2").front().contains("links"));
}

TEST(Measurement, AsCsvHasAColumnForEveryKey) {
  const Outcome outcome = cubecast("measure --dims 2..3 --csv --clock 100 --latency --links");
  ASSERT_EQ(outcome.status, 0) << outcome.error;
  std::istringstream lines(outcome.out);
  std::string line;
  std::getline(lines, line);
  const std::vector<std::string> names = cells_of(line);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  for (const char* name :
       {"collective", "cycles", "seed", "time_us", "latency_p99", "links_most", "command", "fault"}) {
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  }
  std::size_t rows = 0;
  for (; std::getline(lines, line); ++rows) EXPECT_EQ(cells_of(line).size(), names.size()) << line;
  EXPECT_EQ(rows, 2 * std::size(collectives::kCatalog));
  const std::string one = cubecast("run alltoall --dim 2 --csv").out;
  EXPECT_EQ(std::count(one.begin(), one.end(), '\n'), 2);
}

TEST(Measurement, ListsAsJson) {
  const json list = json::parse(cubecast("list --json").out);
  ASSERT_EQ(list.size(), std::size(collectives::kCatalog));
  for (std::size_t i = 0; i < list.size(); ++i) {
    const collectives::Row& row = collectives::kCatalog[i];
    EXPECT_EQ(list[i]["collective"], name_of(row.collective));
    EXPECT_EQ(list[i]["algorithm"], row.algorithm);
    EXPECT_EQ(list[i]["ports"], name_of(row.ports));
    EXPECT_EQ(list[i]["source"], row.source);
    EXPECT_EQ(list[i]["optimal"], row.merit);
  }
}

}  // namespace
}  // namespace testbench::test
