// SPDX-License-Identifier: Apache-2.0
#include "hls/core/beside_qemu/trace.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string>

namespace beside_qemu {
namespace {

// A file that is gone with the object.
class Image {
 public:
  explicit Image(const std::vector<std::uint16_t>& halves) {
    const int file = mkstemp(name_.data());
    if (file < 0) return;
    const std::size_t bytes = 2 * halves.size();
    is_whole_ = ::write(file, halves.data(), bytes) == static_cast<ssize_t>(bytes);
    close(file);
  }
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;
  ~Image() { unlink(name_.c_str()); }
  const std::string& name() const { return name_; }
  bool is_whole() const { return is_whole_; }

 private:
  std::string name_ = std::filesystem::temp_directory_path() / "beside_qemu.XXXXXX";
  bool is_whole_ = false;
};

// A hart with machine mode alone. With -icount time is that of the instructions, so that runs are the
// same; each block of translated code has one instruction, before which the registers are printed.
std::string command(const std::string& image, Extensions extensions) {
  std::string text =
      "qemu-system-riscv32 -machine virt -m 16M -bios none -display none -serial none -monitor none"
      " -cpu rv32,x-smaia=on,a=off,f=off,d=off,h=off,s=off,u=off,sstc=off,mmu=off,pmp=off,pmu-num=0"
      ",zba=off,zbb=off,zbc=off,zbs=off";
  text += std::string(",m=") + (extensions.multiplies ? "on" : "off") + ",c=" + (extensions.compressed ? "on" : "off");
  text += " -icount shift=0,sleep=off -singlestep -d cpu,nochain -device loader,force-raw=on,addr=0x80000000,file=";
  return "timeout 60 " + text + image + " 2>&1 </dev/null";
}

std::uint32_t hexadecimal(const std::string& word) {
  return static_cast<std::uint32_t>(std::strtoul(word.c_str(), nullptr, 16));
}

struct Status {
  const char* name;
  std::uint32_t Registers::* member;
};
constexpr Status kStatus[] = {
    {"pc", &Registers::pc},         {"mstatus", &Registers::mstatus}, {"mip", &Registers::mip},
    {"mie", &Registers::mie},       {"mtvec", &Registers::mtvec},     {"mepc", &Registers::mepc},
    {"mcause", &Registers::mcause}, {"mtval", &Registers::mtval},     {"mscratch", &Registers::mscratch}};

// A line of the log: a name and its value, four times for x0 to x31, whose names are as "x10/a0".
// True behind the last of an instruction.
bool read_line(const std::string& line, Registers& to) {
  std::istringstream words(line);
  std::string name, value;
  bool is_last = false;
  while (words >> name >> value) {
    for (const Status& status : kStatus) {
      if (name == status.name) to.*status.member = hexadecimal(value);
    }
    if (name.front() == 'x') {
      const unsigned long index = std::strtoul(name.c_str() + 1, nullptr, 10);
      if (index < 32) to.x[index] = hexadecimal(value);
      is_last = index == 31;
    }
  }
  return is_last;
}

struct Closer {
  void operator()(std::FILE* file) const { pclose(file); }
};

}  // namespace

std::optional<std::vector<Registers>> trace(const Program& program, Extensions extensions) {
  const Image image(program.halves);
  if (!image.is_whole()) return std::nullopt;
  const std::unique_ptr<std::FILE, Closer> output(popen(command(image.name(), extensions).c_str(), "r"));
  if (output == nullptr) return std::nullopt;
  std::vector<Registers> found;
  Registers now;
  bool has_begun = false;
  std::array<char, 256> line{};
  while (std::fgets(line.data(), static_cast<int>(line.size()), output.get()) != nullptr) {
    if (std::string(line.data()).rfind("qemu", 0) == 0) std::fputs(line.data(), stderr);
    if (!read_line(line.data(), now)) continue;
    has_begun = has_begun || now.pc == program.begin;
    // An access to a device is translated anew, and printed twice.
    if (has_begun && (found.empty() || !(found.back() == now))) found.push_back(now);
  }
  if (found.empty()) return std::nullopt;
  return found;
}

}  // namespace beside_qemu
