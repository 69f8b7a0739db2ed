/* SPDX-License-Identifier: Apache-2.0 */
/* Random sequences of a few calls that come again and again, on the cube and subcubes, with any type,
 * operation, root and alignment: routers load programs, replay them and drop them. All nodes draw the same
 * numbers from SEED, and make CALLS calls. Each node works out itself what it must receive. Exit status: 1 if a call is
 * wrong. */
#include <stdio.h>
#include <string.h>

#include "firmware/image/cc.h"

#ifndef CALLS
#define CALLS 240
#endif
enum { KINDS = 8, CALLS_OF_THEM = 40, MOST_COUNT = 9, BEHIND = 64, UNTOUCHED = 0xa5 };
typedef unsigned long long Value;

static const int kBytes[] = {1, 2, 4, 8, 1, 2, 4, 8};
static _Alignas(8) unsigned char from[16384], to[16384];
static unsigned state = SEED;

static int draw(int below) {
  state = state * 1664525u + 1013904223u;
  return (int)((state >> 12) % (unsigned)below);
}

static Value low_bits(Value value, int type) {
  return value & ~0ull >> (64 - 8 * kBytes[type]);
}
static long long with_sign(Value value, int type) {
  const int unused = 64 - 8 * kBytes[type];
  return (long long)(value << unused) >> unused;
}
/* Element i of the block for rank b that a rank sends in a call. */
static Value sent(int call, int rank, int b, int i, int type) {
  Value x = (Value)call * 0x9e3779b97f4a7c15u + (Value)rank * 0xbf58476d1ce4e5b9u + (Value)b * 0x94d049bb133111ebu +
            (Value)i * 0xd6e8feb86659fd93u;
  x = (x ^ x >> 31) * 0xff51afd7ed558ccdu;
  return low_bits(x ^ x >> 29, type);
}
static Value combined(Value a, Value b, int op, int type) {
  const int is_less = type >= CC_INT8 ? with_sign(a, type) < with_sign(b, type) : a < b;
  switch (op) {
    case CC_SUM: return low_bits(a + b, type);
    case CC_MIN: return is_less ? a : b;
    case CC_MAX: return is_less ? b : a;
    case CC_BAND: return a & b;
    case CC_BOR: return a | b;
    default: return a ^ b;
  }
}

typedef struct {
  cc_comm comm;
  int which, type, op, count, root, rank, size;
} Call;

/* Element i of block b that the node must receive in call n. */
static Value expected(const Call *call, int n, int b, int i) {
  const int type = call->type;
  int ranks = call->size, block = 0;
  switch (call->which) {
    case CC_BCAST: return sent(n, call->root, 0, i, type);
    case CC_SCATTER: return sent(n, call->root, call->rank, i, type);
    case CC_GATHER:
    case CC_ALLGATHER: return sent(n, b, 0, i, type);
    case CC_ALLTOALL: return sent(n, b, call->rank, i, type);
    case CC_REDUCE_SCATTER: block = call->rank; break;
    case CC_SCAN: ranks = call->rank + 1; break;
    case CC_EXSCAN: ranks = call->rank; break;
    default: break;
  }
  Value all = sent(n, 0, block, i, type);
  for (int rank = 1; rank < ranks; ++rank) all = combined(all, sent(n, rank, block, i, type), call->op, type);
  return all;
}

static int run(const Call *c, void *send, void *receive) {
  const cc_comm comm = c->comm;
  const enum cc_type type = (enum cc_type)c->type;
  const enum cc_op op = (enum cc_op)c->op;
  switch (c->which) {
    case CC_BCAST: return cc_bcast(send, c->count, type, c->root, comm);
    case CC_SCATTER: return cc_scatter(send, receive, c->count, type, c->root, comm);
    case CC_GATHER: return cc_gather(send, receive, c->count, type, c->root, comm);
    case CC_ALLGATHER: return cc_allgather(send, receive, c->count, type, comm);
    case CC_ALLTOALL: return cc_alltoall(send, receive, c->count, type, comm);
    case CC_REDUCE: return cc_reduce(send, receive, c->count, type, op, c->root, comm);
    case CC_REDUCE_SCATTER: return cc_reduce_scatter(send, receive, c->count, type, op, comm);
    case CC_ALLREDUCE: return cc_allreduce(send, receive, c->count, type, op, comm);
    case CC_SCAN: return cc_scan(send, receive, c->count, type, op, comm);
    case CC_EXSCAN: return cc_exscan(send, receive, c->count, type, op, comm);
    default: return cc_barrier(comm);
  }
}

static void put_on(Call *call, cc_comm comm) {
  call->comm = comm;
  call->rank = cc_rank(comm);
  call->size = cc_size(comm);
  call->root %= call->size;
}

static Call any_call(void) {
  Call call = {CC_WORLD, draw(CC_BARRIER + 1), draw(8), draw(6), 1 + draw(MOST_COUNT), 0, 0, 0};
  put_on(&call, draw(2) ? CC_WORLD : (cc_comm)draw(cc_size(CC_WORLD)));
  return call;
}

int main(void) {
  Call kinds[KINDS];
  int wrong = 0;
  for (int n = 0; n < CALLS; ++n) {
    for (int i = 0; n % CALLS_OF_THEM == 0 && i < KINDS; ++i) kinds[i] = any_call();
    /* The first few come most. */
    Call call = kinds[draw(1 + draw(KINDS))];
    if (draw(3) == 0) put_on(&call, (cc_comm)draw(cc_size(CC_WORLD)));
    if (draw(3) == 0) call.root = draw(call.size);
    if (draw(3) == 0) call.count = 1 + draw(MOST_COUNT);
    const int bytes = kBytes[call.type], shift = draw(2) ? draw(8) : 0, is_root = call.rank == call.root;
    unsigned char *const send = from + shift, *const receive = to + shift;
    for (int b = 0; b < call.size; ++b) {
      for (int i = 0; i < call.count; ++i) {
        const Value value = sent(n, call.rank, b, i, call.type);
        memcpy(send + (b * call.count + i) * bytes, &value, (size_t)bytes);
      }
    }
    memset(to, UNTOUCHED, sizeof to);
    int bad = run(&call, send, receive) != CC_OK;
    const int of_root = call.which == CC_GATHER || call.which == CC_REDUCE;
    const int is_apart = call.which == CC_GATHER || call.which == CC_ALLGATHER || call.which == CC_ALLTOALL;
    int blocks = is_apart ? call.size : 1;
    if (call.which == CC_BARRIER || (of_root && !is_root) || (call.which == CC_EXSCAN && call.rank == 0)) blocks = 0;
    const unsigned char *const found = call.which == CC_BCAST ? send : receive;
    for (int i = 0; i < blocks * call.count; ++i) {
      Value value = 0;
      memcpy(&value, found + i * bytes, (size_t)bytes);
      bad += value != expected(&call, n, i / call.count, i % call.count);
    }
    const int used = found == receive ? blocks * call.count * bytes : 0;
    for (int i = 0; i < BEHIND; ++i) bad += receive[used + i] != UNTOUCHED;
    for (int i = 0; i < shift; ++i) bad += to[i] != UNTOUCHED;
    if (bad == 0) continue;
    wrong = 1;
    printf("call %d: collective %d on %x, type %d, op %d, count %d, root %d, shift %d: %d wrong\n", n, call.which,
           call.comm, call.type, call.op, call.count, call.root, shift, bad);
  }
  return wrong;
}
