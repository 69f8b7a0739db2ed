# SPDX-License-Identifier: Apache-2.0
# cmake -DFOLDER=hls/stepc/emit -P check_layers.cmake
# Fails with every include of LLVM's IR in FOLDER, but for ranges of numbers; its tests may include all. (Folders of the
# project are kept apart by their include paths, cmake/CubecastTargets.cmake.)
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
