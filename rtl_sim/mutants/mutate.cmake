# A copy of a generated top with one deliberate fault. cmake -DSV=top.sv -DHARNESS=top_rtl.hpp -DTOP=top -DNAME=mutant
# -DPATTERN=regex -DREPLACEMENT=text -DOUT=folder -P mutate.cmake writes OUT/NAME.sv and OUT/NAME_rtl.hpp. Fails unless
# the pattern occurs exactly once: the generated code has then changed, and the mutant must follow it.
file(READ ${SV} text)
string(REGEX MATCHALL "${PATTERN}" found "${text}")
list(LENGTH found count)
if(NOT count EQUAL 1)
  message(FATAL_ERROR "mutant ${NAME}: its pattern ${PATTERN} occurs ${count} times in ${SV}, must be once; "
                      "mend it in CMakeLists.txt")
endif()
string(REGEX REPLACE "${PATTERN}" "${REPLACEMENT}" text "${text}")
string(REPLACE ${TOP} ${NAME} text "${text}")
file(WRITE ${OUT}/${NAME}.sv "${text}")

file(READ ${HARNESS} text)
string(REPLACE ${TOP} ${NAME} text "${text}")
file(WRITE ${OUT}/${NAME}_rtl.hpp "${text}")
