// SPDX-License-Identifier: Apache-2.0
// A spec that is taken can be written, and reads as the same spec again.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/check.h"
#include "engine/run/spec.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
    namespace run = throughline::run;
    const auto spec = run::parse_spec(std::string_view(reinterpret_cast<const char*>(data), bytes));
    if (!spec) {
        return 0;
    }
    const std::string written = run::spec_to_json(*spec);
    const auto again = run::parse_spec(written);
    THROUGHLINE_CHECK(again.has_value());
    THROUGHLINE_CHECK(run::spec_to_json(*again) == written);
    return 0;
}
