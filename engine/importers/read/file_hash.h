// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace throughline::importers {

/// SHA-256 of bytes that come in pieces. nettle: small, and it uses the processor's SHA
/// instructions, so that hashing 1 GB costs less than parsing it.
/// Thread: one owner.
class FileHash {
public:
    FileHash();
    FileHash(const FileHash&) = delete;
    FileHash& operator=(const FileHash&) = delete;
    FileHash(FileHash&&) noexcept;
    FileHash& operator=(FileHash&&) noexcept;
    ~FileHash();

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

}  // namespace throughline::importers
