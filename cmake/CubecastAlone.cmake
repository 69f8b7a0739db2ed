# SPDX-License-Identifier: Apache-2.0
# Defaults of a folder that is built without the rest, before its project(): those of CMakePresets.json.
set(CMAKE_CXX_COMPILER clang++-19 CACHE STRING "stepc and the hardware's _BitInt need clang")
set(CMAKE_BUILD_TYPE Release CACHE STRING "")
set(CUBECAST_UNITY ON CACHE BOOL "")
set(CUBECAST_TEST_OPTIONS -O0 CACHE STRING "")
