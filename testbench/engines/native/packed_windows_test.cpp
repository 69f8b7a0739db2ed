// SPDX-License-Identifier: Apache-2.0
// Packed windows against a plain memory.
#include "testbench/engines/native/packed_windows.hpp"

#include <gtest/gtest.h>

#include "hls/router/port_gate.hpp"
#include "test_support/seed.hpp"
#include "testbench/engines/native/node_storage.hpp"

namespace testbench::test {
namespace {

using Window = router::Window<LabelledConfig<20, router::PortModel::kGated>>;

Window window(std::uint32_t cycles, std::uint32_t port) {
  return {decltype(Window::cycles)(cycles), decltype(Window::port)(port)};
}
void expect_equal(const Window& a, const Window& b) {
  EXPECT_EQ(std::uint32_t{a.cycles}, std::uint32_t{b.cycles});
  EXPECT_EQ(std::uint32_t{a.port}, std::uint32_t{b.port});
}

TEST(PackedWindows, AreReadAgainFromTheFirstOn) {
  WindowMemory<PackedWindows<Window>> memory(1024);
  PackedWindows<Window> windows;
  memory.attach(windows);
  for (std::uint32_t i = 0; i < 1000; ++i) windows.write(i, window(i == 77 ? ~std::uint32_t{0} : i * i + 1, i % 21));
  for (int round = 0; round < 3; ++round) {
    for (std::uint32_t i = 0; i < 1000; ++i) {
      expect_equal(windows.read(i), window(i == 77 ? ~std::uint32_t{0} : i * i + 1, i % 21));
    }
  }
}

TEST(PackedWindows, AreZeroBeforeTheyAreWritten) {
  WindowMemory<PackedWindows<Window>> memory(8);
  PackedWindows<Window> windows;
  memory.attach(windows);
  expect_equal(windows.read(0), window(0, 0));
  windows.write(0, window(7, 2));
  expect_equal(windows.read(1), window(0, 0));
  expect_equal(windows.read(0), window(7, 2));
}

// Words are read, written and left out in any order, as no gate or driver does.
TEST(PackedWindows, AreThoseOfAMemory) {
  constexpr std::size_t kDepth = 32;
  auto random = test_support::seeded_random();
  for (int run = 0; run < 50; ++run) {
    WindowMemory<PackedWindows<Window>> packed(kDepth);
    PackedWindows<Window> windows;
    packed.attach(windows);
    WindowMemory<hls::Ram<Window, hls::kRuntimeDepth>> plain(kDepth);
    hls::Ram<Window, hls::kRuntimeDepth> words;
    plain.attach(words);
    std::uint32_t index = 0;
    for (int step = 0; step < 200; ++step) {
      index = random() % 4 == 0 ? random() % kDepth : (index + 1) % kDepth;
      if (random() % 3 == 0) {
        const Window written = window(static_cast<std::uint32_t>(random() >> (32 + random() % 32)), random() % 21);
        windows.write(index, written);
        words.write(index, written);
      } else {
        expect_equal(windows.read(index), words.read(index));
      }
    }
  }
}

}  // namespace
}  // namespace testbench::test
