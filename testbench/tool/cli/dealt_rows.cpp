// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/cli/dealt_rows.hpp"

#include <optional>

namespace testbench {
namespace {

// A row's number, and its line when it is measured. As numbers, kNone is for a rank without a row:
// it asks for one, or there is none left.
constexpr std::uint64_t kNone = ~std::uint64_t{0};

Bytes row_letter(std::uint64_t run, const std::string& line = "") {
  Bytes bytes;
  append(bytes, run);
  append_text(bytes, line);
  return bytes;
}

std::uint64_t run_of(const Letter& letter) {
  std::span<const std::byte> left = letter.bytes;
  return take<std::uint64_t>(left);
}
std::string line_of(const Letter& letter) {
  return text_of(std::span(letter.bytes).subspan(sizeof(std::uint64_t)));
}

}  // namespace

void DealtRows::measure(const Measure& measure, const Take& take) {
  if (ranks_.rank() != 0) {
    ranks_.post({0, row_letter(kNone)});
    for (;;) {
      const Letter letter = ranks_.wait_for_letter();
      const std::uint64_t run = run_of(letter);
      if (run == kNone) return;
      ranks_.post({0, row_letter(run, measure(run))});
    }
  }
  take_ = take;
  while (next_ < order_.size()) {
    const std::size_t run = order_[next_++];
    take(run, measure(run));
    serve();
  }
  while (working_ != 0) answer(ranks_.wait_for_letter());
}

void DealtRows::serve() {
  if (ranks_.rank() != 0) return;
  while (const std::optional<Letter> letter = ranks_.fetch_letter()) answer(*letter);
}

void DealtRows::answer(const Letter& letter) {
  const bool is_left = next_ < order_.size();
  if (!is_left) --working_;
  ranks_.post({letter.rank, row_letter(is_left ? order_[next_++] : kNone)});
  const std::uint64_t run = run_of(letter);
  if (run != kNone) take_(run, line_of(letter));
}

}  // namespace testbench
