/* SPDX-License-Identifier: Apache-2.0 */
/* C = A B, dealt out in blocks on a grid of nodes whose rows and columns are subcubes: each node gathers
 * the blocks of A in its row of nodes, and those of B in its column, and multiplies. With an odd
 * dimension the grid has twice as many columns as rows. */
#include "report.h"

enum { BLOCK = 4, MOST = 16 };  /* rows of a block; nodes in a row or column of the grid */

static int a[BLOCK][BLOCK], row[MOST][BLOCK][BLOCK], column[MOST][BLOCK][BLOCK];

static int a_at(int i, int j) {
  return (3 * i + 5 * j) % 11 - 5;
}
static int b_at(int i, int j) {
  return (7 * i + 2 * j) % 13 - 6;
}

int main(void) {
  const int size = cc_size(CC_WORLD), rank = cc_rank(CC_WORLD);
  int dimension = 0;
  while (1 << dimension < size) ++dimension;
  /* The low dimensions are those of a row of the grid. */
  const int across = 1 << (dimension + 1) / 2, down = size / across;
  const cc_comm in_row = (cc_comm)across - 1, in_column = (cc_comm)(size - 1) & ~in_row;
  const int x = rank % across, y = rank / across;
  if (across > MOST) return 3;
  const unsigned long long begin = cc_cycles();
  /* The inner side has as many blocks as the longer side of the grid. A column of nodes holds several. */
  const int more = across / down;
  static int own[2][BLOCK][BLOCK], gathered[MOST][2][BLOCK][BLOCK];
  for (int i = 0; i < BLOCK; ++i) {
    for (int j = 0; j < BLOCK; ++j) {
      a[i][j] = a_at(y * BLOCK + i, x * BLOCK + j);
      for (int part = 0; part < more; ++part) own[part][i][j] = b_at((y * more + part) * BLOCK + i, x * BLOCK + j);
    }
  }
  COMMUNICATE(cc_allgather(a, row, BLOCK * BLOCK, CC_INT32, in_row));
  COMMUNICATE(cc_allgather(own, more == 2 ? (void *)gathered : (void *)column, more * BLOCK * BLOCK, CC_INT32, in_column));
  int right = 1;
  for (int i = 0; i < BLOCK; ++i) {
    for (int j = 0; j < BLOCK; ++j) {
      int sum = 0, expected = 0;
      for (int k = 0; k < across * BLOCK; ++k) {
        const int block = k / BLOCK;
        const int from_b = more == 2 ? gathered[block / 2][block % 2][k % BLOCK][j] : column[block][k % BLOCK][j];
        sum += row[block][i][k % BLOCK] * from_b;
      }
      for (int k = 0; k < across * BLOCK; ++k) expected += a_at(y * BLOCK + i, k) * b_at(k, x * BLOCK + j);
      right &= sum == expected;
    }
  }
  return report("matrix product", begin, right);
}
