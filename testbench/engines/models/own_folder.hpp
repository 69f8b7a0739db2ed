// SPDX-License-Identifier: Apache-2.0
// A folder that only the user can write to, on a path that only the user can change. The model store
// has one, because what lies in it gets loaded as code.
#pragma once

#include <filesystem>
#include <string>

namespace testbench {

// Throws ModelError: the folder of the model store cannot be used, and why.
[[noreturn]] void refuse_folder(const std::filesystem::path& folder, const std::string& why);

// Makes the folder, and those above it, for the user alone. Refuses one that another user could have
// written to.
void make_own(const std::filesystem::path& folder);

// Refuses a path on which another user could replace a folder. `folder` has no symbolic links.
void require_own_above(const std::filesystem::path& folder);

// True if no other user can have written to it.
bool is_own(const std::filesystem::path& path);

// Takes write permission to the files in the folder from others, whatever the umask of the tool was
// that wrote them.
void take_from_others(const std::filesystem::path& folder);

}  // namespace testbench
