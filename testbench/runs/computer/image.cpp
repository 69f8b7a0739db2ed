// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/computer/image.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "firmware/image/memory_map.h"

namespace testbench {

namespace {

struct Elf32 {
  using Header = Elf32_Ehdr;
  using Section = Elf32_Shdr;
  using Symbol = Elf32_Sym;
};
struct Elf64 {
  using Header = Elf64_Ehdr;
  using Section = Elf64_Shdr;
  using Symbol = Elf64_Sym;
};

}  // namespace

class Image::Elf {
 public:
  explicit Elf(const std::filesystem::path& file) : name_(file.string()) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream || std::filesystem::is_directory(file)) refuse("cannot be read");
    bytes_.assign(std::istreambuf_iterator<char>(stream), {});
    if (bytes_.size() < sizeof(Elf32_Ehdr) || std::memcmp(bytes_.data(), ELFMAG, SELFMAG) != 0)
      refuse("is no ELF file");
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw ImageError(fmt::format("--image {}: {}", name_, why));
  }
  // The header of a program for the core.
  Elf32_Ehdr core_header() const {
    const auto header = at_start<Elf32_Ehdr>();
    if (header.e_ident[EI_CLASS] != ELFCLASS32 || header.e_machine != EM_RISCV) {
      refuse(is_for_host() ? "is a program for host threads; add --engine host" : "is no program for 32-bit RISC-V");
    }
    if (header.e_type != ET_EXEC) refuse("is not linked; build it with scripts/image.sh");
    return header;
  }
  Elf64_Ehdr host_header() const {
    if (!is_for_host()) refuse("is no program for host threads; build it with scripts/image.sh --host");
    return at_start<Elf64_Ehdr>();
  }
  std::span<const std::uint8_t> bytes(std::uint64_t offset, std::uint64_t size) const {
    if (offset > bytes_.size() || size > bytes_.size() - offset) refuse("is cut short");
    return std::span(bytes_).subspan(offset, size);
  }
  template <class Record>
  std::vector<Record> table(std::uint64_t offset, std::uint64_t count) const {
    const auto found = bytes(offset, count * sizeof(Record));
    std::vector<Record> records(count);
    if (count != 0) std::memcpy(records.data(), found.data(), found.size());
    return records;
  }
  // Calls visit(symbol, name) for each.
  template <class Class, class Visit>
  void symbols(const typename Class::Header& header, const Visit& visit) const {
    const auto sections = table<typename Class::Section>(header.e_shoff, header.e_shnum);
    for (const auto& section : sections) {
      if (section.sh_type != SHT_SYMTAB) continue;
      if (section.sh_link >= sections.size()) refuse("has symbols without names");
      const auto found =
          table<typename Class::Symbol>(section.sh_offset, section.sh_size / sizeof(typename Class::Symbol));
      const auto& strings = sections[section.sh_link];
      for (const auto& symbol : found) visit(symbol, text(bytes(strings.sh_offset, strings.sh_size), symbol.st_name));
    }
  }

 private:
  template <class Header>
  Header at_start() const {
    Header header;
    std::memcpy(&header, bytes(0, sizeof header).data(), sizeof header);
    return header;
  }
  bool is_for_host() const {
    if (bytes_[EI_CLASS] != ELFCLASS64) return false;
    const auto header = at_start<Elf64_Ehdr>();
    bool found = false;
    if (header.e_type == ET_DYN) {
      symbols<Elf64>(header, [&](const auto&, const std::string& name) { found |= name == "cc_host_start"; });
    }
    return found;
  }
  static std::string text(std::span<const std::uint8_t> strings, std::uint32_t index) {
    if (index >= strings.size()) return "";
    const auto rest = strings.subspan(index);
    return {rest.begin(), std::ranges::find(rest, std::uint8_t{0})};
  }

  std::string name_;
  std::vector<std::uint8_t> bytes_;
};

Image::Image(const std::filesystem::path& file, Target target) : file_(file) {
  const Elf elf(file);
  const auto take = [&](const auto& symbol, const std::string& name) {
    const auto value = static_cast<std::uint32_t>(symbol.st_value);
    if (name == "__memory_end") memory_end_ = value;
    if (name == "__most_dimension") most_dimension_ = value;
    if (name == "__multiplies") multiplies_ = value != 0;
    if (name == "__asan_init") is_sanitized_ = true;
    if (ELF32_ST_BIND(symbol.st_info) == STB_GNU_UNIQUE) {
      elf.refuse(fmt::format("all nodes would share {}; compile C++ with -fno-gnu-unique", name));
    }
    if (ELF32_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF) {
      functions_.push_back({value, static_cast<std::uint32_t>(symbol.st_size), name});
    }
  };
  const bool is_core = target == Target::kCore;
  if (is_core) {
    elf.symbols<Elf32>(elf.core_header(), take);
  } else {
    elf.symbols<Elf64>(elf.host_header(), take);
  }
  std::ranges::sort(functions_, {}, &Function::address);
  const bool has_end = memory_end_ > CC_MEMORY && memory_end_ <= kMostMemory && memory_end_ % 4096 == 0;
  if (is_core && !has_end) {
    elf.refuse("does not say how much memory it needs (__memory_end); build it with scripts/image.sh");
  }
  if (most_dimension_ == 0) {
    elf.refuse("does not say for what cube it is (__most_dimension); build it with scripts/image.sh");
  }
  if (is_core) load(elf);
}

void Image::load(const Elf& elf) {
  const Elf32_Ehdr header = elf.core_header();
  entry_ = header.e_entry;
  is_compressed_ = (header.e_flags & EF_RISCV_RVC) != 0;
  for (const auto& segment : elf.table<Elf32_Phdr>(header.e_phoff, header.e_phnum)) {
    if (segment.p_type != PT_LOAD || segment.p_memsz == 0) continue;
    if (segment.p_vaddr < CC_MEMORY || segment.p_vaddr > memory_end_ ||
        segment.p_memsz > memory_end_ - segment.p_vaddr || segment.p_filesz > segment.p_memsz) {
      elf.refuse(fmt::format("has a segment at {:08x} outside its memory, {:08x} to {:08x}", segment.p_vaddr, CC_MEMORY,
                             memory_end_));
    }
    const auto bytes = elf.bytes(segment.p_offset, segment.p_filesz);
    segments_.push_back(
        {segment.p_vaddr, {bytes.begin(), bytes.end()}, segment.p_memsz, (segment.p_flags & PF_X) != 0});
  }
  if (std::ranges::none_of(segments_, [&](const Segment& segment) {
        return segment.is_code && entry_ >= segment.address && entry_ - segment.address < segment.size;
      })) {
    elf.refuse(fmt::format("begins at {:08x}, where it has no code", entry_));
  }
}

std::vector<std::uint32_t> Image::program() const {
  std::vector<std::uint32_t> words;
  for (const Segment& segment : segments_) {
    for (std::uint32_t i = 0; i < segment.bytes.size(); ++i) {
      if (segment.bytes[i] == 0 || segment.address + i < entry_) continue;
      const std::uint32_t place = segment.address + i - entry_;
      if (place / 4 >= words.size()) words.resize(place / 4 + 1);
      words[place / 4] |= std::uint32_t{segment.bytes[i]} << 8 * (place % 4);
    }
  }
  return words;
}

const Image::Function* Image::function_at(std::uint32_t address) const {
  const auto behind = std::ranges::upper_bound(functions_, address, {}, &Function::address);
  if (behind == functions_.begin()) return nullptr;
  const Function& found = *std::prev(behind);
  return address - found.address < std::max(1u, found.size) ? &found : nullptr;
}

std::string Image::readable(const Function& function) {
  if (!function.name.starts_with("_Z")) return function.name;  // "f" would become float
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(function.name.c_str(), nullptr, nullptr, &status), std::free);
  if (status != 0) return function.name;
  std::string text(name.get());
  constexpr std::string_view kUnnamed = "(anonymous namespace)::";
  if (const std::size_t found = text.find(kUnnamed); found != std::string::npos) text.erase(found, kUnnamed.size());
  return text.substr(0, text.find('('));
}

std::string Image::place(std::uint32_t address) const {
  const Function* const function = function_at(address);
  if (function == nullptr) return fmt::format("{:08x}", address);
  std::string text = readable(*function);
  // The file's name goes through the environment, where the shell does not read it.
  const std::string command = fmt::format(
      "CUBECAST_IMAGE='{}'; llvm-symbolizer-19 --obj=\"$CUBECAST_IMAGE\" --no-inlines "
      "--output-style=LLVM 0x{:x} 2>/dev/null",
      [&] {
        std::string quoted;
        for (const char c : file_.string()) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
        return quoted;
      }(),
      address);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::array<char, 1024> line{};
  std::string last;
  while (pipe != nullptr && std::fgets(line.data(), line.size(), pipe.get()) != nullptr) {
    std::string found(line.data());
    while (!found.empty() && found.back() == '\n') found.pop_back();
    if (!found.empty()) last = found;
  }
  // "/home/me/dot_product.c:18:3"
  const std::size_t column = last.rfind(':');
  if (column == std::string::npos || last.starts_with("??")) return text;
  last.resize(column);
  if (last.ends_with(":0")) last.resize(last.size() - 2);  // code of several lines
  return fmt::format("{} ({})", text, std::filesystem::path(last).filename().string());
}

}  // namespace testbench
