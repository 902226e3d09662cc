// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/store_xml.h"

#include <optional>
#include <pugixml.hpp>
#include <utility>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/remote/location.h"

namespace throughline::remote {
namespace {

// Neither comments nor declarations nor a document type, whose entities stay unknown words.
constexpr unsigned kParse = pugi::parse_cdata | pugi::parse_escapes | pugi::parse_eol;

pugi::xml_document parse(std::string_view xml) {
    pugi::xml_document document;
    if (!document.load_buffer(xml.data(), xml.size(), kParse, pugi::encoding_utf8)) {
        document.reset();
    }
    return document;
}

Error bad_listing(const std::string& what) {
    return format_error(say("the store's listing cannot be used: %1", what));
}

Result<Object> object_of(const pugi::xml_node& contents, bool encoded) {
    const std::string_view written = contents.child_value("Key");
    std::optional<std::string> key;
    if (encoded) {
        key = percent_decoded(written, true);
    } else {
        key = std::string(written);
    }
    if (!key || key->empty()) {
        return bad_listing(say("a key in it is no key"));
    }
    const auto bytes = number_in<std::uint64_t>(trim(contents.child_value("Size")));
    if (!bytes) {
        return bad_listing(say("an object in it has no size"));
    }
    return Object{*std::move(key), *bytes};
}

}  // namespace

Result<ListingPage> parse_listing(std::string_view xml) {
    const pugi::xml_document document = parse(xml);
    const pugi::xml_node root = document.child("ListBucketResult");
    if (!root) {
        return bad_listing(say("the answer is no listing; is this a store that speaks S3?"));
    }
    const bool encoded = std::string_view(root.child_value("EncodingType")) == "url";
    ListingPage page;
    for (const pugi::xml_node& contents : root.children("Contents")) {
        if (page.objects.size() == kObjectsPerPageMax) {
            return Error{.code = ErrorCode::Limit,
                         .what = say("one page of the store's listing names too many objects")};
        }
        auto object = object_of(contents, encoded);
        if (!object) {
            return std::move(object).error();
        }
        page.objects.push_back(*std::move(object));
    }
    page.truncated = std::string_view(root.child_value("IsTruncated")) == "true";
    if (page.truncated) {
        page.next_token = root.child_value("NextContinuationToken");
        if (page.next_token.empty()) {
            return bad_listing(say("it goes on, but does not say where"));
        }
    }
    return page;
}

StoreError parse_store_error(std::string_view xml) {
    const pugi::xml_document document = parse(xml);
    const pugi::xml_node root = document.child("Error");
    return {.code = root.child_value("Code"),
            .message = root.child_value("Message"),
            .region = root.child_value("Region"),
            .endpoint = root.child_value("Endpoint")};
}

}  // namespace throughline::remote
