// SPDX-License-Identifier: Apache-2.0
// stepc translates the plain function `step`.
#include "histogram.hpp"
