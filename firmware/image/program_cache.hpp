// SPDX-License-Identifier: Apache-2.0
// The register writes of the last few loads, kept in memory: a call that comes again is loaded in a
// few instructions a register, and the one before is not loaded at all. A router plays its programs
// again at each start.
#pragma once

#include <stdint.h>
#include <stdlib.h>

#include "firmware/image/node_bus.hpp"

namespace image {

// Two loads with equal keys are the same.
struct LoadKey {
  uint32_t collective;
  uint32_t packets;
  uint32_t root;
  uint32_t combining;
  uint32_t group;
  uint32_t choice;  // of an algorithm

  bool operator==(const LoadKey& other) const {
    return collective == other.collective && packets == other.packets && root == other.root &&
           combining == other.combining && group == other.group && choice == other.choice;
  }
};

class ProgramCache {
 public:
  struct Program {
    LoadKey key;
    unsigned block;  // packets of a block, or 0
    uint32_t* writes;
    uint32_t count;  // of words: an address and a value each
    uint32_t room;
    uint32_t used;  // when; 0: never
    bool is_whole;
    bool chains;  // may be repeated while neighbours are still in it
  };

  // Loads the program again if it is known, and returns it; else null.
  Program* replay(const LoadKey& key) {
    for (Program& program : programs_) {
      if (!program.is_whole || program.used == 0 || !(program.key == key)) continue;
      if (&program != loaded_) {
        for (uint32_t i = 0; i < program.count; i += 2) image::write(program.writes[i], program.writes[i + 1]);
      }
      loaded_ = &program;
      program.used = ++now_;
      return &program;
    }
    return nullptr;
  }

  // Begins a new program in place of the one that has not been used for longest.
  Program& begin(const LoadKey& key) {
    Program* oldest = programs_;
    for (Program& program : programs_) {
      if (program.used < oldest->used) oldest = &program;
    }
    *oldest = {key, 0, oldest->writes, 0, oldest->room, ++now_, true, false};
    loaded_ = oldest;
    return *oldest;
  }

  // Without memory the program is not kept.
  static void keep(Program& program, uint32_t address, uint32_t value) {
    if (!program.is_whole) return;
    if (program.count == program.room) {
      const uint32_t room = program.room == 0 ? 64 : 2 * program.room;
      auto* const writes = static_cast<uint32_t*>(realloc(program.writes, room * sizeof(uint32_t)));
      if (writes == nullptr) {
        program.is_whole = false;
        return;
      }
      program.writes = writes;
      program.room = room;
    }
    program.writes[program.count++] = address;
    program.writes[program.count++] = value;
  }

 private:
  static constexpr unsigned kPrograms = 6;

  Program programs_[kPrograms];
  Program* loaded_;
  uint32_t now_;
};

// The router's registers; what is written is kept.
class KeepingBus final : public node::Bus {
 public:
  explicit KeepingBus(ProgramCache::Program& program) : program_(program) {}

  void write(uint32_t address, uint32_t value) override {
    image::write(mapped(address), value);
    ProgramCache::keep(program_, mapped(address), value);
  }
  uint32_t read(uint32_t address) override { return image::read(mapped(address)); }

 private:
  ProgramCache::Program& program_;
};

}  // namespace image
