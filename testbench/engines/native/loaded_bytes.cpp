// SPDX-License-Identifier: Apache-2.0
#include "testbench/engines/native/loaded_bytes.hpp"

#include <cstring>
#include <functional>
#include <string_view>

namespace testbench {

LoadedBytes::LoadedBytes(std::size_t lanes, std::size_t depth, std::size_t most, std::size_t word_bytes)
    : depth_(depth), word_bytes_(word_bytes), lanes_(lanes), arena_((1 + lanes + most) * depth * word_bytes) {
}
LoadedBytes::~LoadedBytes() = default;

std::byte* LoadedBytes::open(std::size_t lane, const std::byte* closed) {
  std::byte* const words = slice(1 + lane);
  std::size_t& extent = lanes_[lane];
  const std::size_t place = place_of(closed);
  const std::size_t used = place == 0 ? 0 : closed_[place - first_closed()].extent;
  put(words, extent, closed, used);
  extent = used;
  if (place != 0) leave(place);
  return words;
}

void LoadedBytes::written(std::size_t lane, std::size_t index) {
  if (index < depth_ && index >= lanes_[lane]) lanes_[lane] = index + 1;
}

std::byte* LoadedBytes::close(std::size_t lane) {
  const std::byte* const words = slice(1 + lane);
  const std::size_t extent = lanes_[lane];
  if (extent == 0) return blank();
  const std::string_view bytes(reinterpret_cast<const char*>(words), extent * word_bytes_);
  const std::size_t hash = std::hash<std::string_view>()(bytes);
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto found = begin; found != end; ++found) {
    Closed& other = closed_[found->second - first_closed()];
    if (other.extent == extent && std::memcmp(slice(found->second), bytes.data(), bytes.size()) == 0) {
      ++other.users;
      return slice(found->second);
    }
  }
  const std::size_t place = free_place();
  Closed& made = closed_[place - first_closed()];
  put(slice(place), made.extent, words, extent);
  made = {extent, hash, 1};
  by_hash_.emplace(hash, place);
  return slice(place);
}

void LoadedBytes::share(const std::byte* closed) {
  const std::size_t place = place_of(closed);
  if (place != 0) ++closed_[place - first_closed()].users;
}

// Copies words over others, of which `before` have been written; the rest is zero.
void LoadedBytes::put(std::byte* to, std::size_t before, const std::byte* from, std::size_t extent) const {
  if (before > extent) std::memset(to + extent * word_bytes_, 0, (before - extent) * word_bytes_);
  if (extent != 0) std::memcpy(to, from, extent * word_bytes_);
}

// Removes a user.
void LoadedBytes::leave(std::size_t place) {
  Closed& left = closed_[place - first_closed()];
  if (--left.users != 0) return;
  auto found = by_hash_.equal_range(left.hash).first;
  while (found->second != place) ++found;
  by_hash_.erase(found);
  free_.push_back(place);
}

std::size_t LoadedBytes::free_place() {
  if (free_.empty()) {
    closed_.emplace_back();
    return first_closed() + closed_.size() - 1;
  }
  const std::size_t place = free_.back();
  free_.pop_back();
  return place;
}

}  // namespace testbench
