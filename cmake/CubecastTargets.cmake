# SPDX-License-Identifier: Apache-2.0
# Libraries and tests of the project's folders.

# Warnings are errors in every target of the project.
add_library(cubecast_warnings INTERFACE)
target_compile_options(cubecast_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)

# The large cubes need fast engines; the program then runs only on processors like this machine's.
option(CUBECAST_TUNED "Compile the native and the RTL engine for the processor of this machine" ON)
include(CheckCXXSourceCompiles)
add_library(cubecast_tuning INTERFACE)
# For some processors clang-19 chooses a combination of instructions that it warns of. Without the
# oldest of AVX10's the warning goes away; other processors have no such option.
function(cubecast_tune_with)
  string(MAKE_C_IDENTIFIER "CUBECAST_TUNES_WITH_${ARGN}" takes)
  set(CMAKE_REQUIRED_FLAGS "${ARGN} -Werror")
  string(REPLACE ";" " " CMAKE_REQUIRED_FLAGS "${CMAKE_REQUIRED_FLAGS}")
  check_cxx_source_compiles("int main() {}" ${takes})
  if(${takes})
    target_compile_options(cubecast_tuning INTERFACE ${ARGN})
  endif()
  set(CUBECAST_TUNES ${${takes}} PARENT_SCOPE)
endfunction()
if(CUBECAST_TUNED)
  cubecast_tune_with(-march=native)
  if(NOT CUBECAST_TUNES)
    cubecast_tune_with(-march=native -mno-avx10.1-256)
  endif()
endif()

# cubecast_include_root(<library> <scope> folder...): headers are included from the root of the
# project (#include "hls/router/node.hpp"), but a target finds only those of its own folder and of
# the libraries that it links. For this each library has an include path with links to its folders
# alone.
function(cubecast_include_root library scope)
  set(root ${PROJECT_BINARY_DIR}/include/${library})
  foreach(folder ${ARGN})
    get_filename_component(folder ${folder} ABSOLUTE)
    file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${folder})
    get_filename_component(parent ${root}/${path} DIRECTORY)
    file(MAKE_DIRECTORY ${parent})
    file(CREATE_LINK ${folder} ${root}/${path} SYMBOLIC)
  endforeach()
  target_include_directories(${library} ${scope} ${root})
endfunction()

# Compilers and checkers that spend most of their time on headers are faster with one source for a
# folder. OFF compiles the sources one by one, and so checks that each includes what it needs.
option(CUBECAST_UNITY "Compile the sources of a folder's library as one" OFF)

# Reading these takes up to half of a library's compilation.
set(CUBECAST_COMMON_HEADERS <algorithm> <filesystem> <fstream> <functional> <map> <memory> <optional> <set> <span>
                            <sstream> <string> <thread> <vector> <fmt/format.h> <fmt/ranges.h>)

# cubecast_precompiled(<target> HEADERS header... LIBRARIES lib... [OPTIONS option...]): makes
# precompiled headers on first use, for others to REUSE_FROM.
function(cubecast_precompiled target)
  cmake_parse_arguments(ARG "" "" "HEADERS;LIBRARIES;OPTIONS" ${ARGN})
  if(TARGET ${target})
    return()
  endif()
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${target}.cpp CONTENT "")
  add_library(${target} OBJECT ${PROJECT_BINARY_DIR}/${target}.cpp)
  target_link_libraries(${target} PRIVATE ${ARG_LIBRARIES})
  target_compile_options(${target} PRIVATE ${ARG_OPTIONS})
  target_precompile_headers(${target} PRIVATE ${ARG_HEADERS})
endfunction()

# cubecast_library(<name> source...): a static library of the project.
function(cubecast_library name)
  add_library(${name} STATIC ${ARGN})
  target_link_libraries(${name} PRIVATE cubecast_warnings)
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${CUBECAST_UNITY} UNITY_BUILD_BATCH_SIZE 0 CUBECAST_OPTIMIZED ON)
endfunction()

# cubecast_optimized_first(<program>): the linker takes the first of equal functions of headers. So the optimised
# libraries that the program uses come before its own objects. To be called when all targets are there.
function(cubecast_optimized_first program)
  set(targets ${program})
  set(seen "")
  while(targets)
    list(POP_FRONT targets target)
    string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" target "${target}")
    if(NOT TARGET "${target}" OR target IN_LIST seen)
      continue()
    endif()
    list(APPEND seen ${target})
    get_target_property(is_optimized ${target} CUBECAST_OPTIMIZED)
    if(is_optimized)
      target_link_options(${program} PRIVATE $<TARGET_OBJECTS:${target}>)
    endif()
    foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
      get_target_property(used ${target} ${property})
      if(used)
        list(APPEND targets ${used})
      endif()
    endforeach()
  endwhile()
endfunction()

# cubecast_folder([WITH folder...] [USES lib...] [PRIVATE lib...]): the library cubecast_<path of
# this folder without its room>, of its *.cpp without the tests, or of headers alone. The folder may include headers
# of the libraries in USES alone, which the build enforces. PRIVATE: libraries that only the *.cpp
# use. WITH: folders beside this one that belong to the library too.
function(cubecast_folder)
  cmake_parse_arguments(ARG "" "" "WITH;USES;PRIVATE" ${ARGN})
  file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  foreach(room ${CUBECAST_ROOMS})
    string(REGEX REPLACE "^testbench/${room}/" "testbench/" path ${path})
  endforeach()
  string(REPLACE "/" "_" name cubecast_${path})
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  list(FILTER sources EXCLUDE REGEX "(_test|_of_dim|_of_ports|_of_config|of_top|main)\\.cpp$")
  if(sources)
    cubecast_library(${name} ${sources})
    target_link_libraries(${name} PUBLIC ${ARG_USES} PRIVATE ${ARG_PRIVATE})
    if(path MATCHES "^(testbench|rtl_sim)")
      cubecast_precompiled(cubecast_headers HEADERS ${CUBECAST_COMMON_HEADERS} LIBRARIES fmt::fmt)
      target_link_libraries(${name} PRIVATE fmt::fmt)  # its definitions must be those of the headers
      target_precompile_headers(${name} REUSE_FROM cubecast_headers)
    endif()
    # Engines and the checker take the time of a run. The rest is not slower at -O1, and compiles in 0.85 of its time.
    if(CMAKE_CURRENT_SOURCE_DIR MATCHES "/testbench/(judge/bounds|plans|runs|tool)/")
      target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
    endif()
    set(scope PUBLIC)
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ${ARG_USES})
    set(scope INTERFACE)
  endif()
  cubecast_include_root(${name} ${scope} . ${ARG_WITH})
  cubecast_note_floor(${name})
endfunction()

# A target of a folder in one of CUBECAST_ROOMS stands on the floor with the room's number.
function(cubecast_note_floor target)
  file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR}/testbench ${CMAKE_CURRENT_SOURCE_DIR})
  string(REGEX REPLACE "/.*" "" room ${path})
  list(FIND CUBECAST_ROOMS "${room}" floor)
  if(floor GREATER_EQUAL 0)
    set_target_properties(${target} PROPERTIES CUBECAST_FLOOR ${floor})
    set_property(GLOBAL APPEND PROPERTY CUBECAST_TARGETS_IN_ROOMS ${target})
  endif()
endfunction()

# A target sees headers of the libraries that it links, and nothing else. So an include that points
# up needs a link that points up, which is refused here.
function(cubecast_refuse_upward_uses)
  get_property(targets GLOBAL PROPERTY CUBECAST_TARGETS_IN_ROOMS)
  foreach(target ${targets})
    get_target_property(floor ${target} CUBECAST_FLOOR)
    foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
      get_target_property(uses ${target} ${property})
      foreach(used ${uses})
        if(TARGET ${used})
          get_target_property(floor_of_used ${used} CUBECAST_FLOOR)
          if(floor_of_used GREATER floor)
            list(GET CUBECAST_ROOMS ${floor} room)
            list(GET CUBECAST_ROOMS ${floor_of_used} room_of_used)
            message(FATAL_ERROR "${target} uses ${used}, which is above it: ${room_of_used} is above ${room}")
          endif()
        endif()
      endforeach()
    endforeach()
  endforeach()
endfunction()

# cubecast_runs_once(<library>): its sources work once for a command, and optimising them takes longer
# than compiling them.
function(cubecast_runs_once library)
  set(option $<$<CONFIG:Release,RelWithDebInfo>:-O0>)
  target_compile_options(${library} PRIVATE ${option})
  set_target_properties(${library} PROPERTIES CUBECAST_OPTIMIZED OFF)
  cubecast_precompiled(cubecast_headers_once HEADERS ${CUBECAST_COMMON_HEADERS} <nlohmann/json.hpp>
                       LIBRARIES fmt::fmt nlohmann_json::nlohmann_json OPTIONS ${option})
  target_precompile_headers(${library} REUSE_FROM cubecast_headers_once)
endfunction()

# cubecast_tests_briefly(<library>): the unit tests call it for less time than sanitizers take to optimise it.
function(cubecast_tests_briefly library)
  if(CUBECAST_UNITS_ONLY)
    cubecast_runs_once(${library})
  endif()
endfunction()

# cubecast_of_dim(<library> <source> HEADER header FIRST d LAST d [LIBRARIES lib...] [OPTIONS option...]): compiles the source
# once for every dimension, as CUBECAST_DIM, into the library. Each is a target, so that they compile in
# parallel. They share the header, which they include, as it is compiled.
function(cubecast_of_dim library source)
  cmake_parse_arguments(ARG "" "HEADER;FIRST;LAST" "LIBRARIES;OPTIONS" ${ARGN})
  cubecast_precompiled(${library}_headers HEADERS <${ARG_HEADER}> LIBRARIES cubecast_warnings ${ARG_LIBRARIES} OPTIONS ${ARG_OPTIONS})
  set(folders $<TARGET_PROPERTY:${library},INCLUDE_DIRECTORIES>)
  target_include_directories(${library}_headers PRIVATE ${folders})
  foreach(dim RANGE ${ARG_FIRST} ${ARG_LAST})
    set(object ${library}_${dim})
    add_library(${object} OBJECT ${source})
    target_compile_definitions(${object} PRIVATE CUBECAST_DIM=${dim})
    target_link_libraries(${object} PRIVATE cubecast_warnings ${ARG_LIBRARIES})
    target_compile_options(${object} PRIVATE ${ARG_OPTIONS})
    target_include_directories(${object} PRIVATE ${folders})
    target_precompile_headers(${object} REUSE_FROM ${library}_headers)
    target_sources(${library} PRIVATE $<TARGET_OBJECTS:${object}>)
  endforeach()
endfunction()

set(CUBECAST_TEST_OPTIONS "" CACHE STRING "Compiler options of the tests alone, after those of the build type")

# cubecast_tests(<target> [LONG | RELEASE_TOO source tests] [APART] [WITH folder...] LIBRARIES lib...): one
# GoogleTest program of every *_test.cpp in this folder and in those of WITH, so that no test is left
# out of a hand-kept list. It registers each test with ctest under the target's name. A program whose start
# takes longer than most of its tests is registered as a whole, in four parts.
#
# Tests that are not LONG are the unit tests: ctest's label `unit`, the target unit_tests. A build
# folder with sanitizers has the unit tests alone (CUBECAST_UNITS_ONLY). scripts/test.sh leaves them
# out of the other one (CUBECAST_UNITS_ELSEWHERE), so that they do not run twice. RELEASE_TOO: some
# tests of this source, by GoogleTest's filter, are too slow for sanitizers. CUBECAST_UNSANITIZED,
# set in a folder: none of its programs is built with sanitizers. APART: its files are not compiled
# as one, because they give one name to different things.
option(CUBECAST_TESTS_APART "Each test is one of ctest's" ON)
option(CUBECAST_UNITS_ONLY "No tests but the unit tests, no RTL, no examples" OFF)
option(CUBECAST_UNITS_ELSEWHERE "Another build folder has the unit tests that sanitizers can run" OFF)
add_custom_target(unit_tests)
set(CUBECAST_TEST_MODELS "${PROJECT_BINARY_DIR}/models" CACHE PATH "Where models are kept that tests ask for")
set(CUBECAST_TEST_ENVIRONMENT "CUBECAST_CACHE=${CUBECAST_TEST_MODELS}")
# Tests use a model for less time than clang takes to optimise it: RTL, whose level is -O1, for so short a time that it
# is not optimised at all.
set(CUBECAST_TEST_ENVIRONMENT_MODIFICATION "CCC_OVERRIDE_OPTIONS=set:# s/^-O1$/-O0/ s/^-O3$/-O1/")
function(cubecast_tests target)
  cmake_parse_arguments(ARG "LONG;APART" "" "RELEASE_TOO;WITH;LIBRARIES" ${ARGN})
  if(CUBECAST_UNITS_ELSEWHERE AND NOT (ARG_LONG OR ARG_RELEASE_TOO OR CUBECAST_UNSANITIZED))
    return()
  endif()
  set(patterns ${CMAKE_CURRENT_SOURCE_DIR}/*_test.cpp)
  foreach(folder ${ARG_WITH})
    list(APPEND patterns ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*_test.cpp)
  endforeach()
  file(GLOB sources CONFIGURE_DEPENDS ${patterns})
  if(NOT sources)
    message(FATAL_ERROR "no *_test.cpp in ${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
  set(filter "")
  if(CUBECAST_UNITS_ELSEWHERE AND ARG_RELEASE_TOO)
    list(GET ARG_RELEASE_TOO 0 sources)
    list(SUBLIST ARG_RELEASE_TOO 1 1 filter)
    list(PREPEND filter TEST_FILTER)
  endif()
  add_executable(${target} ${sources})
  if(NOT ARG_APART)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${CUBECAST_UNITY} UNITY_BUILD_BATCH_SIZE 12)
  endif()
  cubecast_include_root(${target} PRIVATE .)
  target_link_libraries(${target} PRIVATE cubecast_warnings cubecast_test_support ${ARG_LIBRARIES} GTest::gtest
                                          GTest::gtest_main)
  cubecast_note_floor(${target})
  target_compile_options(${target} PRIVATE ${CUBECAST_TEST_OPTIONS})
  cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]] CALL cubecast_optimized_first ${target})")
  # GoogleTest's headers take half of a test's compilation; each set of options has one precompiled
  # copy.
  string(MAKE_C_IDENTIFIER "cubecast_test_headers${CUBECAST_TEST_OPTIONS}" headers)
  cubecast_precompiled(${headers} HEADERS <gtest/gtest.h> LIBRARIES GTest::gtest OPTIONS ${CUBECAST_TEST_OPTIONS})
  target_precompile_headers(${target} REUSE_FROM ${headers})
  set(label unit)
  set(cost 0)
  if(ARG_LONG)
    set(label long)
    set(cost 5)  # before short tests, with which a run ends on all processors
    if(CUBECAST_UNITS_ONLY)
      return()
    endif()
  else()
    add_dependencies(unit_tests ${target})
  endif()
  if(CUBECAST_TESTS_APART)
    include(GoogleTest)
    gtest_discover_tests(${target} TEST_PREFIX "${target}." DISCOVERY_TIMEOUT 60 ${filter}
                         PROPERTIES LABELS ${label} COST ${cost} ENVIRONMENT "${CUBECAST_TEST_ENVIRONMENT}"
                                    ENVIRONMENT_MODIFICATION "${CUBECAST_TEST_ENVIRONMENT_MODIFICATION}")
    return()
  endif()
  foreach(part RANGE 3)
    add_test(NAME ${target}_${part} COMMAND ${target})
    set_tests_properties(${target}_${part} PROPERTIES LABELS ${label} ENVIRONMENT "${CUBECAST_TEST_ENVIRONMENT};GTEST_TOTAL_SHARDS=4;GTEST_SHARD_INDEX=${part};ASAN_OPTIONS=malloc_context_size=3"
                         ENVIRONMENT_MODIFICATION "${CUBECAST_TEST_ENVIRONMENT_MODIFICATION}")
  endforeach()
endfunction()
