// SPDX-License-Identifier: Apache-2.0
// The state of a run, on its way to a checkpoint or back. One function of each class does both:
//
//     void serialize(Archive& archive) {
//       archive.values(cycle_, started_);   // bytes as they are
//       archive.vector(words_);
//     }
//     Archive::writing([&](std::span<const std::byte> bytes) { file << bytes; });
//
// Another process of the same program reads it. Pointers would not fit it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace testbench {

class Archive {
 public:
  using Write = std::function<void(std::span<const std::byte>)>;
  using Read = std::function<void(std::span<std::byte>)>;  // fills all of it, or throws

  static Archive writing(Write write) { return Archive(std::move(write), nullptr); }
  static Archive reading(Read read) { return Archive(nullptr, std::move(read)); }

  bool is_reading() const { return read_ != nullptr; }

  template <class... Values>
  void values(Values&... values) {
    (items(&values, 1), ...);
  }
  // As many as there are on both sides.
  template <class T>
  void items(T* first, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
    if (is_reading()) {
      read_({reinterpret_cast<std::byte*>(first), count * sizeof(T)});
    } else {
      write_({reinterpret_cast<const std::byte*>(first), count * sizeof(T)});
    }
  }
  // The vector may have any length, like the next two.
  template <class Vector>
  void vector(Vector& vector) {
    resize(vector);
    items(vector.data(), vector.size());
  }
  void bits(std::vector<bool>& bits) {
    std::vector<std::uint8_t> bytes(bits.begin(), bits.end());
    vector(bytes);
    if (is_reading()) bits.assign(bytes.begin(), bytes.end());
  }
  void text(std::optional<std::string>& text) {
    bool has = text.has_value();
    values(has);
    if (!has) return text.reset();
    if (!text) text.emplace();
    vector(*text);
  }
  // The length of a vector whose elements follow.
  template <class Vector>
  void resize(Vector& vector) {
    std::uint64_t size = vector.size();
    values(size);
    if (is_reading()) vector.resize(size);
  }

 private:
  Archive(Write write, Read read) : write_(std::move(write)), read_(std::move(read)) {}

  Write write_;
  Read read_;
};

}  // namespace testbench
