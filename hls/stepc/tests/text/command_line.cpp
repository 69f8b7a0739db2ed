// stepc's options, and what is wrong use of them: exit status 2, one line.
#include "hls/types/bits.hpp"
struct State { unsigned x; };
struct In { unsigned v; };
struct Out { unsigned y; };

// -----
// RUN: stepc --help | FileCheck %s
// CHECK: stepc: translates a C++ step function
// CHECK: -std=c++20
// CHECK: --print-after

// -----
// RUN: (stepc; echo "status $?") 2>&1 | FileCheck %s --implicit-check-not='{{.}}'
// CHECK: stepc: source is required
// CHECK-NEXT: status 2

// -----
// RUN: (stepc --no-such-option %s; echo "status $?") 2>&1 | FileCheck %s --implicit-check-not='{{.}}'
// CHECK: stepc: The following argument was not expected: --no-such-option
// CHECK-NEXT: status 2

// -----
// RUN: (stepc /no/such/file.cpp; echo "status $?") 2>&1 | FileCheck %s --implicit-check-not='{{.}}'
// CHECK: stepc: source: File does not exist: /no/such/file.cpp
// CHECK-NEXT: status 2

// -----
// RUN: (stepc --pipeline 7 %s; echo "status $?") 2>&1 | FileCheck %s --implicit-check-not='{{.}}'
// CHECK: stepc: --pipeline: Value 7 not in range 1 to 2
// CHECK-NEXT: status 2

// -----
// RUN: (stepc --arrays flat %s; echo "status $?") 2>&1 | FileCheck %s --implicit-check-not='{{.}}'
// CHECK: stepc: --arrays: flat not in {numbered,packed}
// CHECK-NEXT: status 2

// -----
// An unknown step is refused with the list.
// RUN: (stepc --print-after wandering %s; echo "status $?") 2>&1 | FileCheck %s --implicit-check-not='{{.}}'
// CHECK: stepc: --print-after: wandering not in {all,frontend,walk,array-ports,reset-values,module-enables,exports,constant-inputs,masked-choices,register-enables,unused-inputs,port-words,assertions,clocks,names}
// CHECK-NEXT: status 2

// -----
// A name that is none is refused with one that is.
// RUN: (stepc --module '2-port fifo' %s; echo "status $?") 2>&1 | FileCheck %s --implicit-check-not='{{.}}'
// CHECK: stepc: --module: 2-port fifo: must be a name in SystemVerilog and C++, such as n_2_port_fifo
// CHECK-NEXT: status 2

// -----
// RUN: (stepc --module a__b %s; echo "status $?") 2>&1 | FileCheck %s --implicit-check-not='{{.}}'
// CHECK: stepc: --module: a__b: must be a name in SystemVerilog and C++, such as a_b
// CHECK-NEXT: status 2

// -----
// RUN: (stepc --module module %s; echo "status $?") 2>&1 | FileCheck %s --implicit-check-not='{{.}}'
// CHECK: stepc: --module: module: must be a name in SystemVerilog and C++, such as module_top
// CHECK-NEXT: status 2

// -----
// RUN: (stepc --module '' %s; echo "status $?") 2>&1 | FileCheck %s --implicit-check-not='{{.}}'
// CHECK: stepc: --module: : must be a name in SystemVerilog and C++, such as unnamed
// CHECK-NEXT: status 2

// -----
// RUN: (stepc --no-verilator-public --harness x.hpp %s; echo "status $?") 2>&1 | FileCheck %s --implicit-check-not='{{.}}'
// CHECK: stepc: --harness: compares registers: needs --verilator-public
// CHECK-NEXT: status 2

// -----
// A file's name may be anything: it is made legal.
// RUN: cp %s "$(dirname %t)/2-port fifo.cpp"; stepc "$(dirname %t)/2-port fifo.cpp" -- -I. | FileCheck %s --check-prefix=FIFO
// RUN: cp %s "$(dirname %t)/grüße.cpp"; stepc "$(dirname %t)/grüße.cpp" -- -I. | FileCheck %s --check-prefix=LETTERS
// RUN: cp %s "$(dirname %t)/module.cpp"; stepc "$(dirname %t)/module.cpp" -- -I. | FileCheck %s --check-prefix=WORD
// RUN: cp %s "$(dirname %t)/a__b_.cpp"; stepc "$(dirname %t)/a__b_.cpp" -- -I. | FileCheck %s --check-prefix=UNDERSCORES
void step(State& s, const In& in, Out&) { s.x = in.v; }
// FIFO: {{^}}module n_2_port_fifo (
// LETTERS: {{^}}module gr_e (
// WORD: {{^}}module module_top (
// UNDERSCORES: {{^}}module a_b (

// -----
// Steps are printed to standard error, those that are asked for.
// RUN: stepc hls/stepc/examples/fifo.cpp -o %t --print-after walk --print-after names -- -I. 2>&1 | FileCheck %s
// RUN: stepc hls/stepc/examples/fifo.cpp -o %t --print-after all -- -I. 2>&1 | FileCheck %s --check-prefix=ALL
// CHECK: // after walk
// CHECK-NEXT: module Queue: Queue::tick, fifo.hpp:21
// CHECK-NOT: // after
// CHECK: // after names
// CHECK-NEXT: module fifo_Queue: Queue::tick, fifo.hpp:21
// CHECK-NOT: // after
// ALL: // after frontend
// ALL: define {{.*}}@_Z4step
// ALL: // after walk
// ALL: // after masked-choices
// ALL: // after names

// -----
// Pragmas for Verilator.
// RUN: stepc %s -- -I. | FileCheck %s
// RUN: stepc %s --verilator-public -- -I. | FileCheck %s
// RUN: stepc %s --no-verilator-public -- -I. | FileCheck %s --check-prefix=BARE --implicit-check-not=verilator
void step(State& s, const In& in, Out&) { s.x = in.v; }
// CHECK: /* verilator public_flat_rd */
// BARE: logic [31:0] x;

// -----
// Layout and harness are written beside the text.
// RUN: stepc %s -o %t --layout %t.json --harness %t.hpp -- -I. && cat %t %t.json %t.hpp | FileCheck %s
void step(State& s, const In& in, Out&) { s.x = in.v; }
// CHECK: module command_line (
// CHECK: "module": "command_line"
// CHECK: namespace command_line_rtl {

// -----
// RUN: (stepc %s -- -I.; echo "status $?") 2>&1 | FileCheck %s
void step(int&) {
// CHECK: error: clang++-19 does not compile it
// CHECK-NEXT: status 1

// -----
// clang's messages begin with the source.
// RUN: (stepc %s -- -I.; echo "status $?") 2>&1 | FileCheck %s --implicit-check-not=stdin --implicit-check-not=generated
unknown x;
// CHECK: {{^}}/{{.*}}command_line.cpp:[[#@LINE-1]]:1: error: unknown type name 'unknown'
// CHECK: command_line.cpp: error: clang++-19 does not compile it
// CHECK-NEXT: status 1

// -----
// RUN: (stepc --top no_such_top %s -- -I.; echo "status $?") 2>&1 | FileCheck %s --implicit-check-not='{{.}}'
// CHECK: stepc: --top: no_such_top: it is not declared in {{.*}}command_line.cpp; give its name as C++ does, such as Node<4>::step
// CHECK-NEXT: status 2

// -----
// RUN: (stepc %s -- -I.; echo "status $?") 2>&1 | FileCheck %s --implicit-check-not='{{.}}'
// CHECK: {{.*}}command_line.cpp: error: no function step; give its name by --top
// CHECK-NEXT: status 1

// -----
// RUN: (stepc --top 'step;' %s -- -I.; echo "status $?") 2>&1 | FileCheck %s --implicit-check-not='{{.}}'
// CHECK: stepc: --top: step;: must be the name of a function in C++, such as step or Node<4>::step
// CHECK-NEXT: status 2

// -----
// RUN: (stepc %s -- -I. -g0; echo "status $?") 2>&1 | FileCheck %s --implicit-check-not='{{.}}'
// CHECK: stepc: -g0, behind --: stepc reads types and lines from the debug information; leave this flag out
// CHECK-NEXT: status 2

// -----
// An output must not be the source, nor what the source includes, nor another output.
// RUN: (cp %s %t.cpp; ln -s %t.cpp %t.link; stepc %t.cpp --layout %t.link -- -I.; echo "status $?"; cmp %s %t.cpp) 2>&1 | FileCheck %s --check-prefix=SOURCE --implicit-check-not='{{.}}'
// RUN: (cp %s %t.hpp; echo '#include "out.hpp"' > %t.cpp; stepc %t.cpp -o %t.hpp -- -I.; echo "status $?"; cmp %s %t.hpp) 2>&1 | FileCheck %s --check-prefix=HEADER --implicit-check-not='{{.}}'
// RUN: (stepc %s -o %t.sv --layout "$(dirname %t)/./out.sv" -- -I.; echo "status $?"; ls %t.sv; true) 2>&1 | FileCheck %s --check-prefix=TWICE --implicit-check-not='{{.}}'
void step(State& s, const In& in, Out&) { s.x = in.v; }
// SOURCE: stepc: --layout: {{.*}}out.link: it is the source; give another file
// SOURCE-NEXT: status 2
// HEADER: stepc: --output: {{.*}}out.hpp: it is a file that the source includes; give another file
// HEADER-NEXT: status 2
// TWICE: stepc: --layout: {{.*}}out.sv: it is the file of --output too; give another file
// TWICE-NEXT: status 2
// TWICE-NEXT: ls: cannot access '{{.*}}out.sv': No such file or directory

// -----
// Nothing is written if one output cannot be; a full disk leaves all others as they were.
// RUN: (stepc %s -o %t.sv --harness /tmp -- -I.; echo "status $?"; ls %t.sv; true) 2>&1 | FileCheck %s --check-prefix=FOLDER --implicit-check-not='{{.}}'
// RUN: (echo old > %t.sv; stepc %s -o %t.sv --layout /dev/full -- -I.; echo "status $?"; cat %t.sv; ls -A "$(dirname %t)") 2>&1 | FileCheck %s --check-prefix=FULL --implicit-check-not='{{.}}'
// RUN: (stepc %s -- -I. > /dev/full; echo "status $?") 2>&1 | FileCheck %s --check-prefix=STDOUT --implicit-check-not='{{.}}'
void step(State& s, const In& in, Out&) { s.x = in.v; }
// FOLDER: stepc: --harness: /tmp: it is a folder; give a file
// FOLDER-NEXT: status 2
// FOLDER-NEXT: ls: cannot access '{{.*}}out.sv': No such file or directory
// FULL: stepc: error: cannot write /dev/full: No space left on device
// FULL-NEXT: status 1
// FULL-NEXT: old
// FULL-NEXT: command_line.cpp
// FULL-NEXT: out.sv
// STDOUT: stepc: error: cannot write standard output: No space left on device
// STDOUT-NEXT: status 1

// -----
// RUN: (stepc %s --depfile %t.d -- -I.; echo "status $?") 2>&1 | FileCheck %s --check-prefix=NONE --implicit-check-not='{{.}}'
// RUN: stepc %s -o "$(dirname %t)/a b#.sv" --depfile %t.d -- -I. && FileCheck %s < %t.d
void step(State& s, const In& in, Out&) { s.x = in.v; }
// NONE: stepc: --depfile: tells what the output depends on: give -o FILE
// NONE-NEXT: status 2
// CHECK: /a\ b\#.sv: {{.*}}command_line.cpp

// -----
// Long chains of operations take time and text in proportion to their length: each step is an expression and a wire.
// RUN: stepc %s -o %t -- -I. && wc -c < %t | FileCheck %s
void step(State& s, const In& in, Out& out) {
  unsigned x = s.x;
  for (int i = 0; i < 4096; ++i) x = (x ^ in.v) + (x >> 7);
  s.x = out.y = x;
}
// CHECK: {{^[0-9]{6,7}$}}

// -----
// The same source gives the same text.
// RUN: stepc hls/stepc/tests/tops/parts.cpp -o %t -- -I. && stepc hls/stepc/tests/tops/parts.cpp -- -I. | diff - %t && FileCheck %s < %t
// CHECK: endmodule
