// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/report/page.hpp"

#include <fmt/format.h>

#include <boost/algorithm/string/replace.hpp>
#include <fstream>
#include <iterator>
#include <random>

#include "testbench/ground/files/named_file.hpp"

namespace testbench {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

std::string escaped(std::string_view text) {
  return boost::replace_all_copy(boost::replace_all_copy(std::string(text), "&", "&amp;"), "<", "&lt;");
}

PageLibraries PageLibraries::load(const std::string& label) {
  const fs::path program = fs::read_symlink("/proc/self/exe").parent_path();
  for (const fs::path& folder : {program / "report", program.parent_path() / "share/cubecast/report"}) {
    if (!fs::exists(folder / "plot.umd.min.js")) continue;
    return {contents(folder / "d3.min.js"), contents(folder / "plot.umd.min.js"), contents(folder / "LICENSES")};
  }
  throw FileError(
      fmt::format("{}: a page needs d3 and Observable Plot, which are not in {}; fetch them with "
                  "scripts/setup.sh report=pages",
                  label, (program / "report").string()));
}

std::string page_of(const nlohmann::ordered_json& data, const PageLibraries& libraries) {
  std::random_device random;
  const std::string nonce = fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
  const std::string json = data.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'nonce-{0}'; style-src "
      "'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
      "<title>Cubecast report</title>\n<style>{1}</style></head>\n<body><header><h1></h1><p id=\"made\"></p></header>"
      "<main><noscript>This report needs JavaScript.</noscript></main>\n"
      "<footer><details><summary>Licences</summary><pre>{2}</pre></details></footer>\n"
      "<script id=\"data\" type=\"application/json\">{3}</script>\n<script nonce=\"{0}\">{4}</script>\n"
      "<script nonce=\"{0}\">{5}</script>\n<script nonce=\"{0}\">'use strict';\n{{\n{6}}}\n</script></body></html>\n",
      nonce, kPageStyle, escaped(libraries.licences), boost::replace_all_copy(json, "<", "\\u003c"), libraries.d3,
      libraries.plot, kPageScript);
}

}  // namespace testbench
