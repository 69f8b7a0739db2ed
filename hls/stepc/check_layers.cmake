# SPDX-License-Identifier: Apache-2.0
# cmake -DFOLDER=hls/stepc/emit -P check_layers.cmake
# The script fails if a source in FOLDER includes LLVM's IR, except IR/ConstantRange; tests may
# include all. (Include paths keep the project's own folders apart, cmake/CubecastTargets.cmake.)
cmake_minimum_required(VERSION 3.25)

file(GLOB sources ${FOLDER}/*.cpp ${FOLDER}/*.hpp)
list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
set(wrong "")
foreach(source IN LISTS sources)
  file(STRINGS ${source} includes REGEX "^#include [\"<]llvm/")
  list(FILTER includes EXCLUDE REGEX "llvm/(ADT/|Support/|TargetParser/|IR/ConstantRange)")
  foreach(include IN LISTS includes)
    string(APPEND wrong "${source}: ${include}: this folder knows no LLVM IR\n")
  endforeach()
endforeach()
if(wrong)
  message(FATAL_ERROR "${wrong}")
endif()
