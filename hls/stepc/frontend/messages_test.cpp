// SPDX-License-Identifier: Apache-2.0
// Tests which of clang's messages the user sees.
#include "hls/stepc/frontend/messages.hpp"

#include <gtest/gtest.h>

namespace stepc {
namespace {

TEST(Messages, BeginWithTheUsersFile) {
  const Messages messages = sorted_messages(
      "In file included from <stdin>:1:\n"
      "In file included from /x/fifo.cpp:2:\n"
      "/x/fifo.hpp:3:5: error: unknown type name 'A'\n"
      "    3 | A b;\n"
      "      | ^\n"
      "1 error generated.\n");
  EXPECT_EQ(messages.text,
            "In file included from /x/fifo.cpp:2:\n/x/fifo.hpp:3:5: error: unknown type name 'A'\n"
            "    3 | A b;\n      | ^\n");
  EXPECT_TRUE(messages.has_errors);
  EXPECT_EQ(messages.line, 0u);
}

TEST(Messages, TellTheErrorInAddedLinesApart) {
  const Messages messages = sorted_messages(
      "/x/fifo.cpp:3:5: warning: unused\n"
      "    3 | A b;\n"
      "\x1b[1m<stepc>:12:3: \x1b[0m\x1b[0;1;31merror: \x1b[0mno such thing: here\n"
      "   12 | &step;\n"
      "      |  ^\n"
      "/x/fifo.cpp:4:5: note: a candidate\n"
      "    4 | A c;\n"
      "<stepc>:14:3: error: another\n"
      "/x/fifo.cpp:5:5: warning: unused\n"
      "<stepc>:14:3: note: in instantiation\n"
      "   14 | &step;\n"
      "/x/fifo.cpp:6:5: note: declared here\n"
      "    6 | A e;\n"
      "1 warning and 2 errors generated.\n");
  EXPECT_EQ(messages.text,
            "/x/fifo.cpp:3:5: warning: unused\n    3 | A b;\n/x/fifo.cpp:5:5: warning: unused\n"
            "/x/fifo.cpp:6:5: note: declared here\n    6 | A e;\n");
  EXPECT_FALSE(messages.has_errors);
  EXPECT_EQ(messages.line, 12u);
  EXPECT_EQ(messages.error, "no such thing: here");
}

}  // namespace
}  // namespace stepc
