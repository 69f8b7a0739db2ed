// SPDX-License-Identifier: Apache-2.0
// Memories of a synthesizable part. A memory is read before it is written within a cycle (unless it
// forwards), has one write port and as many read ports as the code uses; its contents are never
// reset. At power-up a word holds the value of its constructor.
//
//     Ram<Packet, 16> slots;            // asynchronous read: LUT RAM
//     Packet head = slots.read(first);  // the word before this cycle
//     slots.write(last, packet);        // seen from the next cycle on
//     SyncRam<Entry, 64> program;       // registered read: block RAM
//     Entry entry = program.data();     // the word of the latest request, from the cycle after it
//     program.request(next);
//     ForwardingRam<Word, 8> words;     // asynchronous read, after the write too
//
// Ram and SyncRam of kRuntimeDepth are for the native engine only: their depth is chosen when the
// mesh is built, the words lie in memory that the mesh owns, and everything else is the same code.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

// Marks a function that becomes a module of its own in the RTL: a member function of a class whose
// objects are part of the state. It is kept whole for stepc and inlined everywhere else, because on
// the host a call with its many arguments takes as long as the work in it.
#if defined(STEPC)
#define HLS_MODULE __attribute__((noinline, annotate("hls.module")))
#define HLS_MEMORY_PORT(port) __attribute__((noinline, annotate("hls.memory." #port)))
#elif defined(CUBECAST_AP_UINT) || defined(CUBECAST_AC_INT)
#define HLS_MODULE
#define HLS_MEMORY_PORT(port)
#else
#define HLS_MODULE __attribute__((always_inline))
#define HLS_MEMORY_PORT(port)
#endif

// A pragma for Vitis HLS; the other tools recognise memories by themselves.
#if defined(CUBECAST_AP_UINT)
#define HLS_STORAGE(storage) _Pragma(storage)
#else
#define HLS_STORAGE(storage)
#endif

namespace hls {

inline constexpr std::size_t kRuntimeDepth = 0;

// The address that a memory of N words sees. If N is a power of two it is the low bits of the
// index, as in hardware. Otherwise the index must be below N.
template <std::size_t N>
constexpr std::uint32_t memory_address(std::uint32_t index) {
  constexpr bool kPowerOfTwo = (N & (N - 1)) == 0;
  return kPowerOfTwo ? index & static_cast<std::uint32_t>(N - 1) : index;
}

// N words of T with asynchronous read (LUT RAM).
// \tparam T  the word
// \tparam N  the number of words, or kRuntimeDepth
template <class T, std::size_t N>
class Ram {
 public:
  Ram() = default;
  // The contents at power-up: Ram<Bits<8>, 16> table{kTable}.
  explicit Ram(const std::array<T, N>& words) {
    for (std::size_t i = 0; i < N; ++i) words_[i] = words[i];
  }
  static constexpr std::size_t size() { return N; }
  HLS_MEMORY_PORT(read) T read(std::uint32_t index) const {
    HLS_STORAGE("HLS BIND_STORAGE variable=words_ type=ram_1wnr impl=lutram")
    return words_[memory_address<N>(index)];
  }
  HLS_MEMORY_PORT(write) void write(std::uint32_t index, const T& word) { words_[memory_address<N>(index)] = word; }

 private:
  T words_[N];
};

// N words of T with asynchronous read, for code that reads after it has written within a cycle: the
// new word is forwarded, which costs a comparator and a multiplexer for each such read.
template <class T, std::size_t N>
class ForwardingRam : public Ram<T, N> {
 public:
  using Ram<T, N>::Ram;
};

// N words of T with registered read (block RAM), without reset. In a cycle: data(), of an earlier
// request, request(), write().
// \tparam T  the word
// \tparam N  the number of words, or kRuntimeDepth
template <class T, std::size_t N>
class SyncRam {
 public:
  SyncRam() = default;
  explicit SyncRam(const std::array<T, N>& words) {
    for (std::size_t i = 0; i < N; ++i) words_[i] = words[i];
    data_ = T{};
  }
  static constexpr std::size_t size() { return N; }
  // Reads a word as it stands before this cycle's write; data() returns it from the next cycle on.
  HLS_MEMORY_PORT(request) void request(std::uint32_t index) {
    HLS_STORAGE("HLS BIND_STORAGE variable=words_ type=ram_s2p impl=bram")
    data_ = words_[memory_address<N>(index)];
  }
  // The word that the latest request before this cycle asked for.
  HLS_MEMORY_PORT(data) T data() const { return data_; }
  HLS_MEMORY_PORT(write) void write(std::uint32_t index, const T& word) { words_[memory_address<N>(index)] = word; }

 private:
  T words_[N];
  T data_;
};

// Words that the mesh owns; their number is a power of two of its choice.
template <class T>
class AttachedWords {
 public:
  // `words` must hold `size` words for as long as the memory is used.
  void attach(T* words, std::size_t size) {
    words_ = words;
    size_ = static_cast<std::uint32_t>(size);
  }
  std::uint32_t size() const { return size_; }
  T* words() const { return words_; }
  void write(std::uint32_t index, const T& word) { words_[index] = word; }

 protected:
  T* words_ = nullptr;
  std::uint32_t size_ = 0;
};

template <class T>
class Ram<T, kRuntimeDepth> : public AttachedWords<T> {
 public:
  T read(std::uint32_t index) const { return this->words_[index]; }
};

template <class T>
class SyncRam<T, kRuntimeDepth> : public AttachedWords<T> {
 public:
  void request(std::uint32_t index) { data_ = this->words_[index]; }
  T data() const { return data_; }

 private:
  T data_{};
};

}  // namespace hls
