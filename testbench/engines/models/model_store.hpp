// SPDX-License-Identifier: Apache-2.0
// The folder of compiled models. Each entry is a folder of files under the hash of everything that
// it is made of. So its files are the ones that a new build would make.
//
//     ModelStore store(ModelStore::usual_folder());
//     const ModelStore::Use use = store.get({.kind = "rtl", .name = "node_d3_w64_gated", .made_of = ..., .build = ...});
//     dlopen((use.folder / "model.so").c_str(), ...);
//
// The entries are code that gets loaded, so the folder belongs to the user alone. An entry appears
// whole, by a rename. A builder holds a lock: of several processes one builds and the others wait.
// Leftovers of a killed process are removed by the next. The hashes of the files are kept beside
// them, and an entry with other files is built again. A process that uses an entry shares its lock,
// so that no process removes the files meanwhile.
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
    std::string name;     // for people: name of the configuration
    std::string made_of;  // everything that the files depend on; its hash is the key
    // Writes the entry's files into the empty folder. Throws ModelError.
    std::function<void(const std::filesystem::path& folder)> build;
    // Tells whether files outside the key, such as the system's headers, are still the entry's;
    // otherwise it is built again. Empty: there are no such files.
    std::function<bool(const std::filesystem::path& folder)> fits = {};
  };

  // An entry's folder, and the lock that keeps it there during use.
  struct Use {
    std::filesystem::path folder;
    std::shared_ptr<const void> held;
  };

  struct Entry {
    std::string key;
    std::string kind;  // kDamaged: of unknown kind, and the name is the key
    std::string name;
    std::uint64_t bytes = 0;
    double build_seconds = 0;
    std::chrono::system_clock::time_point last_use = {};
  };

  // $CUBECAST_CACHE, else $XDG_CACHE_HOME/cubecast, else ~/.cache/cubecast. Throws ModelError if
  // none is set.
  static std::filesystem::path usual_folder();

  static constexpr const char* kDamaged = "damaged";

  // Makes the folder if there is none. Throws ModelError if it cannot be made, belongs to another
  // user, or could be written or replaced by another user.
  explicit ModelStore(std::filesystem::path folder);

  const std::filesystem::path& folder() const { return folder_; }

  // Returns the entry. A missing or damaged entry is built first. `waiting` is called now and then
  // while another process builds it. Throws ModelError.
  Use get(const Recipe& recipe, const std::function<void()>& waiting = {});
  // Returns the folder of a listed entry, locked during use. Nothing if it has gone or is damaged.
  std::optional<Use> use(const Entry& entry, const std::function<void()>& waiting = {}) const;

  // Sorted by kind and name.
  std::vector<Entry> entries() const;
  // Removes an entry as soon as no process uses or builds it.
  void remove(const Entry& entry, const std::function<void()>& waiting = {});
  // Removes the least recently used entries without users while all together exceed the limit.
  // Nothing: no limit. Returns the removed entries.
  std::vector<Entry> set_limit(std::optional<std::uint64_t> bytes);
  std::optional<std::uint64_t> limit() const;

  // Keeps the output of the tools for a failed build. Returns the file, or an empty path if there
  // is no room.
  std::filesystem::path keep_log(const std::string& of, const std::string& text) const;

 private:
  std::filesystem::path place_of(const std::string& key) const;
  void build(const Recipe& recipe, const std::string& key);
  void remove_leftovers();
  std::vector<Entry> keep_limit();
  Entry entry_in(const std::filesystem::path& folder) const;

  std::filesystem::path folder_;
};

}  // namespace testbench
