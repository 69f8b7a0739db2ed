// SPDX-License-Identifier: Apache-2.0
// The entries of the store: built once, judged by their files, and removed by their last use.
#include <fcntl.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "testbench/engines/models/content_hash.hpp"
#include "testbench/engines/models/test_store.hpp"

namespace testbench::test {
namespace {

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

TEST_F(Store, ABuildThatFailsLeavesNothingAndMayBeTriedAgain) {
  ModelStore store(folder_);
  EXPECT_THROW(store.get(recipe("a", [] { throw ModelError(ModelError::kFailed, "no"); })), ModelError);
  EXPECT_THROW(store.get(recipe("a", [] { fs::create_directory("/dev/null/x"); })), ModelError);
  ModelStore::Recipe odd = recipe("a");
  odd.build = [](const fs::path& folder) { fs::create_symlink("model.so", folder / "link"); };
  EXPECT_THROW(store.get(odd), ModelError) << "what cannot be judged later is no entry";
  EXPECT_TRUE(nothing_is_half_made());
  EXPECT_TRUE(store.entries().empty());
  write(folder_ / "locks" / hash_of("all of c"), "");  // of a process that a signal ended while it built
  store.get(recipe("a"));
  EXPECT_EQ(builds(), "a");
  EXPECT_FALSE(fs::exists(folder_ / "locks" / hash_of("all of c")));
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
  EXPECT_TRUE(store.set_limit(4 * size).empty());
  EXPECT_EQ(names_in(store), (std::vector<std::string>{"a", "b", "c", "d"}));
  const std::vector<ModelStore::Entry> removed = store.set_limit(2 * size);
  ASSERT_EQ(removed.size(), 2u);
  EXPECT_EQ(removed[0].name + removed[1].name, "cb");
  EXPECT_EQ(names_in(store), (std::vector<std::string>{"a", "d"}));
  EXPECT_EQ(locks(), 2) << "an entry's lock goes with it";
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

TEST_F(Store, KeepsWhatToolsSaid) {
  const ModelStore store(folder_);
  const fs::path log = store.keep_log("rtl node_d3", "all of it\n");
  EXPECT_EQ(log, folder_ / "logs" / "rtl-node_d3.log");
  EXPECT_EQ(contents(log), "all of it\n");
}

}  // namespace
}  // namespace testbench::test
