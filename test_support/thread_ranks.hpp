// SPDX-License-Identifier: Apache-2.0
// Test only: ranks that are threads of the test (testbench/engines/mesh/division.hpp).
//
//     run_as_ranks(3, [](testbench::Ranks& ranks) { ... });
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <random>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "testbench/engines/mesh/division.hpp"

namespace test_support {

// std::barrier yields before it sleeps, and a thread that yields beside busy programs is late by milliseconds.
class Meeting {
 public:
  explicit Meeting(unsigned members) : members_(members) {}

  void arrive_and_wait() {
    std::unique_lock lock(mutex_);
    const std::uint64_t phase = phase_;
    ++arrived_;
    if (!end_if_all()) ended_.wait(lock, [&] { return phase_ != phase; });
  }
  void arrive_and_drop() {
    const std::scoped_lock lock(mutex_);
    --members_;
    end_if_all();
  }

 private:
  bool end_if_all() {
    if (arrived_ < members_) return false;
    arrived_ = 0;
    ++phase_;
    ended_.notify_all();
    return true;
  }

  std::mutex mutex_;
  std::condition_variable ended_;
  unsigned members_;
  unsigned arrived_ = 0;
  std::uint64_t phase_ = 0;
};

class ThreadRanks final : public testbench::Ranks {
 public:
  struct Room {
    explicit Room(unsigned count) : meeting(count), calls(count), numbers(count), mail(count) {}

    Meeting meeting;
    std::vector<std::string> calls;                   // by rank, what it calls
    std::vector<std::vector<std::uint64_t>> numbers;  // by rank
    std::vector<std::vector<testbench::Bytes>> mail;
    std::mutex mutex;
    std::condition_variable came;
    std::map<std::pair<unsigned, unsigned>, std::deque<testbench::Bytes>> parcels;  // by sender and receiver
    std::map<unsigned, std::deque<testbench::Letter>> letters;                      // by receiver
    std::atomic<std::uint64_t> messages = 0;                                        // parcels and sums
  };

  ThreadRanks(Room& room, unsigned rank) : room_(room), rank_(rank) {}

  unsigned rank() const override { return rank_; }
  unsigned count() const override { return static_cast<unsigned>(room_.numbers.size()); }

  void begin_exchange(std::span<testbench::Parcel> parcels) override {
    const std::scoped_lock lock(room_.mutex);
    room_.messages += parcels.size();
    for (const testbench::Parcel& parcel : parcels) room_.parcels[{rank_, parcel.rank}].push_back(parcel.out);
    room_.came.notify_all();
  }
  void finish_exchange(std::span<testbench::Parcel> parcels) override {
    std::unique_lock lock(room_.mutex);
    for (testbench::Parcel& parcel : parcels) {
      std::deque<testbench::Bytes>& queue = room_.parcels[{parcel.rank, rank_}];
      room_.came.wait(lock, [&] { return !queue.empty(); });
      std::ranges::copy(queue.front(), parcel.in.begin());
      parcel.came = queue.front().size();
      queue.pop_front();
    }
  }
  void sum(std::span<std::uint64_t> numbers) override {
    combine("sum", numbers, [](std::uint64_t a, std::uint64_t b) { return a + b; });
  }
  void most(std::span<std::uint64_t> numbers) override {
    combine("most", numbers, [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
  }
  std::vector<testbench::Bytes> exchange(const std::vector<testbench::Bytes>& to) override {
    room_.mail[rank_] = to;
    meet("exchange");
    std::vector<testbench::Bytes> from;
    for (const std::vector<testbench::Bytes>& of_rank : room_.mail) from.push_back(of_rank[rank_]);
    room_.meeting.arrive_and_wait();
    return from;
  }
  void post(const testbench::Letter& letter) override {
    const std::scoped_lock lock(room_.mutex);
    room_.letters[letter.rank].push_back({rank_, letter.bytes});
    room_.came.notify_all();
  }
  testbench::Letter wait_for_letter() override {
    std::unique_lock lock(room_.mutex);
    std::deque<testbench::Letter>& queue = room_.letters[rank_];
    room_.came.wait(lock, [&] { return !queue.empty(); });
    testbench::Letter letter = std::move(queue.front());
    queue.pop_front();
    return letter;
  }
  std::optional<testbench::Letter> fetch_letter() override {
    const std::scoped_lock lock(room_.mutex);
    std::deque<testbench::Letter>& queue = room_.letters[rank_];
    if (queue.empty()) return std::nullopt;
    std::optional<testbench::Letter> letter = std::move(queue.front());
    queue.pop_front();
    return letter;
  }
  std::vector<std::uint16_t> partition(std::span<const std::int32_t> first, std::span<const std::int32_t>) override {
    return testbench::ranks_by_address(static_cast<std::uint32_t>(first.size()) - 1, count());
  }

 private:
  // All ranks call the same functions in the same order.
  void meet(const std::string& call) {
    room_.calls[rank_] = call;
    room_.meeting.arrive_and_wait();
    for (const std::string& other : room_.calls) {
      if (other != call)
        throw std::logic_error("rank " + std::to_string(rank_) + " calls " + call + ", another " + other);
    }
  }

  template <class Operator>
  void combine(const char* name, std::span<std::uint64_t> numbers, Operator of) {
    ++room_.messages;
    room_.numbers[rank_].assign(numbers.begin(), numbers.end());
    meet(name + (" of " + std::to_string(numbers.size())));
    std::ranges::copy(room_.numbers[0], numbers.begin());
    for (unsigned rank = 1; rank < count(); ++rank) {
      for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = of(numbers[i], room_.numbers[rank][i]);
    }
    room_.meeting.arrive_and_wait();
  }

  Room& room_;
  unsigned rank_;
};

// An exception of one rank is thrown again when all have come to an end. Returns how many messages all have sent.
inline std::uint64_t run_as_ranks(unsigned count, const std::function<void(testbench::Ranks&)>& run) {
  ThreadRanks::Room room(count);
  std::vector<std::exception_ptr> failures(count);
  {
    std::vector<std::jthread> threads;
    for (unsigned rank = 0; rank < count; ++rank) {
      threads.emplace_back([&, rank] {
        ThreadRanks ranks(room, rank);
        try {
          run(ranks);
        } catch (...) {
          failures[rank] = std::current_exception();
          room.meeting.arrive_and_drop();
        }
      });
    }
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
  return room.messages;
}

// The rank of each node; every rank has one.
inline std::vector<std::uint16_t> ranks_at_random(std::uint32_t nodes, unsigned ranks, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint16_t> rank_of(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    rank_of[node] = static_cast<std::uint16_t>(node < ranks ? node : random() % ranks);
  }
  return rank_of;
}

}  // namespace test_support
