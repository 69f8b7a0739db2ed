// What stepc translates: the plain function `step`.
#include "histogram.hpp"
