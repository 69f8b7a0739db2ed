# SPDX-License-Identifier: Apache-2.0
# cmake -D OUT=FILE.cpp -D "FILES=a.css;b.js" -P embed.cmake: C++ with the texts of these files, and with the commit.
set(text "#include \"testbench/tool/report/page_files.hpp\"\nnamespace testbench {\nstatic constexpr PageFile kAll[] = {\n")
foreach(file ${FILES})
  file(READ ${file} contents)
  get_filename_component(name ${file} NAME)
  string(APPEND text "{\"${name}\", R\"=====(${contents})=====\"},\n")
endforeach()
file(WRITE ${OUT} "${text}};\nconst std::span<const PageFile> kPageFiles = kAll;\n}  // namespace testbench\n")
