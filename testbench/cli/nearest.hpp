// What somebody who typed an unknown name may have meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace testbench {

// "; did you mean <the nearest>?", or nothing where none is near.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& known);

}  // namespace testbench
