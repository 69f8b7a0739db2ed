// hls/stepc/docs/fifo.md shows the FIFO of examples/, and what stepc makes of it.
// RUN: diff <(sed -n '/^struct Packet/,/^void step/p' hls/stepc/examples/fifo.hpp | sed '$d'; sed -n '/^void step/,$p' hls/stepc/examples/fifo.cpp) <(sed -n '/^```cpp$/,/^```$/p' hls/stepc/docs/fifo.md | sed '1d;$d')
// RUN: diff <(stepc hls/stepc/examples/fifo.cpp -- -I.) <(sed -n '/^```systemverilog$/,/^```$/p' hls/stepc/docs/fifo.md | sed '1d;$d')
