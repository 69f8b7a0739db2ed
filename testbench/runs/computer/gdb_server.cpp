// SPDX-License-Identifier: Apache-2.0
#include "testbench/runs/computer/gdb_server.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "firmware/image/memory_map.h"

namespace testbench {
namespace {

constexpr unsigned kRegisters = 33;  // x0 to x31, and the address of the next instruction
constexpr const char* kTarget =
    "l<?xml version=\"1.0\"?><!DOCTYPE target SYSTEM \"gdb-target.dtd\">"
    "<target><architecture>riscv:rv32</architecture></target>";

std::uint8_t sum_of(std::string_view text) {
  std::uint8_t sum = 0;
  for (const char c : text) sum = static_cast<std::uint8_t>(sum + static_cast<std::uint8_t>(c));
  return sum;
}

// Hexadecimal numbers with anything between them: "m1000,40" has 1000 and 40 behind the letter.
std::vector<std::uint32_t> numbers_of(std::string_view text) {
  std::vector<std::uint32_t> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    std::uint32_t value = 0;
    const auto [next, error] = std::from_chars(at, end, value, 16);
    if (error == std::errc{}) numbers.push_back(value);
    at = error == std::errc{} ? next : at + 1;
  }
  return numbers;
}

std::string word_text(std::uint32_t value) {
  std::string text;
  for (unsigned byte = 0; byte < 4; ++byte) text += fmt::format("{:02x}", value >> 8 * byte & 0xff);
  return text;
}
std::vector<std::uint8_t> bytes_of(std::string_view text) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    const auto numbers = numbers_of(text.substr(i, 2));
    bytes.push_back(static_cast<std::uint8_t>(numbers.empty() ? 0 : numbers[0]));
  }
  return bytes;
}
std::uint32_t word_of(std::string_view text) {
  const std::vector<std::uint8_t> bytes = bytes_of(text.substr(0, 8));
  std::uint32_t value = 0;
  for (std::size_t byte = 0; byte < bytes.size(); ++byte) value |= std::uint32_t{bytes[byte]} << 8 * byte;
  return value;
}

}  // namespace

GdbServer::GdbServer(std::uint32_t node, std::uint16_t port) : node_(node) {
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  if (bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 || listen(listener_, 1) != 0) {
    close(listener_);
    throw std::runtime_error(fmt::format("--gdb {}:{}: the port is taken; use another", node, port));
  }
}
GdbServer::~GdbServer() {
  if (gdb_ >= 0) close(gdb_);
  if (listener_ >= 0) close(listener_);
}

Processor::Stop GdbServer::run(Processor& processor, std::uint64_t instructions) {
  if (gdb_ < 0 && listener_ >= 0) accept();
  if (gdb_ < 0) return processor.run(instructions);
  if (halted_) talk(processor);
  processor.set_breakpoints(breakpoints_);
  const Processor::Stop stop = processor.run(wish_ == Wish::kStep ? 1 : instructions);
  halted_ = wish_ == Wish::kStep || stop.kind == Processor::Stop::kBreak || asks_for_stop();
  has_told_ = !halted_;
  return stop;
}

void GdbServer::end(Processor& processor, const std::string& report) {
  if (gdb_ < 0) return;
  send(report);
  has_told_ = true;
  // A fault can still be looked at.
  if (report.starts_with("S")) talk(processor);
}

void GdbServer::accept() {
  gdb_ = ::accept(listener_, nullptr, nullptr);
  close(listener_);
  listener_ = -1;
}

void GdbServer::talk(Processor& processor) {
  if (!has_told_) send("S05");
  has_told_ = true;
  for (;;) {
    const std::optional<std::string> packet = receive();
    if (!packet) {
      close(gdb_);
      gdb_ = -1;
      wish_ = Wish::kRun;
      breakpoints_.clear();
      return;
    }
    const char letter = packet->empty() ? '\0' : packet->front();
    if (letter == 'c' || letter == 's') {
      wish_ = letter == 's' ? Wish::kStep : Wish::kRun;
      return;
    }
    send(answer(processor, *packet));
  }
}

// A packet is $text#sum; + acknowledges it. Nothing if gdb has gone, or lets the program go.
std::optional<std::string> GdbServer::receive() {
  const auto next = [&]() -> int {
    char c = 0;
    return recv(gdb_, &c, 1, 0) == 1 ? static_cast<unsigned char>(c) : -1;
  };
  int c = next();
  while (c >= 0 && c != '$') c = next();
  std::string text;
  for (c = next(); c >= 0 && c != '#'; c = next()) text += static_cast<char>(c);
  if (c < 0 || next() < 0 || next() < 0) return std::nullopt;
  if (::send(gdb_, "+", 1, MSG_NOSIGNAL) != 1) return std::nullopt;
  if (text == "D") send("OK");
  if (text == "D" || text == "k") return std::nullopt;
  return text;
}

void GdbServer::send(const std::string& text) {
  const std::string packet = fmt::format("${}#{:02x}", text, sum_of(text));
  // If gdb has gone, receive() finds it out.
  (void)!::send(gdb_, packet.data(), packet.size(), MSG_NOSIGNAL);
}

// Control-C comes without a packet.
bool GdbServer::asks_for_stop() {
  pollfd descriptor{gdb_, POLLIN, 0};
  if (poll(&descriptor, 1, 0) != 1) return false;
  char c = 0;
  return recv(gdb_, &c, 1, MSG_PEEK) == 1 && c == 3 && recv(gdb_, &c, 1, 0) == 1;
}

std::string GdbServer::answer(Processor& processor, const std::string& packet) {
  const std::string_view rest = std::string_view(packet).substr(1);
  const std::vector<std::uint32_t> numbers = numbers_of(rest);
  const std::size_t value = packet.find_first_of("=:");
  const auto is_memory = [&](std::size_t size) {
    return numbers[0] >= CC_MEMORY && numbers[0] <= processor.memory().size() &&
           size <= processor.memory().size() - numbers[0];
  };
  switch (packet.empty() ? '\0' : packet[0]) {
    case '?':
      return "S05";
    case 'g': {
      std::string text;
      for (unsigned i = 0; i < kRegisters; ++i) text += word_text(processor.read_register(i));
      return text;
    }
    case 'G':
      for (unsigned i = 0; i < kRegisters && std::size_t{8} * i < rest.size(); ++i) {
        processor.write_register(i, word_of(rest.substr(std::size_t{8} * i)));
      }
      return "OK";
    case 'p':
      return numbers.empty() || numbers[0] >= kRegisters ? "E01" : word_text(processor.read_register(numbers[0]));
    case 'P':
      if (numbers.empty() || numbers[0] >= kRegisters || value == std::string::npos) return "E01";
      processor.write_register(numbers[0], word_of(std::string_view(packet).substr(value + 1)));
      return "OK";
    case 'm': {
      if (numbers.size() != 2 || !is_memory(numbers[1])) return "E01";
      std::string text;
      for (const std::uint8_t byte : processor.memory().subspan(numbers[0], numbers[1]))
        text += fmt::format("{:02x}", byte);
      return text;
    }
    case 'M': {
      if (numbers.size() < 2 || value == std::string::npos) return "E01";
      const std::vector<std::uint8_t> bytes = bytes_of(std::string_view(packet).substr(value + 1));
      if (!is_memory(bytes.size())) return "E01";
      std::ranges::copy(bytes, processor.memory().data() + numbers[0]);
      return "OK";
    }
    case 'Z':
    case 'z':
      if (numbers.size() < 2 || numbers[0] > 1) return "";
      if (packet[0] == 'Z') {
        breakpoints_.insert(numbers[1]);
      } else {
        breakpoints_.erase(numbers[1]);
      }
      return "OK";
    case 'H':
      return "OK";
    default:
      if (packet.starts_with("qSupported")) return "PacketSize=1000;qXfer:features:read+";
      if (packet.starts_with("qXfer:features:read:target.xml")) return kTarget;
      if (packet == "qAttached") return "1";
      return "";
  }
}

}  // namespace testbench
