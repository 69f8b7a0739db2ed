// Test only: how GoogleTest names and prints a row of the catalog.
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "firmware/collectives/catalog.hpp"

namespace collectives {

inline void PrintTo(const Offer& offer, std::ostream* out) {
  *out << name_of(offer.collective) << ' ' << name_of(offer.algorithm) << ' ' << name_of(offer.ports);
}

}  // namespace collectives

namespace testbench::test {

inline std::string row_name(const testing::TestParamInfo<collectives::Offer>& info) {
  return std::string(name_of(info.param.collective)) + "_" + name_of(info.param.algorithm) + "_" +
         name_of(info.param.ports);
}

}  // namespace testbench::test
