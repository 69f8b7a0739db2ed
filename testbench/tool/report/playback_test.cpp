// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/report/playback.hpp"

#include <gtest/gtest.h>

#include "testbench/ground/files/named_file.hpp"
#include "testbench/tool/report/page.hpp"

namespace testbench::test {
namespace {

TEST(Page, NoTextOfTheDataIsRead) {
  const std::string page =
      page_of({{"title", "</script><script>alert(1)</script>\xff"}}, {"d3();", "plot();", "<i> & you"});
  EXPECT_EQ(page.find("alert(1)</script>"), std::string::npos);
  EXPECT_NE(page.find("\\u003c/script>"), std::string::npos);
  EXPECT_NE(page.find("&lt;i> &amp; you"), std::string::npos);
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(page.find("http://"), page.rfind("http://")) << "no address but that of SVG's names, if any";
  EXPECT_NE(page, page_of({{"title", ""}}, {}));
}

TEST(Playback, RefusesAPartThatTheRunHasNot) {
  EXPECT_THROW(Playback("x", {10, 12}).finished({{"cycles", 9}}), FileError);
  EXPECT_THROW(Playback("x", {}).finished({{"cycles", Playback::kMostCycles + 2}}), FileError);
}

}  // namespace
}  // namespace testbench::test
