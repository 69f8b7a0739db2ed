// SPDX-License-Identifier: Apache-2.0
// The folder of compiled models. Each is a folder of files under the hash of all that it is made
// of, so that what is there is what would be built again.
//
//     ModelStore store(ModelStore::usual_folder());
//     const ModelStore::Use use = store.get({.kind = "rtl", .name = "node_d3_w64_gated", .made_of = ..., .build = ...});
//     dlopen((use.folder / "model.so").c_str(), ...);
//
// It is code that gets loaded: the folder is the user's alone. An entry appears whole, by a rename;
// who builds it holds a lock, so that of several processes one builds and the others wait; what a
// killed one leaves is removed by the next. The files' hashes are kept beside them, and an entry
// that is not what was written is built again. A process that uses an entry's files shares its
// lock, so that nobody removes them meanwhile.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace testbench {

class ModelStore {
 public:
  // How an entry is made.
  struct Recipe {
    std::string kind;     // of model: "rtl", "native"
    std::string name;     // for people: that of the configuration
    std::string made_of;  // all that the files depend on; its hash is the key
    // Writes the entry's files into the folder, which is empty. Throws ModelError.
    std::function<void(const std::filesystem::path& folder)> build;
    // Whether files that the key does not cover, such as the system's headers, are still those of
    // the entry, which is built again otherwise. Empty: there are no such files.
    std::function<bool(const std::filesystem::path& folder)> fits = {};
  };

  // An entry's folder, and what keeps it there while it is used.
  struct Use {
    std::filesystem::path folder;
    std::shared_ptr<const void> held;
  };

  struct Entry {
    std::string key;
    std::string kind;  // kDamaged: what it was cannot be told, and the name is the key
    std::string name;
    std::uint64_t bytes = 0;
    double build_seconds = 0;
    std::chrono::system_clock::time_point last_use = {};
  };

  // $CUBECAST_CACHE, else $XDG_CACHE_HOME/cubecast, else ~/.cache/cubecast. Throws ModelError where
  // there is none of them.
  static std::filesystem::path usual_folder();

  static constexpr const char* kDamaged = "damaged";

  // Makes the folder where there is none. Throws ModelError for one that others can write to or put
  // another in place of, that is another user's or that cannot be made.
  explicit ModelStore(std::filesystem::path folder);

  const std::filesystem::path& folder() const { return folder_; }

  // The entry, which is built first where it is not there or damaged. `waiting` is called now and
  // then while somebody else builds it. Throws ModelError.
  Use get(const Recipe& recipe, const std::function<void()>& waiting = {});
  // The folder of an entry of the list, for as long as it is used; without one if it has gone or is
  // damaged.
  std::optional<Use> use(const Entry& entry) const;

  // By kind and name.
  std::vector<Entry> entries() const;
  // When nobody uses or builds it any more.
  void remove(const Entry& entry);
  // The least recently used that nobody uses go while all together take more than the limit.
  // Nothing: no limit.
  void set_limit(std::optional<std::uint64_t> bytes);
  std::optional<std::uint64_t> limit() const;

  // Runs `work` with a lock of that name held, which one process has at a time.
  void with_lock(const std::string& name, const std::function<void()>& waiting, const std::function<void()>& work);

  // Keeps what the tools have said of something that could not be built. Returns the file, or an
  // empty path where there is no room.
  std::filesystem::path keep_log(const std::string& of, const std::string& text) const;

 private:
  std::filesystem::path place_of(const std::string& key) const;
  void build(const Recipe& recipe, const std::string& key);
  void remove_leftovers();
  void keep_limit();
  Entry entry_in(const std::filesystem::path& folder) const;

  std::filesystem::path folder_;
};

}  // namespace testbench
