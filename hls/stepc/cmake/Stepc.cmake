# SPDX-License-Identifier: Apache-2.0
# Translates C++ step functions to SystemVerilog and Verilator models at build time.
#
#   stepc_generate(fifo_rtl SOURCE fifo.cpp MODULE fifo)  # fifo.sv, fifo_rtl.hpp, fifo.json
#   stepc_verilate(fifo_model RTL fifo_rtl)               # a library: Verilator model and harness
#   target_link_libraries(my_test PRIVATE fifo_model)     # #include "fifo_rtl.hpp"
#
# This project uses the file, and, once it is installed, so do others (find_package(Cubecast)). The
# target stepc is the compiler; its property STEPC_HEADERS is the folder in which sources find
# hls/types/bits.hpp and the other headers.

# stepc_generate(<target> SOURCE file.cpp [MODULE name] [TOP function] [OUT directory]
#                [PIPELINE 1|2] [FLAGS flag...] [OPTIONS option...])
# MODULE defaults to the source's name, TOP to `step`, OUT to the binary directory. FLAGS go to
# clang, OPTIONS to stepc (--arrays packed). The target has the properties STEPC_MODULE, STEPC_SV,
# STEPC_HARNESS, STEPC_LAYOUT, STEPC_OUT, STEPC_SOURCE, STEPC_TOP and STEPC_FLAGS.
function(stepc_generate target)
  cmake_parse_arguments(ARG "" "SOURCE;MODULE;TOP;OUT;PIPELINE" "FLAGS;OPTIONS" ${ARGN})
  if(NOT ARG_SOURCE OR ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "stepc_generate(${target}): needs SOURCE file.cpp; unknown: '${ARG_UNPARSED_ARGUMENTS}'")
  endif()
  get_filename_component(source ${ARG_SOURCE} ABSOLUTE)
  if(NOT ARG_MODULE)
    get_filename_component(ARG_MODULE ${source} NAME_WE)
  endif()
  if(NOT ARG_TOP)
    set(ARG_TOP step)
  endif()
  if(NOT ARG_OUT)
    set(ARG_OUT ${CMAKE_CURRENT_BINARY_DIR}/${target})
  endif()
  if(NOT ARG_PIPELINE)
    set(ARG_PIPELINE 1)
  endif()
  set(base ${ARG_OUT}/${ARG_MODULE})
  file(MAKE_DIRECTORY ${ARG_OUT})
  add_custom_command(
    OUTPUT ${base}.sv ${base}_rtl.hpp ${base}.json
    COMMAND stepc ${source} --top ${ARG_TOP} --module ${ARG_MODULE} --pipeline ${ARG_PIPELINE} -o ${base}.sv
            --harness ${base}_rtl.hpp --layout ${base}.json --depfile ${base}.d ${ARG_OPTIONS}
            -- -I$<TARGET_PROPERTY:stepc,STEPC_HEADERS> ${ARG_FLAGS}
    DEPENDS stepc ${source}
    DEPFILE ${base}.d
    COMMENT "stepc ${ARG_MODULE}"
    VERBATIM)
  add_custom_target(${target} DEPENDS ${base}.sv ${base}_rtl.hpp ${base}.json)
  set_target_properties(${target} PROPERTIES
    STEPC_MODULE ${ARG_MODULE} STEPC_OUT ${ARG_OUT} STEPC_SV ${base}.sv STEPC_HARNESS ${base}_rtl.hpp
    STEPC_LAYOUT ${base}.json STEPC_SOURCE ${source} STEPC_TOP ${ARG_TOP} STEPC_FLAGS "${ARG_FLAGS}")
endfunction()

# All Verilator models share one runtime library.
function(stepc_verilator_runtime)
  if(TARGET verilator_runtime)
    return()
  endif()
  find_program(VERILATOR verilator REQUIRED)
  execute_process(COMMAND ${VERILATOR} --getenv VERILATOR_ROOT OUTPUT_VARIABLE root OUTPUT_STRIP_TRAILING_WHITESPACE)
  find_package(Threads REQUIRED)
  add_library(verilator_runtime STATIC ${root}/include/verilated.cpp ${root}/include/verilated_threads.cpp
              ${root}/include/verilated_save.cpp ${root}/include/verilated_fst_c.cpp)
  target_include_directories(verilator_runtime SYSTEM PUBLIC ${root}/include ${root}/include/vltstd)
  find_package(ZLIB REQUIRED)
  target_link_libraries(verilator_runtime PUBLIC Threads::Threads ZLIB::ZLIB)
  target_compile_options(verilator_runtime PRIVATE -w -O1)
endfunction()

# stepc_verilated_source(<directory> TOP module SOURCES file... [DEPENDS target...]
#                        [FLAGS verilator-flag...])
# Writes Verilator's model of the module, class V<module>, to <directory>/all.cpp.
function(stepc_verilated_source directory)
  cmake_parse_arguments(ARG "" "TOP" "SOURCES;DEPENDS;FLAGS" ${ARGN})
  # One C++ file includes all files that Verilator writes, since their names are not known before it
  # has run.
  set(join ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/JoinVerilated.cmake)
  set(options $<TARGET_PROPERTY:stepc,STEPC_HEADERS>/hls/stepc/lockstep/verilator.f)
  add_custom_command(
    OUTPUT ${directory}/all.cpp
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${directory}
    COMMAND ${VERILATOR} -f ${options} --top-module ${ARG_TOP} --prefix V${ARG_TOP} --Mdir ${directory} ${ARG_FLAGS} ${ARG_SOURCES}
    COMMAND ${CMAKE_COMMAND} -DDIRECTORY=${directory} -P ${join}
    DEPENDS ${ARG_SOURCES} ${ARG_DEPENDS} ${options} ${join}
    COMMENT "Verilator ${ARG_TOP}"
    VERBATIM)
endfunction()

# stepc_verilate(<target> RTL <stepc_generate target> [OUT directory] [TRACE]
#                [FLAGS verilator-flag...] [OPTIONS compiler-option...])
# OUT: the directory for the model; the default is the directory of the RTL. A second model of the
# same RTL needs a directory and a program of its own, since the classes have the same names. TRACE:
# the model can write FST waveforms.
function(stepc_verilate target)
  cmake_parse_arguments(ARG "TRACE" "RTL;OUT" "FLAGS;OPTIONS" ${ARGN})
  if(NOT TARGET "${ARG_RTL}" OR ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR
      "stepc_verilate(${target}): needs RTL target, of stepc_generate; unknown: '${ARG_UNPARSED_ARGUMENTS}'")
  endif()
  stepc_verilator_runtime()
  get_target_property(module ${ARG_RTL} STEPC_MODULE)
  get_target_property(sv ${ARG_RTL} STEPC_SV)
  get_target_property(out ${ARG_RTL} STEPC_OUT)
  set(directory ${out}/V${module})
  if(ARG_OUT)
    set(directory ${ARG_OUT}/V${module})
    file(MAKE_DIRECTORY ${ARG_OUT})
  endif()
  set(flags ${ARG_FLAGS})
  if(ARG_TRACE)
    list(APPEND flags --trace-fst)
  endif()
  stepc_verilated_source(${directory} TOP ${module} SOURCES ${sv} DEPENDS ${ARG_RTL} FLAGS ${flags})
  add_library(${target} STATIC ${directory}/all.cpp)
  add_dependencies(${target} ${ARG_RTL})
  target_include_directories(${target} SYSTEM PUBLIC ${directory} ${out})
  target_link_libraries(${target} PUBLIC verilator_runtime cubecast_hls_stepc_lockstep)
  # Short code is fastest here, since each cycle runs all of it once from start to end.
  set(options -w -O1 ${ARG_OPTIONS})
  target_compile_options(${target} PRIVATE ${options})
  # Verilator's headers take two thirds of a small model's compilation. Models of another project may have other options.
  if(COMMAND cubecast_precompiled)
    string(MAKE_C_IDENTIFIER "verilated_headers${options}" headers)
    cubecast_precompiled(${headers} HEADERS <verilated.h> LIBRARIES cubecast_hls_stepc_lockstep verilator_runtime OPTIONS ${options})
    target_precompile_headers(${target} REUSE_FROM ${headers})
  endif()
endfunction()

# The tests of the project's own tops; an installed copy of this file has none.
include(${CMAKE_CURRENT_LIST_DIR}/StepcTests.cmake OPTIONAL)
