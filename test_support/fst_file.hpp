// SPDX-License-Identifier: Apache-2.0
// Test only: reads a whole FST file with GTKWave's own library.
#pragma once

#include <gtkwave/fstapi.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace test_support {

class FstFile {
 public:
  static constexpr std::uint64_t kPeriod = 10;  // ns

  explicit FstFile(const std::filesystem::path& file) {
    void* const reader = fstReaderOpen(file.c_str());
    if (reader == nullptr) throw std::runtime_error(file.string() + " is no FST file");
    begin_ = fstReaderGetStartTime(reader);
    end_ = fstReaderGetEndTime(reader);
    read_names(reader);
    fstReaderSetFacProcessMaskAll(reader);
    fstReaderIterBlocks2(reader, note_change, note_long_change, this, nullptr);
    fstReaderClose(reader);
  }

  // "node_3.port_0"
  bool has_scope(const std::string& name) const { return scopes_.contains(name); }
  bool has_signal(const std::string& name) const { return handles_.contains(name); }

  std::uint64_t first_cycle() const { return begin_ / kPeriod; }
  std::uint64_t last_cycle() const { return end_ / kPeriod; }

  // The value of a signal ("node_3.port_0.link_out.valid") at the beginning of a cycle, as bits.
  std::string bits(const std::string& name, std::uint64_t cycle) const {
    const std::map<std::uint64_t, std::string>& changes = changes_.at(handles_.at(name));
    const auto after = changes.upper_bound(cycle * kPeriod);
    if (after == changes.begin()) throw std::runtime_error(name + " has no value yet");
    return std::prev(after)->second;
  }
  std::uint64_t value(const std::string& name, std::uint64_t cycle) const {
    return std::stoull(bits(name, cycle), nullptr, 2);
  }

 private:
  void read_names(void* reader) {
    std::vector<std::string> scope;
    while (const fstHier* const item = fstReaderIterateHier(reader)) {
      const std::string outer = scope.empty() ? "" : scope.back() + '.';
      if (item->htyp == FST_HT_SCOPE) {
        scope.push_back(outer + item->u.scope.name);
        scopes_.insert(scope.back());
      } else if (item->htyp == FST_HT_UPSCOPE) {
        scope.pop_back();
      } else if (item->htyp == FST_HT_VAR) {
        const std::string name = item->u.var.name;  // "payload [63:0]"
        handles_[outer + name.substr(0, name.find(' '))] = item->u.var.handle;
      }
    }
  }

  static void note_change(void* self, std::uint64_t time, fstHandle signal, const unsigned char* bits) {
    static_cast<FstFile*>(self)->changes_[signal][time] = reinterpret_cast<const char*>(bits);
  }
  static void note_long_change(void*, std::uint64_t, fstHandle, const unsigned char*, std::uint32_t) {}

  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;
  std::set<std::string> scopes_;
  std::map<std::string, fstHandle> handles_;
  std::map<fstHandle, std::map<std::uint64_t, std::string>> changes_;  // by time
};

}  // namespace test_support
