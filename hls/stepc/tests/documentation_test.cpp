// The generated code that hls/stepc/docs/fifo.md shows is what stepc generates.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "hls/stepc/tests/run_stepc.hpp"

namespace {

// The part of a source behind the first occurrence of `from`, without the last line break.
std::string tail(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t begin = text.find(from);
  const std::size_t end = to.empty() ? text.size() : text.find(to, begin);
  std::string part = text.substr(begin, end - begin);
  while (!part.empty() && part.back() == '\n') part.pop_back();
  return part;
}

TEST(Documentation, ShowsTheFifoAsItIs) {
  const std::filesystem::path root = STEPC_ROOT;
  const Scratch scratch;
  const std::filesystem::path output = scratch / "fifo.sv";
  const std::string arguments =
      (root / "hls/stepc/examples/fifo.cpp").string() + " -o " + output.string() + " -- -I" + root.string();
  ASSERT_EQ(run_stepc(arguments).status, 0);
  const std::string page = contents(root / "hls/stepc/docs/fifo.md");
  EXPECT_NE(page.find(tail(contents(output), "// Generated", "")), std::string::npos)
      << "hls/stepc/docs/fifo.md does not show what stepc generates: " << arguments;
  EXPECT_NE(page.find(tail(contents(root / "hls/stepc/examples/fifo.hpp"), "struct Packet", "void step(")),
            std::string::npos);
  EXPECT_NE(page.find(tail(contents(root / "hls/stepc/examples/fifo.cpp"), "void step(", "")), std::string::npos);
}

}  // namespace
