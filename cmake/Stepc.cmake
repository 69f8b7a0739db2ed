# From C++ step functions to SystemVerilog and Verilator models, at build time.
#
#   stepc_generate(fifo_rtl SOURCE fifo.cpp MODULE fifo)      # fifo.sv, fifo_rtl.hpp, fifo.json, by the target fifo_rtl
#   stepc_verilate(fifo_model RTL fifo_rtl)                   # a library: the Verilator model of it and its harness
#   target_link_libraries(my_test PRIVATE fifo_model)         # #include "fifo_rtl.hpp"

# stepc_generate(<target> SOURCE file.cpp [MODULE name] [TOP function] [OUT directory] [PIPELINE 1|2] [FLAGS flag...]
#                [OPTIONS option...])
# MODULE defaults to the source's name, TOP to `step`, OUT to the binary directory. FLAGS are clang's, OPTIONS stepc's
# (--arrays packed). Properties of the target: STEPC_MODULE, STEPC_SV, STEPC_HARNESS, STEPC_LAYOUT, STEPC_OUT, STEPC_SOURCE,
# STEPC_TOP, STEPC_FLAGS.
function(stepc_generate target)
  cmake_parse_arguments(ARG "" "SOURCE;MODULE;TOP;OUT;PIPELINE" "FLAGS;OPTIONS" ${ARGN})
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
            -- -I${CMAKE_SOURCE_DIR} ${ARG_FLAGS}
    DEPENDS stepc ${source}
    DEPFILE ${base}.d
    COMMENT "stepc ${ARG_MODULE}"
    VERBATIM)
  add_custom_target(${target} DEPENDS ${base}.sv ${base}_rtl.hpp ${base}.json)
  set_target_properties(${target} PROPERTIES
    STEPC_MODULE ${ARG_MODULE} STEPC_OUT ${ARG_OUT} STEPC_SV ${base}.sv STEPC_HARNESS ${base}_rtl.hpp
    STEPC_LAYOUT ${base}.json STEPC_SOURCE ${source} STEPC_TOP ${ARG_TOP} STEPC_FLAGS "${ARG_FLAGS}")
endfunction()

# The runtime library of Verilator models, once for all of them.
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
  target_compile_options(verilator_runtime PRIVATE -w)
endfunction()

# stepc_verilate(<target> RTL <stepc_generate target> [OUT directory] [TRACE] [FLAGS verilator-flag...])
# OUT: where to put the model, that of the RTL if not told otherwise; a second model of the same RTL needs one of its own,
# and a program of its own, since the classes have the same names. TRACE: the model can write FST waveforms.
function(stepc_verilate target)
  cmake_parse_arguments(ARG "TRACE" "RTL;OUT" "FLAGS" ${ARGN})
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
  # Verilator 5.006 makes wrong logic of some trees of bits (-fno-const-bit-op-tree), and longer code than its library's
  # functions are (-fno-expand).
  list(APPEND flags -fno-const-bit-op-tree -fno-expand)
  # One C++ file that includes what Verilator wrote: its names are not known before it has run.
  add_custom_command(
    OUTPUT ${directory}/all.cpp
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${directory}
    COMMAND ${VERILATOR} --cc --sv --no-timing --flatten -O3 --x-assign 0 --x-initial 0 --top-module ${module}
            --prefix V${module} --Mdir ${directory} -Wno-lint -Wno-UNOPTFLAT ${flags} ${sv}
    COMMAND ${CMAKE_COMMAND} -DDIRECTORY=${directory} -P ${PROJECT_SOURCE_DIR}/cmake/JoinVerilated.cmake
    DEPENDS ${sv} ${ARG_RTL} ${PROJECT_SOURCE_DIR}/cmake/JoinVerilated.cmake
    COMMENT "Verilator ${module}"
    VERBATIM)
  add_library(${target} STATIC ${directory}/all.cpp)
  add_dependencies(${target} ${ARG_RTL})
  target_include_directories(${target} SYSTEM PUBLIC ${directory} ${out})
  target_link_libraries(${target} PUBLIC verilator_runtime cubecast_hls_compiler_lockstep)
  # Code that runs once in a cycle from one end to the other is fastest where it is short.
  target_compile_options(${target} PRIVATE -w -O1)
endfunction()

# stepc_lockstep_of(<name> RTL <stepc_generate target> MODEL <stepc_verilate target> [CYCLES n] [STIMULUS header]
#                   [LIBRARIES lib...])
# A test <name> that runs a top beside its Verilator model on random inputs, 100,000 cycles if not told otherwise.
# STIMULUS: a header whose shape() makes the inputs legal, see hls/compiler/lockstep/lockstep.hpp. LIBRARIES: of the
# headers that the source includes.
function(stepc_lockstep_of name)
  cmake_parse_arguments(ARG "" "RTL;MODEL;CYCLES;STIMULUS" "LIBRARIES" ${ARGN})
  if(NOT ARG_CYCLES)
    set(ARG_CYCLES 100000)
  endif()
  foreach(property SOURCE MODULE TOP FLAGS)
    get_target_property(${property} ${ARG_RTL} STEPC_${property})
  endforeach()
  add_executable(${name} ${PROJECT_SOURCE_DIR}/hls/compiler/lockstep/of_top.cpp)
  target_compile_definitions(${name} PRIVATE STEPC_SOURCE="${SOURCE}" STEPC_HARNESS="${MODULE}_rtl.hpp"
                             STEPC_MODULE=${MODULE} STEPC_TOP=${TOP})
  if(ARG_STIMULUS)
    target_compile_definitions(${name} PRIVATE STEPC_STIMULUS="${ARG_STIMULUS}")
  endif()
  target_compile_options(${name} PRIVATE ${FLAGS})
  target_link_libraries(${name} PRIVATE ${ARG_MODEL} ${ARG_LIBRARIES} stepc_lockstep_main cubecast_warnings)
  add_test(NAME ${name} COMMAND ${name} --cycles ${ARG_CYCLES})
endfunction()

# stepc_lockstep(<name> SOURCE file.cpp [CYCLES n] [LIBRARIES lib...] [what else stepc_generate takes])
# All of the above for one source. Targets: <name> (the test's program), <name>_rtl, <name>_model.
function(stepc_lockstep name)
  cmake_parse_arguments(ARG "" "CYCLES" "LIBRARIES" ${ARGN})
  stepc_generate(${name}_rtl ${ARG_UNPARSED_ARGUMENTS})
  stepc_verilate(${name}_model RTL ${name}_rtl)
  stepc_lockstep_of(${name} RTL ${name}_rtl MODEL ${name}_model CYCLES ${ARG_CYCLES} LIBRARIES ${ARG_LIBRARIES})
endfunction()

# stepc_prove(<name> SOURCE file.cpp)
# A test <name>: Yosys proves that the RTL of two of LLVM's pipelines is one machine. With CUBECAST_PROOFS.
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
  cmake_parse_arguments(ARG "" "SOURCE" "" ${ARGN})
  get_filename_component(module ${ARG_SOURCE} NAME_WE)
  foreach(pipeline 1 2)
    stepc_generate(${name}_pipeline_${pipeline} SOURCE ${ARG_SOURCE} MODULE ${module}_proof PIPELINE ${pipeline})
    list(APPEND rtl ${name}_pipeline_${pipeline})
    get_target_property(sv_${pipeline} ${name}_pipeline_${pipeline} STEPC_SV)
  endforeach()
  add_custom_target(${name}_rtl ALL)
  add_dependencies(${name}_rtl ${rtl})
  add_test(NAME ${name} COMMAND ${PROJECT_SOURCE_DIR}/hls/compiler/tests/prove_equal.sh ${module}_proof ${sv_1} ${sv_2})
endfunction()
