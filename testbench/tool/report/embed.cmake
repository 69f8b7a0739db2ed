# SPDX-License-Identifier: Apache-2.0
# cmake -D OUT=FILE.cpp -D STYLE=a.css -D "SCRIPT=b.js;c.js" -P embed.cmake: C++ with the texts of these files.
set(text "namespace testbench {\n")
foreach(part Style Script)
  string(TOUPPER ${part} files)
  string(APPEND text "extern const char* const kPage${part};\nconst char* const kPage${part} =\n")
  foreach(file ${${files}})
    file(READ ${file} contents)
    string(APPEND text "R\"=====(${contents})=====\"\n")
  endforeach()
  string(APPEND text ";\n")
endforeach()
file(WRITE ${OUT} "${text}}  // namespace testbench\n")
