// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "engine/base/result.h"
#include "engine/dataset_tools/scene.h"

namespace throughline::dataset_tools {

/// Baseline 4:2:0 JPEGs with the standard Huffman tables, of a wanted size.
/// Thread: one owner. Memory: grows to the largest picture, then stays.
class JpegEncoder {
public:
    static Result<std::unique_ptr<JpegEncoder>> make();
    virtual ~JpegEncoder() = default;

    /// `scale` multiplies the standard's example quantisation tables (ITU-T T.81, Annex K);
    /// libjpeg's quality q is scale 2 - q / 50 from 50 up. Fractions between qualities are allowed.
    /// The bytes are valid until the next call. Errors: Internal.
    virtual Result<std::span<const std::byte>> encode(const Picture& picture, double scale) = 0;

    struct Fit {
        std::span<const std::byte> bytes;  ///< the closest that was met
        double scale = 0.0;
        double size_error = 0.0;  ///< bytes / wanted - 1
        std::uint32_t encodes = 0;
    };
    /// Searches the scale whose file is `bytes_wanted` long, within `tolerance` (0.04 = 4 %) where
    /// that is possible between kScaleMin and kScaleMax. `scale_guess` is where it begins.
    virtual Result<Fit> encode_to_size(const Picture& picture,
                                       std::uint64_t bytes_wanted,
                                       double tolerance,
                                       double scale_guess) = 0;

    /// JFIF, two DQT, SOF0, four standard DHT, SOS, EOI.
    static constexpr double kHeaderBytes = 623.0;
    static constexpr double kScaleMin = 0.01;  ///< about quality 99.5
    static constexpr double kScaleMax = 5.0;   ///< quality 10
};

}  // namespace throughline::dataset_tools
