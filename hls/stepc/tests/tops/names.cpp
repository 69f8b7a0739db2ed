// SPDX-License-Identifier: Apache-2.0
// Names that SystemVerilog, Verilator, Yosys or the C++ model reserve, and names that clash.
// NOLINTBEGIN: written as users write
#include <array>
#include <cstdint>

#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"

#pragma clang diagnostic ignored "-Weverything"
struct Base {
  std::uint8_t x = 1, tag = 4;
};
struct clk {
  std::uint8_t x_0, x[2], a, a_, reg, wire, logic, endmodule, $dollar, größe;
  struct {
    std::uint8_t u, v;
  };
  struct {
    std::uint8_t w, z;
  };
};
struct Derived : Base {
  std::uint8_t x = 2, tag = 5;
};
struct rootp {
  std::uint8_t n;
  HLS_MODULE std::uint8_t module(std::uint8_t input, std::uint8_t output) {
    n += input ^ output;
    return n;
  }
  HLS_MODULE void always(std::uint8_t rst) { n ^= rst; }
};
struct n1 {
  std::uint8_t n1_pkg;
  HLS_MODULE std::uint8_t tick(std::uint8_t enable, std::uint8_t enable_tick) {
    n1_pkg += enable - enable_tick;
    return n1_pkg;
  }
};
struct vlSymsp {
  std::uint8_t rst, clk_;
};
enum class interface : std::uint8_t { modport, property };
struct State {
  clk clk_;
  Derived d;
  rootp rootp_;
  n1 n1_, n1_2;
  vlSymsp vlSymsp_;
  std::uint8_t out_x, TOP, __Vtop, rst;
  interface interface_;
  hls::Ram<std::uint8_t, 4> ram, ram_words;
};
struct In {
  clk clk_;
  std::uint8_t rst;
  std::uint8_t vlSymsp, rootp, name, eval, n1;
  Derived d;
  bool final_;
  std::uint8_t in_in, in;
};
struct Out {
  clk clk_;
  std::uint8_t rst, clk;
  std::uint8_t vlSymsp, rootp, name, x, n1, in;
  Derived d;
  interface type;
};
void step(State& s, const In& in, Out& out) {
  out.clk_ = s.clk_;
  s.clk_ = in.clk_;
  s.clk_.x[in.rst & 1] += 3;
  s.clk_.größe = in.clk_.$dollar;
  s.clk_.u += in.clk_.w;
  s.clk_.z ^= in.clk_.v;
  s.d.x += in.d.Base::x;
  s.d.Base::x ^= in.d.x;
  out.d = s.d;
  s.d.Base::tag += 1;
  s.d.tag += 2;
  out.rootp = s.rootp_.module(in.rootp, in.name);
  s.rootp_.always(in.eval);
  out.n1 = s.n1_.tick(in.n1, in.in);
  if (in.final_) out.name = s.n1_2.tick(in.in_in, in.in);
  s.vlSymsp_.rst += in.vlSymsp;
  s.vlSymsp_.clk_ ^= s.vlSymsp_.rst;
  out.vlSymsp = s.vlSymsp_.clk_;
  out.rst = s.rst;
  s.rst += s.TOP;
  s.TOP += in.rst;
  s.__Vtop ^= in.in;
  out.x = s.out_x;
  s.out_x += s.__Vtop;
  out.clk = in.in;
  s.interface_ = in.final_ ? interface::modport : interface::property;
  out.type = s.interface_;
  out.in = s.ram.read(in.in & 3) + s.ram_words.read(in.rst & 3);
  s.ram.write(in.n1 & 3, in.in);
  s.ram_words.write(in.n1 >> 6, in.rst);
}
// NOLINTEND
