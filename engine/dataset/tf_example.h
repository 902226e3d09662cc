// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/dataset/byte_source.h"

namespace throughline::dataset {

/// A range of the source.
struct ByteRange {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

struct ExampleView {
    std::optional<ByteRange> image;
    std::string feature;                ///< the name of the image's
    std::optional<std::int64_t> label;  ///< "image/class/label", or "label"
    bool sound = true;                  ///< false: the bytes are not a tf.train.Example
};

/// Finds the encoded image in a serialised tf.train.Example, without reading the image.
/// `feature` names its feature; empty: "image/encoded", "image", "image_raw", "image_bytes",
/// "encoded", "jpeg", "jpg", in this order, else the first bytes feature that begins like a JPEG.
/// Without `labels` it ends as soon as the best name is found.
/// Source: tensorflow/core/example/{example,feature}.proto; protobuf's encoding guide.
ExampleView view_example(ByteWindow& window,
                         ByteRange record,
                         const std::string& feature,
                         bool labels);

}  // namespace throughline::dataset
