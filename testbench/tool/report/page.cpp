// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/report/page.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <fstream>
#include <iterator>
#include <random>
#include <thread>

#include "testbench/ground/files/named_file.hpp"
#include "testbench/tool/report/page_files.hpp"

namespace testbench {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// No string of the data can end the script that holds it.
std::string as_script(const nlohmann::ordered_json& data) {
  const std::string text = data.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char character : text) {
    if (character == '<') {
      safe += "\\u003c";
    } else {
      safe += character;
    }
  }
  return safe;
}

std::string nonce() {
  std::random_device random;
  std::string bytes;
  for (unsigned i = 0; i < 18; ++i) bytes.push_back(static_cast<char>(random()));
  return base64(bytes);
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char character : text) {
    safe += character == '<' ? "&lt;" : character == '&' ? "&amp;" : std::string(1, character);
  }
  return safe;
}

std::string base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      word = word << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (unsigned k = 0; k < 4; ++k) text.push_back(i + k <= bytes.size() ? kDigits[word >> (18 - 6 * k) & 63] : '=');
  }
  return text;
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
  const std::string key = nonce();
  std::string scripts;
  std::string style;
  for (const std::string* library : {&libraries.d3, &libraries.plot}) {
    scripts += fmt::format("<script nonce=\"{}\">{}</script>\n", key, *library);
  }
  std::string page;
  for (const PageFile& file : kPageFiles) (std::string_view(file.name).ends_with(".css") ? style : page) += file.text;
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'nonce-{0}'; style-src "
      "'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
      "<title>Cubecast report</title>\n<style>{1}</style></head>\n<body><header><h1></h1><p id=\"made\"></p></header>"
      "<main><noscript>This report needs JavaScript.</noscript></main>\n"
      "<footer><details><summary>Licences</summary><pre>{2}</pre></details></footer>\n"
      "<script id=\"data\" type=\"application/json\">{3}</script>\n{4}<script nonce=\"{0}\">'use strict';\n{{\n{5}}}\n"
      "</script></body></html>\n",
      key, style, escaped(libraries.licences), as_script(data), scripts, page);
}

std::string machine() {
  std::string model;
  std::ifstream processors("/proc/cpuinfo");
  for (std::string line; model.empty() && std::getline(processors, line);) {
    if (line.starts_with("model name") && line.find(": ") != std::string::npos)
      model = line.substr(line.find(": ") + 2);
  }
  utsname system{};
  uname(&system);
  return fmt::format("{}{} processors, {} {}", model.empty() ? "" : model + ", ", std::thread::hardware_concurrency(),
                     system.sysname, system.release);
}

}  // namespace testbench
