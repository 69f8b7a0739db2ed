# The C++ source of a synthesis top, for CMake (include) and for scripts:
#
#     cmake -DNAME=node_d3_w8_all -DOUTPUT=node_d3_w8_all.cpp -P cmake/TopSource.cmake

# cubecast_top_source(<output> <name> [TEMPLATE <file.cpp.in>] [STATISTICS]): the template of the part, or another, with what
# the name says, <node|router>_d<d>_w<payload>_<all|gated>, in the places of @dim@, @payload@, @ports@ and @statistics@.
function(cubecast_top_source output name)
  cmake_parse_arguments(ARG "STATISTICS" "TEMPLATE" "" ${ARGN})
  if(NOT name MATCHES "^(node|router)_d([0-9]+)_w([0-9]+)_(all|gated)")
    message(FATAL_ERROR "${name}: must be <node|router>_d<d>_w<payload>_<all|gated>")
  endif()
  set(dim ${CMAKE_MATCH_2})
  set(payload ${CMAKE_MATCH_3})
  set(ports kAllPort)
  if(CMAKE_MATCH_4 STREQUAL gated)
    set(ports kGated)
  endif()
  if(NOT ARG_TEMPLATE)
    set(ARG_TEMPLATE ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../hls/tops/${CMAKE_MATCH_1}_top.cpp.in)
  endif()
  set(statistics false)
  if(ARG_STATISTICS)
    set(statistics true)
  endif()
  configure_file(${ARG_TEMPLATE} ${output} @ONLY)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  cubecast_top_source(${OUTPUT} ${NAME})
endif()
