// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/decode/view.h"

namespace throughline::decode::fixture {

/// [height, width, channels] samples.
struct Raster {
    int width = 0;
    int height = 0;
    int channels = 3;
    std::vector<std::uint8_t> samples;
};

enum class Colour { Rgb, Grey, Cmyk, Ycck };

struct JpegOptions {
    Colour colour = Colour::Rgb;
    int quality = 93;
    int horizontal = 2;  ///< luma samples for one of chroma
    int vertical = 2;
    bool progressive = false;
    int restart_rows = 0;
};

/// Shapes, gradients and texture from a seed, so that a resize has something to get wrong.
Raster painted(int width, int height, std::uint64_t seed);
/// `image` has 3 channels; grey takes the green one, CMYK stores the picture as inverted inks.
std::vector<std::byte> encode(const Raster& image, const JpegOptions& options);
/// libjpeg's plain full-size decode to RGB.
Raster decode_whole(const std::vector<std::byte>& encoded);
/// The resize that the decoder promises, in double precision and as plain as can be.
Raster reference_resize(const Raster& image, int width, int height);
/// The same for any part of the image, mirrored and transposed as `view` says; not rounded.
std::vector<double> reference_view(const Raster& image, const View& view);
double psnr_db(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b);
double psnr_db(const std::vector<std::uint8_t>& a, const std::vector<double>& b);
/// An orientation for the file, in either byte order, behind its first two bytes.
void add_exif_orientation(std::vector<std::byte>& encoded, int orientation, bool big_endian);

}  // namespace throughline::decode::fixture
