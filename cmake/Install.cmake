# cmake --install: stepc, the headers of synthesizable code, and find_package(Cubecast) with stepc_generate and
# stepc_verilate (docs/packaging.md).
#
#     cmake --build build --target stepc && cmake --install build --component stepc --prefix DIR
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(headers ${CMAKE_INSTALL_INCLUDEDIR}/cubecast)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Cubecast)

install(TARGETS stepc RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT stepc)
foreach(folder firmware hls/types hls/operators hls/network hls/router hls/axi hls/tops hls/compiler/lockstep)
  install(DIRECTORY ${folder}/ DESTINATION ${headers}/${folder} COMPONENT stepc
          FILES_MATCHING PATTERN "*.hpp" PATTERN "test_*" EXCLUDE)
endforeach()
configure_package_config_file(cmake/CubecastConfig.cmake.in CubecastConfig.cmake INSTALL_DESTINATION ${package}
                              PATH_VARS CMAKE_INSTALL_BINDIR headers)
write_basic_package_version_file(CubecastConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/CubecastConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/CubecastConfigVersion.cmake
              cmake/Stepc.cmake cmake/JoinVerilated.cmake
        DESTINATION ${package} COMPONENT stepc)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT stepc)
