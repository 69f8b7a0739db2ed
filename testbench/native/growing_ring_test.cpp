// SPDX-License-Identifier: Apache-2.0
#include "testbench/native/growing_ring.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <map>

#include "test_support/seed.hpp"

namespace testbench {
namespace {

// A memory that counts its outstanding bytes.
class CountedMemory : public std::pmr::memory_resource {
 public:
  std::size_t out() const { return out_; }
  std::size_t most() const { return most_; }
  ~CountedMemory() override {
    for (const auto& [block, bytes] : blocks_) ::operator delete(block, std::align_val_t(64));
  }

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    EXPECT_LE(alignment, 64u);
    out_ += bytes;
    most_ = std::max(most_, out_);
    void* const block = ::operator new(bytes, std::align_val_t(64));
    blocks_[block] = bytes;
    return block;
  }
  void do_deallocate(void* block, std::size_t bytes, std::size_t) override {
    EXPECT_EQ(blocks_.at(block), bytes);
    out_ -= bytes;
    blocks_.erase(block);
    ::operator delete(block, std::align_val_t(64));
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  std::map<void*, std::size_t> blocks_;
  std::size_t out_ = 0;
  std::size_t most_ = 0;
};

struct Word {
  std::uint64_t a;
  std::uint32_t b;
};

TEST(GrowingRing, TakesNoMemoryBeforeTheFirstWord) {
  CountedMemory memory;
  const RingMemory rings{&memory, 1024};
  GrowingRing<Word> ring;
  ring.attach(rings);
  EXPECT_EQ(ring.size(), 1024u);
  EXPECT_EQ(memory.out(), 0u);
}

TEST(GrowingRing, IsARingWhateverItHolds) {
  auto random = test_support::seeded_random();
  for (const std::uint32_t size : {4u, 8u, 256u}) {
    CountedMemory memory;
    const RingMemory rings{&memory, size};
    GrowingRing<Word> ring;
    ring.attach(rings);
    std::deque<std::uint64_t> model;
    std::uint32_t first = 0xFFFFFFF0u;  // indices wrap
    for (std::uint32_t step = 0; step < 20000; ++step) {
      const bool filling = step / 500 % 2 == 0;
      const bool push = model.size() < size && random() % 4 < (filling ? 3u : 1u);
      const bool pop = !model.empty() && random() % 4 < (filling ? 1u : 3u);
      const auto count = static_cast<std::uint32_t>(model.size());
      if (!model.empty()) ASSERT_EQ(ring.read(first).a, model.front());
      if (push) {
        ring.push(first, count, {step, step});
        model.push_back(step);
      }
      if (pop) {
        ++first;
        model.pop_front();
      }
      for (std::uint32_t i = 0; i < model.size(); ++i) ASSERT_EQ(ring.read(first + i).a, model[i]);
    }
    EXPECT_LE(memory.out(), size * sizeof(Word) + 64) << "what it has outgrown is given back";
  }
}

TEST(GrowingRing, IsAsLargeAsWhatItHolds) {
  CountedMemory memory;
  const RingMemory rings{&memory, 1 << 20};
  GrowingRing<Word> ring;
  ring.attach(rings);
  for (std::uint32_t step = 0; step < 100000; ++step) {  // never more than three words
    const std::uint32_t first = step < 2 ? 0 : step - 2;
    ring.push(first, step - first, {step, 0});
  }
  EXPECT_LE(memory.most(), 4 * sizeof(Word) + 64);
}

}  // namespace
}  // namespace testbench
