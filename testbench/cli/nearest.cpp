#include "testbench/cli/nearest.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <limits>
#include <numeric>

namespace testbench {
namespace {

// Characters to insert, remove, change or swap with their neighbour (Damerau 1964).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  std::iota(cost[0].begin(), cost[0].end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[a.size()][b.size()];
}

// The letters of a name that count.
std::string letters_of(std::string_view name) {
  name.remove_prefix(std::min(name.find_first_not_of('-'), name.size()));
  std::string letters(name);
  for (char& letter : letters) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return letters;
}

}  // namespace

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& known) {
  constexpr std::size_t kMostLetters = 64;  // nobody mistypes that much
  const std::string word = letters_of(typed);
  if (word.empty() || word.size() > kMostLetters) return "";
  const std::string* nearest = nullptr;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (const std::string& candidate : known) {
    const std::string name = letters_of(candidate);
    const bool begins = name.starts_with(word);
    const std::size_t far = begins ? 0 : distance(word, name);
    const std::size_t most = std::max<std::size_t>(1, std::min(word.size(), name.size()) / 3);
    if (far > most || far >= least) continue;
    nearest = &candidate;
    least = far;
  }
  return nearest != nullptr ? "; did you mean " + *nearest + "?" : "";
}

}  // namespace testbench
