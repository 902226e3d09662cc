// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/nbd/protocol.h"

// What a client sends, byte for byte.
namespace throughline::nbd::wire {

inline std::string flags(std::uint32_t value = protocol::kFixedNewstyle | protocol::kNoZeroes) {
    std::string out;
    protocol::put(out, value);
    return out;
}

inline std::string option(std::uint32_t number, std::string_view data = {}) {
    std::string out;
    protocol::put(out, protocol::kOption);
    protocol::put(out, number);
    protocol::put(out, static_cast<std::uint32_t>(data.size()));
    return out.append(data);
}

/// GO or INFO for an export of this name, asking for these kinds of information.
inline std::string go(std::string_view name = {},
                      std::initializer_list<std::uint16_t> infos = {},
                      protocol::Option which = protocol::Option::Go) {
    std::string data;
    protocol::put(data, static_cast<std::uint32_t>(name.size()));
    data.append(name);
    protocol::put(data, static_cast<std::uint16_t>(infos.size()));
    for (const std::uint16_t info : infos) {
        protocol::put(data, info);
    }
    return option(static_cast<std::uint32_t>(which), data);
}

inline constexpr std::uint16_t kRead = 0;
inline constexpr std::uint16_t kWrite = 1;
inline constexpr std::uint16_t kDisconnect = 2;
inline constexpr std::uint16_t kFlush = 3;
inline constexpr std::uint16_t kTrim = 4;

struct Asked {
    std::uint16_t type = kRead;
    std::uint64_t offset_bytes = 0;
    std::uint32_t bytes = 0;
    std::uint64_t cookie = 1;
    std::uint16_t flags = 0;
};

inline std::string request(const Asked& asked, std::string_view payload = {}) {
    std::string out;
    protocol::put(out, protocol::kRequest);
    protocol::put(out, asked.flags);
    protocol::put(out, asked.type);
    protocol::put(out, asked.cookie);
    protocol::put(out, asked.offset_bytes);
    protocol::put(out, asked.bytes);
    return out.append(payload);
}

/// Of a simple reply.
inline std::string reply(std::uint64_t cookie, std::uint32_t error) {
    std::string out;
    protocol::put(out, protocol::kSimpleReply);
    protocol::put(out, error);
    protocol::put(out, cookie);
    return out;
}

}  // namespace throughline::nbd::wire
