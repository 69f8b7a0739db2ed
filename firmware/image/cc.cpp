// SPDX-License-Identifier: Apache-2.0
// The collectives of cc.h on the registers of the node: an algorithm of the catalog (choice.hpp) on the
// whole cube, and trees from rank 0's view on a subcube. A scan on a subcube is an
// allgather there, and each node combines what it needs.
#include "firmware/image/cc.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "firmware/image/alltoallv.hpp"
#include "firmware/image/exchange.hpp"
#include "firmware/image/interrupts.h"
#include "hls/operators/composition.hpp"

namespace {

using image::at;
using image::Call;
using image::Exchange;
using image::read;
using image::Subcube;
using image::write;

using collectives::kCollectives;
constexpr unsigned kTypes = operators::kTypes;
constexpr uint32_t kMostBytes = 1u << 28;  // of all blocks of a buffer

cc_request* open_request = nullptr;
image::Parts parts;
image::Alltoallv alltoallv;  // of the open request

uint32_t group_of(cc_comm comm) {
  const uint32_t all = (1u << read(CC_DIMENSION)) - 1;
  return comm == CC_WORLD ? all : comm;
}
bool is_comm(cc_comm comm) {
  return comm == CC_WORLD || comm >> read(CC_DIMENSION) == 0;
}

unsigned size_of(cc_type type) {
  return operators::lane_width(operators::Type(type)) / 8;
}
uint32_t asked_by(const Call& call) {
  return unsigned(call.op) | unsigned(call.type) << 4;
}
// An element is a pair where the operation takes pairs.
unsigned element_bytes(const Call& call) {
  return operators::has_pairs(asked_by(call)) ? 8 : size_of(call.type);
}
bool is_operation(cc_op op) {
  return unsigned(op) < operators::kFunctions || (unsigned(op) < 16 && operators::is_composition(op));
}
// Whether the router has an operation; those that all routers have are not asked for.
bool router_has(uint32_t operation) {
  if (operators::Floats::has(operation, 64)) return true;
  const bool multiplies = operators::function_of(operation) == operators::Function::kProduct;
  return (read(image::mapped(node::address(node::Control::kTypes))) >> ((operation >> 4) + (multiplies ? 16 : 0)) &
          1) != 0;
}

// The blocks of a buffer: one, or one for each rank.
unsigned send_blocks(const Call& call, unsigned ranks) {
  return call.shape().distinct ? ranks : 1;
}
unsigned receive_blocks(const Call& call, unsigned ranks) {
  const bool apart = !call.shape().combined && call.shape().senders == collectives::Party::kAll;
  return apart ? ranks : 1;
}

cc_error fault_of(const Call& call, const Subcube& cube, bool sends, bool receives) {
  if (call.collective == CC_BARRIER) return CC_OK;
  if (unsigned(call.type) >= kTypes) return CC_ERR_TYPE;
  if (call.shape().combined) {
    if (!is_operation(call.op)) return CC_ERR_OP;
    if (!operators::takes(asked_by(call), operators::Type(call.type))) return CC_ERR_TYPE;
  }
  if (call.count < 0 || uint64_t(call.count) * element_bytes(call) * cube.ranks() > kMostBytes) return CC_ERR_COUNT;
  if (has_root(kCollectives[call.collective]) && unsigned(call.root) >= cube.ranks()) return CC_ERR_ROOT;
  if (call.count != 0 && ((sends && call.send == nullptr) || (receives && call.receive == nullptr)))
    return CC_ERR_BUFFER;
  return CC_OK;
}

// There is no DMA there that would find it. A host's memory has no such end.
bool is_memory(const void* buffer, unsigned bytes) {
  if (sizeof(void*) > sizeof(uint32_t)) return true;
  const auto begin = reinterpret_cast<uintptr_t>(buffer);
  const uint32_t end = read(CC_END);
  return begin >= CC_MEMORY && begin <= end && bytes <= end - begin;
}
bool fits(const void* buffer, unsigned bytes) {
  return reinterpret_cast<uintptr_t>(buffer) % 8 == 0 && bytes % 8 == 0;
}

void copy_blocks(void* to, unsigned to_stride, const void* from, unsigned from_stride, unsigned bytes,
                 unsigned blocks) {
  for (unsigned block = 0; block < blocks; ++block)
    memcpy(at(to, block * to_stride), at(from, block * from_stride), bytes);
}

// A node's own block does not travel.
void keep_own_block(const Call& call, unsigned me, unsigned bytes, unsigned from, unsigned to) {
  if (call.shape().combined || call.collective == CC_BCAST) return;
  memcpy(at(call.receive, to > 1 ? me * bytes : 0), at(call.send, from > 1 ? me * bytes : 0), bytes);
}

// Packets leave and come where the program's buffers are, or in copies that packets fit. Returns false
// without memory for them.
[[gnu::always_inline]] inline bool begin_in_memory(const Exchange& exchange, bool receives, const Call& call,
                                                   cc_request* request) {
  const unsigned me = exchange.cube->rank();
  const unsigned bytes = exchange.bytes;
  const unsigned stride = (bytes + 7) / 8 * 8;
  const bool sends = exchange.send != nullptr;
  const bool gathers = exchange.collective == collectives::Collective::kAllgather && call.collective != CC_ALLGATHER;
  const bool copies_send = sends && !fits(call.send, bytes);
  const bool copies_receive = receives && (gathers || !fits(call.receive, bytes));
  const void* leaves = call.send;
  void* arrives = call.receive;
  if (copies_send || copies_receive) {
    const unsigned room = (copies_send ? exchange.from * stride : 0) + (copies_receive ? exchange.to * stride : 0);
    request->room = malloc(room + 8);
    if (request->room == nullptr) return false;
  }
  if (sends && receives) keep_own_block(call, me, bytes, exchange.from, exchange.to);
  if (request->room != nullptr) {
    void* next = at(request->room, -reinterpret_cast<uintptr_t>(request->room) % 8);
    if (copies_send) {
      copy_blocks(next, stride, call.send, bytes, bytes, exchange.from);
      leaves = next;
      next = at(next, exchange.from * stride);
    }
    if (copies_receive) {
      if (exchange.to > 1) memcpy(at(next, me * stride), gathers ? call.send : at(call.receive, me * bytes), bytes);
      arrives = next;
      request->arrives = next;
      request->target = call.receive;
    }
  }
  request->bytes = copies_receive && exchange.receive != nullptr ? bytes : 0;
  request->stride = stride;
  request->blocks = gathers ? 1 : exchange.to;
  request->combines = exchange.combines;
  request->operation = exchange.operation->combining;
  image::start(exchange, reinterpret_cast<uintptr_t>(leaves), reinterpret_cast<uintptr_t>(arrives), stride);
  return true;
}

// Begins to fill in a request, unless it is that of the open call.
bool is_free(cc_request* request) {
  if (request == nullptr || request == open_request) return false;
  *request = {};
  return open_request == nullptr;
}

// A call that fails on some nodes alone leaves the others waiting: their messages name it.
int fail(uint32_t call, void* caller, cc_error error) {
  write(CC_CALL, call | unsigned(error) << 16);
  write(CC_CALLER, static_cast<uint32_t>(reinterpret_cast<uintptr_t>(caller)));
  return error;
}

// How many ranks have their vectors in this one's result.
unsigned ranks_in_result(const Call& call, const Subcube& cube) {
  if (call.collective == CC_SCAN) return cube.rank() + 1;
  return call.collective == CC_EXSCAN ? cube.rank() : cube.ranks();
}

cc_error try_to_begin(Call call, cc_request* request) {
  if (!is_comm(call.comm)) return CC_ERR_COMM;
  const Subcube cube(read(CC_DIMENSION), group_of(call.comm), read(CC_NODE));
  const collectives::Shape shape = call.shape();
  const unsigned me = cube.rank();
  const bool is_root = me == unsigned(call.root);
  const bool sends = shape.senders == collectives::Party::kAll || is_root;
  const bool receives = shape.receivers == collectives::Party::kAll || is_root;
  const bool takes = receives && !(call.collective == CC_EXSCAN && me == 0);
  if (const cc_error fault = fault_of(call, cube, sends, takes)) return fault;
  const unsigned bytes = call.collective == CC_BARRIER ? 8 : unsigned(call.count) * element_bytes(call);
  const bool gathers = !cube.is_whole() && (call.collective == CC_SCAN || call.collective == CC_EXSCAN);
  const unsigned from = send_blocks(call, cube.ranks());
  const unsigned to = gathers ? cube.ranks() : receive_blocks(call, cube.ranks());
  if (bytes == 0) return CC_OK;
  const uint32_t asked = call.collective == CC_BARRIER ? CC_BOR | CC_UINT64 << 4 : asked_by(call);
  const uint32_t composed = operators::is_composition(asked) ? asked : 0;
  if (cube.ranks() == 1) {
    keep_own_block(call, me, bytes, from, to);
    if (shape.combined && call.collective != CC_EXSCAN) {
      image::change_words(call.receive, call.send, bytes, [composed](uint64_t word) {
        return operators::finished(composed, operators::prepared(composed, word), 1);
      });
    }
    return CC_OK;
  }

  // The root of a broadcast or a scatter has its own part already.
  const bool comes = takes && !(shape.senders == collectives::Party::kRoot && is_root);
  collectives::Operation operation;
  operation.network = network::Cube(cube.dimension());
  operation.root = has_root(kCollectives[call.collective]) ? network::Address(unsigned(call.root)) : network::Address();
  operation.combining = operators::hardware_operation(asked);
  operation.composed = composed;
  if (shape.combined && !gathers && !router_has(operation.combining)) return CC_ERR_SYSTEM;
  Exchange exchange{gathers ? collectives::Collective::kAllgather : kCollectives[call.collective],
                    &operation,
                    &cube,
                    call.number(),
                    call.caller,
                    sends ? call.send : nullptr,
                    comes ? call.receive : nullptr,
                    bytes,
                    from,
                    to,
                    gathers ? me + (call.collective == CC_SCAN ? 1 : 0) : 0};
  const unsigned most = read(CC_MOST);
  if (most != 0 && ((sends && !is_memory(call.send, from * bytes)) ||
                    (takes && !is_memory(call.receive, receive_blocks(call, cube.ranks()) * bytes)))) {
    return CC_ERR_BUFFER;
  }
  if (sends && (operators::has_pairs(composed) || operators::is_logical(composed))) {
    request->prepared = malloc(from * bytes);
    if (request->prepared == nullptr) return CC_ERR_MEMORY;
    image::change_words(request->prepared, call.send, from * bytes,
                        [composed](uint64_t word) { return operators::prepared(composed, word); });
    call.send = exchange.send = request->prepared;
  }
  if (takes && composed != 0) {
    request->results = call.receive;
    request->results_bytes = bytes;
    request->ranks = ranks_in_result(call, cube);
    request->composed = composed;
  }
  if (most != 0) {
    if (sends && receives) keep_own_block(call, me, bytes, from, to);
    parts.begin(exchange, most);
  } else if (!begin_in_memory(exchange, receives, call, request)) {
    free(request->prepared);
    return CC_ERR_MEMORY;
  }
  request->open = 1;
  open_request = request;
  return CC_OK;
}
int begin(const Call& call, cc_request* request) {
  if (!is_free(request)) return CC_ERR_REQUEST;
  const cc_error error = try_to_begin(call, request);
  return error == CC_OK ? CC_OK : fail(call.number(), call.caller, error);
}

// Combines the first blocks into the first.
void combine(const cc_request& request) {
  uint64_t* const first = static_cast<uint64_t*>(request.arrives);
  const unsigned packets = request.stride / 8;
  for (unsigned block = 1; block < request.combines; ++block) {
    for (unsigned packet = 0; packet < packets; ++packet) {
      first[packet] = image::combined(request.operation, first[packet], first[block * packets + packet]);
    }
  }
}

bool go_on(cc_request* request);

// The packets of the open request have come. Returns whether it has ended: it may continue with the next
// part, or step.
bool end(cc_request* request) {
  if (parts.is_open() && !parts.end_part()) return false;
  combine(*request);
  if (request->bytes != 0) {
    copy_blocks(request->target, request->bytes, request->arrives, request->stride, request->bytes, request->blocks);
  }
  if (request->results != nullptr) {
    image::change_words(request->results, request->results, request->results_bytes, [request](uint64_t word) {
      return operators::finished(request->composed, word, request->ranks);
    });
  }
  free(request->prepared);
  free(request->room);
  request->open = 0;
  open_request = nullptr;
  return !alltoallv.is_open() || go_on(request);
}
bool takes_interrupts() {
#ifdef __riscv
  constexpr uint32_t kEnabled = 1u << 3;
  uint32_t status;
  asm volatile("csrr %0, mstatus" : "=r"(status));
  return (status & kEnabled) != 0;
#else
  return false;
#endif
}
// Waits until no collective is under way. A read of CC_WAIT would keep the core from interrupts.
void wait() {
  if (!takes_interrupts()) {
    read(CC_WAIT);
  } else {
    while (read(CC_BUSY) != 0) continue;
  }
}

// Waits for the end of the open request.
int finish(cc_request* request) {
  do {
    wait();
  } while (!end(request));
  return request->error;
}

int run(const Call& call) {
  cc_request request;
  const int error = begin(call, &request);
  return error == CC_OK && request.open ? finish(&request) : error;
}

// The first step of an alltoallv, or the one behind a step that has ended. Returns whether it was the last:
// those that end at once are none.
bool go_on(cc_request* request) {
  Call step;
  while (alltoallv.next(step)) {
    const int error = begin(step, request);
    if (error != CC_OK) {
      alltoallv.end(unsigned(error));
    } else if (request->open) {
      return false;
    }
  }
  request->error = alltoallv.error();
  return true;
}

int begin_alltoallv(const image::Alltoallv::Side& send, const image::Alltoallv::Side& receive, cc_type type,
                    cc_comm comm, void* caller, cc_request* request) {
  if (!is_free(request)) return CC_ERR_REQUEST;
  if (!is_comm(comm)) return fail(CC_ALLTOALL | CC_STEP, caller, CC_ERR_COMM);
  const bool is_type = unsigned(type) < kTypes;
  alltoallv.begin(send, receive, is_type ? CC_OK : CC_ERR_TYPE, is_type ? type : CC_UINT8, is_type ? size_of(type) : 1,
                  1u << __builtin_popcount(group_of(comm)), kMostBytes, comm, caller);
  return go_on(request) ? request->error : CC_OK;
}

uint64_t barrier_word;

}  // namespace

#define CALLER __builtin_return_address(0)

extern "C" {

int cc_rank(cc_comm comm) {
  return is_comm(comm) ? int(Subcube(read(CC_DIMENSION), group_of(comm), read(CC_NODE)).rank()) : -1;
}
int cc_size(cc_comm comm) {
  return is_comm(comm) ? 1 << __builtin_popcount(group_of(comm)) : -1;
}
int cc_use(cc_collective collective, const char* algorithm) {
  const bool is_known = unsigned(collective) < std::size(kCollectives);
  return is_known && image::choice().prefer(kCollectives[collective], algorithm) ? CC_OK : CC_ERR_ALGORITHM;
}
unsigned long long cc_cycles(void) {
  const uint32_t low = read(CC_CYCLES);
  return uint64_t(read(CC_CYCLES_HIGH)) << 32 | low;
}

int cc_wait(cc_request* request) {
  if (request == nullptr) return CC_ERR_REQUEST;
  if (request != open_request) return request->open ? CC_ERR_REQUEST : CC_OK;
  return finish(request);
}
int cc_test(cc_request* request, int* done) {
  if (request == nullptr || done == nullptr) return CC_ERR_REQUEST;
  *done = 1;
  if (request != open_request) return request->open ? CC_ERR_REQUEST : CC_OK;
  *done = read(CC_BUSY) == 0 && end(request);
  return *done ? request->error : CC_OK;
}

// Each call in its two forms.
#define CC_CALLS(name, parameters, ...)                           \
  int cc_##name(parameters, cc_comm comm) {                       \
    return run({__VA_ARGS__, comm, CALLER});                      \
  }                                                               \
  int cc_i##name(parameters, cc_comm comm, cc_request* request) { \
    return begin({__VA_ARGS__, comm, CALLER}, request);           \
  }
#define CC_LIST(...) __VA_ARGS__
#define CC_MOVES const void *send, void *receive, int count, cc_type type
#define CC_COMBINES CC_MOVES, cc_op op

CC_CALLS(bcast, CC_LIST(void* buffer, int count, cc_type type, int root), CC_BCAST, buffer, buffer, count, type, CC_SUM,
         root)
CC_CALLS(scatter, CC_LIST(CC_MOVES, int root), CC_SCATTER, send, receive, count, type, CC_SUM, root)
CC_CALLS(gather, CC_LIST(CC_MOVES, int root), CC_GATHER, send, receive, count, type, CC_SUM, root)
CC_CALLS(allgather, CC_LIST(CC_MOVES), CC_ALLGATHER, send, receive, count, type, CC_SUM, 0)
CC_CALLS(alltoall, CC_LIST(CC_MOVES), CC_ALLTOALL, send, receive, count, type, CC_SUM, 0)
CC_CALLS(reduce, CC_LIST(CC_COMBINES, int root), CC_REDUCE, send, receive, count, type, op, root)
CC_CALLS(reduce_scatter, CC_LIST(CC_COMBINES), CC_REDUCE_SCATTER, send, receive, count, type, op, 0)
CC_CALLS(allreduce, CC_LIST(CC_COMBINES), CC_ALLREDUCE, send, receive, count, type, op, 0)
CC_CALLS(scan, CC_LIST(CC_COMBINES), CC_SCAN, send, receive, count, type, op, 0)
CC_CALLS(exscan, CC_LIST(CC_COMBINES), CC_EXSCAN, send, receive, count, type, op, 0)

int cc_ialltoallv(const void* send, const int* send_counts, const int* send_places, void* receive,
                  const int* receive_counts, const int* receive_places, cc_type type, cc_comm comm,
                  cc_request* request) {
  return begin_alltoallv({send, send_counts, send_places}, {receive, receive_counts, receive_places}, type, comm,
                         CALLER, request);
}
int cc_alltoallv(const void* send, const int* send_counts, const int* send_places, void* receive,
                 const int* receive_counts, const int* receive_places, cc_type type, cc_comm comm) {
  cc_request request;
  const int error = begin_alltoallv({send, send_counts, send_places}, {receive, receive_counts, receive_places}, type,
                                    comm, CALLER, &request);
  return error == CC_OK && request.open ? finish(&request) : error;
}

unsigned cc_dead_links(void) {
  unsigned dead = 0;
  for (unsigned port = 0; port < read(CC_DIMENSION); ++port) {
    const uint32_t status = node::address(node::Block::kLink, port, uint32_t(node::LinkRegister::kStatus));
    if ((read(image::mapped(status)) & node::kLinkDead) != 0) dead |= 1u << port;
  }
  return dead;
}

int cc_barrier(cc_comm comm) {
  return run({CC_BARRIER, &barrier_word, &barrier_word, 1, CC_UINT64, CC_BOR, 0, comm, CALLER});
}
int cc_ibarrier(cc_comm comm, cc_request* request) {
  return begin({CC_BARRIER, &barrier_word, &barrier_word, 1, CC_UINT64, CC_BOR, 0, comm, CALLER}, request);
}

}  // extern "C"
