// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace throughline::record {

/// SHA-256 of bytes that come in pieces. nettle: small, and it uses the processor's SHA
/// instructions, so that hashing 1 GB costs less than parsing it.
/// Thread: one owner.
class Sha256 {
public:
    Sha256();
    Sha256(const Sha256&) = delete;
    Sha256& operator=(const Sha256&) = delete;
    Sha256(Sha256&&) noexcept;
    Sha256& operator=(Sha256&&) noexcept;
    ~Sha256();

    void add(std::string_view bytes);
    /// 64 lower-case hex digits. Starts anew.
    std::string finish();

private:
    struct Context;
    std::unique_ptr<Context> context_;
};

/// SHA-256 of a text, in hex.
std::string sha256_hex(std::string_view text);

/// A UUID (version 8, RFC 9562) made of the first 16 bytes of a hash in hex.
std::string uuid_from_hash(std::string_view hex);

}  // namespace throughline::record
