# Writes DIRECTORY/all.cpp, which includes every C++ file that Verilator wrote there.
file(GLOB sources RELATIVE ${DIRECTORY} ${DIRECTORY}/V*.cpp)
list(SORT sources)
set(text "// Written by cmake/JoinVerilated.cmake: do not edit.\n")
foreach(source IN LISTS sources)
  string(APPEND text "#include \"${source}\"\n")
endforeach()
file(WRITE ${DIRECTORY}/all.cpp "${text}")
