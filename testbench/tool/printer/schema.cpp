// SPDX-License-Identifier: Apache-2.0
#include "testbench/tool/printer/schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "testbench/tool/request/options.hpp"

namespace testbench {
namespace {

using Json = nlohmann::ordered_json;

// Without its last character, if it is that.
bool cut(std::string& type, std::string_view suffix) {
  if (!type.ends_with(suffix)) return false;
  type.resize(type.size() - suffix.size());
  return true;
}

Json type_of(std::string type) {
  Json schema;
  const bool may_be_null = cut(type, "?");
  if (cut(type, "[]")) {
    schema = {{"type", "array"}, {"items", type_of(type)}};
  } else if (type == "object") {
    schema = {
        {"type", type}, {"properties", Json::object()}, {"required", Json::array()}, {"additionalProperties", false}};
  } else if (type == "signed number") {
    schema = {{"type", "number"}};
  } else {
    schema = {{"type", type}};
    if (type == "integer" || type == "number") schema["minimum"] = 0;
  }
  if (may_be_null) schema["type"] = {schema["type"], "null"};
  return schema;
}

std::string words_of(std::string type) {
  if (cut(type, "?")) return words_of(type) + " or null";
  if (cut(type, "[]")) return "list of " + words_of(type);
  return type;
}

// The object that has the key, and the key's last part.
std::pair<Json*, std::string> place_of(std::string_view key, Json& schema) {
  Json* object = &schema;
  for (std::size_t dot; (dot = key.find('.')) != std::string_view::npos; key.remove_prefix(dot + 1)) {
    std::string name(key.substr(0, dot));
    const bool is_list = cut(name, "[]");
    object = &object->at("properties").at(name);
    if (is_list) object = &object->at("items");
  }
  return {object, std::string(key)};
}

bool is_of_type(const std::string& type, const Json& value) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  return value.is_null();
}

bool is_of_types(const Json& types, const Json& value) {
  if (types.is_string()) return is_of_type(types, value);
  return std::ranges::any_of(types, [&](const Json& type) { return is_of_type(type, value); });
}

std::optional<std::string> fault_of_object(const Json& schema, const Json& value, const std::string& key) {
  const std::string before = key.empty() ? "" : key + '.';
  for (const auto& [name, part] : value.items()) {
    if (!schema["properties"].contains(name)) return before + name + " is unknown";
  }
  for (const Json& name : schema["required"]) {
    if (!value.contains(name)) return before + name.get<std::string>() + " is missing";
  }
  return std::nullopt;
}

std::optional<std::string> fault_at(const Json& schema, const Json& value, const std::string& key, bool types) {
  if (!is_of_types(schema.at("type"), value))
    return fmt::format("{} is {}, not {}", key, value.dump(), schema["type"].dump());
  if (value.is_number() && schema.contains("minimum") && value < schema["minimum"]) return key + " is negative";
  if (value.is_object()) {
    if (auto fault = types ? std::nullopt : fault_of_object(schema, value, key)) return fault;
    for (const auto& [name, part] : value.items()) {
      if (!schema["properties"].contains(name)) continue;
      const std::string inner = key.empty() ? name : fmt::format("{}.{}", key, name);
      if (auto fault = fault_at(schema["properties"][name], part, inner, types)) return fault;
    }
  }
  for (std::size_t i = 0; value.is_array() && i < value.size(); ++i) {
    if (auto fault = fault_at(schema["items"], value[i], fmt::format("{}[{}]", key, i), types)) return fault;
  }
  return std::nullopt;
}

}  // namespace

Json schema_of(const Keys& keys) {
  Json schema = type_of("object");
  for (const Key& key : keys) {
    const auto [object, name] = place_of(key.key, schema);
    Json& part = (*object)["properties"][name] = type_of(key.type);
    part["description"] = (key.when.empty() ? "" : key.when + ": ") + key.meaning;
    if (!key.unit.empty()) part["unit"] = key.unit;
    if (key.when.empty()) (*object)["required"].push_back(name);
  }
  return schema;
}

Json schema_of_command(const std::string& command) {
  Json any = Json::array();
  for (const Printed& printed : printed_records()) {
    if (!has_word(printed.commands, command)) continue;
    Json schema = schema_of(printed.keys);
    if (printed.is_list) schema = {{"type", "array"}, {"items", schema}};
    any.push_back(schema);
  }
  if (any.empty()) throw std::out_of_range(command);
  Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
              {"title", fmt::format("cubecast {} --json", command)}};
  if (any.size() == 1) {
    schema.update(any.front());
  } else {
    schema["anyOf"] = any;
  }
  return schema;
}

std::optional<std::string> fault_in(const Json& schema, const Json& value, bool types) {
  if (!schema.contains("anyOf")) return fault_at(schema, value, "", types);
  std::optional<std::string> fault;
  for (const Json& kind : schema["anyOf"]) {
    fault = fault_at(kind, value, "", types);
    if (!fault) return std::nullopt;
  }
  return fault;
}

std::string table_of(const Keys& keys) {
  std::string table = "| key | type | unit | meaning |\n|---|---|---|---|\n";
  for (const Key& key : keys) {
    std::string when = key.when.starts_with("--") ? "with `" + key.when + '`' : key.when;
    if (!when.empty()) when += ": ";
    table += fmt::format("| `{}` | {} | {} | {}{} |\n", key.key, words_of(key.type), key.unit, when, key.meaning);
  }
  return table;
}

}  // namespace testbench
