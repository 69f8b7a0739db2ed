# SPDX-License-Identifier: Apache-2.0
# Writes DIRECTORY/all.cpp, which includes every C++ file that Verilator wrote there. Code that
# seldom runs is not optimized: it is half of the text, and would take half of the compile time.
file(GLOB sources RELATIVE ${DIRECTORY} ${DIRECTORY}/V*.cpp)
list(SORT sources)
set(text "// Written by JoinVerilated.cmake: do not edit.\n")
foreach(source IN LISTS sources)
  if(source MATCHES "__(Trace__|Syms|Dpi)|__Slow")
    string(APPEND text "#pragma clang optimize off\n#include \"${source}\"\n#pragma clang optimize on\n")
  else()
    string(APPEND text "#include \"${source}\"\n")
  endif()
endforeach()
file(WRITE ${DIRECTORY}/all.cpp "${text}")
