// SPDX-License-Identifier: Apache-2.0
// Tests outputs: what is refused before anything is touched, and what stands there afterwards.
#include "hls/stepc/files/output_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "hls/stepc/diagnostics/diagnostics.hpp"
#include "test_support/command.hpp"

namespace stepc {
namespace {

namespace fs = std::filesystem;

class Output : public testing::Test {
 protected:
  test_support::Scratch scratch_;
  fs::path file_ = scratch_ / "x.sv";

  static std::string fault(const fs::path& path) {
    try {
      OutputFile("-o", path.string()).check();
    } catch (const BadUse& error) {
      return error.what();
    }
    return "";
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(scratch_ / ""), fs::directory_iterator()));
  }
};

TEST_F(Output, StandsInItsPlaceOnlyWhenItIsComplete) {
  std::ofstream(file_) << "old";
  {
    OutputFile lost("-o", file_.string());
    lost.write("lost");
    EXPECT_EQ(test_support::contents(file_), "old");
  }
  EXPECT_EQ(files(), 1u);
  OutputFile output("-o", file_.string());
  output.write("new");
  output.publish();
  EXPECT_EQ(test_support::contents(file_), "new");
  EXPECT_EQ(files(), 1u);
}

TEST_F(Output, KeepsLinksAndModes) {
  std::ofstream(file_) << "old";
  fs::permissions(file_, fs::perms(0640));
  const fs::path link = scratch_ / "link";
  fs::create_symlink("x.sv", link);
  OutputFile output("-o", link.string());
  output.write("new");
  output.publish();
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(test_support::contents(file_), "new");
  EXPECT_EQ(fs::status(file_).permissions(), fs::perms(0640));
}

TEST_F(Output, IsRefusedWhereItCannotBe) {
  std::ofstream(file_) << "old";
  const std::string path = file_.string();
  const std::string folder = (scratch_ / "").string();
  EXPECT_EQ(fault(path), "");
  EXPECT_EQ(fault(scratch_ / "new"), "");
  EXPECT_EQ(fault("-"), "");
  EXPECT_EQ(fault("/dev/null"), "");
  EXPECT_EQ(fault(folder), "-o: " + folder + ": it is a folder; give a file");
  EXPECT_EQ(fault(folder + "no/"), "-o: " + folder + "no/: it is the name of a folder; give a file");
  EXPECT_EQ(fault(folder + "no/x"), "-o: " + folder + "no/x: there is no folder " + folder + "no; make it first");
  EXPECT_EQ(fault(path + "/x"), "-o: " + path + "/x: " + path + " is no folder; give a file in a folder");
  EXPECT_EQ(fault("/dev/fd/999"), "-o: /dev/fd/999: it is closed; give a file");
}

TEST_F(Output, IsNoOtherFile) {
  const fs::path hard = scratch_ / "hard";
  std::ofstream(file_) << "source";
  fs::create_hard_link(file_, hard);
  const auto at = [&](const std::string& path) { return OutputFile("-o", path); };
  EXPECT_THROW(at(hard.string()).check_against(file_.string(), "the source"), BadUse);
  EXPECT_THROW(at(hard.string()).check_against(at(file_.string())), BadUse);
  const fs::path fresh = scratch_ / "fresh";
  EXPECT_NO_THROW(at(fresh.string()).check_against(file_.string(), "the source"));
  EXPECT_NO_THROW(at(fresh.string()).check_against(at(file_.string())));
  EXPECT_THROW(at(fresh.string()).check_against(at((scratch_ / "./fresh").string())), BadUse);
  EXPECT_NO_THROW(at("/dev/null").check_against(at("/dev/null")));
  EXPECT_NO_THROW(at("-").check_against(at("-")));
}

TEST_F(Output, SaysWhyItIsLost) {
  OutputFile full("-o", "/dev/full");
  full.check();
  try {
    full.write("text");
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "stepc: error: cannot write /dev/full: No space left on device");
  }
}

}  // namespace
}  // namespace stepc
