// SPDX-License-Identifier: Apache-2.0
// A network that is divided among ranks: processes, each of which has some of the nodes. MPI makes
// them (testbench/engines/mpi), or threads in tests (test_support/thread_ranks.hpp).
//
//     const NodeShare share(rank_of_node, ranks.rank());
//     Division division{ranks, share};
//     setting.division = &division;      // of a mesh that steps the nodes of this rank
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "testbench/judge/checker/node_share.hpp"

namespace testbench {

using Bytes = std::vector<std::byte>;

// A parcel goes to another rank, and one comes from it.
struct Parcel {
  unsigned rank = 0;
  Bytes out;
  Bytes in;              // with room for the largest that can come
  std::size_t came = 0;  // bytes of `in`
};

// To one rank, or from it.
struct Letter {
  unsigned rank = 0;
  Bytes bytes;
};

// All ranks call the same functions in the same order, but for letters. A rank that fails ends the
// others.
class Ranks {
 public:
  virtual ~Ranks() = default;

  virtual unsigned rank() const = 0;
  virtual unsigned count() const = 0;

  // Messages between neighbours. `parcels` stay where they are until finish_exchange() has filled
  // in what came. Other work may be done between the two.
  virtual void begin_exchange(std::span<Parcel> parcels) = 0;
  virtual void finish_exchange(std::span<Parcel> parcels) = 0;
  // Every number becomes the sum, or the largest, of all ranks.
  virtual void sum(std::span<std::uint64_t> numbers) = 0;
  virtual void most(std::span<std::uint64_t> numbers) = 0;
  // `to`: by rank. Returns what the others have for this one, by rank.
  virtual std::vector<Bytes> exchange(const std::vector<Bytes>& to) = 0;

  // Letters of one rank come in the order in which it has posted them. Nothing: none has come.
  virtual void post(const Letter& letter) = 0;
  virtual Letter wait_for_letter() = 0;
  virtual std::optional<Letter> fetch_letter() = 0;

  // Ranks that share the memory of this machine.
  virtual unsigned on_this_machine() const { return count(); }
  // Divides the nodes of a network, so that few links cross: the rank of each node. The neighbours of
  // node v are neighbours[first[v]] .. neighbours[first[v + 1] - 1]. A rank may have none.
  virtual std::vector<std::uint16_t> partition(std::span<const std::int32_t> first,
                                               std::span<const std::int32_t> neighbours) = 0;

  // Since the beginning: bytes sent, and time spent in these functions.
  virtual std::uint64_t bytes_sent() const { return 0; }
  virtual double seconds_waited() const { return 0; }
};

template <class T>
void append(Bytes& bytes, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  const auto* const first = reinterpret_cast<const std::byte*>(&value);
  bytes.insert(bytes.end(), first, first + sizeof value);
}

template <class T>
void append_all(Bytes& bytes, std::span<const T> values) {
  const auto first = std::as_bytes(values);
  bytes.insert(bytes.end(), first.begin(), first.end());
}
inline void append_text(Bytes& bytes, std::string_view text) {
  append_all(bytes, std::span<const char>(text));
}
inline std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Removes a value from the front of what is left.
template <class T>
T take(std::span<const std::byte>& bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes = bytes.subspan(sizeof value);
  return value;
}

// A text with its place in an order, such as a fault with its node.
struct PlacedText {
  std::uint64_t place = 0;
  std::string text;
};

// The text with the least place of all ranks, if any has one.
inline std::optional<PlacedText> first_of(Ranks& ranks, const std::optional<PlacedText>& mine) {
  Bytes bytes;
  if (mine) {
    append(bytes, mine->place);
    append_text(bytes, mine->text);
  }
  std::optional<PlacedText> first;
  for (const Bytes& of_rank : ranks.exchange(std::vector<Bytes>(ranks.count(), bytes))) {
    std::span<const std::byte> left = of_rank;
    if (left.empty()) continue;
    const auto place = take<std::uint64_t>(left);
    if (first && first->place <= place) continue;
    first = PlacedText{place, text_of(left)};
  }
  return first;
}

struct Division {
  Ranks& ranks;
  NodeShare share;
};

}  // namespace testbench
