// SPDX-License-Identifier: Apache-2.0
// Whose folder the store is: where it lies, who may write to it, and what it does where it cannot
// write.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

#include "testbench/engines/models/content_hash.hpp"
#include "testbench/engines/models/test_store.hpp"

namespace testbench::test {
namespace {

constexpr uid_t kNobody = 65534;

std::string refusal_of(const fs::path& folder) {
  try {
    const ModelStore store(folder);
    return "";
  } catch (const ModelError& error) {
    EXPECT_EQ(error.status, ModelError::kUnusable);
    return error.what();
  }
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
      if (!store.use(store.entries().front())) _exit(102);
    }));
  };
  EXPECT_EQ(as_user("a"), 0);
  EXPECT_EQ(as_user("b"), ModelError::kUnusable);
  EXPECT_EQ(builds(), "a");
  for (const char* const part : {"", "models", "locks", "being-built", "logs"})
    fs::permissions(folder_ / part, fs::perms(0700));
}

}  // namespace
}  // namespace testbench::test
