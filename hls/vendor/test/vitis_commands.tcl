# vitis_commands.tcl SCRIPT: runs a script of Vitis HLS with stand-ins of its commands, each of which checks that it
# comes when it may and that the files it names exist, and prints how it was called. Exit status 1 where one does not.
proc check {true what} {
  if {!$true} {
    puts stderr $what
    exit 1
  }
}
set done {}
proc command {name requires} {
  proc $name args [format {
    foreach before {%s} {check [expr {$before in $::done}] "%s before $before"}
    lappend ::done %s
    puts "%s $args"
    if {[llength [info procs check_%s]]} {check_%s {*}$args}
  } $requires $name $name $name $name $name]
}
proc check_add_files {file args} {
  check [file readable $file] "$file: no such file"
  foreach flag [dict get $args -cflags] {
    if {[string match -I* $flag]} {check [file isdirectory [string range $flag 2 end]] "$flag: no such folder"}
  }
}
proc check_set_top {name} {
  set file [open $::env(CUBECAST_ROOT)/hls/vendor/vitis/node_top.cpp]
  check [regexp "void ${name}\\(" [read $file]] "$name: no such function"
  close $file
}
command open_project {}
command add_files open_project
command set_top open_project
command open_solution open_project
command set_part open_solution
command create_clock open_solution
command config_array_partition open_solution
command config_rtl open_solution
command csynth_design {add_files set_top set_part create_clock}
command export_design csynth_design
source [lindex $argv 0]
