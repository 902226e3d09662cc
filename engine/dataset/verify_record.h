// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "engine/dataset/image_set.h"

namespace throughline::dataset {

/// What is wrong with a record as read, or null when it is sound: the checksums of TFRecord, magic
/// and lengths of RecordIO, the header checksum of tar, and of every JPEG that it begins and ends
/// as one. `record` holds the bytes of set.record(image). The text is a constant.
/// Thread: any. Blocks: no. Allocates for tar members and for images in parts only.
const char* record_fault(const ImageSet& set, std::size_t image, std::span<const std::byte> record);

/// Whether a JPEG begins, has segments of sound lengths up to its first scan, and an end marker
/// after it; null when so.
const char* jpeg_fault(std::span<const std::byte> image) noexcept;

}  // namespace throughline::dataset
