// SPDX-License-Identifier: Apache-2.0
// The store with builders that write a line: write permissions, concurrent builds, and builds that
// end too early.
#include "testbench/models/model_store.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <future>
#include <nlohmann/json.hpp>
#include <thread>

#include "test_support/command.hpp"
#include "testbench/files/interruption.hpp"
#include "testbench/models/content_hash.hpp"
#include "testbench/models/model_error.hpp"

namespace testbench::test {
namespace {

namespace fs = std::filesystem;
using test_support::contents;

constexpr uid_t kNobody = 65534;

void write(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

mode_t mode_of(const fs::path& path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

// Returns the wait status of a process that runs `work`. The process prints nothing, because
// GoogleTest belongs to the parent.
int in_process(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    try {
      work();
    } catch (const ModelError& error) {
      _exit(error.status);
    }
    _exit(0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}

int exit_status(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

class Store : public testing::Test {
 protected:
  // Writes a file and, outside, a letter for each build.
  ModelStore::Recipe recipe(const std::string& name, std::function<void()> meanwhile = {}) const {
    return {.kind = "test", .name = name, .made_of = "all of " + name, .build = [=, this](const fs::path& folder) {
              write(folder / "model.so", "code of " + name);
              if (meanwhile) meanwhile();
              std::ofstream(scratch_ / "builds", std::ios::app) << name[0];
            }};
  }
  std::string builds() const { return contents(scratch_ / "builds"); }
  static std::vector<std::string> names_in(const ModelStore& store) {
    std::vector<std::string> names;
    for (const ModelStore::Entry& entry : store.entries()) names.push_back(entry.name);
    return names;
  }
  bool nothing_is_half_made() const { return fs::is_empty(folder_ / "being-built"); }

  test_support::Scratch scratch_;
  fs::path folder_ = scratch_ / "store";
};

std::string refusal_of(const fs::path& folder) {
  try {
    const ModelStore store(folder);
    return "";
  } catch (const ModelError& error) {
    EXPECT_EQ(error.status, ModelError::kUnusable);
    return error.what();
  }
}

TEST_F(Store, BuildsWhatIsAskedForOnceAndSaysSo) {
  ModelStore store(folder_);
  EXPECT_TRUE(store.entries().empty());
  const fs::path a = store.get(recipe("a")).folder;
  EXPECT_EQ(contents(a / "model.so"), "code of a");
  EXPECT_EQ(store.get(recipe("a")).folder, a);
  EXPECT_NE(store.get(recipe("b")).folder, a);
  ModelStore::Recipe other = recipe("a");
  other.made_of += " and more";
  EXPECT_NE(store.get(other).folder, a) << "the key is of all that goes in";
  EXPECT_EQ(builds(), "aba");
  EXPECT_EQ(names_in(store), (std::vector<std::string>{"a", "a", "b"}));
  const ModelStore::Entry entry = store.entries().back();
  EXPECT_EQ(entry.kind, "test");
  EXPECT_EQ(entry.bytes, std::string("code of b").size());
  store.remove(entry);
  EXPECT_EQ(names_in(store), (std::vector<std::string>{"a", "a"}));
  EXPECT_FALSE(store.use(entry));
}

TEST_F(Store, IsTheUsersAloneWhateverTheUmask) {
  for (const mode_t mask : {0u, 022u, 077u}) {
    const fs::path folder = scratch_ / ("umask " + std::to_string(mask)) / "new" / "store/";
    const mode_t before = umask(mask);
    {
      ModelStore(folder).get(recipe("a"));
    }
    umask(before);
    for (const fs::path& made : {folder.parent_path(), folder.parent_path().parent_path(), folder / "models"})
      EXPECT_EQ(mode_of(made), 0700u) << made << " with umask " << mask;
  }
}

TEST_F(Store, IsRefusedWhereOthersCouldPutCodeIntoIt) {
  const auto folder = [&](const std::string& name, mode_t mode) {
    fs::create_directories(scratch_ / name);
    chmod((scratch_ / name).c_str(), mode);
    return scratch_ / name;
  };
  EXPECT_EQ(refusal_of(folder("readable", 0755)), "");
  for (const mode_t mode : {0770u, 0707u, 0777u, 01777u}) {
    const std::string refusal = refusal_of(folder("writable", mode));
    EXPECT_NE(refusal.find("others can write to it"), std::string::npos) << mode << refusal;
    const bool says_how = refusal.find("chmod 700 " + (scratch_ / "writable").string()) != std::string::npos;
    EXPECT_EQ(says_how, mode != 01777u) << "a folder as /tmp stays as it is: " << refusal;
  }
  for (const char* const part : {"models", "locks", "being-built", "logs"}) {
    ModelStore store(folder_);
    chmod((folder_ / part).c_str(), 0722);
    EXPECT_NE(refusal_of(folder_).find("others can write to it"), std::string::npos) << part;
    chmod((folder_ / part).c_str(), 0700);
  }
  EXPECT_EQ(refusal_of(folder("sticky", 01777) / "store"), "") << "as /tmp";
  const fs::path open = folder("open", 0777);
  EXPECT_NE(refusal_of(open / "above" / "store").find("chmod o-w " + open.string()), std::string::npos);
  EXPECT_NE(refusal_of("/").find("must be a folder of its own"), std::string::npos);
  EXPECT_NE(refusal_of(scratch_ / "a\"b").find("quotes"), std::string::npos);
  EXPECT_NE(refusal_of(scratch_ / "a\nb").find("quotes"), std::string::npos);
  write(scratch_ / "file", "");
  EXPECT_NE(refusal_of(scratch_ / "file").find("is no folder"), std::string::npos);
  EXPECT_NE(refusal_of(scratch_ / "file" / "store").find("Not a directory"), std::string::npos);
  fs::create_directory_symlink(folder_, scratch_ / "link");
  EXPECT_EQ(refusal_of(scratch_ / "link"), "");
  fs::create_symlink(scratch_ / "nowhere", scratch_ / "dangling");
  EXPECT_NE(refusal_of(scratch_ / "dangling"), "");
  EXPECT_FALSE(fs::exists(scratch_ / "nowhere"));
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  ASSERT_EQ(chown(folder("other", 0700).c_str(), kNobody, kNobody), 0);
  EXPECT_NE(refusal_of(scratch_ / "other").find("belongs to another user"), std::string::npos);
  const fs::path others = folder("other above", 0755);
  ASSERT_EQ(chown(others.c_str(), kNobody, kNobody), 0);
  EXPECT_NE(refusal_of(others / "store").find("another user can put another in its place"), std::string::npos);
  const fs::path group = folder("group", 0775);
  EXPECT_EQ(refusal_of(group / "store"), "") << "the user's own group";
  ASSERT_EQ(chown(group.c_str(), geteuid(), kNobody), 0);
  EXPECT_NE(refusal_of(group / "store").find("chmod go-w " + group.string()), std::string::npos);
}

// A user who can write to the folder of a link may change the link at any time.
TEST_F(Store, GoesByTheFolderThatALinkLedTo) {
  fs::create_directories(folder_);
  fs::create_directory_symlink(folder_, scratch_ / "link");
  ModelStore store(scratch_ / "link");
  fs::remove(scratch_ / "link");
  fs::create_directory_symlink(scratch_ / "elsewhere", scratch_ / "link");
  EXPECT_EQ(store.get(recipe("a")).folder.parent_path(), folder_ / "models");
}

TEST_F(Store, BuildsAgainWhatOthersCouldHaveWritten) {
  ModelStore store(folder_);
  const fs::path entry = store.get(recipe("a")).folder;
  std::string expected = "a";
  for (const fs::path& open : {entry, entry / "model.so", entry / "model.json"}) {
    chmod(open.c_str(), mode_of(open) | 0022);
    store.get(recipe("a"));
    EXPECT_EQ(builds(), expected += 'a') << open;
    EXPECT_EQ(mode_of(open) & 0022u, 0u) << open;
  }
}

TEST_F(Store, IsWhereTheEnvironmentSays) {
  struct Case {
    const char *chosen, *cache, *home, *folder;
  };
  const std::string here = fs::current_path();
  const std::string relative = here + "/with spaces";
  for (const Case& one :
       {Case{"/a b", "/c", "/h", "/a b"}, Case{"with spaces", "/c", "/h", relative.c_str()},
        Case{"", "/c", "/h", "/c/cubecast"}, Case{nullptr, "/c", "/h", "/c/cubecast"},
        Case{nullptr, "relative", "/h", "/h/.cache/cubecast"}, Case{nullptr, nullptr, "/h", "/h/.cache/cubecast"},
        Case{nullptr, "", "", nullptr}, Case{nullptr, nullptr, nullptr, nullptr}}) {
    const auto say = [](const char* name, const char* value) {
      value != nullptr ? setenv(name, value, 1) : unsetenv(name);
    };
    const int status = in_process([&] {
      say("CUBECAST_CACHE", one.chosen);
      say("XDG_CACHE_HOME", one.cache);
      say("HOME", one.home);
      if (ModelStore::usual_folder() != one.folder) _exit(100);
    });
    EXPECT_EQ(exit_status(status), one.folder != nullptr ? 0 : ModelError::kUnusable)
        << (one.folder != nullptr ? one.folder : "");
  }
}

// An entry is changed by somebody, or by a failing disk.
TEST_F(Store, BuildsAgainWhatIsNotWhatWasWritten) {
  using Json = nlohmann::json;
  const auto edit = [](const fs::path& entry, const std::function<void(Json&)>& change) {
    Json description = Json::parse(contents(entry / "model.json"));
    change(description);
    write(entry / "model.json", description.dump(1));
  };
  struct Damage {
    const char* what;
    std::function<void(const fs::path& entry)> do_it;
    bool is_listed_as_damaged = false;
  };
  ModelStore store(folder_);
  const fs::path other = store.get(recipe("other")).folder;
  const std::vector<Damage> all = {
      {"a flipped byte", [](const fs::path& e) { write(e / "model.so", "code of A"); }},
      {"cut short", [](const fs::path& e) { fs::resize_file(e / "model.so", 3); }},
      {"empty", [](const fs::path& e) { fs::resize_file(e / "model.so", 0); }},
      {"gone", [](const fs::path& e) { fs::remove(e / "model.so"); }},
      {"a link",
       [&](const fs::path& e) {
         fs::rename(e / "model.so", scratch_ / "elsewhere.so");
         fs::create_symlink(scratch_ / "elsewhere.so", e / "model.so");
       }},
      {"one file more", [](const fs::path& e) { write(e / "more.o", "code"); }},
      {"one folder more", [](const fs::path& e) { fs::create_directory(e / "more"); }},
      {"no description", [](const fs::path& e) { fs::remove(e / "model.json"); }, true},
      {"an empty description", [](const fs::path& e) { fs::resize_file(e / "model.json", 0); }, true},
      {"a folder as its description",
       [](const fs::path& e) {
         fs::remove(e / "model.json");
         fs::create_directory(e / "model.json");
       },
       true},
      {"no JSON", [](const fs::path& e) { write(e / "model.json", "[1, {}"); }, true},
      {"other JSON", [](const fs::path& e) { write(e / "model.json", "[1, 2]"); }, true},
      {"other types",
       [&](const fs::path& e) { edit(e, [](Json& d) { d = {{"hash", 1}, {"key", {}}, {"files", 3}}; }); }, true},
      {"another name", [&](const fs::path& e) { edit(e, [](Json& d) { d["name"] = "z"; }); }, true},
      {"another code with its hash",
       [&](const fs::path& e) {
         write(e / "model.so", "code of Z");
         edit(e, [](Json& d) { d["files"]["model.so"] = hash_of("code of Z"); });
       },
       true},
      {"no files and none said",
       [&](const fs::path& e) {
         fs::remove(e / "model.so");
         edit(e, [](Json& d) { d["files"] = Json::object(); });
       },
       true},
      {"another entry's",
       [&](const fs::path& e) {
         fs::copy(other, e, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
       },
       true},
      {"a file in its place",
       [](const fs::path& e) {
         fs::remove_all(e);
         write(e, "code");
       },
       true},
      {"a link in its place",
       [&](const fs::path& e) {
         fs::remove_all(e);
         fs::create_directory_symlink(other, e);
       },
       true},
  };
  for (const Damage& damage : all) {
    const fs::path entry = store.get(recipe("a")).folder;
    write(scratch_ / "builds", "");
    damage.do_it(entry);
    const std::vector<ModelStore::Entry> listed = store.entries();
    EXPECT_EQ(listed.size(), 2u) << damage.what;
    EXPECT_EQ(listed.front().kind == ModelStore::kDamaged, damage.is_listed_as_damaged) << damage.what;
    EXPECT_EQ(contents(store.get(recipe("a")).folder / "model.so"), "code of a") << damage.what;
    EXPECT_EQ(builds(), "a") << damage.what;
    damage.do_it(entry);
    for (const ModelStore::Entry& one : store.entries()) {
      if (one.key == entry.filename()) store.remove(one);
    }
    EXPECT_EQ(names_in(store), std::vector<std::string>{"other"})
        << damage.what << ": whatever is listed can be removed";
  }
  EXPECT_EQ(contents(other / "model.so"), "code of other");
}

TEST_F(Store, BuildsAgainWhatNoLongerFitsWhatIsOutside) {
  ModelStore store(folder_);
  ModelStore::Recipe outside = recipe("a");
  bool fits = true;
  outside.fits = [&](const fs::path& folder) { return contents(folder / "model.so") == "code of a" && fits; };
  store.get(outside);
  store.get(outside);
  EXPECT_EQ(builds(), "a");
  const auto build = outside.build;
  fits = false;
  outside.build = [&](const fs::path& folder) {
    build(folder);
    fits = true;
  };
  store.get(outside);
  store.get(outside);
  EXPECT_EQ(builds(), "aa");
}

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

TEST_F(Store, ABuildThatFailsLeavesNothingAndMayBeTriedAgain) {
  ModelStore store(folder_);
  EXPECT_THROW(store.get(recipe("a", [] { throw ModelError(ModelError::kFailed, "no"); })), ModelError);
  EXPECT_THROW(store.get(recipe("a", [] { fs::create_directory("/dev/null/x"); })), ModelError);
  ModelStore::Recipe odd = recipe("a");
  odd.build = [](const fs::path& folder) { fs::create_symlink("model.so", folder / "link"); };
  EXPECT_THROW(store.get(odd), ModelError) << "what cannot be judged later is no entry";
  EXPECT_TRUE(nothing_is_half_made());
  EXPECT_TRUE(store.entries().empty());
  store.get(recipe("a"));
  EXPECT_EQ(builds(), "a");
}

TEST_F(Store, KeepsToItsLimitByLastUse) {
  ModelStore store(folder_);
  const std::uint64_t size = std::string("code of a").size();
  timespec times[2] = {{0, UTIME_OMIT}, {1000, 0}};
  for (const char* const name : {"d", "c", "b", "a"}) {
    const fs::path entry = store.get(recipe(name)).folder;
    utimensat(AT_FDCWD, (entry / "model.json").c_str(), times, 0);
    times[1].tv_sec += 1000;
  }
  store.get(recipe("d"));  // the oldest is used now
  EXPECT_EQ(store.limit(), std::nullopt);
  store.set_limit(4 * size);
  EXPECT_EQ(names_in(store), (std::vector<std::string>{"a", "b", "c", "d"}));
  store.set_limit(2 * size);
  EXPECT_EQ(names_in(store), (std::vector<std::string>{"a", "d"}));
  store.get(recipe("e"));
  EXPECT_EQ(names_in(store), (std::vector<std::string>{"d", "e"}));
  EXPECT_EQ(ModelStore(folder_).limit(), 2 * size) << "it is the store's, not the process's";
  write(folder_ / "limit", "?");
  EXPECT_EQ(store.limit(), std::nullopt);
  store.set_limit(size);
  store.set_limit(std::nullopt);
  store.get(recipe("f"));
  EXPECT_EQ(store.entries().size(), 2u);
}

// A model is made of other entries. None of them goes while it is needed, however small the limit.
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
}

TEST_F(Store, WithoutRoomLosesNothing) {
  {
    ModelStore(folder_).get(recipe("a"));
  }
  {
    ModelStore(folder_).set_limit(12345);
  }
  const auto without_room = [&](const std::function<void(ModelStore&)>& work) {
    return exit_status(in_process([&] {
      std::signal(SIGXFSZ, SIG_IGN);
      const rlimit nothing{0, 0};
      setrlimit(RLIMIT_FSIZE, &nothing);
      ModelStore store(folder_);
      work(store);
    }));
  };
  EXPECT_EQ(without_room([&](ModelStore& store) { store.get(recipe("a")); }), 0);
  EXPECT_EQ(without_room([&](ModelStore& store) { store.get(recipe("b")); }), ModelError::kUnusable);
  EXPECT_EQ(without_room([&](ModelStore& store) { store.set_limit(1); }), ModelError::kUnusable);
  EXPECT_EQ(without_room([&](ModelStore& store) {
              if (!store.keep_log("x", "text").empty()) _exit(100);
            }),
            0);
  ModelStore store(folder_);
  EXPECT_EQ(store.limit(), 12345u);
  EXPECT_EQ(names_in(store), std::vector<std::string>{"a"});
  EXPECT_TRUE(nothing_is_half_made());
}

TEST_F(Store, ThatIsReadOnlyServesWhatItHas) {
  {
    ModelStore(folder_).get(recipe("a"));
  }
  chmod(scratch_.operator/("").c_str(), 0755);
  fs::permissions(folder_, fs::perms(0500));
  for (const char* const part : {"models", "locks", "being-built", "logs"})
    fs::permissions(folder_ / part, fs::perms(0500));
  if (geteuid() == 0) {  // root ignores permissions
    for (const auto& entry : fs::recursive_directory_iterator(folder_))
      ASSERT_EQ(chown(entry.path().c_str(), kNobody, kNobody), 0);
    ASSERT_EQ(chown(folder_.c_str(), kNobody, kNobody), 0);
  }
  fs::remove(folder_ / "locks" / hash_of("all of a"));
  const auto as_user = [&](const std::string& name) {
    return exit_status(in_process([&] {
      if (geteuid() == 0 && setuid(kNobody) != 0) _exit(100);
      ModelStore store(folder_);
      if (contents(store.get(recipe(name)).folder / "model.so") != "code of " + name) _exit(101);
    }));
  };
  EXPECT_EQ(as_user("a"), 0);
  EXPECT_EQ(as_user("b"), ModelError::kUnusable);
  EXPECT_EQ(builds(), "a");
  for (const char* const part : {"", "models", "locks", "being-built", "logs"})
    fs::permissions(folder_ / part, fs::perms(0700));
}

TEST_F(Store, KeepsWhatToolsSaid) {
  const ModelStore store(folder_);
  const fs::path log = store.keep_log("rtl node_d3", "all of it\n");
  EXPECT_EQ(log, folder_ / "logs" / "rtl-node_d3.log");
  EXPECT_EQ(contents(log), "all of it\n");
}

}  // namespace
}  // namespace testbench::test
