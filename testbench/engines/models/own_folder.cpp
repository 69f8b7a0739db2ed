// SPDX-License-Identifier: Apache-2.0
#include "testbench/engines/models/own_folder.hpp"

#include <fmt/format.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "testbench/engines/models/model_error.hpp"

namespace testbench {
namespace {

namespace fs = std::filesystem;

struct stat status_of(const fs::path& folder, const fs::path& part) {
  struct stat status{};
  if (stat(part.c_str(), &status) != 0) refuse_folder(folder, std::strerror(errno));
  return status;
}

// Refuses a folder that another user could have written to.
void require_own(const fs::path& folder) {
  const struct stat status = status_of(folder, folder);
  if (!S_ISDIR(status.st_mode)) refuse_folder(folder, "is no folder");
  if (status.st_uid != geteuid()) refuse_folder(folder, "belongs to another user");
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) == 0) return;
  const bool is_for_all = (status.st_mode & S_ISVTX) != 0;  // like /tmp
  refuse_folder(folder, "others can write to it, and it holds code that is run" +
                            (is_for_all ? "" : fmt::format("; chmod 700 {}", folder.string())));
}

// True if the group has no member but the user, like a user's private group.
bool is_users_own_group(gid_t group) {
  const struct group* const entry = getgrgid(group);
  const struct passwd* const user = getpwuid(geteuid());
  if (entry == nullptr || user == nullptr || group != user->pw_gid) return false;
  for (char** member = entry->gr_mem; *member != nullptr; ++member) {
    if (std::strcmp(*member, user->pw_name) != 0) return false;
  }
  return true;
}

// Like mkdir -p, for the user alone. Returns 0 or errno.
int make_folder(const fs::path& folder) {
  constexpr mode_t kUserAlone = 0700;
  if (mkdir(folder.c_str(), kUserAlone) == 0) return 0;
  if (errno != ENOENT) return errno == EEXIST ? 0 : errno;
  if (const int above = make_folder(folder.parent_path()); above != 0) return above;
  return mkdir(folder.c_str(), kUserAlone) == 0 || errno == EEXIST ? 0 : errno;
}

}  // namespace

void refuse_folder(const fs::path& folder, const std::string& why) {
  const bool has_way_out = why.find(';') != why.npos;
  throw ModelError(ModelError::kUnusable,
                   fmt::format("the folder of compiled models, {}: {}; {}set CUBECAST_CACHE to another folder",
                               folder.string(), why, has_way_out ? "or " : ""));
}

void make_own(const fs::path& folder) {
  if (const int error = make_folder(folder); error != 0) refuse_folder(folder, std::strerror(error));
  require_own(folder);
}

void require_own_above(const fs::path& folder) {
  for (fs::path below = folder; below.has_relative_path(); below = below.parent_path()) {
    const std::string above = below.parent_path();
    const struct stat status = status_of(folder, above);
    if (status.st_uid != 0 && status.st_uid != geteuid()) {
      refuse_folder(folder, fmt::format("another user can put another in its place, to whom {} belongs", above));
    }
    if ((status.st_mode & S_ISVTX) != 0) continue;
    const bool is_for_group = (status.st_mode & S_IWGRP) != 0 && !is_users_own_group(status.st_gid);
    if (!is_for_group && (status.st_mode & S_IWOTH) == 0) continue;
    refuse_folder(
        folder, fmt::format("others can put another in its place, since they can write to {0}; chmod {1}-w {0}", above,
                            is_for_group ? "go" : "o"));
  }
}

bool is_own(const fs::path& path) {
  struct stat status{};
  return lstat(path.c_str(), &status) == 0 && status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

void take_from_others(const fs::path& folder) {
  const fs::perms others = fs::perms::group_write | fs::perms::others_write;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (!entry.is_symlink()) fs::permissions(entry.path(), others, fs::perm_options::remove);
  }
}

}  // namespace testbench
