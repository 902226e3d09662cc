// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/record/record.h"

namespace throughline::record {

/// One line as compact JSON without the newline. Inf and NaN are left out; texts that are not
/// UTF-8 are percent-escaped.
std::string line_to_json(const Line& line, std::uint64_t seq);

/// Appends the line of a sample as line_to_json() writes it. A long study is millions of them.
void append_sample(std::string& text, const Sample& sample, std::uint64_t seq);

/// A line read back. `line` is empty for a type this version does not know (not an error).
struct ParsedLine {
    std::uint64_t seq = 0;
    std::string type{};
    std::optional<Line> line{};
};
/// Errors: Format (not JSON, a field missing or of the wrong type, named), Version (header of
/// another major version).
Result<ParsedLine> parse_line(std::string_view json);

}  // namespace throughline::record
