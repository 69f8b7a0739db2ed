// Where things are, in C++ and in the RTL. The offsets are those that C++ gives these structures on x86-64.
#include "hls/types/bits.hpp"
#include "hls/types/ram.hpp"
struct Pair { hls::Bits<3> a; hls::Bits<12> b; };
struct Data { static constexpr bool kHlsData = true; hls::Bits<8> word; };
struct Part {
  hls::SyncRam<Pair, 4> ram_;
  hls::Bits<2> at{2};
  bool fixed = true;
  HLS_MODULE Pair tick(hls::Bits<2> v) {
    const Pair old = ram_.data();
    ram_.request(at);
    ram_.write(v, Pair{});
    at = v;
    return old;
  }
};
struct State { bool first; Part parts[2]; Data data; };
struct In { Pair pairs[2]; hls::Bits<2> v; };
struct Out { bool valid; Pair last; };
void step(State& s, const In& in, Out& out) {
  s.first = in.pairs[1].b == 3;
  s.data.word = hls::Bits<8>(in.pairs[0].b);
  if (in.v == 1) out.last = s.parts[1].tick(in.v);
  out.valid = s.first;
}

// -----
// Part: 4 words of 4 bytes, one word that was read, `at`, `fixed`: 22 bytes. State: 2 + 2 * 22 + 1, and one of padding.
// A register that is never written is a constant, without a name in the RTL; data has no reset value.
// RUN: stepc %s --module test -o %t --layout - -- -I. | jq -c '.module, .state_bytes, .registers[]' | FileCheck %s
// CHECK: "test"
// CHECK-NEXT: 48
// CHECK-NEXT: {"of":"state","path":"first","offset":0,"bytes":1,"width":1,"rtl":"first","reset":0}
// CHECK-NEXT: {"of":"state","path":"parts[0].at","offset":22,"bytes":1,"width":2,"rtl":null,"reset":2}
// CHECK-NEXT: {"of":"state","path":"parts[0].fixed","offset":23,"bytes":1,"width":1,"rtl":null,"reset":1}
// CHECK-NEXT: {"of":"state","path":"data.word","offset":46,"bytes":1,"width":8,"rtl":"data_word","reset":null}
// CHECK-NEXT: {"of":"out","path":"valid","offset":0,"bytes":1,"width":1,"rtl":"out_valid","reset":0}
// CHECK-NEXT: {"of":"out","path":"last.a","offset":2,"bytes":1,"width":3,"rtl":"out_last_a","reset":0}
// CHECK-NEXT: {"of":"out","path":"last.b","offset":4,"bytes":2,"width":12,"rtl":"out_last_b","reset":0}
// CHECK-NEXT: {"of":"state","path":"parts[1].at","offset":44,"bytes":1,"width":2,"rtl":"parts_1.at","reset":2}
// CHECK-NEXT: {"of":"state","path":"parts[1].fixed","offset":45,"bytes":1,"width":1,"rtl":null,"reset":1}

// -----
// RUN: stepc %s --module test -o %t --layout - -- -I. | jq -c '.inputs[]' | FileCheck %s
// RUN: stepc %s --module test -o %t --layout - --arrays packed -- -I. | jq -c '.inputs[]' | FileCheck %s --check-prefix=PACKED
// CHECK: {"path":"pairs[0].a","offset":0,"bytes":1,"width":3,"port":"pairs_0","bit":12}
// CHECK-NEXT: {"path":"pairs[0].b","offset":2,"bytes":2,"width":12,"port":"pairs_0","bit":0}
// CHECK-NEXT: {"path":"pairs[1].a","offset":4,"bytes":1,"width":3,"port":"pairs_1","bit":12}
// CHECK-NEXT: {"path":"pairs[1].b","offset":6,"bytes":2,"width":12,"port":"pairs_1","bit":0}
// CHECK-NEXT: {"path":"v","offset":8,"bytes":1,"width":2,"port":"v","bit":0}
// PACKED: {"path":"pairs[0].a","offset":0,"bytes":1,"width":3,"port":"pairs","bit":12}
// PACKED-NEXT: {"path":"pairs[0].b","offset":2,"bytes":2,"width":12,"port":"pairs","bit":0}
// PACKED-NEXT: {"path":"pairs[1].a","offset":4,"bytes":1,"width":3,"port":"pairs","bit":27}
// PACKED-NEXT: {"path":"pairs[1].b","offset":6,"bytes":2,"width":12,"port":"pairs","bit":15}
// PACKED-NEXT: {"path":"v","offset":8,"bytes":1,"width":2,"port":"v","bit":0}

// -----
// RUN: stepc %s --module test -o %t --layout - -- -I. | jq -c '.memories[]' | FileCheck %s
// CHECK: {"path":"parts[1].ram_","offset":24,"bytes":20,"width":15,"rtl":"parts_1.ram","words":4,"word_bytes":4,"fields":[{"path":"a","offset":0,"bytes":1,"width":3,"bit":12},{"path":"b","offset":2,"bytes":2,"width":12,"bit":0}],"registered_read":true,"data_rtl":"parts_1.ram_data"}

// -----
// The harness is compiled and run in every lockstep test; here is what it says of each kind of thing. Reset reaches
// `first`, so that it is not taken.
// RUN: stepc %s --module test -o %t --harness - -- -I. | FileCheck %s --implicit-check-not='write_field(&state, {0, 1, 1}, root'
// CHECK: namespace test_rtl {
// CHECK: using Model = Vtest;
// CHECK: stepc::put_bits(model.pairs_1, 12, 3, stepc::read_field(&in, {4, 1, 3}));
// CHECK: stepc::write_field(&in, {2, 2, 12}, random.next(12));
// CHECK: stepc::write_field(&out, {4, 2, 12}, stepc::get_bits(model.last, 0, 12));
// CHECK-DAG: stepc::same(std::uint64_t{root.test__DOT__parts_1__DOT__at}, stepc::read_field(&object, {44, 1, 2}), "parts[1].at", mismatch)
// CHECK-DAG: stepc::same(std::uint64_t{2u}, stepc::read_field(&object, {22, 1, 2}), "parts[0].at", mismatch)
// CHECK-DAG: stepc::same(std::uint64_t{root.test__DOT__out_valid}, stepc::read_field(&object, {0, 1, 1}), "out.valid", mismatch)
// CHECK-DAG: stepc::get_bits(root.test__DOT__parts_1__DOT__ram_data, 0, 12), stepc::read_field(&state, {40u + 2, 2, 12}), "parts[1].ram_.data", mismatch)
// CHECK-DAG: stepc::write_field(&state, {46, 1, 8}, root.test__DOT__data_word);
