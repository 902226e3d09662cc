// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/dataset/image_set.h"
#include "engine/storage/reader.h"

namespace throughline::pipeline {

/// The read that brings one image. The tag is the image's number; files with many images stay open.
inline storage::FileRead read_of(const dataset::ImageSet& images,
                                 std::size_t image,
                                 std::uint32_t buffer = 0) {
    const dataset::ImageSet::Place place = images.place(image);
    return {.directory_fd = images.directory_fd(),
            .path = images.file_path(place.file),
            .offset_bytes = place.offset_bytes,
            .length_bytes = place.bytes,
            .file = images.whole_files() ? storage::FileRead::kOpenForThis : place.file,
            .buffer = buffer,
            .tag = image};
}

/// Room in a buffer for any image of the set, wherever in its file it begins.
inline std::uint64_t read_room_max(const dataset::ImageSet& images) {
    return images.whole_files() ? storage::read_room_bytes(0, images.bytes_max())
                                : storage::read_room_bytes(4095, images.bytes_max());
}

}  // namespace throughline::pipeline
