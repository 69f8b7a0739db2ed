# Gives a header to doxygen with its comments as documentation: a comment before a declaration documents it, one behind a
# member, with the lines that continue with it, documents that member, and the first one of a file documents the file.
/SPDX-License-Identifier/ { if (!seen) print "/// \\file"; seen = 1; next }
!seen && /^\/\/ / { print "/// \\file"; seen = 1 }
/^[ ]*\/\/\// { print; next }
/^[ ]*\/\/( |$)/ { sub(/\/\//, behind ? "///<" : "///"); print; next }
/^[ ]*[}#]/ { behind = 0; print; next }
{ behind = sub(/[ ][ ]+\/\/ /, "  ///< "); print }
