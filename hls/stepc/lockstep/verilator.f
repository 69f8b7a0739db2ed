// The options of Verilator for every model: read by stepc_verilate (hls/stepc/cmake/Stepc.cmake), and by
// cubecast for the models of its store (rtl_sim/rtl_models.cpp).
--cc
--sv
--no-timing
--flatten
-O3
--x-assign 0
--x-initial 0
-Wno-lint
-Wno-UNOPTFLAT
// Verilator 5.006 makes wrong logic of some trees of bits, and code longer than its library's functions.
-fno-const-bit-op-tree
-fno-expand
