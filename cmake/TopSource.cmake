# The C++ source of a synthesis top, for CMake (include) and for scripts:
#
#     cmake -DNAME=node_d3_w8_all -DOUTPUT=node_d3_w8_all.cpp -P cmake/TopSource.cmake

include(${CMAKE_CURRENT_LIST_DIR}/TopName.cmake)

# cubecast_top_source(<output> <name> [TEMPLATE <file.cpp.in>] [STATISTICS]): the template of the part, or another, with what
# the name says (TopName.cmake) in the places of @dim@, @node_ports@, @payload@, @ports@, @hop_cycles@, @statistics@ and @rules@; of a
# node that serves broadcast requests, @channel@, @count_wires@, @partial@, @immediate@ and @indirect@.
function(cubecast_top_source output name)
  cmake_parse_arguments(ARG "STATISTICS" "TEMPLATE" "" ${ARGN})
  cubecast_top_name(${name})
  string(REPLACE all kAllPort ports ${ports})
  string(REPLACE gated kGated ports ${ports})
  set(classes "")
  foreach(rule IN LISTS rules)
    string(SUBSTRING ${rule} 0 1 first)
    string(SUBSTRING ${rule} 1 -1 rest)
    string(TOUPPER ${first} first)
    string(APPEND classes ", rules::${first}${rest}")
  endforeach()
  set(rules "${classes}")
  if(operators AND NOT ARG_TEMPLATE)
    set(ARG_TEMPLATE ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../hls/tops/combining_node_top.cpp.in)
    string(REPLACE integers Integers operators ${operators})
    string(REPLACE floats Floats operators ${operators})
  elseif(NOT ARG_TEMPLATE)
    set(ARG_TEMPLATE ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../hls/tops/${part}_top.cpp.in)
  endif()
  if(part STREQUAL broadcast)
    string(REPLACE links kLinks channel ${channel})
    string(REPLACE wires kWires channel ${channel})
    foreach(kind partial immediate indirect)
      set(${kind} true)
      if(schemes AND NOT schemes STREQUAL kind)
        set(${kind} false)
      endif()
    endforeach()
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
