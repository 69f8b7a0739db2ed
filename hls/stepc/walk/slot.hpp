// Values beside the bytes of the storage that a path through a function sets: the write port of a memory, the arguments
// of a part. Like bytes they meet in multiplexers where paths meet (Memory::merge).
#pragma once

#include <vector>

namespace stepc {

// Names a slot; made by SlotTable.
class Slot {
 public:
  unsigned number() const { return number_; }

 private:
  friend class SlotTable;
  explicit Slot(unsigned number) : number_(number) {}

  unsigned number_;
};

class SlotTable {
 public:
  Slot add() { return Slot(count_++); }

 private:
  unsigned count_ = 0;
};

// The ports of a memory.
struct MemorySlots {
  explicit MemorySlots(SlotTable& table)
      : write_enable(table.add()),
        write_address(table.add()),
        write_word(table.add()),
        request_enable(table.add()),
        request_address(table.add()) {}

  Slot write_enable;
  Slot write_address;
  Slot write_word;
  Slot request_enable;
  Slot request_address;
};

// The call of one function of an instance.
struct CallSlots {
  CallSlots(SlotTable& table, std::size_t argument_count) : called(table.add()) {
    for (std::size_t i = 0; i < argument_count; ++i) arguments.push_back(table.add());
  }

  Slot called;
  std::vector<Slot> arguments;  // one for each scalar of the function's inputs
};

}  // namespace stepc
