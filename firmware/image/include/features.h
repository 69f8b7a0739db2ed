// SPDX-License-Identifier: Apache-2.0
// The headers of the C++ library ask the C library for its version. Picolibc has none of theirs.
#define __GLIBC_PREREQ(major, minor) 0
