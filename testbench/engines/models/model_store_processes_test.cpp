// SPDX-License-Identifier: Apache-2.0
// The store with several processes: concurrent builds, builds that are killed, and entries that go
// while others use them.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <future>
#include <thread>

#include "testbench/engines/models/content_hash.hpp"
#include "testbench/engines/models/test_store.hpp"
#include "testbench/ground/files/interruption.hpp"

namespace testbench::test {
namespace {

TEST_F(Store, OfManyProcessesOneBuilds) {
  ModelStore store(folder_);
  std::vector<pid_t> processes;
  for (unsigned i = 0; i < 6; ++i) {
    processes.push_back(fork());
    if (processes.back() != 0) continue;
    ModelStore own(folder_);
    const ModelStore::Use use =
        own.get(recipe("a", [] { std::this_thread::sleep_for(std::chrono::milliseconds(200)); }));
    _exit(contents(use.folder / "model.so") == "code of a" ? 0 : 1);
  }
  for (const pid_t process : processes) {
    int status = -1;
    waitpid(process, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(builds(), "a");
  EXPECT_TRUE(nothing_is_half_made());
}

// While one process builds, others that want the same entry wait. Others do not.
TEST_F(Store, OthersWaitForThatEntryAlone) {
  ModelStore store(folder_);
  std::promise<void> begun;
  std::promise<void> go_on;
  std::thread builder([&] {
    ModelStore(folder_).get(recipe("a", [&] {
      begun.set_value();
      go_on.get_future().wait();
    }));
  });
  begun.get_future().wait();
  store.get(recipe("b"));
  EXPECT_EQ(names_in(store), std::vector<std::string>{"b"}) << "an entry appears whole";
  unsigned waited = 0;
  EXPECT_EQ(contents(store
                         .get(recipe("a"),
                              [&] {
                                if (waited++ == 0) go_on.set_value();
                              })
                         .folder /
                     "model.so"),
            "code of a");
  builder.join();
  EXPECT_GE(waited, 1u);
  EXPECT_EQ(builds(), "ba");
}

TEST_F(Store, ABuildThatIsKilledLeavesNothing) {
  ModelStore store(folder_);
  const auto killed = [&](const std::function<void(const fs::path&)>& phase) {
    const int status = in_process([&] {
      ModelStore::Recipe one = recipe("a");
      one.build = phase;
      ModelStore(folder_).get(one);
    });
    EXPECT_EQ(WTERMSIG(status), SIGKILL);
    EXPECT_FALSE(nothing_is_half_made()) << "so that what follows is tried";
    EXPECT_TRUE(store.entries().empty());
  };
  const auto die = [] { kill(getpid(), SIGKILL); };
  killed([&](const fs::path&) { die(); });
  store.get(recipe("b"));
  EXPECT_TRUE(nothing_is_half_made()) << "whoever builds next removes it";
  store.remove(store.entries().front());
  killed([&](const fs::path& folder) {
    write(folder / "model.so", "half of the co");
    fs::create_directory(folder / "verilated");
    write(folder / "verilated" / "x.cpp", "");
    die();
  });
  EXPECT_EQ(contents(store.get(recipe("a")).folder / "model.so"), "code of a");
  EXPECT_TRUE(nothing_is_half_made());
  // The description is there, just before the rename.
  fs::rename(folder_ / "models" / hash_of("all of a"), folder_ / "being-built" / hash_of("all of a"));
  write(folder_ / "being-built" / hash_of("all of a") / "stale.o", "");
  EXPECT_FALSE(fs::exists(store.get(recipe("a")).folder / "stale.o"));
  EXPECT_EQ(builds(), "baa");
}

TEST_F(Store, SignalsLeaveNothingEither) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const int status = in_process([&] {
      ::signal(signal, SIG_DFL);  // a process in the background ignores some
      watch_signals();
      ModelStore(folder_).get(recipe("a", [&] {
        kill(getpid(), signal);
        while (true) pause();
      }));
    });
    EXPECT_EQ(exit_status(status), 128 + signal);
    EXPECT_TRUE(nothing_is_half_made());
    EXPECT_TRUE(ModelStore(folder_).entries().empty());
  }
}

// A model is made of other entries. The store removes none while it is needed, however small the
// limit.
TEST_F(Store, WhatIsUsedStays) {
  ModelStore store(folder_);
  store.set_limit(0);
  const ModelStore::Recipe outer = recipe("outer", [&] {
    const ModelStore::Use text = store.get(recipe("text"));
    const ModelStore::Use shared = store.get(recipe("shared"));
    EXPECT_EQ(contents(text.folder / "model.so") + contents(shared.folder / "model.so"), "code of textcode of shared");
    in_process([&] { ModelStore(folder_).set_limit(0); });
    EXPECT_EQ(names_in(store).size(), 2u);
  });
  {
    ModelStore::Use use = store.get(outer);
    ASSERT_EQ(names_in(store), std::vector<std::string>{"outer"});
    std::promise<void> done;
    std::thread remover([&] {
      ModelStore(folder_).remove(store.entries().front());
      done.set_value();
    });
    EXPECT_EQ(done.get_future().wait_for(std::chrono::milliseconds(120)), std::future_status::timeout);
    EXPECT_EQ(contents(use.folder / "model.so"), "code of outer");
    use.held.reset();
    remover.join();
  }
  EXPECT_TRUE(store.entries().empty());
}

// Entries come and go while processes use them. A process never sees an entry in part.
TEST_F(Store, SurvivesManyAtOnce) {
  ModelStore store(folder_);
  std::vector<pid_t> processes;
  for (unsigned i = 0; i < 4; ++i) {
    processes.push_back(fork());
    if (processes.back() != 0) continue;
    try {
      ModelStore own(folder_);
      for (unsigned round = 0; round < 40; ++round) {
        const std::string name(1, static_cast<char>('a' + (round * (i + 1)) % 3));
        const ModelStore::Use use = own.get(recipe(name));
        if (contents(use.folder / "model.so") != "code of " + name) _exit(1);
        if (i == 0) own.set_limit(round % 2 == 0 ? 9 : 18);
        if (i != 1 || round % 4 != 0) continue;
        const std::vector<ModelStore::Entry> entries = own.entries();
        for (const ModelStore::Entry& entry : entries) {
          if (entry.name != name) own.remove(entry);
        }
      }
    } catch (const std::exception&) {
      _exit(2);
    }
    _exit(0);
  }
  for (const pid_t process : processes) {
    int status = -1;
    waitpid(process, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_TRUE(nothing_is_half_made());
  EXPECT_EQ(static_cast<std::size_t>(locks()), store.entries().size());
}

}  // namespace
}  // namespace testbench::test
