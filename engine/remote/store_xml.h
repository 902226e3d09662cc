// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace throughline::remote {

/// One object as a listing names it.
struct Object {
    std::string key;  ///< bytes
    std::uint64_t bytes = 0;
};

/// One answer of ListObjectsV2.
struct ListingPage {
    std::vector<Object> objects;
    bool truncated = false;
    std::string next_token;  ///< where it goes on; "" unless truncated
};

/// Limits of what is taken as an answer.
inline constexpr std::size_t kListingBytesMax = 16U << 20U;
inline constexpr std::size_t kErrorBytesMax = 64U << 10U;
inline constexpr std::size_t kObjectsPerPageMax = 100'000;

/// Errors: Format for what is no listing, a key or a size that is none, a page that is truncated
/// and does not say where it goes on; Limit for more than kObjectsPerPageMax objects.
/// Source: Amazon S3 API Reference, ListObjectsV2, with encoding-type=url.
Result<ListingPage> parse_listing(std::string_view xml);

/// The body of a refusal. All "" where it is no <Error>.
struct StoreError {
    std::string code;      ///< "NoSuchKey"
    std::string message;   ///< for people, in the store's words
    std::string region;    ///< the right one, where the wrong one was asked
    std::string endpoint;  ///< likewise
};
StoreError parse_store_error(std::string_view xml);

}  // namespace throughline::remote
