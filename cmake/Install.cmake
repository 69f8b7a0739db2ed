# cmake --install (docs/guides/packaging.md), in two components:
#
#     cmake --build build --target cubecast stepc && cmake --install build --component stepc --prefix DIR
#     cmake --install build --component cubecast --prefix DIR
#
# stepc: the compiler, the headers of synthesizable code, and find_package(Cubecast) with stepc_generate and stepc_verilate.
# cubecast: the command, and what it makes models of when they are asked for, which needs the first component too.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(headers ${CMAKE_INSTALL_INCLUDEDIR}/cubecast)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Cubecast)

install(TARGETS stepc RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT stepc)
foreach(folder firmware hls/types hls/operators hls/network hls/router hls/axi hls/tops hls/stepc/lockstep)
  install(DIRECTORY ${folder}/ DESTINATION ${headers}/${folder} COMPONENT stepc
          FILES_MATCHING PATTERN "*.hpp" PATTERN "test_*" EXCLUDE)
endforeach()
configure_package_config_file(cmake/CubecastConfig.cmake.in CubecastConfig.cmake INSTALL_DESTINATION ${package}
                              PATH_VARS CMAKE_INSTALL_BINDIR headers)
write_basic_package_version_file(CubecastConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/CubecastConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/CubecastConfigVersion.cmake
              hls/stepc/cmake/Stepc.cmake hls/stepc/cmake/JoinVerilated.cmake
        DESTINATION ${package} COMPONENT stepc)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT stepc)

# The folders that testbench/models/content_hash.hpp lists, so that the hash of the headers is that of the program's.
install(TARGETS cubecast RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT cubecast)
foreach(folder hls/broadcast rtl_sim testbench/nodes testbench/host testbench/checker testbench/mesh testbench/native
               testbench/broadcast testbench/systemc)
  install(DIRECTORY ${folder}/ DESTINATION ${headers}/${folder} COMPONENT cubecast
          FILES_MATCHING PATTERN "*.hpp" PATTERN "test_*" EXCLUDE)
endforeach()
install(FILES hls/tops/node_axi.v.in DESTINATION ${headers}/hls/tops COMPONENT cubecast)
# The program looks for this in lib/cubecast beside its folder (testbench/models/toolchain.hpp).
set(tools ${CMAKE_INSTALL_BINDIR}/../lib/cubecast)
file(RELATIVE_PATH headers_of_tools /${CMAKE_INSTALL_BINDIR}/../lib/cubecast /${headers})
file(RELATIVE_PATH stepc_of_tools /${CMAKE_INSTALL_BINDIR}/../lib/cubecast /${CMAKE_INSTALL_BINDIR}/stepc)
cubecast_tools_file(${CMAKE_CURRENT_BINARY_DIR}/installed/cubecast-tools.json ${headers_of_tools} ${stepc_of_tools} "")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/installed/cubecast-tools.json DESTINATION ${tools} COMPONENT cubecast)
