// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "engine/base/clock.h"
#include "engine/remote/explain.h"

namespace throughline::remote {

/// What is asked of a store. Without `room` and `text` only the headers are (HEAD).
struct Request {
    std::string key{};    ///< whole, in bytes; "" with a query of the bucket
    std::string query{};  ///< encoded, sorted by name
    bool part = false;    ///< room.size() bytes from offset_bytes on, else all
    std::uint64_t offset_bytes = 0;
    std::span<std::byte> room{};  ///< borrowed until the reply; the body must fill it
    std::string* text = nullptr;  ///< instead, likewise: the body, of up to text_bytes_max
    std::size_t text_bytes_max = 0;
    std::uint64_t tag = 0;  ///< handed back unchanged
};

struct Reply {
    std::uint64_t tag = 0;
    std::uint64_t bytes = 0;         ///< in room or text; of a failed one 0
    std::uint64_t object_bytes = 0;  ///< of the whole object, where the store says
    /// Of a part: how long the store says that the whole object is now.
    std::optional<std::uint64_t> range_total{};
    std::uint32_t attempts = 0;
    Nanoseconds latency{};             ///< from begin() until it was seen whole, all attempts
    Nanoseconds first_byte{};          ///< of the last attempt: request sent until first byte
    Nanoseconds body{};                ///< from there to its last byte
    std::string etag{};                ///< as the store gave it
    bool own_keys = false;             ///< encrypted so that the ETag is no checksum
    std::optional<Refusal> refusal{};  ///< it failed, for good
};

}  // namespace throughline::remote
