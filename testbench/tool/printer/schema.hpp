// SPDX-License-Identifier: Apache-2.0
// The keys of a record as a JSON Schema and as a table of the documents, and the check of a record.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "testbench/tool/printer/keys.hpp"

namespace testbench {

// JSON Schema, draft 2020-12, with the annotation `unit` beside numbers. No other key is allowed.
nlohmann::ordered_json schema_of(const Keys& keys);
// The schema of a command's JSON; any of its kinds of objects fits. Throws std::out_of_range if it prints none.
nlohmann::ordered_json schema_of_command(const std::string& command);

// The first key that a schema by schema_of() does not allow, lacks or wants of another type. `types`: only of another type,
// since other versions have other keys.
std::optional<std::string> fault_in(const nlohmann::ordered_json& schema, const nlohmann::ordered_json& value,
                                    bool types = false);

// A line of Markdown for each key.
std::string table_of(const Keys& keys);

}  // namespace testbench
