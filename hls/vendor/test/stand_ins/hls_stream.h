// SPDX-License-Identifier: Apache-2.0
// Test only. Stands in for the part of Xilinx's hls_stream.h that Cubecast uses, with the two things that an
// AXI4-Stream has and a plain queue does not: both sides block, and there is room for few words.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>

namespace hls {

template <class T>
class stream {
 public:
  static constexpr std::size_t kRoom = 2;

  void write(const T& word) {
    std::unique_lock<std::mutex> lock(channel_->mutex);
    channel_->changed.wait(lock, [this] { return channel_->words.size() < kRoom; });
    channel_->words.push_back(word);
    channel_->changed.notify_all();
  }
  T read() {
    std::unique_lock<std::mutex> lock(channel_->mutex);
    channel_->changed.wait(lock, [this] { return !channel_->words.empty(); });
    const T word = channel_->words.front();
    channel_->words.pop_front();
    channel_->changed.notify_all();
    return word;
  }
  bool empty() const {
    const std::lock_guard<std::mutex> lock(channel_->mutex);
    return channel_->words.empty();
  }
  bool full() const {
    const std::lock_guard<std::mutex> lock(channel_->mutex);
    return channel_->words.size() >= kRoom;
  }
  // The wire between two ports: not part of the library, where a block design does it.
  void connect(stream& other) { channel_ = other.channel_; }

 private:
  struct Channel {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<T> words;
  };
  std::shared_ptr<Channel> channel_ = std::make_shared<Channel>();
};

}  // namespace hls
