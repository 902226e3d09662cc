// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/verify_record.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "engine/base/say.h"
#include "engine/dataset/file_kind.h"
#include "engine/dataset/recordio.h"
#include "engine/dataset/tar_shard.h"
#include "engine/dataset/tfrecord.h"

namespace throughline::dataset {
namespace {

constexpr std::byte kMarker{0xFF};
constexpr std::byte kStartOfScan{0xDA};
constexpr std::byte kEndOfImage{0xD9};

const char* frame_fault(Format format, std::span<const std::byte> record) {
    switch (format) {
        case Format::TfRecord:
            return tfrecord_fault(record);
        case Format::RecordIo:
            return recordio_fault(record);
        case Format::Tar:
            return tar_fault(record);
        case Format::Folder:
        case Format::RawTensor:
        case Format::Blocks:
            break;
    }
    return nullptr;
}

}  // namespace

const char* jpeg_fault(std::span<const std::byte> image) noexcept {
    if (image.empty()) {
        return "empty";
    }
    if (!begins_like_jpeg(image)) {
        return to_say("does not begin like a JPEG");
    }
    std::size_t at = 2;
    for (;;) {
        while (at + 1 < image.size() && image[at] == kMarker && image[at + 1] == kMarker) {
            ++at;  // fill bytes, ITU-T T.81 B.1.1.2
        }
        if (at + 4 > image.size()) {
            return to_say("ends before its first scan");
        }
        if (image[at] != kMarker) {
            return to_say("has no marker where one must be");
        }
        if (image[at + 1] == kStartOfScan) {
            break;
        }
        const std::size_t length = std::to_integer<std::size_t>(image[at + 2]) << 8U |
                                   std::to_integer<std::size_t>(image[at + 3]);
        at += 2 + length;
    }
    constexpr std::array<std::byte, 2> kEnd{kMarker, kEndOfImage};
    const auto scan = image.subspan(at);
    // Nearly always the last two bytes; some writers pad.
    if (std::find_end(scan.begin(), scan.end(), kEnd.begin(), kEnd.end()) == scan.end()) {
        return to_say("has no end-of-image marker: cut off");
    }
    return nullptr;
}

const char* record_fault(const ImageSet& set,
                         std::size_t image,
                         std::span<const std::byte> record) {
    const ImageSet::Record at = set.record(image);
    const ImageSet::Place place = set.place(image);
    if (record.size() != at.bytes) {
        return "cut off";
    }
    if (const char* const fault = frame_fault(set.format(), record)) {
        return fault;
    }
    if (set.format() == Format::RawTensor || set.format() == Format::Blocks) {
        return nullptr;
    }
    const auto encoded = record.subspan(place.offset_bytes - at.offset_bytes, place.bytes);
    if (set.in_parts(image)) {
        std::vector<std::byte> joined(encoded.begin(), encoded.end());
        return jpeg_fault(std::span(joined).first(join_parts(joined)));
    }
    return jpeg_fault(encoded);
}

}  // namespace throughline::dataset
