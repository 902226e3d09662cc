// SPDX-License-Identifier: Apache-2.0
// Any bytes are a .rec file: every image found lies inside of it and of its record, and joining
// parts or verifying a record never reads past it.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/base/check.h"
#include "engine/dataset/recordio.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
    namespace dataset = throughline::dataset;
    const auto shard = std::as_bytes(std::span(data, bytes));
    dataset::SpanSource source(shard);
    const auto index = dataset::index_recordio(source, {.labels = true});
    std::uint64_t end = 0;
    for (const auto& image : index.images) {
        const std::uint64_t begin = image.offset_bytes - image.lead_bytes;
        THROUGHLINE_CHECK(image.offset_bytes >= image.lead_bytes && begin >= end);
        end = image.offset_bytes + image.bytes + image.trail_bytes;
        THROUGHLINE_CHECK(end <= bytes);
        THROUGHLINE_CHECK(dataset::recordio_fault(shard.subspan(begin, end - begin)) == nullptr);
        const auto read = shard.subspan(image.offset_bytes, image.bytes);
        std::vector<std::byte> joined(read.begin(), read.end());
        THROUGHLINE_CHECK(dataset::join_parts(joined) <= joined.size());
    }
    static_cast<void>(dataset::recordio_fault(shard));
    dataset::parse_recordio_index({reinterpret_cast<const char*>(data), bytes});
    return 0;
}
