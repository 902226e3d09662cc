// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/shard_kind.h"

#include "engine/dataset/byte_source.h"
#include "engine/dataset/file_kind.h"
#include "engine/dataset/npy_file.h"
#include "engine/dataset/recordio.h"
#include "engine/dataset/tar_shard.h"
#include "engine/dataset/tfrecord.h"

namespace throughline::dataset {

ContentKind content_kind(std::span<const std::byte> head) noexcept {
    constexpr std::uint16_t kGzipMagic = 0x8B1F;      // RFC 1952, 2.3.1
    constexpr std::uint32_t kZstdMagic = 0xFD2FB528;  // RFC 8878, 3.1.1
    if (head.empty()) {
        return ContentKind::Empty;
    }
    if (begins_like_jpeg(head)) {
        return ContentKind::Jpeg;
    }
    if (starts_like_recordio(head)) {
        return ContentKind::RecordIo;
    }
    if (starts_like_npy(head)) {
        return ContentKind::Npy;
    }
    if (starts_like_tfrecord(head)) {
        return ContentKind::TfRecord;
    }
    if (starts_like_tar(head)) {
        return ContentKind::Tar;
    }
    if (head.size() >= 2 && little_endian<std::uint16_t>(head) == kGzipMagic) {
        return ContentKind::Gzip;
    }
    if (head.size() >= 4 && little_endian<std::uint32_t>(head) == kZstdMagic) {
        return ContentKind::Zstd;
    }
    return ContentKind::Other;
}

std::optional<Format> format_of(ContentKind kind) noexcept {
    switch (kind) {
        case ContentKind::Jpeg:
            return Format::Folder;
        case ContentKind::TfRecord:
            return Format::TfRecord;
        case ContentKind::RecordIo:
            return Format::RecordIo;
        case ContentKind::Tar:
            return Format::Tar;
        case ContentKind::Npy:
            return Format::RawTensor;
        case ContentKind::Empty:
        case ContentKind::Gzip:
        case ContentKind::Zstd:
        case ContentKind::Other:
            break;
    }
    return std::nullopt;
}

bool names_shard(Format format, std::string_view name) noexcept {
    const auto has = [&](std::string_view part) {
        return name.find(part) != std::string_view::npos;
    };
    switch (format) {
        case Format::TfRecord:
            return has(".tfrec") || has("-of-");
        case Format::RecordIo:
            return name.ends_with(".rec");
        case Format::Tar:
            return name.ends_with(".tar");
        case Format::RawTensor:
            return name.ends_with(".npy");
        case Format::Folder:
        case Format::Blocks:
            break;
    }
    return false;
}

}  // namespace throughline::dataset
