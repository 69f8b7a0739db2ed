# SPDX-License-Identifier: Apache-2.0
# The whole project, hls/stepc alone and hls/core alone begin with this. Headers are included from the
# root of the repository in all three, so it is the root of the project in all three.
get_filename_component(PROJECT_SOURCE_DIR ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
list(APPEND CMAKE_MODULE_PATH ${PROJECT_SOURCE_DIR}/cmake ${PROJECT_SOURCE_DIR}/hls/stepc/cmake)

enable_testing()
find_package(GTest REQUIRED)
include(CubecastTargets)

# cubecast_outer_folders(<folder>...): folders of the repository that a folder built alone needs.
macro(cubecast_outer_folders)
  foreach(folder ${ARGN})
    add_subdirectory(${PROJECT_SOURCE_DIR}/${folder} ${PROJECT_BINARY_DIR}/outer/${folder})
  endforeach()
endmacro()
