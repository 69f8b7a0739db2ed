// SPDX-License-Identifier: Apache-2.0
// The built command never destroys or loses anything: what it refuses it leaves alone, what it
// loses it says, and what is interrupted leaves no trace.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "test_support/command.hpp"

namespace testbench::test {
namespace {

using test_support::contents;
using test_support::cubecast;
using test_support::in_shell;
using test_support::Outcome;
using test_support::Scratch;

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

// In a folder with the file `old`: what the shell says, which must be one line and status 2, and
// must leave the folder.
void expect_refusal(const std::string& script, const std::string& words) {
  const Scratch scratch;
  std::ofstream(scratch / "old") << "old";
  std::ofstream(scratch / "payload") << "payload";
  std::filesystem::create_hard_link(scratch / "payload", scratch / "hard");
  ASSERT_EQ(mkfifo((scratch / "fifo").c_str(), 0600), 0);
  std::filesystem::create_directory(scratch / "folder");
  const auto before = names_in(scratch / "");
  const Outcome outcome = in_shell(script, scratch / "");
  EXPECT_EQ(outcome.status, 2) << script << ": " << outcome.error;
  EXPECT_EQ(outcome.out, "") << script;
  EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << script << ": " << outcome.error;
  EXPECT_NE(outcome.error.find(words), std::string::npos) << script << ": " << outcome.error;
  EXPECT_EQ(names_in(scratch / ""), before) << script;
  EXPECT_EQ(contents(scratch / "old"), "old") << script;
  EXPECT_EQ(contents(scratch / "payload"), "payload") << script;
  EXPECT_TRUE(names_in(scratch / "folder").empty()) << script;
}

TEST(Files, WhatIsRefusedHasTouchedNothing) {
  const std::string run = CUBECAST_COMMAND " run broadcast --dim 2 ";
  const std::string measure = CUBECAST_COMMAND " measure --dims 2 ";
  expect_refusal(run + "--trace old --root 4", "--root 4");
  expect_refusal(run + "--trace new --output made --packets 0", "--packets 0");
  expect_refusal(run + "--trace old --payload none", "--payload none: cannot be read");
  expect_refusal(run + "--trace old --output old/x", "--output old/x: cannot be written");
  expect_refusal(run + "--trace old --seed x", "--seed x");
  expect_refusal(measure + "--results old --packets 0", "--packets 0");
  expect_refusal(measure + "--results old --collective dance", "dance");
  expect_refusal(measure + "--results folder", "it is a folder");
  expect_refusal(run + "--output fifo", "it is a FIFO");
  expect_refusal(run + "--trace fifo", "nobody reads this FIFO");
}

TEST(Files, ServeOnePurpose) {
  const std::string run = CUBECAST_COMMAND " run broadcast --dim 2 ";
  expect_refusal(run + "--payload payload --trace payload", "is the file that --payload payload reads");
  expect_refusal(run + "--payload payload --trace folder/../hard", "reads");
  expect_refusal(run + "--payload payload --trace old --output old", "it is a file; give a folder");
  expect_refusal(
      "mkdir made && " + run + "--payload payload --trace made/node-1.bin --output made; s=$?; rmdir made; exit $s",
      "same file");
  expect_refusal(run + "--trace old >> old", "is where standard output goes");
  expect_refusal(CUBECAST_COMMAND " measure --dims 2 --results old >> old", "is where standard output goes");
}

// Inputs that the command has read before it looks at its outputs.
TEST(Files, NoOutputTakesThePlaceOfANetworkOrAConfiguration) {
  const std::string command = CUBECAST_COMMAND " ";
  const auto expect_kept = [&](const std::string& text, const std::string& name, const std::string& words) {
    const std::string file = "made/" + name;
    const std::string make = "mkdir made; printf '" + text + "' > " + file + "; ln -s " + name + " made/link; ";
    expect_refusal(make + words + "; s=$?; printf '" + text + "' | cmp - " + file + " || s=9; rm -r made; exit $s",
                   file + " reads");
  };
  const std::string edges = "edges\\n0 1\\n1 2\\n2 0\\n";
  for (const char* const words : {"run alltoall --network file:made/node-0.bin --trace made/link",
                                  "measure --network file:made/node-0.bin --results made/node-0.bin",
                                  "run alltoall --network file:made/node-0.bin --output made",
                                  "run alltoall --network file:made/node-0.bin --checkpoint made/node-0.bin",
                                  "run broadcast --network product:ring:3*file:made/node-0.bin --trace made/link"}) {
    expect_kept(edges, "node-0.bin", command + words);
  }
  const std::string router = "router_d1_w64_gated.json";
  expect_kept(R"({"kind": "router", "dim": 1})", router, command + "rtl made/" + router + " --output made");
}

TEST(Files, PayloadsAreJudgedBeforeTheyAreRead) {
  const std::string run = CUBECAST_COMMAND " run broadcast --dim 2 --payload ";
  expect_refusal(run + "fifo", "it is a FIFO; give a regular file");
  expect_refusal(run + "/dev/zero", "it is a device");
  expect_refusal(run + "folder", "it is a folder");
  const auto begin = std::chrono::steady_clock::now();
  expect_refusal("truncate -s 64G big; " + run + "big; s=$?; rm big; exit $s",
                 "is 68719476736 bytes; must be at most 8589934584 for broadcast at --dim 2");
  expect_refusal("truncate -s 34359738336 big; " CUBECAST_COMMAND
                 " run allgather --dim 2 --payload big; s=$?; rm big; exit $s",
                 "--payload big of 34359738336 bytes: needs at least");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

// A device is written as it is, a link leads to what is replaced, and standard output may be shared
// where the caller says so.
TEST(Files, StreamsAreWrittenAsTheyAre) {
  const Scratch scratch;
  const std::string run = CUBECAST_COMMAND " run alltoall --dim 2 --json ";
  for (const char* stream : {"--trace /dev/null", "--trace /dev/stderr 2>/dev/null", "--trace /dev/fd/3 3>/dev/null"}) {
    EXPECT_EQ(in_shell(run + stream).status, 0) << stream;
  }
  const Outcome shared = in_shell(run + "--trace /dev/stdout > both && cat both", scratch / "");
  EXPECT_EQ(shared.out.find("# {\"cubecast\""), 0u) << shared.error;
  EXPECT_NE(shared.out.find("{\"collective\""), std::string::npos);
  EXPECT_EQ(in_shell("mkfifo f; cat f > copy & " + run + "--trace f > /dev/null && wait && cmp copy <(" + run +
                         "--trace /dev/stdout > all; grep -v '^{' all)",
                     scratch / "")
                .status,
            0);
  EXPECT_EQ(std::filesystem::status("/dev/null").type(), std::filesystem::file_type::character);
}

TEST(Files, LostOutputIsAMistake) {
  for (const char* command : {"list", "list --json", "--help", "run --help", "--version", "run alltoall --dim 2",
                              "run alltoall --dim 2 --json", "measure --dims 2"}) {
    const std::string line = CUBECAST_COMMAND + std::string(" ") + command;
    const Outcome full = in_shell(line + " > /dev/full");
    EXPECT_EQ(full.status, 2) << command;
    EXPECT_NE(full.error.find("standard output: cannot be written to its end: No space left"), std::string::npos)
        << full.error;
    const Outcome closed = in_shell(line + " >&-");
    EXPECT_EQ(closed.status, 2) << command;
    EXPECT_NE(closed.error.find("standard output: is closed"), std::string::npos) << closed.error;
    EXPECT_EQ(in_shell(line + " <&- >&- 2>&-").status, 2) << command;
  }
  EXPECT_EQ(in_shell(CUBECAST_COMMAND " dance 2>&-").status, 2);
  EXPECT_EQ(in_shell(CUBECAST_COMMAND " measure --dims 2 2>&-").status, 0);
  EXPECT_EQ(in_shell("(" CUBECAST_COMMAND " list; echo $? >&2) | true").error, "141\n");
}

// A disk without room: here a limit on the size of files.
TEST(Files, WithoutRoomLeaveTheOldOnes) {
  for (const char* option : {"--trace old", "--output out", "--trace new"}) {
    const Scratch scratch;
    std::ofstream(scratch / "old") << "old";
    const Outcome outcome = in_shell(
        std::string("ulimit -f 1; " CUBECAST_COMMAND " run alltoall --dim 4 --packets 9 ") + option, scratch / "");
    EXPECT_EQ(outcome.status, 2) << option;
    EXPECT_NE(outcome.error.find("cannot be written to its end: File too large"), std::string::npos) << outcome.error;
    EXPECT_NE(outcome.out.find("cycles         72"), std::string::npos) << "the result itself is not lost";
    EXPECT_EQ(contents(scratch / "old"), "old") << option;
    EXPECT_EQ(names_in(scratch / ""), std::vector<std::string>{"old"}) << option;
  }
  EXPECT_EQ(cubecast("measure --dims 2 --results /dev/full").status, 2);
  EXPECT_EQ(cubecast("run alltoall --dim 2 --trace /dev/full").status, 2);
}

// With what would interrupt it at its defaults, and nothing to be seen.
pid_t start(std::vector<std::string> words) {
  words.insert(words.begin(), CUBECAST_COMMAND);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&quiet, stream, "/dev/null", O_WRONLY, 0);
  }
  sigset_t all;
  sigfillset(&all);
  posix_spawnattr_t defaults;
  posix_spawnattr_init(&defaults);
  posix_spawnattr_setsigdefault(&defaults, &all);
  posix_spawnattr_setflags(&defaults, POSIX_SPAWN_SETSIGDEF);
  pid_t child = 0;
  EXPECT_EQ(posix_spawn(&child, CUBECAST_COMMAND, &quiet, &defaults, arguments.data(), environ), 0);
  posix_spawnattr_destroy(&defaults);
  posix_spawn_file_actions_destroy(&quiet);
  return child;
}

// Ends it and returns whether it ended by that signal, which a shell calls the same as to exit with
// 128 more; the second is what a program that has hardly begun does.
bool ended_by(pid_t child, int signal) {
  kill(child, signal);
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return (WIFEXITED(status) && WEXITSTATUS(status) == 128 + signal) ||
         (WIFSIGNALED(status) && WTERMSIG(status) == signal);
}

// In any phase.
TEST(Files, InterruptionsLeaveNothing) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    for (const int wait : {100, 400, 1200}) {
      const Scratch scratch;
      std::ofstream(scratch / "old") << "old";
      std::filesystem::create_directory(scratch / "out");
      const pid_t child =
          start({"run", "alltoall", "--dim", "11", "--trace", scratch / "old", "--output", scratch / "out"});
      std::this_thread::sleep_for(std::chrono::milliseconds(wait));
      const auto begin = std::chrono::steady_clock::now();
      EXPECT_TRUE(ended_by(child, signal)) << wait;
      // 0.1 s by itself; other tests run beside it.
      EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1)) << wait;
      EXPECT_EQ(contents(scratch / "old"), "old");
      EXPECT_EQ(names_in(scratch / ""), (std::vector<std::string>{"old", "out"}));
      EXPECT_TRUE(names_in(scratch / "out").empty());
    }
  }
}

// Rows of a file, each an object on a line of its own.
std::size_t whole_rows(const std::string& text) {
  std::size_t rows = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && !lines.eof(); ++rows) {
    EXPECT_TRUE(nlohmann::json::accept(line)) << line;
  }
  return rows;
}

TEST(Files, AnInterruptedSweepKeepsItsRows) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGKILL}) {
    const Scratch scratch;
    std::ofstream(scratch / "old") << "old";
    const pid_t child = start({"measure", "--dims", "2..11", "--collective", "alltoall", "--results", scratch / "old"});
    const auto patience = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    std::string before;
    while (std::count(before.begin(), before.end(), '\n') < 7 && std::chrono::steady_clock::now() < patience) {
      before = contents(scratch / "old");
    }
    EXPECT_TRUE(ended_by(child, signal));
    const std::string after = contents(scratch / "old");
    EXPECT_GE(whole_rows(after), 7u);
    EXPECT_EQ(after.find(before), 0u);
    EXPECT_LT(whole_rows(after), 4u * 10) << "it was not in the middle";
    // A row that SIGKILL cuts short is no object, and has no newline.
    const std::string rest = after.substr(after.rfind('\n') + 1);
    EXPECT_FALSE(nlohmann::json::accept(rest)) << rest;
    if (signal != SIGKILL) EXPECT_EQ(rest, "");
    EXPECT_EQ(names_in(scratch / ""), std::vector<std::string>{"old"});
  }
}

// Without --results the table is all that there is. No model has to be built first.
TEST(Files, AnInterruptedSweepPrintsItsTable) {
  const Outcome outcome =
      in_shell("timeout -s INT 5 " CUBECAST_COMMAND " measure --dims 2..8 --collective alltoall --packets 1..1024");
  EXPECT_TRUE(outcome.out.starts_with("collective")) << outcome.out;
  EXPECT_NE(outcome.out.find("\nalltoall    all    1     table      2 "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find(" of 308 runs, every byte right"), std::string::npos) << outcome.out;
  EXPECT_TRUE(outcome.error.starts_with("cubecast: interrupted")) << outcome.error;
}

TEST(Files, ASweepWithoutARowLeavesTheOldOnes) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGKILL}) {
    const Scratch scratch;
    std::ofstream(scratch / "old") << "old";
    const pid_t child = start({"measure", "--dims", "12", "--collective", "alltoall", "--results", scratch / "old"});
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    EXPECT_TRUE(ended_by(child, signal));
    EXPECT_EQ(contents(scratch / "old"), "old");
    if (signal != SIGKILL) EXPECT_EQ(names_in(scratch / ""), std::vector<std::string>{"old"});
  }
}

// The table continues: it is not what there is no room for.
TEST(Files, ASweepWithoutRoomKeepsItsRows) {
  const auto swept = [](const Scratch& scratch, const std::string& kibibytes, const std::string& options = "") {
    if (options.empty()) std::ofstream(scratch / "old") << "old";
    return in_shell("set -o pipefail; (ulimit -f " + kibibytes +
                        "; exec " CUBECAST_COMMAND " measure --dims 2 --results old" + options + ") 2>&1 | cat",
                    scratch / "");
  };
  const std::string table = cubecast("measure --dims 2").out;
  const Scratch little;
  const Outcome some = swept(little, "5");
  EXPECT_EQ(some.status, 2);
  const std::string kept = contents(little / "old");
  const std::size_t rows = whole_rows(kept);
  EXPECT_GT(rows, 1u);
  EXPECT_EQ(kept.back(), '\n');
  EXPECT_EQ(some.out, table +
                          "cubecast: --results old: cannot be written to its end: File too large; make room, or give "
                          "another file; the " +
                          std::to_string(rows) + " rows before are in it\n");
  EXPECT_EQ(names_in(little / ""), std::vector<std::string>{"old"});
  const Outcome more = swept(little, "9", " --resume");
  const std::size_t more_rows = whole_rows(contents(little / "old"));
  EXPECT_GT(more_rows, rows);
  EXPECT_NE(more.out.find("the " + std::to_string(more_rows) + " rows before are in it\n"), std::string::npos)
      << "those of the first too: " << more.out;

  const Scratch none;
  const Outcome nothing = swept(none, "0");
  EXPECT_EQ(nothing.status, 2);
  EXPECT_EQ(nothing.out, table +
                             "cubecast: --results old: cannot be written to its end: File too large; make room, or "
                             "give another file; what was there is as it was\n");
  EXPECT_EQ(contents(none / "old"), "old");
  EXPECT_EQ(names_in(none / ""), std::vector<std::string>{"old"});
}

TEST(Files, ASweepWhoseReaderHasGoneWritesItsRows) {
  const std::size_t rows = whole_rows(cubecast("measure --dims 2 --json").out);
  for (const char* end : {" >&-", " > /dev/full", " | true"}) {
    const Scratch scratch;
    const Outcome outcome =
        in_shell(std::string("set -o pipefail; " CUBECAST_COMMAND " measure --dims 2 --results r") + end, scratch / "");
    EXPECT_EQ(outcome.status, std::string(end) == " | true" ? 141 : 2) << end;
    EXPECT_EQ(whole_rows(contents(scratch / "r")), rows) << end;
  }
  // The rest takes many minutes and would have no reader.
  EXPECT_EQ(in_shell("timeout 60 " CUBECAST_COMMAND
                     " measure --dims 8 --rows --packets 1..4000 --step 1 --results /dev/full > /dev/full")
                .status,
            2);
}

TEST(Files, OnStandardOutputEndSilentlyWhenItsReaderHasGone) {
  for (const char* const words :
       {"run alltoall --dim 6 --trace /dev/stdout", "measure --dims 3 --results /dev/stdout"}) {
    const Outcome outcome =
        in_shell(std::string("set -o pipefail; (sleep 0.2; exec " CUBECAST_COMMAND " ") + words + ") | true");
    EXPECT_EQ(outcome.status, 141) << words;
    EXPECT_EQ(outcome.error, "") << words;
  }
}

TEST(Files, NobodyWhoDoesNotReadKeepsAnInterruptedRun) {
  const Scratch scratch;
  EXPECT_EQ(
      in_shell("mkfifo f e; sleep 20 < f & sleep 20 < e & s=$!; " CUBECAST_COMMAND
               " run alltoall --dim 7 --trace f 2> e & p=$!; sleep 0.5; kill -TERM $p; wait $p; r=$?; kill $s %1; "
               "exit $r",
               scratch / "")
          .status,
      143);
}

}  // namespace
}  // namespace testbench::test
