// SPDX-License-Identifier: Apache-2.0
// What a path names, without touching it.
//
//     const NamedFile file = look_at("/dev/stdout");  // kDescriptor, descriptor 1
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <string>

namespace testbench {

enum class FileKind {
  kNew,   // nothing there, in a folder that is
  kLost,  // nothing there, and no folder to put it in
  kRegular,
  kFolder,
  kDescriptor,  // /dev/stdout, /dev/fd/3 and the like: a file that the caller has opened for this program
  kCharacters,  // a character device: /dev/null, a terminal
  kBlockDevice,
  kFifo,
  kSocket,
  kUnknown,  // the system does not say: `trouble`
};

struct NamedFile {
  FileKind kind = FileKind::kUnknown;
  bool is_link = false;        // a symbolic link, which `path` has been followed from
  std::filesystem::path path;  // where it is when all links at its end have been followed
  int descriptor = -1;         // of a kDescriptor
  // Of what is there: itself; of what is new: the folder and the name in it. No two files have all
  // the same.
  dev_t device = 0;
  ino_t inode = 0;
  std::string new_name;
  mode_t mode = 0;
  std::uint64_t size = 0;
  bool is_null = false;  // /dev/null
  std::string trouble;   // in the system's words
};

NamedFile look_at(const std::filesystem::path& path);

// The same file, by whatever paths. Any number of things may go to /dev/null: it is never the same.
bool same_file(const NamedFile& a, const NamedFile& b);

// "a folder", "a FIFO" for messages; of a descriptor, what it is open for.
const char* what_it_is(const NamedFile& file);

// Whether the caller may read, write or search (R_OK, W_OK, X_OK of access(2)) with the rights that
// it has now.
bool may(const std::filesystem::path& path, int how);

// The system's words for the last error, or for `error`.
std::string reason();
std::string reason(int error);

}  // namespace testbench
