// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/dataset/image_set.h"

namespace throughline::dataset {

/// What a file is by its first bytes.
enum class ContentKind : std::uint8_t {
    Empty,
    Jpeg,
    TfRecord,
    RecordIo,
    Tar,
    Npy,
    Gzip,
    Zstd,
    Other
};

/// Bytes that content_kind() wants to see.
inline constexpr std::size_t kContentHeadBytes = 512;
ContentKind content_kind(std::span<const std::byte> head) noexcept;

/// The format that such a file belongs to, if any.
std::optional<Format> format_of(ContentKind kind) noexcept;

/// Whether a name claims a shard of this format, so that a file that is none is damaged rather than
/// something else: "train-00017-of-01024", ".tfrecord", ".rec", ".tar", ".npy".
bool names_shard(Format format, std::string_view name) noexcept;

}  // namespace throughline::dataset
