// SPDX-License-Identifier: Apache-2.0
// What a store answers: listings, refusals, and keys with %XX in them; what a name node answers,
// and what lends keys.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/base/check.h"
#include "engine/remote/hdfs_json.h"
#include "engine/remote/location.h"
#include "engine/remote/machine_keys.h"
#include "engine/remote/name_node_access.h"
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
    if (const auto listing = parse_hdfs_listing(text)) {
        for (const HdfsEntry& entry : listing->entries) {
            THROUGHLINE_CHECK(entry.name.find('/') == std::string::npos && entry.name != "..");
        }
    }
    static_cast<void>(parse_block_places(text));
    static_cast<void>(parse_remote_exception(text));
    static_cast<void>(token_in_file(text, "host:9870"));
    static_cast<void>(parse_lent_keys(text));
    return 0;
}
