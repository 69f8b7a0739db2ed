# SPDX-License-Identifier: Apache-2.0
# cmake --install (docs/guides/packaging.md), in three components:
#
#     cmake --build build --target cubecast stepc cubecast_library && cmake --install build --component stepc --prefix DIR
#     cmake --install build --component cubecast --prefix DIR
#     cmake --install build --component library --prefix DIR
#
# stepc: the compiler, the headers of synthesizable code, and find_package(Cubecast) with
# stepc_generate and stepc_verilate.
#
# cubecast: the command, and the sources of the models that it makes on request, which needs the
# first component too. Where Open MPI is, the plugin of --engine mpi.
#
# library: runs from C++ (Cubecast::cubecast, testbench/tool/request/request.hpp), which needs the
# headers of both.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(headers ${CMAKE_INSTALL_INCLUDEDIR}/cubecast)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Cubecast)

install(TARGETS stepc RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT stepc)
foreach(folder firmware hls/types hls/operators hls/network hls/router hls/link hls/axi hls/tops hls/core hls/soc hls/board hls/stepc/lockstep)
  install(DIRECTORY ${folder}/ DESTINATION ${headers}/${folder} COMPONENT stepc
          FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" PATTERN verilator.f PATTERN "test_*" EXCLUDE)
endforeach()
configure_package_config_file(cmake/CubecastConfig.cmake.in CubecastConfig.cmake INSTALL_DESTINATION ${package}
                              PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR headers)
write_basic_package_version_file(CubecastConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/CubecastConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/CubecastConfigVersion.cmake
              hls/stepc/cmake/Stepc.cmake hls/stepc/cmake/JoinVerilated.cmake
        DESTINATION ${package} COMPONENT stepc)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT stepc)

# These are the folders of testbench/engines/models/content_hash.hpp, so that the headers have the program's
# hash.
install(TARGETS cubecast RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT cubecast)
foreach(folder hls/configuration hls/broadcast rtl_sim testbench/engines/nodes testbench/ground/host testbench/judge/checker testbench/engines/mesh testbench/engines/native
               testbench/engines/systemc)
  install(DIRECTORY ${folder}/ DESTINATION ${headers}/${folder} COMPONENT cubecast
          FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" PATTERN "test_*" EXCLUDE)
endforeach()
# Programs for cores and for host threads: scripts/image.sh finds the rest beside its folder.
install(DIRECTORY firmware/image/ DESTINATION ${headers}/firmware/image COMPONENT cubecast
        FILES_MATCHING PATTERN "*.cpp" PATTERN "*.c" PATTERN "*.S" PATTERN "*.ld")
install(PROGRAMS scripts/image.sh DESTINATION ${headers}/scripts COMPONENT cubecast)
# Completion of shells and the manual page (testbench/tool/commands/CMakeLists.txt).
set(pages ${CMAKE_CURRENT_BINARY_DIR}/testbench/tool/commands/pages)
install(FILES ${pages}/cubecast DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT cubecast)
install(FILES ${pages}/_cubecast DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT cubecast)
install(FILES ${pages}/cubecast.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT cubecast)
# d3 and Observable Plot for pages, if scripts/setup.sh report has fetched them.
install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/report/ DESTINATION ${CMAKE_INSTALL_DATADIR}/cubecast/report COMPONENT cubecast OPTIONAL)
install(FILES hls/tops/node_axi.v.in hls/tops/link_stream.v.in DESTINATION ${headers}/hls/tops COMPONENT cubecast)
# The program looks for this file in lib/cubecast beside its folder
# (testbench/engines/models/toolchain.hpp).
set(tools ${CMAKE_INSTALL_BINDIR}/../lib/cubecast)
file(RELATIVE_PATH headers_of_tools /${CMAKE_INSTALL_BINDIR}/../lib/cubecast /${headers})
file(RELATIVE_PATH stepc_of_tools /${CMAKE_INSTALL_BINDIR}/../lib/cubecast /${CMAKE_INSTALL_BINDIR}/stepc)
cubecast_tools_file(${CMAKE_CURRENT_BINARY_DIR}/installed/cubecast-tools.json ${headers_of_tools} ${stepc_of_tools} "")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/installed/cubecast-tools.json DESTINATION ${tools} COMPONENT cubecast)
if(TARGET cubecast_mpi_plugin)
  install(TARGETS cubecast_mpi_plugin LIBRARY DESTINATION ${tools} COMPONENT cubecast)
endif()

# cubecast_parts(<target> <list>): adds the project's libraries that the target consists of to the
# list, including object libraries.
function(cubecast_parts target list)
  if(target IN_LIST ${list})
    return()
  endif()
  set(parts ${${list}} ${target})
  get_target_property(sources ${target} SOURCES)
  string(REGEX MATCHALL "TARGET_OBJECTS:[a-z_0-9]+" linked "${sources}")
  list(TRANSFORM linked REPLACE "TARGET_OBJECTS:" "")
  foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
    get_target_property(libraries ${target} ${property})
    list(APPEND linked ${libraries})
  endforeach()
  foreach(library ${linked})
    if(TARGET ${library} AND library MATCHES "^cubecast_")
      cubecast_parts(${library} parts)
    endif()
  endforeach()
  set(${list} ${parts} PARENT_SCOPE)
endfunction()

set(parts "")
cubecast_parts(cubecast_testbench_request parts)
add_library(cubecast_library STATIC)
foreach(part ${parts})
  get_target_property(type ${part} TYPE)
  if(type MATCHES "STATIC_LIBRARY|OBJECT_LIBRARY")
    target_sources(cubecast_library PRIVATE $<TARGET_OBJECTS:${part}>)
  endif()
endforeach()
set_target_properties(cubecast_library PROPERTIES LINKER_LANGUAGE CXX OUTPUT_NAME cubecast)
install(TARGETS cubecast_library ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
foreach(folder testbench/ground/files testbench/engines/models testbench/plans/formats testbench/plans/networks testbench/plans/trees testbench/plans/cycles testbench/plans/collectives testbench/judge/bounds
               testbench/runs/verdict testbench/runs/experiment testbench/runs/starts testbench/tool/request)
  install(DIRECTORY ${folder}/ DESTINATION ${headers}/${folder} COMPONENT library
          FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" PATTERN "test_*" EXCLUDE)
endforeach()
