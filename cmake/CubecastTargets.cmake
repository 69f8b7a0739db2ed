# Warnings are errors in every target of the project.
add_library(cubecast_warnings INTERFACE)
target_compile_options(cubecast_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)

# cubecast_tests(<target> LIBRARIES lib...): one GoogleTest program of every *_test.cpp in the folder, so that
# no test is left out of a hand-kept list. Registers each test with ctest under the target's name.
function(cubecast_tests target)
  cmake_parse_arguments(ARG "" "" "LIBRARIES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*_test.cpp)
  if(NOT sources)
    message(FATAL_ERROR "no *_test.cpp in ${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
  add_executable(${target} ${sources})
  target_link_libraries(${target} PRIVATE cubecast_warnings ${ARG_LIBRARIES} GTest::gtest GTest::gtest_main)
  include(GoogleTest)
  gtest_discover_tests(${target} TEST_PREFIX "${target}." DISCOVERY_TIMEOUT 60)
endfunction()
