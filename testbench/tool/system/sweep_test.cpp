// SPDX-License-Identifier: Apache-2.0
// Sweeps that were cut short, and sweeps in parts: every row is measured once and stands in its place.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "test_support/command.hpp"
#include "testbench/tool/system/measured.hpp"

namespace testbench::test {
namespace {

using test_support::contents;
using test_support::cubecast;
using test_support::Outcome;
using test_support::Scratch;

const std::string kSweep = "measure --dims 2..3 --collective allgather --packets 1..2 ";

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  std::istringstream text(contents(file));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

void write(const std::filesystem::path& file, const std::vector<std::string>& lines, const std::string& rest = "") {
  std::ofstream out(file);
  for (const std::string& line : lines) out << line << '\n';
  out << rest;
}

TEST(Sweep, GoesOnWhereItWasCutShort) {
  const Scratch scratch;
  const std::string results = (scratch / "whole").string();
  const Outcome whole = cubecast(kSweep + "--rows --results " + results);
  ASSERT_EQ(whole.status, 0) << whole.error;
  const std::vector<std::string> lines = lines_of(results);
  ASSERT_GT(lines.size(), 12u);
  // The first rows and half a row; rows from all over; all; none.
  const std::vector<std::vector<std::string>> kept{
      {lines.begin(), lines.begin() + 5}, {lines[9], lines[1], lines[4]}, lines, {}};
  for (const std::vector<std::string>& rows : kept) {
    SCOPED_TRACE(rows.size());
    const std::filesystem::path file = scratch / "cut";
    write(file, rows, rows.size() == lines.size() ? "" : lines[6].substr(0, 40));
    const Outcome resumed = cubecast(kSweep + "--rows --resume --results " + file.string());
    EXPECT_EQ(resumed.status, 0) << resumed.error;
    EXPECT_EQ(resumed.out, whole.out);
    EXPECT_EQ(rows_in(file), rows_in(results));
    const std::vector<std::string> found = lines_of(file);
    for (const std::string& row : rows) {
      EXPECT_EQ(std::ranges::count(found, row), 1) << "kept as it was, with its times: " << row;
    }
  }
}

// Also what the table does not show.
TEST(Sweep, PrintsARowThatIsKeptAsItStands) {
  const Scratch scratch;
  const std::string results = (scratch / "results").string();
  const std::string sweep =
      "measure --dims 2 --collective broadcast --packets 3 --link-wires 16 --frame-packets 4 --link-check crc32 "
      "--latency --links --results " +
      results + " --resume ";
  const Outcome first = cubecast(sweep + "--json");
  EXPECT_EQ(first.out, contents(results));
  EXPECT_EQ(cubecast(sweep + "--json").out, first.out);
  const Outcome csv = cubecast(sweep + "--csv");
  std::filesystem::remove(results);
  const Outcome anew = cubecast(sweep + "--csv");
  EXPECT_EQ(csv.out.substr(0, csv.out.find('\n')), anew.out.substr(0, anew.out.find('\n')));
  EXPECT_EQ(std::ranges::count(csv.out, '\n'), std::ranges::count(anew.out, '\n'));
}

TEST(Sweep, TakesNoRowOfAnotherRun) {
  const Scratch scratch;
  const std::string results = (scratch / "results").string();
  ASSERT_EQ(cubecast(kSweep + "--stall 0.1 --results " + results).status, 0);
  const std::vector<std::string> other = lines_of(results);
  const Outcome resumed = cubecast(kSweep + "--latency --resume --results " + results);
  EXPECT_EQ(resumed.status, 0) << resumed.error;
  EXPECT_EQ(resumed.error, "cubecast: --results " + results + ": keeps " + std::to_string(other.size()) +
                               " row(s) that this command does not measure, before the others\n");
  ASSERT_EQ(cubecast(kSweep + "--latency --results " + (scratch / "fresh").string()).status, 0);
  std::vector<std::string> found = lines_of(results);
  ASSERT_GT(found.size(), other.size());
  const auto end_of_other = found.begin() + static_cast<std::ptrdiff_t>(other.size());
  EXPECT_TRUE(std::equal(found.begin(), end_of_other, other.begin())) << "kept as they were";
  write(results, {end_of_other, found.end()});
  EXPECT_EQ(rows_in(results), rows_in(scratch / "fresh"));
}

// Also where the rows must be put in order, and where a row is of another version.
TEST(Sweep, KeepsRowsOfOtherTables) {
  const Scratch scratch;
  const std::string file = (scratch / "rows").string();
  ASSERT_EQ(cubecast(kSweep + "--results " + file).status, 0);
  std::vector<std::string> lines = lines_of(file);
  std::ranges::reverse(lines);
  nlohmann::ordered_json old = nlohmann::ordered_json::parse(lines.back());
  old["version"] = "0.0";
  lines.push_back(old.dump());
  write(file, lines);
  const auto resume = [&](const std::string& sweep) {
    const Outcome outcome = cubecast(sweep + " --resume --results " + file);
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    return lines_of(file);
  };
  std::vector<std::string> found = resume("measure --dims 2..3 --collective scatter");
  ASSERT_GT(found.size(), lines.size());
  found.resize(lines.size());
  EXPECT_EQ(found, lines);
  resume("measure --dims 3 --collective allgather");
  const std::vector<std::string> all = resume(kSweep);
  for (const std::string& line : lines) EXPECT_EQ(std::ranges::count(all, line), 1) << line;
}

// A file of the same name may have another graph the next time.
TEST(Sweep, TakesNoRowOfAnotherGraph) {
  const Scratch scratch;
  const std::string network = (scratch / "network").string();
  const std::string file = (scratch / "rows").string();
  const std::string sweep = "measure --collective broadcast --network file:" + network + " --resume --results " + file;
  write(network, {"edges", "0 1", "1 2", "2 3", "3 0"});
  ASSERT_EQ(cubecast(sweep).status, 0);
  const std::vector<std::string> ring = lines_of(file);
  write(network, {"edges", "0 1", "1 2", "2 3", "# a path"});
  const Outcome outcome = cubecast(sweep);
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  const std::vector<std::string> both = lines_of(file);
  ASSERT_EQ(both.size(), 2 * ring.size());
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const auto of_ring = nlohmann::json::parse(ring[i]);
    const auto of_path = nlohmann::json::parse(both[ring.size() + i]);
    EXPECT_EQ(both[i], ring[i]);
    EXPECT_EQ(of_path["command"], of_ring["command"]);
    EXPECT_NE(of_path["network_hash"], of_ring["network_hash"]);
  }
  EXPECT_EQ(cubecast(sweep).error, outcome.error);
  EXPECT_EQ(lines_of(file), both);
}

TEST(Sweep, PartsJoinToTheWhole) {
  const Scratch scratch;
  ASSERT_EQ(cubecast(kSweep + "--latency --links --results " + (scratch / "whole").string()).status, 0);
  std::string parts;
  for (const char* const part : {"1/3", "2/3", "3/3"}) {
    const std::string file = (scratch / std::string(1, part[0])).string();
    ASSERT_EQ(cubecast(kSweep + "--latency --links --part " + part + " --results " + file).status, 0);
    parts = file + (parts.empty() ? "" : ",") + parts;
  }
  const std::string joined = (scratch / "joined").string();
  const Outcome outcome = cubecast(kSweep + "--latency --links --join " + parts + " --results " + joined);
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_EQ(rows_in(joined), rows_in(scratch / "whole"));
  std::vector<std::string> all;
  for (const char* const part : {"1", "2", "3"}) {
    for (const std::string& line : lines_of(scratch / part)) all.push_back(line);
  }
  std::vector<std::string> found = lines_of(joined);
  std::ranges::sort(all);
  std::ranges::sort(found);
  EXPECT_EQ(found, all) << "nothing is measured again";
}

// On a stream nothing can be put in order afterwards.
TEST(Sweep, AStreamHasEveryRowOnceAndInOrder) {
  const Scratch scratch;
  ASSERT_EQ(cubecast(kSweep + "--results " + (scratch / "whole").string()).status, 0);
  const std::vector<std::string> lines = lines_of(scratch / "whole");
  write(scratch / "some", {lines[7], lines[2]});
  const std::string command = std::string(CUBECAST_COMMAND " ") + kSweep + "--join " + (scratch / "some").string() +
                              " --results /dev/stdout | grep '^{' > " + (scratch / "stream").string();
  EXPECT_EQ(test_support::in_shell(command).status, 0);
  EXPECT_EQ(rows_in(scratch / "stream"), rows_in(scratch / "whole"));
}

TEST(Sweep, RefusesWhatIsNoRow) {
  const Scratch scratch;
  const auto expect_refusal = [&](const std::string& options, const std::string& message) {
    const Outcome outcome = cubecast(kSweep + options);
    EXPECT_EQ(outcome.status, 2) << options;
    EXPECT_NE(outcome.error.find(message), std::string::npos) << outcome.error;
  };
  ASSERT_EQ(cubecast(kSweep + "--results " + (scratch / "rows").string()).status, 0);
  nlohmann::ordered_json other = nlohmann::ordered_json::parse(lines_of(scratch / "rows")[0]);
  other["cycles"] = other["cycles"].get<unsigned>() + 1;
  write(scratch / "others", {other.dump()});
  expect_refusal("--join " + (scratch / "rows").string() + "," + (scratch / "others").string(),
                 "others: line 1 has other cycles than --join ");
  const std::filesystem::path whole = scratch / "figures";
  ASSERT_EQ(cubecast(kSweep + "--links --results " + whole.string()).status, 0);
  std::vector<std::string> lines = lines_of(whole);
  nlohmann::ordered_json row = nlohmann::ordered_json::parse(lines[3]);
  for (const char* const key : {"cycles", "seconds"}) {
    nlohmann::ordered_json without = row;
    without.erase(key);
    lines[3] = without.dump();
    write(whole, lines);
    expect_refusal("--links --resume --results " + whole.string(), whole.string() + ": line 4 lacks figures");
    EXPECT_EQ(lines_of(whole), lines) << "what was there is as it was";
  }
  for (const auto& [key, value] : std::initializer_list<std::pair<const char*, const char*>>{
           {"nodes", "299999999999999999999"}, {"cycles", "-1"}, {"deepest_queue", "1.5"}, {"seconds", "-0.5"}}) {
    nlohmann::ordered_json wrong = row;
    wrong[key] = nlohmann::ordered_json::parse(value);
    lines[3] = wrong.dump();
    write(whole, lines);
    expect_refusal("--links --resume --results " + whole.string(),
                   whole.string() + ": line 4 lacks figures or has wrong ones");
    expect_refusal("--links --join " + whole.string(), "lacks figures or has wrong ones");
  }
  row["links"]["packets"].push_back({1, 2, 3, 4, 5, 6, 7, 8, 9});
  lines[3] = row.dump();
  write(whole, lines);
  expect_refusal("--links --resume --results " + whole.string(), whole.string() + ": line 4 lacks figures");
  write(scratch / "json", {"{\"verified\": true}"});
  expect_refusal("--resume --results " + (scratch / "json").string(), "line 1 is no row of a measurement");
  EXPECT_EQ(contents(scratch / "json"), "{\"verified\": true}\n") << "what was there is as it was";
}

}  // namespace
}  // namespace testbench::test
