// SPDX-License-Identifier: Apache-2.0
// Judges deliveries of continuous requests in bounded memory: every request comes exactly once to
// every node but its source, in any order, with the right payload. An open request takes N bits,
// which are recycled when it is complete, and 4 bytes for each of its source's requests from the
// oldest open one on.
//
//     Verification verification(nodes);
//     verification.begin(source, number, cycle);                        // numbers of a source: 0, 1, 2, ...
//     if (const auto delay = verification.deliver(node, source, number, payload == expected, cycle)) {
//       statistics.add(*delay);                                         // it was the last node; the request is forgotten
//     }
//     if (const auto oldest = verification.oldest(); oldest && now - oldest->arrived > limit) ...  // lost?
//     verification.finish();                                            // throws where a request is open
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace testbench {

// One line with node, source, request and cycle, and the fault. The verification stays as it was
// before.
struct VerificationError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct OpenRequest {
  std::uint32_t source = 0;
  std::uint64_t number = 0;
  std::uint64_t arrived = 0;        // cycle
  std::uint32_t missing = 0;        // nodes that lack it
  std::uint32_t first_missing = 0;  // the lowest of them
};

class Verification {
 public:
  // Requests of a source from its oldest open one on: with more, the oldest has been lost.
  static constexpr std::uint64_t kMostOfSource = std::uint64_t{1} << 20;

  explicit Verification(std::uint32_t nodes);  // 2 at least, else std::invalid_argument

  // A request has arrived at its source in this cycle. Throws VerificationError unless it is the
  // source's next.
  void begin(std::uint32_t source, std::uint64_t number, std::uint64_t arrived);

  // A request has come to a node in this cycle. Its delay, cycle - arrived, if no node lacks it
  // now. Throws VerificationError.
  std::optional<std::uint64_t> deliver(std::uint32_t node, std::uint32_t source, std::uint64_t number, bool payload_ok,
                                       std::uint64_t cycle);

  std::uint64_t open() const { return begun_ - completed_; }
  std::uint64_t completed() const { return completed_; }
  std::uint64_t deliveries() const { return deliveries_; }
  std::optional<OpenRequest> oldest() const;  // of all sources; looks at every source
  void finish() const;                        // throws VerificationError with the oldest where a request is open
  std::uint64_t memory_bytes() const;

 private:
  struct Entry {
    std::uint64_t arrived;
    std::uint32_t missing;
  };
  // Entries of its requests from the oldest open one on; a power of two of places, request n in
  // place n mod that.
  struct Source {
    std::uint64_t first = 0;
    std::uint64_t next = 0;
    std::vector<std::uint32_t> entries;
    std::uint32_t& entry_of(std::uint64_t number) { return entries[number & (entries.size() - 1)]; }
    std::uint32_t entry_of(std::uint64_t number) const { return entries[number & (entries.size() - 1)]; }
  };

  std::uint32_t free_entry();
  void make_room(Source& source) const;
  std::uint32_t first_missing(std::uint32_t entry, std::uint32_t source) const;
  void require_deliverable(std::uint32_t node, std::uint32_t source, std::uint64_t number, bool payload_ok,
                           std::uint64_t cycle) const;

  std::uint32_t nodes_;
  std::size_t words_;  // of 64 nodes
  std::vector<Source> sources_;
  std::vector<Entry> entries_;
  std::vector<std::uint64_t> delivered_;  // a bit for each node, words_ for each entry
  std::vector<std::uint32_t> free_;       // entries
  std::uint64_t begun_ = 0;
  std::uint64_t completed_ = 0;
  std::uint64_t deliveries_ = 0;
};

}  // namespace testbench
