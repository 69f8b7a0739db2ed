// SPDX-License-Identifier: Apache-2.0
// Finds out what a path names, without touching the file.
//
//     const NamedFile file = look_at("/dev/stdout");  // kDescriptor, descriptor 1
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <stdexcept>
#include <string>

namespace testbench {

// A file that cannot be read or written. The message is one line that names the file, the fault and
// the way out.
struct FileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class FileKind {
  kNew,   // no file yet, in an existing folder
  kLost,  // no file, and no folder to put it in
  kRegular,
  kFolder,
  kDescriptor,  // /dev/stdout, /dev/fd/3 and the like: a file that the caller has opened for this program
  kCharacters,  // a character device: /dev/null, a terminal
  kBlockDevice,
  kFifo,
  kSocket,
  kUnknown,  // the system does not tell; see `trouble`
};

struct NamedFile {
  FileKind kind = FileKind::kUnknown;
  bool is_link = false;        // a symbolic link that led to `path`
  std::filesystem::path path;  // where it is after following all links
  int descriptor = -1;         // for kDescriptor
  // Identify the file: an existing file by its own device and inode, a new file by the folder and
  // its name. No two files share all of them.
  dev_t device = 0;
  ino_t inode = 0;
  std::string new_name;
  mode_t mode = 0;
  std::uint64_t size = 0;
  bool is_null = false;  // /dev/null
  std::string trouble;   // in the system's words
};

NamedFile look_at(const std::filesystem::path& path);

// True if both are the same file, by whatever paths. /dev/null is never the same, because any
// number of outputs may go there.
bool same_file(const NamedFile& a, const NamedFile& b);

// "a folder" or "a FIFO", for messages; a descriptor by the purpose that it is open for.
const char* what_it_is(const NamedFile& file);

// True if the caller may read, write or search (R_OK, W_OK, X_OK of access(2)) with its present
// rights.
bool may(const std::filesystem::path& path, int how);

// The text of the system for the last error, or for `error`.
std::string reason();
std::string reason(int error);

}  // namespace testbench
