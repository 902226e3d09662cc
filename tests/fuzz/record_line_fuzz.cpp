// SPDX-License-Identifier: Apache-2.0
// A line that can be read can be written, and what was written reads as the same line again.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/check.h"
#include "engine/record/record_json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
    namespace record = throughline::record;
    const auto parsed =
        record::parse_line(std::string_view(reinterpret_cast<const char*>(data), bytes));
    if (!parsed || !parsed->line) {
        return 0;
    }
    const std::string written = record::line_to_json(*parsed->line, parsed->seq);
    const auto again = record::parse_line(written);
    THROUGHLINE_CHECK(again.has_value() && again->line.has_value());
    THROUGHLINE_CHECK(record::line_to_json(*again->line, again->seq) == written);
    return 0;
}
