// SPDX-License-Identifier: Apache-2.0
#include "engine/record/sha256.h"

#include <nettle/sha2.h>

#include <array>
#include <cstdint>

#include "engine/base/check.h"

namespace throughline::record {

struct Sha256::Context {
    sha256_ctx sha{};
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
    sha256_init(&context_->sha);
}
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;
Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) {
    sha256_update(
        &context_->sha, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
}

std::string Sha256::finish() {
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
    sha256_digest(&context_->sha, digest.size(), digest.data());
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string hex;
    hex.reserve(2 * digest.size());
    for (const std::uint8_t byte : digest) {
        hex += kDigits[byte >> 4U];
        hex += kDigits[byte & 15U];
    }
    return hex;
}

std::string sha256_hex(std::string_view text) {
    Sha256 hash;
    hash.add(text);
    return hash.finish();
}

std::string uuid_from_hash(std::string_view hex) {
    THROUGHLINE_CHECK(hex.size() >= 32);
    std::string uuid;
    for (std::size_t i = 0; i < 32; ++i) {
        if (i == 8 || i == 12 || i == 16 || i == 20) {
            uuid += '-';
        }
        // Version 8 (made by our own rule) and the variant of RFC 9562, section 5.8.
        uuid += i == 12 ? '8' : (i == 16 ? '8' : hex[i]);
    }
    return uuid;
}

}  // namespace throughline::record
