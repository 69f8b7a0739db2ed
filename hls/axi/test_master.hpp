// SPDX-License-Identifier: Apache-2.0
// Test only: the master of an AXI4-Lite bus, with transfers in a queue for each channel and pauses
// of any length. It keeps the rules (a valid stays until its ready, with the same content) and
// notes where the slave does not.
//
//     LiteMaster master(random, 3);            // each channel moves in one cycle of three
//     master.write(address, value);
//     const LiteFromMaster in = master.drive();  // what it drives in this cycle
//     master.observe(out, rdata);                // what the slave's registers hold in it
//     slave.tick(in, out);
#pragma once

#include <deque>
#include <optional>
#include <random>
#include <vector>

#include "hls/axi/lite_slave.hpp"

namespace axi::test {

class LiteMaster {
 public:
  struct Answer {
    unsigned response;
    std::uint32_t data;
    bool operator==(const Answer&) const = default;
  };

  LiteMaster(std::mt19937_64& random, unsigned one_in) : random_(random), one_in_(one_in) {}

  void write(std::uint32_t address, std::uint32_t data, unsigned strobes = 0xf) {
    write_addresses_.push_back(address);
    write_data_.push_back({data, strobes});
  }
  void read(std::uint32_t address) { read_addresses_.push_back(address); }

  // From now on no answer to a write, or to a read, is taken.
  void refuse_write_answers() { takes_write_answers_ = false; }
  void refuse_read_answers() { takes_read_answers_ = false; }

  const std::vector<unsigned>& written() const { return written_; }
  const std::vector<Answer>& read_answers() const { return read_answers_; }
  bool slave_kept_rules() const { return slave_kept_rules_; }

  LiteFromMaster drive() {
    LiteFromMaster& in = channels_;
    if (!in.awvalid && !write_addresses_.empty() && chance()) {
      in.awaddr = ByteAddress(write_addresses_.front());
      in.awvalid = hls::Bit(1);
    }
    if (!in.wvalid && !write_data_.empty() && chance()) {
      in.wdata = hls::Bits<32>(write_data_.front().data);
      in.wstrb = hls::Bits<4>(write_data_.front().strobes);
      in.wvalid = hls::Bit(1);
    }
    if (!in.arvalid && !read_addresses_.empty() && chance()) {
      in.araddr = ByteAddress(read_addresses_.front());
      in.arvalid = hls::Bit(1);
    }
    in.bready = hls::Bit(takes_write_answers_ && chance());
    in.rready = hls::Bit(takes_read_answers_ && chance());
    return in;
  }

  void observe(const LiteToMaster& out, std::uint32_t rdata) {
    LiteFromMaster& in = channels_;
    const Answer answer{out.rresp, rdata};
    if (open_write_ && (!out.bvalid || out.bresp != *open_write_)) slave_kept_rules_ = false;
    if (open_read_ && (!out.rvalid || !(answer == *open_read_))) slave_kept_rules_ = false;
    open_write_ = out.bvalid && !in.bready ? std::optional<unsigned>(out.bresp) : std::nullopt;
    open_read_ = out.rvalid && !in.rready ? std::optional<Answer>(answer) : std::nullopt;
    if (out.bvalid && in.bready) written_.push_back(out.bresp);
    if (out.rvalid && in.rready) read_answers_.push_back(answer);
    pass(in.awvalid, out.awready, write_addresses_);
    pass(in.wvalid, out.wready, write_data_);
    pass(in.arvalid, out.arready, read_addresses_);
  }

 private:
  struct Word {
    std::uint32_t data;
    unsigned strobes;
  };

  bool chance() { return random_() % one_in_ == 0; }
  template <class Queue>
  static void pass(hls::Bit& valid, hls::Bit ready, Queue& queue) {
    if (!valid || !ready) return;
    queue.pop_front();
    valid = hls::Bit(0);
  }

  std::mt19937_64& random_;
  unsigned one_in_;
  LiteFromMaster channels_;
  std::deque<std::uint32_t> write_addresses_;
  std::deque<Word> write_data_;
  std::deque<std::uint32_t> read_addresses_;
  std::vector<unsigned> written_;
  std::vector<Answer> read_answers_;
  std::optional<unsigned> open_write_;
  std::optional<Answer> open_read_;
  bool takes_write_answers_ = true;
  bool takes_read_answers_ = true;
  bool slave_kept_rules_ = true;
};

}  // namespace axi::test
