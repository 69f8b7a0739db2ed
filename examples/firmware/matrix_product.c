/* SPDX-License-Identifier: Apache-2.0 */
/* C = A B, dealt out in blocks on a grid of nodes whose rows and columns are subcubes: each node gathers
 * the blocks of A in its row of nodes, and those of B in its column, and multiplies. With an odd
 * dimension the grid has twice as many columns as rows, and a node has two blocks of B. */
#include "report.h"

enum { BLOCK = 4, SIDE = 1 << (CUBECAST_MAX_DIMENSION + 1) / 2 }; /* rows of a block; most columns of the grid */

typedef int Block[BLOCK][BLOCK];
static Block a, b[2], c, row_a[SIDE], column_b[2 * SIDE];

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
  const int across = 1 << (dimension + 1) / 2, down = size / across, own_b = across / down;
  const cc_comm in_row = (cc_comm)across - 1, in_column = (cc_comm)(size - 1) & ~in_row;
  const int x = rank % across, y = rank / across;
  start_clock();
  for (int i = 0; i < BLOCK; ++i) {
    for (int j = 0; j < BLOCK; ++j) {
      a[i][j] = a_at(y * BLOCK + i, x * BLOCK + j);
      for (int k = 0; k < own_b; ++k) b[k][i][j] = b_at((y * own_b + k) * BLOCK + i, x * BLOCK + j);
    }
  }
  COMMUNICATE(cc_allgather(a, row_a, BLOCK * BLOCK, CC_INT32, in_row));
  COMMUNICATE(cc_allgather(b, column_b, own_b * BLOCK * BLOCK, CC_INT32, in_column));
  for (int block = 0; block < across; ++block) {
    for (int i = 0; i < BLOCK; ++i) {
      for (int j = 0; j < BLOCK; ++j) {
        for (int k = 0; k < BLOCK; ++k) c[i][j] += row_a[block][i][k] * column_b[block][k][j];
      }
    }
  }
  stop_clock();
  int right = 1;
  for (int i = 0; i < BLOCK; ++i) {
    for (int j = 0; j < BLOCK; ++j) {
      int expected = 0;
      for (int k = 0; k < across * BLOCK; ++k) expected += a_at(y * BLOCK + i, k) * b_at(k, x * BLOCK + j);
      right &= c[i][j] == expected;
    }
  }
  return report("matrix product", right);
}
