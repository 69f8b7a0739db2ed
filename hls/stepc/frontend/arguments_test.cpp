// SPDX-License-Identifier: Apache-2.0
// Tests which names and flags clang may get from the user.
#include "hls/stepc/frontend/arguments.hpp"

#include <gtest/gtest.h>

namespace stepc {
namespace {

TEST(Top, IsAQualifiedName) {
  for (const char* name : {"step", "::step", "a::b::step", "Node<4>::step", "Node<Pair<int, 3>, (5 > 4)>::step<'a'>",
                           "::hls::Node<&f>::step_2", "schritt_für_schritt"}) {
    EXPECT_EQ(reason_against_top(name), "") << name;
  }
  for (const char* name : {"", "3", "step;", "a:b", "a::", "::", "a b", "step()", "step<", "step<4>>", "step<)>",
                           "step<[]{}>", "a\nb", "f<4>g", "&step"}) {
    EXPECT_EQ(reason_against_top(name),
              std::string(name) + ": must be the name of a function in C++, such as step or Node<4>::step");
  }
}

TEST(Flags, MustNotChangeWhatClangWrites) {
  EXPECT_EQ(reason_against_flags({"-I.", "-c"}),
            "-c, behind --: stepc needs clang's output itself; leave this flag out");
  EXPECT_EQ(reason_against_flags({"-MMD"}),
            "-MMD, behind --: --depfile FILE, before --, writes dependencies; leave this flag out");
  for (const char* flag :
       {"-o", "-ox", "-E", "-S", "--version", "-fsyntax-only", "-M", "-MF", "-g0", "-gline-tables-only",
        "--target=aarch64-linux-gnu", "-target", "-xc", "-m32", "-emit-ast", "-"}) {
    EXPECT_NE(reason_against_flags({flag}), "") << flag;
  }
}

TEST(Flags, MayBeAllOthers) {
  EXPECT_EQ(reason_against_flags({"-I.", "-DN=3", "-std=c++17", "-g", "-g3", "-ggdb", "-Wall", "-march=native",
                                  "-isystem", "/usr/include", "-D", "-c", "-include", "-o"}),
            "");
}

}  // namespace
}  // namespace stepc
