// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "engine/base/result.h"
#include "engine/record/sha256.h"

namespace throughline::importers {

/// Told how many bytes of the file were read so far; false ends the reading with Stopped.
using ReadProgress = std::function<bool(std::uint64_t bytes)>;

/// Bytes that come one after another.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    /// Up to `out.size()` bytes; 0 at the end. Errors: Io; Format for damage on the way, named with
    /// its byte offset: what came before it is whole.
    virtual Result<std::size_t> read(std::span<char> out) = 0;
};

/// The file's own bytes; each goes through `hash`, which the caller keeps.
/// Errors: NotFound, Permission, Io; Unsupported for a folder or a device; Stopped by `progress`.
Result<std::unique_ptr<ByteSource>> file_source(const std::string& path,
                                                record::Sha256& hash,
                                                ReadProgress progress = {});

/// Bytes in memory.
std::unique_ptr<ByteSource> memory_source(std::string bytes, record::Sha256& hash);

/// Unpacks gzip (several members behind each other too). The limit of what a few bytes can unpack
/// to is the reader's: it takes piece by piece.
std::unique_ptr<ByteSource> gunzip_source(std::unique_ptr<ByteSource> from, std::string begun);

/// Unpacks zstd, several frames behind each other too.
std::unique_ptr<ByteSource> unzstd_source(std::unique_ptr<ByteSource> from, std::string begun);

/// UTF-16 to UTF-8; a lone surrogate becomes U+FFFD.
std::unique_ptr<ByteSource> utf16_source(std::unique_ptr<ByteSource> from,
                                         std::string begun,
                                         bool big_endian);

/// `begun` and then the rest of `from`.
std::unique_ptr<ByteSource> resumed_source(std::unique_ptr<ByteSource> from, std::string begun);

/// Whether the bytes begin a gzip member (RFC 1952, section 2.3.1).
bool is_gzip(std::string_view bytes) noexcept;
/// Whether they begin a zstd frame (RFC 8878, section 3.1.1).
bool is_zstd(std::string_view bytes) noexcept;

}  // namespace throughline::importers
