// SPDX-License-Identifier: Apache-2.0
// Output files over every kind of path. A refused file stays as it was, a written file is complete,
// and no other file is left beside it.
#include "testbench/ground/files/output_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "test_support/command.hpp"
#include "testbench/ground/files/command_files.hpp"
#include "testbench/ground/files/named_file.hpp"

namespace testbench::test {
namespace {

using test_support::contents;
using test_support::Scratch;
using Accepts = OutputFile::Accepts;
using std::filesystem::path;

std::size_t files_in(const path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

void write(const path& file, const std::string& text, Accepts accepts = Accepts::kStreams) {
  OutputFile output("--out", file, accepts);
  output.check();
  output.open();
  output.stream() << text;
  output.finish();
  output.publish();
}

std::string refusal(const path& file, Accepts accepts = Accepts::kStreams) {
  try {
    OutputFile("--out", file, accepts).check();
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

// A folder with one entry of every kind.
class OutputFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(file("regular")) << "old";
    std::filesystem::create_directory(file("folder"));
    ASSERT_EQ(mkfifo(file("fifo").c_str(), 0600), 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    file("socket").string().copy(address.sun_path, sizeof address.sun_path - 1);
    socket_ = socket(AF_UNIX, SOCK_STREAM, 0);
    ASSERT_EQ(bind(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    for (const char* kind : {"regular", "folder", "fifo", "socket", "nothing"}) {
      std::filesystem::create_symlink(kind, file(std::string("link_to_") + kind));
    }
    std::filesystem::create_symlink("/dev/null", file("link_to_null"));
    std::filesystem::create_symlink("loop", file("loop"));
    things_ = files_in(scratch_ / "");
  }
  void TearDown() override { close(socket_); }

  path file(const std::string& name) const { return scratch_ / name; }

  Scratch scratch_;
  std::size_t things_ = 0;

 private:
  int socket_ = -1;
};

TEST_F(OutputFiles, TakeTheirPlacesWhenTheyAreComplete) {
  {
    OutputFile output("--out", file("regular"), Accepts::kStreams);
    output.check();
    EXPECT_EQ(files_in(scratch_ / ""), things_) << "a check touches nothing";
    output.open();
    output.stream() << "new" << std::flush;
    EXPECT_EQ(contents(file("regular")), "old");
  }
  EXPECT_EQ(contents(file("regular")), "old") << "never finished";
  EXPECT_EQ(files_in(scratch_ / ""), things_);
  write(file("regular"), "new");
  EXPECT_EQ(contents(file("regular")), "new");
  write(file("fresh"), std::string(200000, 'x'), Accepts::kFiles);
  EXPECT_EQ(contents(file("fresh")), std::string(200000, 'x'));
  EXPECT_EQ(files_in(scratch_ / ""), things_ + 1);
}

TEST_F(OutputFiles, OfRowsGrowInTheirPlacesFromTheFirstOn) {
  chmod(file("regular").c_str(), 0640);
  for (const char* name : {"link_to_regular", "fresh"}) {
    OutputFile output("--out", file(name), Accepts::kStreams);
    output.check();
    output.open();
    const path place = output.file().path;
    EXPECT_EQ(contents(place), std::string(name) == "fresh" ? "" : "old") << "until there is a row";
    output.write_row("one\n");
    EXPECT_EQ(contents(place), "one\n");
    const std::string large = std::string(200000, 'x') + '\n';
    output.write_row(large);
    EXPECT_EQ(contents(place), "one\n" + large);
    EXPECT_FALSE(output.is_lost());
    EXPECT_EQ(contents(place), "one\n" + large) << "whatever ends the program";
  }
  EXPECT_TRUE(std::filesystem::is_symlink(file("link_to_regular")));
  EXPECT_EQ(look_at(file("regular")).mode & 0777, 0640u);
  EXPECT_EQ(files_in(scratch_ / ""), things_ + 1) << "nothing beside them";
}

TEST_F(OutputFiles, OfRowsKeepTheWholeOnes) {
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto limit = [&](rlim_t bytes) {
    const rlimit limited{bytes, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limited);
  };
  std::signal(SIGXFSZ, SIG_IGN);
  for (const bool has_room_for_two : {true, false}) {
    std::ofstream(file("regular")) << "old";
    OutputFile output("--out", file("regular"), Accepts::kStreams);
    output.open();
    limit(has_room_for_two ? 10 : 3);
    for (const char* row : {"one\n", "two\n", "three\n", "4\n"}) output.write_row(row);
    limit(before.rlim_cur);
    EXPECT_TRUE(output.is_lost());
    try {
      output.finish();
      FAIL() << "rows are lost";
    } catch (const FileError& error) {
      EXPECT_EQ(std::string(error.what()),
                "--out " + file("regular").string() +
                    ": cannot be written to its end: File too large; make room, or give "
                    "another file; " +
                    (has_room_for_two ? "the 2 rows before are in it" : "what was there is as it was"));
    }
    output.publish();
    EXPECT_EQ(contents(file("regular")), has_room_for_two ? "one\ntwo\n" : "old");
    EXPECT_EQ(files_in(scratch_ / ""), things_);
  }
}

TEST_F(OutputFiles, OfRowsMayBeStreams) {
  const int descriptor = ::open(file("regular").c_str(), O_WRONLY | O_APPEND);
  OutputFile output("--out", "/dev/fd/" + std::to_string(descriptor), Accepts::kStreams);
  output.open();
  output.write_row("er\n");
  EXPECT_EQ(contents(file("regular")), "older\n") << "at once";
  output.finish();
  close(descriptor);
  OutputFile full("--out", "/dev/full", Accepts::kStreams);
  full.open();
  full.write_row("x\n");
  EXPECT_TRUE(full.is_lost());
  EXPECT_THROW(full.finish(), FileError);
}

TEST_F(OutputFiles, KeepTheModeAndTheLink) {
  chmod(file("regular").c_str(), 0640);
  write(file("link_to_regular"), "through");
  EXPECT_EQ(contents(file("regular")), "through");
  EXPECT_TRUE(std::filesystem::is_symlink(file("link_to_regular")));
  EXPECT_EQ(look_at(file("regular")).mode & 0777, 0640u);
  const mode_t mask = umask(022);
  write(file("link_to_nothing"), "made");
  umask(mask);
  EXPECT_EQ(contents(file("nothing")), "made");
  EXPECT_EQ(look_at(file("nothing")).mode & 0777, 0644u);
}

TEST_F(OutputFiles, RefuseWhatIsNoFile) {
  for (const char* name : {"folder", "socket", "link_to_folder", "link_to_socket", "loop", "none/x", "regular/x", ""}) {
    EXPECT_NE(refusal(file(name)).find("cannot be written"), std::string::npos) << name;
    EXPECT_NE(refusal(file(name), Accepts::kFiles).find("cannot be written"), std::string::npos) << name;
  }
  EXPECT_NE(refusal(scratch_ / std::string(300, 'x')).find("cannot be written"), std::string::npos);
  for (const char* name : {"fifo", "link_to_fifo", "link_to_regular", "link_to_nothing", "link_to_null"}) {
    EXPECT_EQ(refusal(file(name)), "") << name;
    EXPECT_NE(refusal(file(name), Accepts::kFiles).find("cannot be written"), std::string::npos) << name;
  }
  for (const char* stream : {"/dev/null", "/dev/stdout", "/dev/fd/2"}) {
    EXPECT_EQ(refusal(stream), "") << stream;
    EXPECT_NE(refusal(stream, Accepts::kFiles), "") << stream;
  }
  EXPECT_NE(refusal("/dev/fd/987"), "");
  EXPECT_NE(look_at("/dev/fd/01").kind, FileKind::kDescriptor) << "the system has no such name";
  EXPECT_EQ(contents(file("regular")), "old");
  EXPECT_EQ(files_in(scratch_ / ""), things_);
}

TEST_F(OutputFiles, SayWhatIsLost) {
  EXPECT_THROW(write("/dev/full", "x"), FileError);
  EXPECT_THROW(write(file("fifo"), "x"), FileError) << "nobody reads it";
  EXPECT_EQ(look_at("/dev/full").kind, FileKind::kCharacters);
}

TEST_F(OutputFiles, WriteADescriptorWithoutOpeningItAnew) {
  const int descriptor = ::open(file("regular").c_str(), O_WRONLY | O_APPEND);
  write("/dev/fd/" + std::to_string(descriptor), "er");
  close(descriptor);
  EXPECT_EQ(contents(file("regular")), "older");
}

TEST_F(OutputFiles, AreDifferentFromEachOtherAndFromInputs) {
  std::filesystem::create_hard_link(file("regular"), file("hard"));
  const auto both = [&](const path& input, const path& a, const path& b) {
    CommandFiles files;
    if (!input.empty()) files.input("--in", input);
    files.output("--a", a, Accepts::kStreams);
    files.output("--b", b, Accepts::kStreams);
    try {
      files.check();
    } catch (const FileError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const path roundabout = file("folder") / "..";
  EXPECT_NE(both("", file("x"), roundabout / "x").find("same file"), std::string::npos);
  EXPECT_NE(both("", file("regular"), file("link_to_regular")).find("same file"), std::string::npos);
  EXPECT_NE(both("", file("regular"), file("hard")).find("same file"), std::string::npos);
  EXPECT_NE(both("", file("nothing"), file("link_to_nothing")).find("same file"), std::string::npos);
  EXPECT_NE(both(file("hard"), file("x"), roundabout / "regular").find("--in"), std::string::npos);
  EXPECT_EQ(both(file("regular"), file("x"), file("y")), "");
  EXPECT_EQ(both("", "/dev/null", file("link_to_null")), "");
}

TEST_F(OutputFiles, InputsAreRegularFilesThatCanBeRead) {
  const auto refused = [&](const path& input) {
    CommandFiles files;
    files.input("--in", input);
    try {
      files.check();
    } catch (const FileError& error) {
      return std::string(error.what()).find("cannot be read") != std::string::npos;
    }
    return false;
  };
  for (const char* name : {"folder", "fifo", "socket", "none", "link_to_fifo", "link_to_nothing", "loop", ""}) {
    EXPECT_TRUE(refused(file(name))) << name;
  }
  EXPECT_TRUE(refused("/dev/zero"));
  EXPECT_FALSE(refused(file("regular")));
  EXPECT_FALSE(refused(file("link_to_regular")));
}

TEST_F(OutputFiles, FoldersComeAsAWhole) {
  const auto fill = [&](const path& where, bool publish) {
    OutputFolder folder("--out", where, {"a", "b"});
    folder.check();
    folder.open();
    folder.write("a", "1");
    folder.write("b", "2");
    folder.finish();
    if (publish) folder.publish();
  };
  fill(file("deep/down/"), false);
  EXPECT_FALSE(std::filesystem::exists(file("deep")));
  fill(file("deep/down/"), true);
  EXPECT_EQ(contents(file("deep/down/a")) + contents(file("deep/down/b")), "12");
  EXPECT_EQ(files_in(file("deep/down")), 2u);

  std::ofstream(file("folder/a")) << "old";
  std::ofstream(file("folder/other")) << "other";
  fill(file("link_to_folder"), false);
  EXPECT_EQ(contents(file("folder/a")), "old");
  EXPECT_EQ(files_in(file("folder")), 2u);
  fill(file("link_to_folder"), true);
  EXPECT_EQ(contents(file("folder/a")) + contents(file("folder/b")), "12");
  EXPECT_EQ(contents(file("folder/other")), "other");
  EXPECT_EQ(files_in(file("folder")), 3u);

  std::filesystem::remove(file("folder/b"));
  std::filesystem::create_directory(file("folder/b"));
  EXPECT_THROW(fill(file("folder"), true), FileError);
  for (const char* name : {"regular", "fifo", "socket", "regular/x", "loop"}) {
    EXPECT_THROW(fill(file(name), true), FileError) << name;
  }
}

}  // namespace
}  // namespace testbench::test
