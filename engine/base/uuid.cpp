// SPDX-License-Identifier: Apache-2.0
#include "engine/base/uuid.h"

#include <array>
#include <cstdint>
#include <random>

namespace throughline {

namespace {

/// The text of a UUID of this version with these bytes.
std::string text_of(std::array<std::uint8_t, 16> bytes, unsigned version) {
    bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0FU) | (version << 4U));
    bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3FU) | 0x80U);
    static constexpr const char* kDigits = "0123456789abcdef";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10) {
            text += '-';
        }
        text += kDigits[bytes[i] >> 4U];
        text += kDigits[bytes[i] & 0x0FU];
    }
    return text;
}

std::uint64_t fnv1a(std::string_view text, std::uint64_t hash) {
    constexpr std::uint64_t kPrime = 0x100000001B3;
    for (const char byte : text) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * kPrime;
    }
    return hash;
}

}  // namespace

std::string make_uuid() {
    std::random_device source;
    std::array<std::uint8_t, 16> bytes{};
    for (auto& byte : bytes) {
        byte = static_cast<std::uint8_t>(source());
    }
    return text_of(bytes, 4);
}

std::string uuid_of_text(std::string_view text) {
    constexpr std::uint64_t kBasis = 0xCBF29CE484222325;
    std::array<std::uint8_t, 16> bytes{};
    for (std::size_t half = 0; half < 2; ++half) {
        const std::uint64_t hash = fnv1a(text, kBasis + half);
        for (std::size_t i = 0; i < 8; ++i) {
            bytes[half * 8 + i] = static_cast<std::uint8_t>(hash >> (8 * i));
        }
    }
    return text_of(bytes, 8);
}

}  // namespace throughline
