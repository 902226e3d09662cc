// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/dataset/image_set.h"
#include "engine/storage/reader.h"

namespace throughline::pipeline {

/// What is read of an image: its bytes, or to verify it the whole record around them.
struct ReadRange {
    std::uint32_t file = 0;
    std::uint64_t offset_bytes = 0;
    std::uint64_t bytes = 0;
    std::uint64_t image_offset = 0;  ///< in the range: where the image begins
    std::uint64_t image_bytes = 0;
};
inline ReadRange range_of(const dataset::ImageSet& images, std::size_t image, bool whole_record) {
    const dataset::ImageSet::Place place = images.place(image);
    if (!whole_record) {
        return {place.file, place.offset_bytes, place.bytes, 0, place.bytes};
    }
    const dataset::ImageSet::Record record = images.record(image);
    return {place.file,
            record.offset_bytes,
            record.bytes,
            place.offset_bytes - record.offset_bytes,
            place.bytes};
}

/// The read that brings one image. The tag is the image's number; files with many images stay open.
inline storage::FileRead read_of(const dataset::ImageSet& images,
                                 std::size_t image,
                                 std::uint32_t buffer = 0,
                                 bool whole_record = false) {
    const ReadRange range = range_of(images, image, whole_record);
    return {.directory_fd = images.directory_fd(),
            .path = images.file_path(range.file),
            .offset_bytes = range.offset_bytes,
            .length_bytes = range.bytes,
            .file = images.whole_files() ? storage::FileRead::kOpenForThis : range.file,
            .buffer = buffer,
            .tag = image};
}

/// Room in a buffer for any image of the set, wherever in its file it begins.
inline std::uint64_t read_room_max(const dataset::ImageSet& images) {
    return images.whole_files() ? storage::read_room_bytes(0, images.bytes_max())
                                : storage::read_room_bytes(4095, images.bytes_max());
}

}  // namespace throughline::pipeline
