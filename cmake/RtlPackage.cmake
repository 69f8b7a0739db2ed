# What goes with the RTL of a top, beside it, for those who take it into a project of their own: a file list, a FuseSoC core
# file (CAPI2) and its parameters; scripts/package.sh hands them out, `cubecast rtl` the core file.

include(${CMAKE_CURRENT_LIST_DIR}/TopName.cmake)

# cubecast_core_file(<folder> <name> <description> <toplevel> file...): <folder>/<name>.f and <name>.core, of files there.
# The toplevel is "" for what is no design of its own.
function(cubecast_core_file folder name description toplevel)
  set(list "")
  set(files "")
  foreach(file ${ARGN})
    set(type systemVerilogSource)
    if(file MATCHES "[.]v$")
      set(type verilogSource)
    endif()
    string(APPEND list "${file}\n")
    string(APPEND files "      - ${file}: {file_type: ${type}}\n")
  endforeach()
  set(lint "")
  if(toplevel)
    set(lint "    toplevel: ${toplevel}
  lint:
    filesets: [rtl]
    toplevel: ${toplevel}
    default_tool: verilator
    tools:
      verilator:
        mode: lint-only
        verilator_options: [-Wno-lint]
")
  endif()
  file(CONFIGURE OUTPUT ${folder}/${name}.f CONTENT "${list}" @ONLY)
  file(CONFIGURE OUTPUT ${folder}/${name}.core @ONLY CONTENT "CAPI=2:
name: cubecast:rtl:${name}:${PROJECT_VERSION}
description: \"${description}\"
filesets:
  rtl:
    files:
${files}targets:
  default:
    filesets: [rtl]
${lint}")
endfunction()

# cubecast_rtl_package(<folder> <name>): for the top of that name (TopName.cmake), whose RTL lies in the folder.
function(cubecast_rtl_package folder name)
  cubecast_top_name(${name})
  string(REPLACE all "[\"all\"]" ports ${ports})
  string(REPLACE gated "[\"all\", \"one\", \"half\"]" ports ${ports})
  set(files ${name}.sv)
  if(part STREQUAL node_axi)
    set(files ${name}_core.sv ${name}.v)
  endif()
  cubecast_core_file(${folder} ${name}
    "Cubecast ${part} of the ${dim}-cube, ${payload} bits of payload, cycles a hop: ${hop_cycles}" ${name} ${files})

  math(EXPR nodes "1 << ${dim}")
  math(EXPR queue_depth "2 << ${dim}")  # tops::queue_depth
  cubecast_constant(sequence hls/router/config.hpp kSequenceWidth)
  cubecast_constant(program hls/router/config.hpp kProgramDepth)
  list(JOIN files "\", \"" quoted)
  file(CONFIGURE OUTPUT ${folder}/${name}.parameters.json @ONLY CONTENT "{
  \"module\": \"${name}\",
  \"files\": [\"${quoted}\"],
  \"dim\": ${dim},
  \"hop_cycles\": ${hop_cycles},
  \"nodes\": ${nodes},
  \"payload_bits\": ${payload},
  \"sequence_bits\": ${sequence},
  \"queue_depth\": ${queue_depth},
  \"program_depth\": ${program},
  \"ports\": ${ports},
  \"version\": \"${PROJECT_VERSION}\"
}
")
endfunction()
