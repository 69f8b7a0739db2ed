/* SPDX-License-Identifier: Apache-2.0 */
/* A matrix of 2 N rows and columns, two rows on each of N nodes, is transposed by an alltoall of blocks of
 * 2 x 2. */
#include "report.h"

enum { ROWS = 2 };

static int rows[ROWS][ROWS * MOST], blocks[MOST][ROWS][ROWS], arrived[MOST][ROWS][ROWS];

int main(void) {
  const int rank = cc_rank(CC_WORLD), size = cc_size(CC_WORLD), side = ROWS * size;
  start_clock();
  for (int i = 0; i < ROWS; ++i) {
    for (int j = 0; j < side; ++j) rows[i][j] = (rank * ROWS + i) * side + j;
  }
  for (int node = 0; node < size; ++node) {
    for (int i = 0; i < ROWS; ++i) {
      for (int j = 0; j < ROWS; ++j) blocks[node][j][i] = rows[i][node * ROWS + j];
    }
  }
  COMMUNICATE(cc_alltoall(blocks, arrived, ROWS * ROWS, CC_INT32, CC_WORLD));
  for (int node = 0; node < size; ++node) {
    for (int i = 0; i < ROWS; ++i) {
      for (int j = 0; j < ROWS; ++j) rows[i][node * ROWS + j] = arrived[node][i][j];
    }
  }
  stop_clock();
  int right = 1;
  for (int i = 0; i < ROWS; ++i) {
    for (int j = 0; j < side; ++j) right &= rows[i][j] == j * side + rank * ROWS + i;
  }
  return report("matrix transpose", right);
}
