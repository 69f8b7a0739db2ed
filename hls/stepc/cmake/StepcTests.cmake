# SPDX-License-Identifier: Apache-2.0
# Tests of tops: lockstep of RTL and C++, and proofs.

# stepc_lockstep_of(<name> RTL <stepc_generate target> MODEL <stepc_verilate target> [CYCLES n]
#                   [STIMULUS header] [LIBRARIES lib...])
# Adds a test <name> that runs a top beside its Verilator model on random inputs, by default for
# 100,000 cycles. STIMULUS: a header whose Stimulus makes the inputs legal, see
# hls/stepc/lockstep/lockstep.hpp. LIBRARIES: for the headers that the source includes.
function(stepc_lockstep_of name)
  cmake_parse_arguments(ARG "" "RTL;MODEL;CYCLES;STIMULUS" "LIBRARIES" ${ARGN})
  if(NOT ARG_CYCLES)
    set(ARG_CYCLES 100000)
  endif()
  foreach(property SOURCE MODULE TOP FLAGS)
    get_target_property(${property} ${ARG_RTL} STEPC_${property})
  endforeach()
  add_executable(${name} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../lockstep/of_top.cpp)
  target_compile_definitions(${name} PRIVATE STEPC_SOURCE="${SOURCE}" STEPC_HARNESS="${MODULE}_rtl.hpp"
                             STEPC_MODULE=${MODULE} STEPC_TOP=${TOP})
  if(ARG_STIMULUS)
    target_compile_definitions(${name} PRIVATE STEPC_STIMULUS="${ARG_STIMULUS}")
  endif()
  target_compile_options(${name} PRIVATE ${FLAGS})
  target_link_libraries(${name} PRIVATE ${ARG_MODEL} ${ARG_LIBRARIES} stepc_lockstep_main cubecast_warnings)
  cubecast_precompiled(stepc_lockstep_headers HEADERS <hls/stepc/lockstep/top_run.hpp>
                       LIBRARIES cubecast_hls_stepc_lockstep verilator_runtime)
  target_precompile_headers(${name} REUSE_FROM stepc_lockstep_headers)
  add_test(NAME ${name} COMMAND ${name} --cycles ${ARG_CYCLES})
endfunction()

# stepc_lockstep(<name> SOURCE file.cpp [CYCLES n] [LIBRARIES lib...] [stepc_generate arguments...])
# Calls all of the above for one source. Targets: <name> (the test's program), <name>_rtl,
# <name>_model.
function(stepc_lockstep name)
  cmake_parse_arguments(ARG "" "CYCLES" "LIBRARIES" ${ARGN})
  stepc_generate(${name}_rtl ${ARG_UNPARSED_ARGUMENTS})
  # It runs for less time than it compiles.
  stepc_verilate(${name}_model RTL ${name}_rtl OPTIONS ${CUBECAST_TEST_OPTIONS})
  stepc_lockstep_of(${name} RTL ${name}_rtl MODEL ${name}_model CYCLES ${ARG_CYCLES} LIBRARIES ${ARG_LIBRARIES})
endfunction()

# stepc_prove(<name> SOURCE file.cpp [TOP function])
# Adds a test <name> in which Yosys proves that the RTL from both LLVM pipelines is the same
# machine. It needs CUBECAST_PROOFS.
option(CUBECAST_PROOFS "Proofs and areas by Yosys, which must then be there" ON)
if(CUBECAST_PROOFS)
  find_program(YOSYS yosys)
  if(NOT YOSYS)
    message(FATAL_ERROR "CUBECAST_PROOFS is ON and there is no yosys on PATH: scripts/setup.sh installs it, or configure "
                        "with -DCUBECAST_PROOFS=OFF")
  endif()
else()
  unset(YOSYS CACHE)
endif()
function(stepc_prove name)
  cmake_parse_arguments(ARG "" "SOURCE;TOP" "" ${ARGN})
  get_filename_component(module ${ARG_SOURCE} NAME_WE)
  foreach(pipeline 1 2)
    stepc_generate(${name}_pipeline_${pipeline} SOURCE ${ARG_SOURCE} TOP ${ARG_TOP} MODULE ${module}_proof
                   PIPELINE ${pipeline})
    list(APPEND rtl ${name}_pipeline_${pipeline})
    get_target_property(sv_${pipeline} ${name}_pipeline_${pipeline} STEPC_SV)
  endforeach()
  add_custom_target(${name}_rtl ALL)
  add_dependencies(${name}_rtl ${rtl})
  add_test(NAME ${name} COMMAND ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../tests/prove_equal.sh ${module}_proof ${sv_1} ${sv_2})
  set_tests_properties(${name} PROPERTIES COST 10)
endfunction()
