// SPDX-License-Identifier: Apache-2.0
// A file that a command writes: looked at without touching it, written beside, and put in its place
// when it is complete, so that whatever happens before leaves what was there.
//
//     OutputFile trace("--trace", "trace.csv", OutputFile::Accepts::kStreams);
//     trace.check();             // throws FileError, and nothing has been touched
//     trace.open();              // a temporary file in the same folder
//     trace.stream() << "...";
//     trace.finish();            // throws FileError if anything is lost
//     trace.publish();           // now it is trace.csv
//
// A file of rows, of which each is worth having as soon as it is there, grows in its place:
//
//     results.open();
//     results.write_row(row);    // the first takes the place of what was there; whatever happens now leaves it
//     results.finish();
//
// A symbolic link is followed: what it leads to is replaced, the link stays. The mode of an old
// file is kept. A device, FIFO or descriptor (/dev/null, /dev/stdout, /dev/fd/3) is written as it
// is, at once.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>

#include "testbench/files/descriptor_stream.hpp"
#include "testbench/files/interruption.hpp"
#include "testbench/files/named_file.hpp"

namespace testbench {

class OutputFile {
 public:
  enum class Accepts {
    kStreams,  // regular files, character devices, FIFOs, descriptors
    kFiles,    // what is new, and regular files by their own names: what is written is no stream
  };

  OutputFile(std::string option, const std::filesystem::path& path, Accepts accepts);

  const std::string& label() const { return label_; }  // "--trace trace.csv"
  const NamedFile& file() const { return file_; }

  void check() const;
  void open();
  std::ostream& stream() { return *stream_; }
  // A line at once, of which a file has all or nothing (but where SIGKILL cuts it short, without
  // its newline). Throws FileError where the first cannot take the place of the old file. After one
  // that is lost no more are written.
  void write_row(std::string_view row);
  // A row was lost; finish() will say why.
  bool is_lost() const { return !failure_.empty() || !stream_->good(); }
  // What is written is not what it should be: finish() will throw this, and nothing takes its
  // place.
  void fail(const std::string& why) { failure_ = why; }
  // All is written and, where it replaces a file, on the disk.
  void finish();
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
  std::uint64_t rows_ = 0;
  off_t bytes_of_rows_ = 0;
};

// Throws FileError unless a file may be made in the folder.
void require_room_in(const std::filesystem::path& folder, const std::string& label);

// A new file as the caller's umask has it, or, in the place of an old one, with its mode and owner.
void take_mode(int descriptor, const NamedFile& old);
mode_t umask_of_caller();

// "--trace x: cannot be written: why; give ..."
[[noreturn]] void refuse_to_write(const std::string& label, const std::string& why);

}  // namespace testbench
