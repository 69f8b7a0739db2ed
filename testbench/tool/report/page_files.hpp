// SPDX-License-Identifier: Apache-2.0
// The files of the folder page, which embed.cmake puts into the program.
#pragma once

#include <span>

namespace testbench {

struct PageFile {
  const char* name;
  const char* text;
};

extern const std::span<const PageFile> kPageFiles;  // in the order in which the page has them

}  // namespace testbench
