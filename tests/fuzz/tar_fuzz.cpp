// SPDX-License-Identifier: Apache-2.0
// Any bytes are an archive: every member found lies inside of it, and what was found verifies. The
// same for the header of a .npy file.
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/base/check.h"
#include "engine/dataset/npy_file.h"
#include "engine/dataset/tar_shard.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
    namespace dataset = throughline::dataset;
    const auto shard = std::as_bytes(std::span(data, bytes));
    dataset::SpanSource source(shard);
    const auto index = dataset::index_tar(source, {.labels = true});
    std::uint64_t end = 0;
    for (const auto& image : index.images) {
        const std::uint64_t begin = image.offset_bytes - image.lead_bytes;
        THROUGHLINE_CHECK(image.offset_bytes >= image.lead_bytes && begin >= end);
        end = image.offset_bytes + image.bytes + image.trail_bytes;
        THROUGHLINE_CHECK(end <= bytes);
        THROUGHLINE_CHECK(dataset::tar_fault(shard.subspan(begin, end - begin)) == nullptr);
    }
    static_cast<void>(dataset::tar_fault(shard));
    static_cast<void>(dataset::read_npy_shape(source).has_value());
    return 0;
}
