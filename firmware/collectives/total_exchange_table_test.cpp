#include "firmware/collectives/total_exchange_table.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace collectives::test {
namespace {

using Column = std::vector<std::uint32_t>;

// Bertsekas et al. 1991, section 4, by its words: the last column of table k consists of the
// entries of table k-1 with bit k set, row by row and from left to right in a row, and of 2^k.
std::vector<Column> literal_table(unsigned d) {
  std::vector<Column> table;
  for (unsigned k = 0; k < d; ++k) {
    Column last;
    const std::size_t rows = table.empty() ? 0 : table.back().size();
    for (std::size_t row = 0; row < rows; ++row) {
      for (const Column& column : table) {
        if (row < column.size()) last.push_back(column[row] + (1u << k));
      }
    }
    last.push_back(1u << k);
    table.push_back(last);
  }
  return table;
}

TEST(TotalExchangeTable, IsThatOfFigureSix) {
  const std::vector<Column> figure = {{0b0001},
                                      {0b0011, 0b0010},
                                      {0b0101, 0b0111, 0b0110, 0b0100},
                                      {0b1001, 0b1011, 0b1101, 0b1010, 0b1111, 0b1110, 0b1100, 0b1000}};
  for (unsigned k = 0; k < 4; ++k) {
    for (std::uint32_t row = 0; row < figure[k].size(); ++row)
      EXPECT_EQ(total_exchange_entry(k, row).number(), figure[k][row]);
  }
}

TEST(TotalExchangeTable, IsTheRecursiveConstruction) {
  const std::vector<Column> table = literal_table(14);
  for (unsigned k = 0; k < 14; ++k) {
    ASSERT_EQ(table[k].size(), std::size_t{1} << k);
    for (std::uint32_t row = 0; row < table[k].size(); ++row) {
      ASSERT_EQ(total_exchange_entry(k, row).number(), table[k][row]) << "column " << k << " row " << row;
    }
  }
}

static_assert(total_exchange_entry(3, 4) == cube::Address(0b1111));

}  // namespace
}  // namespace collectives::test
