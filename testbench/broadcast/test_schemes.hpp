// SPDX-License-Identifier: Apache-2.0
// Test only: schemes as parameters of tests.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <ostream>
#include <string>

#include "firmware/broadcast/scheme.hpp"

namespace broadcast {

inline void PrintTo(const SchemeName& scheme, std::ostream* out) {
  *out << scheme.name;
}

}  // namespace broadcast

namespace testbench::test {

inline constexpr std::array kPartialSchemes{broadcast::Scheme::kPmnb1, broadcast::Scheme::kPmnb2,
                                            broadcast::Scheme::kPmnb3};

// INSTANTIATE_TEST_SUITE_P(Schemes, Suite, testing::ValuesIn(broadcast::kSchemes),
// test::scheme_name);
inline std::string scheme_name(const testing::TestParamInfo<broadcast::SchemeName>& scheme) {
  return scheme.param.name;
}

}  // namespace testbench::test
