// SPDX-License-Identifier: Apache-2.0
// What a store answers: listings, refusals, and keys with %XX in them.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/base/check.h"
#include "engine/remote/location.h"
#include "engine/remote/profile.h"
#include "engine/remote/store_xml.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace throughline::remote;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto page = parse_listing(text)) {
        for (const Object& object : page->objects) {
            THROUGHLINE_CHECK(!object.key.empty());
            const auto back = percent_decoded(percent_encoded(object.key, true), false);
            THROUGHLINE_CHECK(back && *back == object.key);
        }
        THROUGHLINE_CHECK(page->truncated != page->next_token.empty());
    }
    static_cast<void>(parse_store_error(text));
    static_cast<void>(percent_decoded(text, true));
    static_cast<void>(profile_entries(text, "default"));
    return 0;
}
