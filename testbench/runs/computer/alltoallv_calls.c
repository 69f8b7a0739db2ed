/* SPDX-License-Identifier: Apache-2.0 */
/* cc_ialltoallv on the cube and its subcubes, with equal, unequal and zero counts, waited for and asked for,
 * with errors of one rank or of all. Each node works out itself what it receives. Exit status: 1 if a
 * result is wrong. */
#include <stdio.h>
#include <string.h>

#include "firmware/image/cc.h"

enum { MOST_RANKS = 8, ROOM = 8192, UNTOUCHED = 0x5a };
static unsigned char from[ROOM], to[ROOM];
static int send_counts[MOST_RANKS], send_places[MOST_RANKS], receive_counts[MOST_RANKS], receive_places[MOST_RANKS];
static unsigned used; /* bytes of `to`, and some behind them */
static int wrong;

static void expect(const char *what, cc_comm comm, int kind, long found, long expected) {
  if (found == expected) return;
  ++wrong;
  printf("%s on %x, kind %d: %ld in place of %ld\n", what, comm, kind, found, expected);
}

/* Elements from a rank to another. */
static int count(int kind, int a, int b) {
  switch (kind) {
    case 0: return 0;
    case 1: return 3;
    case 2: return (a * 5 + b * 3) % 7;            /* zeros among them */
    case 3: return a == 0 && b != 0 ? 40 : 0;      /* one rank sends */
    case 4: return b == 0 ? a : 0;                 /* one rank receives */
    default: return a == b ? 9 : 100 + 11 * a + b; /* in parts where packets have memories of their own */
  }
}
static unsigned char value(int a, int b, int i) {
  return (unsigned char)(a * 89 + b * 37 + i * 11 + i / 256 + 1);
}

/* Fills the buffers: blocks in the order of ranks leave, with gaps, and arrive in the opposite order. */
static void prepare(int kind, int me, int ranks, int bytes) {
  int place = 0;
  for (int r = 0; r < ranks; ++r) {
    send_counts[r] = count(kind, me, r);
    send_places[r] = place;
    place += send_counts[r] + r % 2;
    for (int i = 0; i < send_counts[r] * bytes; ++i) from[send_places[r] * bytes + i] = value(me, r, i);
  }
  place = 0;
  for (int r = ranks - 1; r >= 0; --r) {
    receive_counts[r] = count(kind, r, me);
    receive_places[r] = place;
    place += receive_counts[r] + 1;
  }
  used = (unsigned)(place * bytes) + 32;
  memset(to, UNTOUCHED, used);
}
static void check(cc_comm comm, int kind, int me, int ranks, int bytes) {
  static unsigned char expected[ROOM];
  memset(expected, UNTOUCHED, used);
  for (int r = 0; r < ranks; ++r) {
    for (int i = 0; i < receive_counts[r] * bytes; ++i) expected[receive_places[r] * bytes + i] = value(r, me, i);
  }
  if (memcmp(to, expected, used) == 0) return;
  for (unsigned i = 0; i < used; ++i) expect("byte", comm, kind, to[i], expected[i]);
}

static int start(enum cc_type type, cc_comm comm, cc_request *request) {
  return cc_ialltoallv(from, send_counts, send_places, to, receive_counts, receive_places, type, comm, request);
}

static void try(cc_comm comm, int kind, enum cc_type type, int bytes, int waits) {
  const int me = cc_rank(comm), ranks = cc_size(comm);
  cc_request request;
  int done = 0;
  prepare(kind, me, ranks, bytes);
  expect("begin", comm, kind, start(type, comm, &request), CC_OK);
  /* One call may be open. A subcube of one node has ended already. */
  expect("barrier beside it", comm, kind, cc_barrier(comm), ranks > 1 ? CC_ERR_REQUEST : CC_OK);
  if (ranks > 1) {
    cc_request other;
    expect("alltoallv beside it", comm, kind, start(type, comm, &other), CC_ERR_REQUEST);
  }
  while (!waits && !done) expect("test", comm, kind, cc_test(&request, &done), CC_OK);
  expect("wait", comm, kind, cc_wait(&request), CC_OK);
  expect("test at the end", comm, kind, cc_test(&request, &done), CC_OK);
  expect("done", comm, kind, done, 1);
  check(comm, kind, me, ranks, bytes);
  prepare(kind, me, ranks, bytes);
  expect("alltoallv", comm, kind,
         cc_alltoallv(from, send_counts, send_places, to, receive_counts, receive_places, type, comm), CC_OK);
  check(comm, kind, me, ranks, bytes);
}

/* All ranks have the same error, at the end, and nothing has come. */
static void refuses(const char *what, cc_comm comm, enum cc_type type, int error, int waits) {
  cc_request request;
  int done = 0, found = CC_OK;
  const int begun = start(type, comm, &request);
  if (cc_size(comm) == 1) {
    expect(what, comm, -1, begun, error);
  } else {
    expect("begin of an error", comm, -1, begun, CC_OK);
    while (!waits && !done) found = cc_test(&request, &done);
    if (waits) found = cc_wait(&request);
    expect(what, comm, -1, found, error);
    expect("wait behind an error", comm, -1, cc_wait(&request), CC_OK);
  }
  int touched = 0;
  for (unsigned i = 0; i < used; ++i) touched += to[i] != UNTOUCHED;
  expect("bytes behind an error", comm, -1, touched, 0);
  expect("barrier behind an error", comm, -1, cc_barrier(comm), CC_OK);
}

int main(void) {
  const int last = cc_size(CC_WORLD) - 1;
  for (int kind = 0; kind < 6; ++kind) {
    for (int waits = 0; waits < 2; ++waits) try(CC_WORLD, kind, kind % 2 ? CC_UINT8 : CC_INT16, kind % 2 ? 1 : 2, waits);
  }
  /* Every subcube, and on larger cubes every other one, which takes less time. */
  for (cc_comm comm = 0; comm <= (cc_comm)last; comm += last > 3 ? 2 : 1) {
    for (int kind = 1; kind < 6; kind += 2) try(comm, kind, CC_INT32, 4, kind == 3);
  }
  const cc_comm comms[] = {CC_WORLD, 1, 0};
  for (int c = 0; c < 3; ++c) {
    const cc_comm comm = comms[c];
    const int me = cc_rank(comm), ranks = cc_size(comm);
    prepare(1, me, ranks, 1);
    if (me == ranks - 1) send_counts[0] = -1; /* one rank is wrong, and all hear of it */
    refuses("count below 0", comm, CC_UINT8, CC_ERR_COUNT, 0);
    prepare(1, me, ranks, 1);
    for (int r = 0; r < ranks; ++r) ++receive_counts[r]; /* none sends so many */
    refuses("other count", comm, CC_UINT8, CC_ERR_COUNT, 1);
    prepare(1, me, ranks, 1);
    refuses("type", comm, (enum cc_type)12, CC_ERR_TYPE, 0);
    prepare(1, me, ranks, 1);
    if (me == 0) send_counts[0] = 1 << 28;
    refuses("bytes", comm, CC_UINT64, CC_ERR_COUNT, 1);
    prepare(1, me, ranks, 1);
    if (me == 0) receive_places[0] = 1 << 29; /* 4 GiB, which 32 bits do not count */
    if (sizeof(void *) == 4) refuses("place", comm, CC_UINT64, CC_ERR_COUNT, 1);
    prepare(1, me, ranks, 1);
    send_counts[0] = receive_counts[0] = 1 << 22;
    refuses("memory", comm, CC_UINT8, CC_ERR_MEMORY, 1);
  }
  cc_request request;
  expect("communicator", CC_WORLD, -1, start(CC_UINT8, (cc_comm)last + 1, &request), CC_ERR_COMM);
  expect("request", CC_WORLD, -1, start(CC_UINT8, CC_WORLD, 0), CC_ERR_REQUEST);
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
