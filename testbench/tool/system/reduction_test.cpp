// SPDX-License-Identifier: Apache-2.0
// Collectives that combine packets, as a user of the command sees them: files of vectors in and
// results out, and what is told of a run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "test_support/command.hpp"
#include "test_support/seed.hpp"
#include "testbench/tool/system/measured.hpp"

namespace testbench::test {
namespace {

using nlohmann::json;
using test_support::contents;
using test_support::cubecast;
using test_support::Outcome;
using test_support::Scratch;

template <class T>
using Vectors = std::vector<std::vector<T>>;

template <class T>
std::string bytes_of(const std::vector<T>& numbers) {
  std::string bytes(numbers.size() * sizeof(T), '\0');
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

// Sends the vectors of all nodes, one behind the other, and returns what each node then holds, in
// bytes.
template <class T>
std::vector<std::string> send(const std::string& arguments, const Vectors<T>& vectors) {
  const Scratch scratch;
  std::ofstream file(scratch / "vectors", std::ios::binary);
  for (const std::vector<T>& vector : vectors) file << bytes_of(vector);
  file.close();
  const Outcome outcome = cubecast("run " + arguments + " --payload " + (scratch / "vectors").string() + " --output " +
                                   (scratch / "out").string());
  EXPECT_EQ(outcome.status, 0) << arguments << ": " << outcome.error;
  std::vector<std::string> held;
  for (std::size_t node = 0; node < vectors.size(); ++node) {
    const std::string digits = std::to_string(node);
    const std::size_t width = std::to_string(vectors.size() - 1).size();
    held.push_back(contents(scratch / "out" / ("node-" + std::string(width - digits.size(), '0') + digits + ".bin")));
  }
  return held;
}

// Whole numbers, whose sums are exact in whatever order they are made.
template <class T>
Vectors<T> random_vectors(std::size_t nodes, std::size_t length) {
  static std::mt19937_64 random = test_support::seeded_random();
  Vectors<T> vectors(nodes, std::vector<T>(length));
  for (auto& vector : vectors) {
    for (T& number : vector) number = static_cast<T>(static_cast<int>(random() % 2001) - 1000);
  }
  return vectors;
}

template <class T, class Combine>
std::vector<T> combined(const Vectors<T>& vectors, std::size_t first, std::size_t end, Combine combine) {
  std::vector<T> result = vectors[first];
  for (std::size_t node = first + 1; node < end; ++node) {
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = combine(result[i], vectors[node][i]);
  }
  return result;
}

template <class T, class Combine>
void expect_all_collectives(unsigned dim, std::size_t length, const std::string& options, Combine combine) {
  SCOPED_TRACE(testing::Message() << "d " << dim << " length " << length << options);
  const std::size_t nodes = std::size_t{1} << dim;
  const auto run = [&](const std::string& collective) {
    return collective + " --dim " + std::to_string(dim) + options;
  };
  const Vectors<T> vectors = random_vectors<T>(nodes, length);
  const std::string all = bytes_of(combined(vectors, 0, nodes, combine));

  const std::vector<std::string> reduced = send(run("reduce") + " --root 1", vectors);
  for (std::size_t node = 0; node < nodes; ++node) {
    EXPECT_TRUE(reduced[node] == (node == 1 ? all : bytes_of(vectors[node]))) << "reduce, node " << node;
  }
  for (const char* algorithm : {"", " --algorithm exchange", " --algorithm balanced", " --algorithm nesbt"}) {
    for (const std::string& held : send(run("allreduce") + algorithm, vectors)) EXPECT_TRUE(held == all) << algorithm;
  }
  const std::vector<std::string> scanned = send(run("scan"), vectors);
  const std::vector<std::string> exscanned = send(run("exscan"), vectors);
  EXPECT_EQ(exscanned[0], "");
  for (std::size_t node = 0; node < nodes; ++node) {
    EXPECT_TRUE(scanned[node] == bytes_of(combined(vectors, 0, node + 1, combine))) << "scan, node " << node;
    if (node == 0) continue;
    EXPECT_TRUE(exscanned[node] == bytes_of(combined(vectors, 0, node, combine))) << "exscan, node " << node;
  }
  const Vectors<T> longer = random_vectors<T>(nodes, length * nodes);
  const std::string result = bytes_of(combined(longer, 0, nodes, combine));
  const std::vector<std::string> scattered = send(run("reduce-scatter"), longer);
  for (std::size_t node = 0; node < nodes; ++node) {
    EXPECT_TRUE(scattered[node] == result.substr(node * length * sizeof(T), length * sizeof(T))) << "node " << node;
  }
}

// Lengths that end within a packet too, and within a block of an allreduce.
TEST(Reduction, OfRealNumbersGivesTheirResults) {
  const auto sum = [](auto a, auto b) { return static_cast<decltype(a)>(a + b); };
  const auto least = [](auto a, auto b) { return std::min(a, b); };
  for (const unsigned length : {1u, 7u, 64u}) {
    expect_all_collectives<float>(3, length, " --type float32 --op sum", sum);
    expect_all_collectives<std::int16_t>(2, length, " --type int16 --op min", least);
  }
  expect_all_collectives<std::uint8_t>(1, 5, " --type uint8 --op min", least);
  expect_all_collectives<std::int64_t>(4, 3, " --type int64", sum);
  expect_all_collectives<std::int32_t>(3, 3, " --type int32 --stall 0.3", sum);
  const auto product = [](auto a, auto b) { return static_cast<decltype(a)>(a * b); };
  expect_all_collectives<std::int16_t>(3, 5, " --type int16 --op product", product);
  expect_all_collectives<double>(2, 3, " --type float64 --op product", product);
}

// The command does with files what processors do before and behind the routers' part.
TEST(Reduction, OfWhatProcessorsMakeGivesItsResults) {
  constexpr std::size_t kNodes = 6;  // of a ring; nodes go up to 5
  const Vectors<std::int32_t> numbers = random_vectors<std::int32_t>(kNodes, 7);
  const auto sum = [](std::int32_t a, std::int32_t b) { return a + b; };
  const auto divided = [&](std::size_t end) {
    std::vector<std::int32_t> result = combined(numbers, 0, end, sum);
    for (std::int32_t& number : result) number /= static_cast<std::int32_t>(end);
    return bytes_of(result);
  };
  const std::string average = " --network ring:6 --type int32 --op average";
  for (const std::string& held : send("allreduce" + average, numbers)) EXPECT_TRUE(held == divided(kNodes));
  const std::vector<std::string> reduced = send("reduce --root 2" + average, numbers);
  const std::vector<std::string> scanned = send("scan" + average, numbers);
  const std::vector<std::string> exscanned = send("exscan" + average, numbers);
  EXPECT_EQ(exscanned[0], "");
  for (std::size_t node = 0; node < kNodes; ++node) {
    EXPECT_TRUE(reduced[node] == (node == 2 ? divided(kNodes) : bytes_of(numbers[node]))) << node;
    EXPECT_TRUE(scanned[node] == divided(node + 1)) << node;
    EXPECT_TRUE(node == 0 || exscanned[node] == divided(node)) << node;
  }

  Vectors<std::int16_t> flags(8);
  const auto truth = [](const std::vector<std::string>& results, auto expected) {
    for (const std::string& held : results) EXPECT_TRUE(held == bytes_of(std::vector<std::int16_t>(expected)));
  };
  const std::string logical = "allreduce --dim 3 --type int16 --op logical-";
  flags[0] = {0, 256, -1, 256, 0};
  for (std::size_t node = 1; node < 8; ++node)
    flags[node] = {0, 3, 8, static_cast<std::int16_t>(node == 5 ? 0 : 1), -4};
  truth(send(logical + "and", flags), std::vector<std::int16_t>{0, 1, 1, 0, 0});
  truth(send(logical + "or", flags), std::vector<std::int16_t>{0, 1, 1, 1, 1});
  truth(send(logical + "xor", flags), std::vector<std::int16_t>{0, 0, 0, 1, 1});

  struct Pair {
    float value;
    std::int32_t index;
  };
  Vectors<Pair> pairs(8);
  for (std::int32_t node = 0; node < 8; ++node) {
    pairs[static_cast<std::size_t>(node)] = {{static_cast<float>(node / 2) - 2, 10 - node}, {0.5F, node}};
  }
  const std::string located = "allreduce --dim 3 --type float32 --engine systemc --op ";
  for (const std::string& held : send(located + "minloc", pairs)) {
    EXPECT_TRUE(held == bytes_of(std::vector<Pair>{{-2, 9}, {0.5F, 0}}));
  }
  for (const std::string& held : send(located + "maxloc", pairs)) {
    EXPECT_TRUE(held == bytes_of(std::vector<Pair>{{1, 3}, {0.5F, 0}}));
  }
}

TEST(Reduction, TellsItsOperator) {
  for (const json& row : measured("--dims 2..3 --packets 3 --op max --type int8 --clock 100 --latency")) {
    const std::string collective = row["collective"];
    const bool combines =
        collective.find("reduce") != std::string::npos || collective.find("scan") != std::string::npos;
    EXPECT_EQ(row["op"], combines ? json("max") : json(nullptr)) << collective;
    EXPECT_EQ(row["type"], combines ? json("int8") : json(nullptr)) << collective;
    EXPECT_EQ(row["verified"], true) << name_of(row);
    EXPECT_EQ(row["latency"]["mean"].is_null(), combines || collective == "barrier");
    EXPECT_EQ(row["packets"], collective == "barrier" ? 1 : 3);
    // nccl-tests, doc/PERFORMANCE.md
    const double nodes = row["nodes"];
    if (collective == "reduce") EXPECT_DOUBLE_EQ(row["busbw_gb_s"], row["algbw_gb_s"]);
    if (collective == "allreduce") {
      EXPECT_EQ(row["bytes"], 24);
      EXPECT_NEAR(row["busbw_gb_s"], row["algbw_gb_s"].get<double>() * 2 * (nodes - 1) / nodes, 1e-9);
    }
    if (collective == "reduce-scatter") EXPECT_EQ(row["bytes"], 24 * nodes);
    if (collective == "scan") EXPECT_TRUE(row["algbw_gb_s"].is_number());
    if (collective == "scan" || collective == "barrier") EXPECT_TRUE(row["busbw_gb_s"].is_null());
    if (collective == "barrier") EXPECT_EQ(row["bytes"], 0);
  }
}

// The closed forms cross where one of them begins to win.
TEST(Reduction, TakesTheBestAllreduceForTheVector) {
  const auto chosen = [](int packets) {
    const Outcome outcome = cubecast("run allreduce --dim 5 --json --packets " + std::to_string(packets));
    return json::parse(outcome.out)["algorithm"].get<std::string>();
  };
  EXPECT_EQ(chosen(1), "exchange");
  EXPECT_EQ(chosen(5), "exchange");
  EXPECT_EQ(chosen(4096), "balanced");
}

// A barrier is measured once, and a sweep of the others changes nothing.
TEST(Reduction, MeasuresABarrierOnce) {
  const std::vector<json> rows = measured("--dims 2..2 --packets 1..3");
  EXPECT_EQ(std::ranges::count_if(rows, [](const json& row) { return row["collective"] == "barrier"; }), 2);
  EXPECT_EQ(measured("--dims 2..2 --collective barrier").size(), 2u);
}

// Packets that are combined wait for one another: queues must hold what the run without stalls shows, or parts are made.
TEST(Reduction, GoesInPartsWithQueuesInWhichItCouldStandStill) {
  const std::string run = "run allreduce --algorithm balanced --dim 5 --packets 64 --stall 0.2 --queue-depth ";
  const Outcome parts = cubecast(run + "4");
  EXPECT_EQ(parts.status, 0) << parts.error;
  const std::string use = " with --queue-depth ";
  ASSERT_NE(parts.out.find(use), std::string::npos) << parts.out;
  const std::string enough = parts.out.substr(parts.out.find(use) + use.size());
  const Outcome whole = cubecast(run + enough.substr(0, enough.find('\n')));
  EXPECT_EQ(whole.status, 0) << whole.error;
  EXPECT_EQ(whole.out.find("parts"), std::string::npos) << whole.out;
}

}  // namespace
}  // namespace testbench::test
