# Synthesises the node with Vitis HLS; run.sh calls it with these in the environment:
#   CUBECAST_ROOT, CUBECAST_DIM, CUBECAST_PAYLOAD, CUBECAST_PORTS, CUBECAST_PART, CUBECAST_CLOCK (ns)
foreach name {ROOT DIM PAYLOAD PORTS PART CLOCK} {
  if {![info exists ::env(CUBECAST_$name)]} {
    puts stderr "run.tcl: CUBECAST_$name is not set; start it by hls/vendor/vitis/run.sh"
    exit 2
  }
}
set flags "-std=c++17 -I$::env(CUBECAST_ROOT) -DCUBECAST_AP_UINT -DCUBECAST_DIM=$::env(CUBECAST_DIM) \
-DCUBECAST_PAYLOAD=$::env(CUBECAST_PAYLOAD) -DCUBECAST_PORTS=$::env(CUBECAST_PORTS)"

open_project -reset cubecast_node_d$::env(CUBECAST_DIM)
add_files $::env(CUBECAST_ROOT)/hls/vendor/vitis/node_top.cpp -cflags $flags
set_top cubecast_node
open_solution -reset solution1 -flow_target vivado
set_part $::env(CUBECAST_PART)
create_clock -period $::env(CUBECAST_CLOCK) -name default
# Arrays with an element for each port become registers; queues and tables stay memories.
config_array_partition -complete_threshold 7
config_rtl -reset state
csynth_design
export_design -format ip_catalog
exit
