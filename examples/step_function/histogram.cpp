// SPDX-License-Identifier: Apache-2.0
// What stepc translates: the plain function `step`.
#include "histogram.hpp"
