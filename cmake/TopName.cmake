# What the name of a synthesis top says.

# cubecast_top_name(<name>): for a node of any network, labelled_p<ports>_w<payload>_<all|gated>, sets part, node_ports,
# payload and ports; for one of a cube sets part, dim, payload (bits), ports (all, gated), hop_cycles, operators (integers, floats, or
# none where it does not combine packets), and rules: the names of those in the hardware, none for all. What follows in the name is the caller's.
function(cubecast_top_name name)
  if(name MATCHES "^(labelled)_p([0-9]+)_w([0-9]+)_(all|gated)$")
    set(part ${CMAKE_MATCH_1} PARENT_SCOPE)
    set(node_ports ${CMAKE_MATCH_2} PARENT_SCOPE)
    set(payload ${CMAKE_MATCH_3} PARENT_SCOPE)
    set(ports ${CMAKE_MATCH_4} PARENT_SCOPE)
    set(operators "" PARENT_SCOPE)
    return()
  endif()
  if(NOT name MATCHES "^(node_axi|node|router)_d([0-9]+)_w([0-9]+)_(all|gated)(_r2)?(_(integers|floats))?(_rules_([a-z_]+))?")
    message(FATAL_ERROR "${name}: must be <node|router|node_axi>_d<d>_w<payload>_<all|gated>[_r2][_integers|_floats][_rules_<rule>...]")
  endif()
  set(part ${CMAKE_MATCH_1} PARENT_SCOPE)
  set(dim ${CMAKE_MATCH_2} PARENT_SCOPE)
  set(payload ${CMAKE_MATCH_3} PARENT_SCOPE)
  set(ports ${CMAKE_MATCH_4} PARENT_SCOPE)
  set(hop_cycles 1 PARENT_SCOPE)
  if(CMAKE_MATCH_5)
    set(hop_cycles 2 PARENT_SCOPE)
  endif()
  set(operators "${CMAKE_MATCH_7}" PARENT_SCOPE)
  string(REPLACE _ ";" rules "${CMAKE_MATCH_9}")
  set(rules "${rules}" PARENT_SCOPE)
endfunction()
