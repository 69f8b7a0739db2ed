// SPDX-License-Identifier: Apache-2.0
// The last results of a search that depends on its key alone, so that the rows of a measurement make it once:
//
//     thread_local LastFound<std::pair<LinkTable, unsigned>, Trees> found(2);
//     const Trees& trees = found.of({links, 4}, [&] { return search(links, 4); });
#pragma once

#include <cstddef>
#include <deque>
#include <utility>

namespace testbench {

template <class Key, class Value>
class LastFound {
 public:
  explicit LastFound(std::size_t most) : most_(most) {}

  // The reference is valid until the next call. A search that throws leaves nothing behind.
  template <class Search>
  const Value& of(const Key& key, const Search& search) {
    for (const auto& [of, value] : found_) {
      if (of == key) return value;
    }
    Value value = search();
    if (found_.size() == most_) found_.pop_front();
    return found_.emplace_back(key, std::move(value)).second;
  }

 private:
  std::size_t most_;
  std::deque<std::pair<Key, Value>> found_;
};

}  // namespace testbench
