// SPDX-License-Identifier: Apache-2.0
// What stands behind a record's checksum is as free: any bytes may claim to be a tf.train.Example,
// and the image found in them lies inside.
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/base/check.h"
#include "engine/dataset/tf_example.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
    namespace dataset = throughline::dataset;
    dataset::SpanSource source(std::as_bytes(std::span(data, bytes)));
    dataset::ByteWindow window(source);
    for (const char* const feature : {"", "image"}) {
        const auto view = dataset::view_example(window, {0, bytes}, feature, true);
        if (view.image) {
            THROUGHLINE_CHECK(view.image->offset <= bytes);
            THROUGHLINE_CHECK(view.image->bytes <= bytes - view.image->offset);
        }
    }
    return 0;
}
