/* SPDX-License-Identifier: Apache-2.0 */
/* Every call of cc.h, with counts that packets fit and counts that they do not, from every root, on the
 * cube and on subcubes; with EVERY_ALGORITHM by each algorithm too, with FEW_COUNTS for engines that take long.
 * Each node checks what it receives. Exit status: 1 if a result is wrong. */
#include <stdio.h>
#include <string.h>

#include "firmware/image/cc.h"

#define MOST 1024
static int send[MOST], receive[MOST], wrong;

static int value(int from, int to, int i) {
  return from * 1009 + to * 31 + i * 7 + 1;
}
static void clear(int received) { /* and one word behind */
  memset(receive, 0xee, (received + 1) * sizeof *receive);
}
static void fill(int rank, int blocks, int count, int size) {
  for (int b = 0; b < blocks; ++b) {
    for (int i = 0; i < count; ++i) send[b * count + i] = value(rank, b, i);
  }
  clear(size * count);
}
static void expect(const char *call, cc_comm comm, int count, int place, int found, int expected) {
  if (found == expected) return;
  ++wrong;
  printf("%s on %x, rank %d, count %d: at %d %d in place of %d\n", call, comm, cc_rank(comm), count, place, found,
         expected);
}

static void try(cc_comm comm, int count) {
  const int rank = cc_rank(comm), size = cc_size(comm);
  if (size * count + 1 > MOST) return;
  for (int root = 0; root < size; ++root) {
    fill(rank, 1, count, size);
    if (rank != root) memset(send, 0, count * sizeof *send);
    wrong += cc_bcast(send, count, CC_INT32, root, comm) != CC_OK;
    for (int i = 0; i < count; ++i) expect("bcast", comm, count, i, send[i], value(root, 0, i));
    fill(rank, size, count, size);
    wrong += cc_scatter(send, receive, count, CC_INT32, root, comm) != CC_OK;
    for (int i = 0; i < count; ++i) expect("scatter", comm, count, i, receive[i], value(root, rank, i));
    expect("scatter behind", comm, count, count, receive[count], (int)0xeeeeeeee);
    fill(rank, 1, count, size);
    wrong += cc_gather(send, receive, count, CC_INT32, root, comm) != CC_OK;
    for (int i = 0; rank == root && i < size * count; ++i) {
      expect("gather", comm, count, i, receive[i], value(i / count, 0, i % count));
    }
    fill(rank, 1, count, size);
    wrong += cc_reduce(send, receive, count, CC_INT32, CC_MAX, root, comm) != CC_OK;
    for (int i = 0; rank == root && i < count; ++i) expect("reduce", comm, count, i, receive[i], value(size - 1, 0, i));
    if (rank != root) expect("reduce elsewhere", comm, count, 0, receive[0], (int)0xeeeeeeee);
  }
  fill(rank, 1, count, size);
  wrong += cc_allgather(send, receive, count, CC_INT32, comm) != CC_OK;
  for (int i = 0; i < size * count; ++i) expect("allgather", comm, count, i, receive[i], value(i / count, 0, i % count));
  fill(rank, size, count, size);
  wrong += cc_alltoall(send, receive, count, CC_INT32, comm) != CC_OK;
  for (int i = 0; i < size * count; ++i) {
    expect("alltoall", comm, count, i, receive[i], value(i / count, rank, i % count));
  }
  int sum_of_ranks = size * (size - 1) / 2;
  fill(rank, size, count, size);
  wrong += cc_reduce_scatter(send, receive, count, CC_INT32, CC_SUM, comm) != CC_OK;
  for (int i = 0; i < count; ++i) {
    expect("reduce_scatter", comm, count, i, receive[i], sum_of_ranks * 1009 + size * value(0, rank, i));
  }
  fill(rank, 1, count, size);
  wrong += cc_allreduce(send, receive, count, CC_INT32, CC_SUM, comm) != CC_OK;
  for (int i = 0; i < count; ++i) {
    expect("allreduce", comm, count, i, receive[i], sum_of_ranks * 1009 + size * value(0, 0, i));
  }
  fill(rank, 1, count, size);
  wrong += cc_scan(send, receive, count, CC_INT32, CC_SUM, comm) != CC_OK;
  for (int i = 0; i < count; ++i) {
    expect("scan", comm, count, i, receive[i], rank * (rank + 1) / 2 * 1009 + (rank + 1) * value(0, 0, i));
  }
  expect("scan behind", comm, count, count, receive[count], (int)0xeeeeeeee);
  fill(rank, 1, count, size);
  wrong += cc_exscan(send, receive, count, CC_INT32, CC_SUM, comm) != CC_OK;
  for (int i = 0; rank > 0 && i < count; ++i) {
    expect("exscan", comm, count, i, receive[i], rank * (rank - 1) / 2 * 1009 + rank * value(0, 0, i));
  }
  if (rank == 0) expect("exscan of rank 0", comm, count, 0, receive[0], (int)0xeeeeeeee);
  /* Rank a sends b + a % 3 * count elements to rank b, which has the blocks in the opposite order. */
  int counts[2][64], places[2][64], sent = 0, received = 0;
  for (int r = 0; r < size; ++r) {
    counts[0][r] = r + rank % 3 * count;
    places[0][r] = sent;
    sent += counts[0][r];
    counts[1][size - 1 - r] = rank + (size - 1 - r) % 3 * count;
    places[1][size - 1 - r] = received;
    received += counts[1][size - 1 - r];
  }
  if (size * (size + 2 * count) < MOST) {
    clear(received);
    for (int r = 0; r < size; ++r) {
      for (int i = 0; i < counts[0][r]; ++i) send[places[0][r] + i] = value(rank, r, i);
    }
    wrong += cc_alltoallv(send, counts[0], places[0], receive, counts[1], places[1], CC_INT32, comm) != CC_OK;
    for (int r = 0; r < size; ++r) {
      for (int i = 0; i < counts[1][r]; ++i) {
        expect("alltoallv", comm, count, r, receive[places[1][r] + i], value(r, rank, i));
      }
    }
    expect("alltoallv behind", comm, count, received, receive[received], (int)0xeeeeeeee);
  }
  cc_request request;
  int done = 0;
  fill(rank, 1, count, size);
  wrong += cc_iallreduce(send, receive, count, CC_INT32, CC_MIN, comm, &request) != CC_OK;
  wrong += cc_barrier(comm) != (size > 1 && count > 0 ? CC_ERR_REQUEST : CC_OK);
  while (!done) wrong += cc_test(&request, &done) != CC_OK;
  for (int i = 0; i < count; ++i) expect("iallreduce", comm, count, i, receive[i], value(0, 0, i));
  wrong += cc_barrier(comm) != CC_OK;
}

/* Operations that processors and routers make together, on odd counts, of values that are equal at some ranks. */
static void combine(cc_comm comm) {
  const int rank = cc_rank(comm), size = cc_size(comm), count = 3;
  cc_int_int pairs[3], least[3], most[3];
  for (int i = 0; i < count; ++i) pairs[i] = (cc_int_int){.value = rank / 2 - i, .index = 100 - rank};
  wrong += cc_allreduce(pairs, least, count, CC_INT32, CC_MINLOC, comm) != CC_OK;
  wrong += cc_reduce(pairs, most, count, CC_INT32, CC_MAXLOC, 0, comm) != CC_OK;
  for (int i = 0; i < count; ++i) {
    expect("minloc", comm, count, i, least[i].value, -i);
    expect("minloc", comm, count, i, least[i].index, size > 1 ? 99 : 100);
    if (rank == 0) expect("maxloc", comm, count, i, most[i].value, (size - 1) / 2 - i);
    if (rank == 0) expect("maxloc", comm, count, i, most[i].index, 101 - size);
    send[i] = 3 * rank - 2 * i;
  }
  wrong += cc_scan(pairs, most, count, CC_INT32, CC_MAXLOC, comm) != CC_OK;
  for (int i = 0; i < count; ++i) expect("scan of maxloc", comm, count, i, most[i].index, 100 - rank);
  wrong += cc_allreduce(send, receive, count, CC_INT32, CC_AVG, comm) != CC_OK;
  for (int i = 0; i < count; ++i) {
    expect("average", comm, count, i, receive[i], (3 * size * (size - 1) / 2 - 2 * i * size) / size);
  }
  float parts[3] = {(float)rank, 0.5f, -1}, means[3];
  wrong += cc_scan(parts, means, count, CC_FLOAT, CC_AVG, comm) != CC_OK;
  for (int i = 0; i < 2; ++i) expect("scan of average", comm, count, i, (int)(means[i] * 2), i == 0 ? rank : 1);
  short flags[3] = {(short)(rank == 0 ? 256 : 0), 7, (short)(rank == 1 ? 0 : -1)}, found[3];
  wrong += cc_allreduce(flags, found, count, CC_INT16, CC_LAND, comm) != CC_OK;
  for (int i = 0; i < count; ++i) expect("land", comm, count, i, found[i], i == 1 || size == 1);
  wrong += cc_allreduce(flags, found, count, CC_INT16, CC_LXOR, comm) != CC_OK;
  for (int i = 0; i < count; ++i) expect("lxor", comm, count, i, found[i], size == 1 || i != 1);
#ifdef EVERY_ALGORITHM /* on routers that multiply */
  double factors[3] = {1, rank % 4 + 1, -0.5}, product[3] = {0};
  wrong += cc_allreduce(factors, product, count, CC_DOUBLE, CC_PROD, comm) != CC_OK;
  double expected[3] = {1, 1, 1};
  for (int r = 0; r < size; ++r) expected[1] *= r % 4 + 1, expected[2] *= -0.5;
  for (int i = 0; i < count; ++i) expect("product", comm, count, i, product[i] == expected[i], 1);
#endif
}

static void refuses(const char *what, int found, int expected) {
  if (found == expected) return;
  ++wrong;
  printf("%s: error %d in place of %d\n", what, found, expected);
}

int main(void) {
#ifdef FEW_COUNTS
  const cc_comm subcubes = 2;
  try(CC_WORLD, 3);
#else
  const cc_comm subcubes = (cc_comm)cc_size(CC_WORLD);
  for (int count = 0; count <= 9; count += count < 3 ? 1 : 5) try(CC_WORLD, count);
#endif
  combine(CC_WORLD);
  for (cc_comm comm = 0; comm < subcubes; ++comm) {
    try(comm, 2);
    try(comm, 3);
    if (comm < 4) combine(comm);
  }
#ifdef EVERY_ALGORITHM
  static const char *const algorithms[] = {"sbt", "nrsbt", "nesbt", "tcbt", "gray", "balanced",
                                           "sbnt", "ring", "table", "ecube", "fifo", "exchange"};
  for (unsigned a = 0; a < sizeof algorithms / sizeof *algorithms; ++a) {
    int known = 0;
    for (int c = CC_BCAST; c <= CC_BARRIER; ++c) known += cc_use((enum cc_collective)c, algorithms[a]) == CC_OK;
    refuses("no collective has the algorithm", known == 0, 0);
    try(CC_WORLD, 3);
    try(CC_WORLD, 2 * cc_size(CC_WORLD)); /* some deal out blocks */
  }
#endif
  refuses("algorithm", cc_use(CC_BCAST, "none"), CC_ERR_ALGORITHM);
  refuses("collective", cc_use((enum cc_collective)11, "sbt"), CC_ERR_ALGORITHM);
  for (int c = CC_BCAST; c <= CC_BARRIER; ++c) refuses("no algorithm", cc_use((enum cc_collective)c, 0), CC_OK);
  refuses("root", cc_bcast(send, 1, CC_INT32, cc_size(CC_WORLD), CC_WORLD), CC_ERR_ROOT);
  refuses("count", cc_bcast(send, -1, CC_INT32, 0, CC_WORLD), CC_ERR_COUNT);
  refuses("type", cc_bcast(send, 1, (enum cc_type)12, 0, CC_WORLD), CC_ERR_TYPE);
  refuses("buffer", cc_allgather(send, 0, 1, CC_INT32, CC_WORLD), CC_ERR_BUFFER);
  refuses("op", cc_allreduce(send, receive, 1, CC_INT32, (enum cc_op)7, CC_WORLD), CC_ERR_OP);
  refuses("op", cc_allreduce(send, receive, 1, CC_INT32, (enum cc_op)14, CC_WORLD), CC_ERR_OP);
  refuses("pairs of long values", cc_allreduce(send, receive, 1, CC_DOUBLE, CC_MINLOC, CC_WORLD), CC_ERR_TYPE);
  refuses("truth of floats", cc_allreduce(send, receive, 1, CC_FLOAT, CC_LOR, CC_WORLD), CC_ERR_TYPE);
  refuses("bits of floats", cc_allreduce(send, receive, 1, CC_FLOAT, CC_BXOR, CC_WORLD), CC_ERR_TYPE);
  int zeros[64] = {0}, ones[64] = {0}, size = cc_size(CC_WORLD);
  for (int r = 0; r < size; ++r) ones[r] = 1;
  refuses("counts", cc_alltoallv(send, ones, zeros, receive, zeros, zeros, CC_INT32, CC_WORLD), CC_ERR_COUNT);
  refuses("counts", cc_alltoallv(send, 0, zeros, receive, zeros, zeros, CC_INT32, CC_WORLD), CC_ERR_BUFFER);
  ones[0] = cc_rank(CC_WORLD) == 0 ? -1 : 1; /* one rank is wrong, and all hear of it */
  refuses("count of another", cc_alltoallv(send, ones, zeros, receive, ones, zeros, CC_INT32, CC_WORLD), CC_ERR_COUNT);
  refuses("comm", cc_barrier((cc_comm)cc_size(CC_WORLD)), CC_ERR_COMM);
  refuses("comm", cc_rank((cc_comm)cc_size(CC_WORLD)), -1);
  refuses("request", cc_ibarrier(CC_WORLD, 0), CC_ERR_REQUEST);
  cc_request no_call = {.open = 1, .room = &no_call};
  int done = 0;
  refuses("request of no call", cc_wait(&no_call), CC_ERR_REQUEST);
  refuses("request of no call", cc_test(&no_call, &done), CC_ERR_REQUEST);
  wrong += !done;
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
