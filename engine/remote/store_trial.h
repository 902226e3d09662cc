// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/base/result.h"
#include "engine/remote/store.h"

namespace throughline::remote {

/// What a look at a place showed: its first page was listed or a kept listing taken, and its first
/// object that is not empty was asked for a byte, as some keys may list what they may not read.
struct StoreTrial {
    std::uint64_t objects = 0;                   ///< that are files, on that page or kept
    bool has_more = false;                       ///< than on that page
    std::uint64_t left_out = 0;                  ///< of the page, as their keys are no paths
    std::string first{};                         ///< "s3://bucket/key", as name_of() has it
    std::uint64_t first_bytes = 0;               ///< how long it is
    double listing_seconds = 0.0;                ///< with the connection, in all attempts; or to
                                                 ///< read what was kept
    std::optional<double> first_byte_seconds{};  ///< none: all objects of the page are empty
};

/// `kept`: as in ListOptions.
/// Blocks: as the store answers; with few attempts and short limits in `store`'s access, seconds.
/// Errors: those of list_files() and of refusal_error(); Stopped.
Result<StoreTrial> try_store(const std::shared_ptr<Store>& store,
                             const std::string& kept,
                             const std::stop_token& stop);

}  // namespace throughline::remote
