// SPDX-License-Identifier: Apache-2.0
// A spec that is taken can be written, and reads as the same spec again.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/check.h"
#include "engine/spec/spec.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
    namespace spec = throughline::spec;
    const auto read =
        spec::parse_spec(std::string_view(reinterpret_cast<const char*>(data), bytes));
    if (!read) {
        return 0;
    }
    const std::string written = spec::spec_to_json(*read);
    const auto again = spec::parse_spec(written);
    THROUGHLINE_CHECK(again.has_value());
    THROUGHLINE_CHECK(spec::spec_to_json(*again) == written);
    return 0;
}
