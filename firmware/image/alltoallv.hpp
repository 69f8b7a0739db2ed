// SPDX-License-Identifier: Apache-2.0
// An alltoall with a count for each pair of ranks, in steps, each a collective of all ranks:
//
//   1. they agree on the largest count and on errors, so that all return the same one and none waits
//   2. they agree that all have memory for blocks of that size
//   3. the blocks go, each behind its own count
#pragma once

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "firmware/image/cc.h"
#include "firmware/image/exchange.hpp"

namespace image {

class Alltoallv {
 public:
  // A buffer of the program, with counts and places by rank, in elements.
  struct Side {
    const void* buffer;
    const int* counts;
    const int* places;
  };

  // `type_error`: CC_OK if the type, of elements of `size` bytes, is one.
  void begin(const Side& send, const Side& receive, cc_error type_error, cc_type type, unsigned size, unsigned ranks,
             uint32_t most_bytes, cc_comm comm, void* caller) {
    send_ = send;
    receive_ = receive;
    type_ = type;
    size_ = size;
    ranks_ = ranks;
    most_bytes_ = most_bytes;
    comm_ = comm;
    caller_ = caller;
    mine_ = {CC_OK, 0};
    uint32_t comes = 0;
    mine_.error = fault_of(send, mine_.most);
    if (mine_.error == CC_OK) mine_.error = fault_of(receive, comes);
    if (mine_.error == CC_OK) mine_.error = type_error;
    error_ = CC_OK;
    next_ = Next::kAgree;
  }
  bool is_open() const { return next_ != Next::kNone; }
  // The call has ended with it.
  int error() const { return error_; }

  // The last step has ended, or there was none. Returns whether there is another.
  bool next(Call& step) {
    switch (next_) {
      case Next::kAgree:
        step = agreement();
        next_ = Next::kReserve;
        return true;
      case Next::kReserve:
        if (all_.error != CC_OK) return end(all_.error);
        reserve();
        step = agreement();
        next_ = Next::kMove;
        return true;
      case Next::kMove:
        if (all_.error != CC_OK) return end(all_.error);
        pack();
        step = {CC_ALLTOALL, leaves(0), arrives(0), int(block_ / size_), type_, CC_SUM, 0, comm_, caller_, true};
        next_ = Next::kUnpack;
        return true;
      case Next::kUnpack:
        return end(unpack());
      case Next::kNone:
        break;
    }
    return false;
  }
  // Ends the call. Returns false.
  bool end(unsigned error) {
    free(room_);
    room_ = nullptr;
    error_ = int(error);
    next_ = Next::kNone;
    return false;
  }

 private:
  enum class Next { kNone, kAgree, kReserve, kMove, kUnpack };
  // The largest of all ranks. It fills a packet.
  struct alignas(8) Agreed {
    uint32_t error;
    uint32_t most;  // elements from one rank to another
  };

  cc_error fault_of(const Side& side, uint32_t& most) const {
    if (side.counts == nullptr || side.places == nullptr) return CC_ERR_BUFFER;
    for (unsigned rank = 0; rank < ranks_; ++rank) {
      if (side.counts[rank] < 0 || side.places[rank] < 0) return CC_ERR_COUNT;
      // Memory has an end.
      if ((uint64_t(side.places[rank]) + unsigned(side.counts[rank])) * size_ > SIZE_MAX) return CC_ERR_COUNT;
      if (side.counts[rank] != 0 && side.buffer == nullptr) return CC_ERR_BUFFER;
      if (uint32_t(side.counts[rank]) > most) most = side.counts[rank];
    }
    return CC_OK;
  }

  Call agreement() { return {CC_ALLREDUCE, &mine_, &all_, 2, CC_UINT32, CC_MAX, 0, comm_, caller_, true}; }
  void reserve() {
    const uint64_t block = (uint64_t(all_.most) * size_ + 15) / 8 * 8;
    const bool is_too_much = block * ranks_ > most_bytes_;
    block_ = is_too_much ? 0 : unsigned(block);
    room_ = is_too_much ? nullptr : malloc(2 * ranks_ * block_ + 8);
    mine_.error = is_too_much ? CC_ERR_COUNT : room_ == nullptr ? CC_ERR_MEMORY : CC_OK;
  }
  void* leaves(unsigned rank) { return at(room_, -reinterpret_cast<uintptr_t>(room_) % 8 + rank * block_); }
  void* arrives(unsigned rank) { return leaves(ranks_ + rank); }

  void pack() {
    for (unsigned rank = 0; rank < ranks_; ++rank) {
      memcpy(leaves(rank), &send_.counts[rank], sizeof(int));
      memcpy(at(leaves(rank), 8), at(send_.buffer, size_t(send_.places[rank]) * size_), send_.counts[rank] * size_);
    }
  }
  // Nothing is received if a count is wrong.
  cc_error unpack() {
    for (unsigned rank = 0; rank < ranks_; ++rank) {
      if (memcmp(arrives(rank), &receive_.counts[rank], sizeof(int)) != 0) return CC_ERR_COUNT;
    }
    void* const buffer = const_cast<void*>(receive_.buffer);  // the program gave it as one to write
    for (unsigned rank = 0; rank < ranks_; ++rank) {
      memcpy(at(buffer, size_t(receive_.places[rank]) * size_), at(arrives(rank), 8), receive_.counts[rank] * size_);
    }
    return CC_OK;
  }

  Side send_{}, receive_{};
  cc_type type_ = CC_UINT8;
  unsigned size_ = 0, ranks_ = 0;
  uint32_t most_bytes_ = 0;  // of all blocks
  cc_comm comm_ = 0;
  void* caller_ = nullptr;  // its place in the program
  Agreed mine_{}, all_{};
  void* room_ = nullptr;  // blocks that leave, and blocks that arrive
  unsigned block_ = 0;    // bytes of one
  int error_ = CC_OK;
  Next next_ = Next::kNone;
};

}  // namespace image
