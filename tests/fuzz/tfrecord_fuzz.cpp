// SPDX-License-Identifier: Apache-2.0
// Any bytes are a shard: every image found lies inside of it and of its record, and verifying a
// record never reads past it.
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/base/check.h"
#include "engine/dataset/tfrecord.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
    namespace dataset = throughline::dataset;
    const auto shard = std::as_bytes(std::span(data, bytes));
    dataset::SpanSource source(shard);
    for (const bool labels : {false, true}) {
        const auto index = dataset::index_tfrecord(source, {.labels = labels});
        std::uint64_t end = 0;
        for (const auto& image : index.images) {
            const std::uint64_t begin = image.offset_bytes - image.lead_bytes;
            THROUGHLINE_CHECK(image.offset_bytes >= image.lead_bytes && begin >= end);
            end = image.offset_bytes + image.bytes + image.trail_bytes;
            THROUGHLINE_CHECK(end <= bytes);
            static_cast<void>(dataset::tfrecord_fault(shard.subspan(begin, end - begin)));
        }
    }
    static_cast<void>(dataset::tfrecord_fault(shard));
    return 0;
}
