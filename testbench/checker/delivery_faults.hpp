// What is wrong with the packets that nodes hold: counted, and the first case in words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

namespace testbench {

// A word of a receive memory.
struct DeliveredWord {
  std::uint64_t node;
  std::uint64_t source;
  std::uint64_t packet;  // 0 .. M-1
  std::uint64_t sent;    // the payload at the source
  std::uint64_t held;
  unsigned writes;  // how often a packet has been delivered to it

  std::tuple<std::uint64_t, std::uint64_t, std::uint64_t> place() const { return {node, source, packet}; }
};

class DeliveryFaults {
 public:
  // A word of another node must have been written once, with what was sent; one of an own block
  // never.
  void judge(const DeliveredWord& word);
  // A word that no packet is for.
  void judge_unused(const DeliveredWord& word);

  // Nothing if there is none; else the first, by node, source and packet, and their numbers.
  std::optional<std::string> verdict() const;

 private:
  void name(const DeliveredWord& word, const char* what);

  struct Named {
    DeliveredWord word;
    const char* what;
  };

  std::uint64_t missing_ = 0;
  std::uint64_t doubled_ = 0;
  std::uint64_t altered_ = 0;
  std::uint64_t own_ = 0;
  std::optional<Named> first_;
};

}  // namespace testbench
