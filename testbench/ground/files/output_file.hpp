// SPDX-License-Identifier: Apache-2.0
// A file that a command writes. It is examined without touching it, written beside, and put in its
// place when it is complete. Until then the old file stays.
//
//     OutputFile trace("--trace", "trace.csv", OutputFile::Accepts::kStreams);
//     trace.check();             // throws FileError, and nothing has been touched
//     trace.open();              // a temporary file in the same folder
//     trace.stream() << "...";
//     trace.finish();            // throws FileError if anything is lost
//     trace.publish();           // now it is trace.csv
//
// A file of rows grows in its place, because each row is worth having as soon as it is there:
//
//     results.open();
//     results.write_row(row);    // the first takes the place of what was there; whatever happens now leaves it
//     results.finish();
//
// Symbolic links are followed: their target is replaced, the link stays. The mode of an old file is
// kept. A device, FIFO or descriptor (/dev/null, /dev/stdout, /dev/fd/3) is written as it is, at
// once.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>

#include "testbench/ground/files/interruption.hpp"
#include "testbench/ground/files/named_file.hpp"
#include "testbench/ground/files/standard_streams.hpp"

namespace testbench {

class OutputFile {
 public:
  enum class Accepts {
    kStreams,  // regular files, character devices, FIFOs, descriptors
    kFiles,    // new and regular files by their own names, no streams
  };

  OutputFile(std::string option, const std::filesystem::path& path, Accepts accepts);

  const std::string& label() const { return label_; }  // "--trace trace.csv"
  const NamedFile& file() const { return file_; }

  void check() const;
  void open();
  std::ostream& stream() { return *stream_; }
  // Writes a line at once. A file has all of it or nothing, unless SIGKILL cuts it short without
  // its newline. Throws FileError if the first row cannot take the place of the old file. After one
  // lost row no more are written. `rows`: as many come in one piece.
  void write_row(std::string_view row, std::uint64_t rows = 1);
  // True if a row was lost; finish() will say why.
  bool is_lost() const { return !failure_.empty() || !stream_->good(); }
  // Marks the contents as wrong. finish() throws this text, and the old file stays.
  void fail(const std::string& why) { failure_ = why; }
  // Completes the file. It is then on the disk if it replaces another, or is wanted there.
  enum class Then { kAsItWas, kOnDisk };
  void finish(Then then = Then::kAsItWas);
  void publish();

 private:
  bool replaces() const { return file_.kind == FileKind::kNew || file_.kind == FileKind::kRegular; }
  int open_stream();
  int append(std::string_view row);

  std::string label_;
  Accepts accepts_;
  NamedFile file_;
  Temporary temporary_;
  std::unique_ptr<DescriptorStream> stream_;
  std::string failure_;
  bool is_on_disk_ = false;
  std::uint64_t rows_ = 0;
  off_t bytes_of_rows_ = 0;
};

// Throws FileError unless a file may be made in the folder.
void require_room_in(const std::filesystem::path& folder, const std::string& label);

// Sets the mode of a new file by the caller's umask, or the mode and owner of the old file that it
// replaces.
void take_mode(int descriptor, const NamedFile& old);
mode_t umask_of_caller();

// "--trace x: cannot be written: why; give ..."
[[noreturn]] void refuse_to_write(const std::string& label, const std::string& why);

}  // namespace testbench
