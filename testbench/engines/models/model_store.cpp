// SPDX-License-Identifier: Apache-2.0
#include "testbench/engines/models/model_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <tuple>

#include "testbench/engines/models/content_hash.hpp"
#include "testbench/engines/models/model_error.hpp"
#include "testbench/engines/models/own_folder.hpp"
#include "testbench/engines/models/store_lock.hpp"
#include "testbench/ground/files/interruption.hpp"
#include "testbench/ground/files/standard_streams.hpp"

namespace testbench {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDescription = "model.json";
constexpr const char* kModels = "models";
constexpr const char* kBeingBuilt = "being-built";
constexpr const char* kLogs = "logs";
constexpr const char* kLimit = "limit";

// Hashes of the files by name, empty for an entry that is not a file, cannot be read, or could be
// written by another user.
nlohmann::json files_of(const fs::path& folder) {
  nlohmann::json files = nlohmann::json::object();
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename();
    if (name == kDescription) continue;
    const bool is_file = entry.symlink_status(error).type() == fs::file_type::regular;
    files[name] = is_file && is_own(entry.path()) ? hash_of_file(entry.path()) : "";
  }
  return files;
}

std::uint64_t bytes_in(const fs::path& folder) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (const std::uint64_t size = entry.file_size(error); !error) bytes += size;
  }
  return bytes;
}

// A description contains its own hash and its key, so it cannot stand for another entry.
std::string hash_of_description(nlohmann::json description) {
  description.erase("hash");
  return hash_of(description.dump());
}

// Returns nothing if the description is not the one that was written.
std::optional<nlohmann::json> description_of(const fs::path& folder) {
  try {
    nlohmann::json description = nlohmann::json::parse(read_whole(folder / kDescription));
    if (description.at("hash") != hash_of_description(description)) return std::nullopt;
    if (description.at("key") != folder.filename().string()) return std::nullopt;
    return description;
  } catch (const std::exception&) {  // cannot be read, or is no such JSON
    return std::nullopt;
  }
}

// True if the files are the ones that were written.
bool is_whole(const fs::path& folder) {
  if (!is_own(folder) || !is_own(folder / kDescription)) return false;
  const std::optional<nlohmann::json> description = description_of(folder);
  return description && (*description)["files"] == files_of(folder);
}

void write_description(const ModelStore::Recipe& recipe, const std::string& key, double seconds,
                       const fs::path& folder) {
  nlohmann::json description = {{"kind", recipe.kind},       {"name", recipe.name},      {"key", key},
                                {"bytes", bytes_in(folder)}, {"build_seconds", seconds}, {"files", files_of(folder)}};
  for (const auto& [file, hash] : description["files"].items()) {
    if (hash == "") refuse_folder(folder, fmt::format("{} cannot be read again", file));
  }
  description["hash"] = hash_of_description(description);
  std::ofstream out(folder / kDescription);
  out << description.dump(1) << std::flush;
  if (!out) refuse_folder(folder, std::strerror(errno));
  out.close();
  fs::permissions(folder / kDescription, fs::perms::owner_read | fs::perms::owner_write);
}

}  // namespace

fs::path ModelStore::usual_folder() {
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return fs::path(value != nullptr ? value : "");
  };
  if (const fs::path chosen = variable("CUBECAST_CACHE"); !chosen.empty()) {
    std::error_code error;
    const fs::path folder = fs::absolute(chosen, error);
    if (error) refuse_folder(chosen, "the working directory is not there");
    return folder;
  }
  // The XDG base directory specification ignores paths that are not absolute.
  if (const fs::path cache = variable("XDG_CACHE_HOME"); cache.is_absolute()) return cache / "cubecast";
  if (const fs::path home = variable("HOME"); home.is_absolute()) return home / ".cache" / "cubecast";
  throw ModelError(ModelError::kUnusable, "there is no folder for compiled models; set CUBECAST_CACHE to one, or HOME");
}

ModelStore::ModelStore(fs::path folder) : folder_(std::move(folder)) {
  if (!folder_.has_filename() && folder_.has_relative_path()) folder_ = folder_.parent_path();  // a slash at the end
  if (!folder_.has_relative_path()) refuse_folder(folder_, "must be a folder of its own");
  if (folder_.string().find_first_of("\"\n") != std::string::npos) {
    refuse_folder(folder_, "compilers cannot tell quotes and line breaks in its path from their own");
  }
  make_own(folder_);
  folder_ = fs::canonical(folder_);  // a later change of a link in its path has no effect
  require_own_above(folder_);
  for (const char* const part : {kModels, StoreLock::kFolder, kBeingBuilt, kLogs}) make_own(folder_ / part);
}

fs::path ModelStore::place_of(const std::string& key) const {
  return folder_ / kModels / key;
}

fs::path ModelStore::keep_log(const std::string& of, const std::string& text) const {
  std::string name = of;
  std::replace_if(name.begin(), name.end(), [](char c) { return c == ' ' || c == '/'; }, '-');
  const fs::path log = folder_ / kLogs / (name + ".log");
  std::ofstream out(log, std::ios::binary);
  out << text << std::flush;
  return out ? log : fs::path();
}

ModelStore::Use ModelStore::get(const Recipe& recipe, const std::function<void()>& waiting) {
  const std::string key = hash_of(recipe.made_of);
  const auto lock = std::make_shared<StoreLock>(folder_, key);
  const auto is_there = [&] { return is_whole(place_of(key)) && (!recipe.fits || recipe.fits(place_of(key))); };
  if (!lock->is_possible() && is_there()) return {place_of(key), {}};  // read-only, so no process removes it
  for (bool is_new = false;; is_new = true) {
    lock->wait(StoreLock::Way::kShared, waiting);
    if (is_there()) {
      utimensat(AT_FDCWD, (place_of(key) / kDescription).c_str(), nullptr, 0);
      if (is_new) keep_limit();
      return {place_of(key), lock};
    }
    lock->wait(StoreLock::Way::kAlone, waiting);
    if (is_there()) continue;  // another process was quicker
    try {
      build(recipe, key);
    } catch (...) {
      lock->forget();
      throw;
    }
  }
}

std::optional<ModelStore::Use> ModelStore::use(const Entry& entry, const std::function<void()>& waiting) const {
  const auto lock = std::make_shared<StoreLock>(folder_, entry.key);
  if (lock->is_possible()) lock->wait(StoreLock::Way::kShared, waiting);  // impossible in a read-only store
  if (!is_whole(place_of(entry.key))) return std::nullopt;
  return Use{place_of(entry.key), lock};
}

void ModelStore::build(const Recipe& recipe, const std::string& key) {
  remove_leftovers();
  const fs::path work = folder_ / kBeingBuilt / key;
  remove_everything(work);
  const auto begin = std::chrono::steady_clock::now();
  const Undo undo([&work] { remove_everything(work); });
  try {
    make_own(work);
    recipe.build(work);
    take_from_others(work);
    const std::chrono::duration<double> duration = std::chrono::steady_clock::now() - begin;
    write_description(recipe, key, duration.count(), work);
    const auto whole = uninterrupted();
    remove_everything(place_of(key));
    fs::rename(work, place_of(key));
  } catch (const fs::filesystem_error& failure) {
    refuse_folder(folder_, failure.code().message());
  }
}

// Builds that were ended no longer hold their locks.
void ModelStore::remove_leftovers() {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder_ / StoreLock::kFolder, error)) {
    const std::string key = entry.path().filename();
    if (fs::exists(place_of(key)) && !fs::exists(folder_ / kBeingBuilt / key)) continue;
    StoreLock lock(folder_, key);
    if (!lock.take(StoreLock::Way::kAlone)) continue;
    remove_everything(folder_ / kBeingBuilt / key);
    if (!fs::exists(place_of(key))) lock.forget();
  }
}

ModelStore::Entry ModelStore::entry_in(const fs::path& folder) const {
  const std::optional<nlohmann::json> description = description_of(folder);
  struct stat status{};
  (void)stat((description ? folder / kDescription : folder).c_str(), &status);
  Entry entry{.key = folder.filename(), .kind = kDamaged, .name = folder.filename()};
  entry.last_use = std::chrono::system_clock::from_time_t(status.st_mtime);
  if (!description) {
    entry.bytes = bytes_in(folder);
    return entry;
  }
  entry.kind = description->value("kind", "");
  entry.name = description->value("name", "");
  entry.bytes = description->value("bytes", std::uint64_t{0});
  entry.build_seconds = description->value("build_seconds", 0.0);
  return entry;
}

std::vector<ModelStore::Entry> ModelStore::entries() const {
  std::vector<Entry> found;
  std::error_code error;
  for (const auto& folder : fs::directory_iterator(folder_ / kModels, error)) found.push_back(entry_in(folder.path()));
  std::sort(found.begin(), found.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.kind, a.name, a.key) < std::tie(b.kind, b.name, b.key);
  });
  return found;
}

void ModelStore::remove(const Entry& entry, const std::function<void()>& waiting) {
  StoreLock lock(folder_, entry.key);
  lock.wait(StoreLock::Way::kAlone, waiting);
  std::error_code error;
  fs::remove_all(place_of(entry.key), error);
  if (error) refuse_folder(folder_, error.message());
  lock.forget();
}

std::optional<std::uint64_t> ModelStore::limit() const {
  std::ifstream in(folder_ / kLimit);
  std::uint64_t bytes = 0;
  return in >> bytes ? std::optional(bytes) : std::nullopt;
}

std::vector<ModelStore::Entry> ModelStore::set_limit(std::optional<std::uint64_t> bytes) {
  std::error_code error;
  if (!bytes) {
    fs::remove(folder_ / kLimit, error);
    if (error) refuse_folder(folder_, fmt::format("the limit cannot be removed: {}", error.message()));
    return {};
  }
  int descriptor = -1;
  Temporary written = Temporary::file_in(folder_, descriptor);
  int failure = descriptor < 0 ? errno : write_all(descriptor, fmt::format("{}\n", *bytes));
  if (descriptor >= 0) close(descriptor);
  if (failure == 0 && std::rename(written.path().c_str(), (folder_ / kLimit).c_str()) != 0) failure = errno;
  if (failure != 0) refuse_folder(folder_, fmt::format("the limit cannot be written: {}", std::strerror(failure)));
  written.release();
  return keep_limit();
}

std::vector<ModelStore::Entry> ModelStore::keep_limit() {
  const std::optional<std::uint64_t> most = limit();
  if (!most) return {};
  std::vector<Entry> all = entries();
  std::sort(all.begin(), all.end(), [](const Entry& a, const Entry& b) { return a.last_use < b.last_use; });
  std::uint64_t bytes = 0;
  for (const Entry& entry : all) bytes += entry.bytes;
  std::vector<Entry> removed;
  for (const Entry& entry : all) {
    if (bytes <= *most) break;
    StoreLock lock(folder_, entry.key);
    if (!lock.take(StoreLock::Way::kAlone)) continue;
    remove_everything(place_of(entry.key));
    lock.forget();
    bytes -= entry.bytes;
    removed.push_back(entry);
  }
  return removed;
}

}  // namespace testbench
