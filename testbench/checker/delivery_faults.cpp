#include "testbench/checker/delivery_faults.hpp"

#include <fmt/format.h>

namespace testbench {

void DeliveryFaults::judge(const DeliveredWord& word) {
  const bool is_own = word.node == word.source;
  const char* what = nullptr;
  if (is_own && (word.writes != 0 || word.held != word.sent)) {
    ++own_;
    what = "own word disturbed";
  } else if (!is_own && word.writes == 0) {
    ++missing_;
    what = "missing";
  } else if (!is_own && word.writes > 1) {
    ++doubled_;
    what = "written more than once";
  } else if (word.held != word.sent) {
    ++altered_;
    what = "altered";
  }
  if (what != nullptr) name(word, what);
}

void DeliveryFaults::judge_unused(const DeliveredWord& word) {
  if (word.writes == 0) return;
  ++doubled_;
  name(word, "was never sent");
}

void DeliveryFaults::name(const DeliveredWord& word, const char* what) {
  if (!first_ || word.place() < first_->word.place()) first_ = {word, what};
}

std::optional<std::string> DeliveryFaults::verdict() const {
  if (!first_) return std::nullopt;
  const DeliveredWord& word = first_->word;
  return fmt::format(
      "node {}, packet {} of source {}: {} (holds {:#018x}, sent {:#018x}, writes {}); in all {} missing, {} written "
      "more than once, {} altered, {} own words disturbed",
      word.node, word.packet, word.source, first_->what, word.held, word.sent, word.writes, missing_, doubled_,
      altered_, own_);
}

}  // namespace testbench
