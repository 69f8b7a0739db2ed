// SPDX-License-Identifier: Apache-2.0
// The release program of a link: when how many of its packets may leave the router. So an algorithm
// goes in routing cycles, as Johnsson and Ho have them (section 1): packets that come in one routing
// cycle wait for the next, and a frame has those of one routing cycle.
//
// A program is a list of (cycle, packets), with cycles counted from the start: from that cycle on so
// many packets more may leave. With a period it starts over again and again, each time with all
// cycles later by the period. Software writes the period first, which begins a new program. Without
// entries packets leave as they come.
//
// Example: (0, 4) (50, 8), period 0: four packets may leave from the start on, and eight more from
// cycle 50 on. If only three are there before cycle 50, nine may leave then.
#pragma once

#include "hls/link/end.hpp"

namespace links {

template <class Config>
constexpr bool has_releases() {
  return Config::kReleaseDepth != 0;
}

template <class Config>
class ReleaseProgram {
 public:
  // One cycle. `start`: cycle 0 of the program comes next. `leaves`: a packet has left. Returns
  // whether one more may leave.
  HLS_MODULE hls::Bit tick(const EndAccess& access, hls::Bit start, hls::Bit leaves) {
    const Release release = releases_.read(next_);
    const hls::Bits<32> since(now_ - base_ - release.cycle);  // of the upper half: it is still to come
    const bool is_due = next_ != length_ && since < 0x80000000u;
    const std::uint32_t may = may_ + (is_due ? release.packets : 0u) - (leaves && length_ != 0 ? 1u : 0u);
    const bool opens = length_ == 0 || may != 0;
    const bool starts_over = is_due && next_ + 1u == length_ && period_ != 0;
    if (start) {
      now_ = base_ = may_ = hls::Bits<32>(0);
      next_ = Count(0);
    } else {
      now_ = hls::Bits<32>(now_ + 1);
      may_ = hls::Bits<32>(may);
      if (starts_over) base_ = hls::Bits<32>(base_ + period_);
      if (is_due) next_ = starts_over ? Count(0) : Count(next_ + 1);
    }
    write(access);
    return hls::Bit(opens);
  }

 private:
  struct Release {
    hls::Bits<32> cycle;
    hls::Bits<32> packets;
  };
  using Count = hls::Bits<hls::index_width(Config::kReleaseDepth + 1)>;

  void write(const EndAccess& access) {
    if (!access.write) return;
    switch (node::LinkRegister{access.target}) {
      case node::LinkRegister::kReleasePeriod:
        period_ = access.value;
        length_ = Count(0);
        break;
      case node::LinkRegister::kReleaseCycle:
        cycle_ = access.value;
        break;
      case node::LinkRegister::kRelease:
        if (length_ == Config::kReleaseDepth) break;
        releases_.write(length_, Release{cycle_, access.value});
        length_ = Count(length_ + 1);
        break;
      default:
        break;
    }
  }

  hls::Ram<Release, Config::kReleaseDepth> releases_;
  Count length_;          // of the program
  hls::Bits<32> period_;  // 0: it is played once
  hls::Bits<32> cycle_;   // of the entries written from now on
  hls::Bits<32> now_;     // cycles since the start
  hls::Bits<32> base_;    // of these, when the program has begun
  hls::Bits<32> may_;     // packets that may leave
  Count next_;            // the entry that comes next
};

}  // namespace links
