// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace throughline::app {

/// Keeps the order in which fields are added.
using Json = nlohmann::ordered_json;

/// A list of texts, each as json_text() has it.
Json json_texts(const std::vector<std::string>& texts);

/// Prints one document, indented for people, and a newline.
void print_json(const Json& document);

/// Prints one document on one line: for event lines and the answer that ends them.
void print_json_line(const Json& document);

}  // namespace throughline::app
