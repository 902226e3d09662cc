// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace throughline::decode {

/// Which part of an image becomes the result. Boxes, tries and fall-back as in torchvision's
/// RandomResizedCrop, Resize and CenterCrop.
enum class Mode : std::uint8_t {
    Resize,      ///< the whole image; its aspect ratio is not kept
    Train,       ///< a random box of 8 to 100 % of the area, 3:4 to 4:3, mirrored half of the time
    Validation,  ///< centre crop of the image with its short side at 256/224 of the result's longer
};
enum class Output : std::uint8_t { Uint8, Fp16, Fp32 };
enum class Layout : std::uint8_t { Nhwc, Nchw };
/// Plain repeats chroma samples instead of interpolating them: faster, worse.
enum class Upsampling : std::uint8_t { Fancy, Plain };
/// Ifast is libjpeg's less accurate inverse transform: faster, worse.
enum class Dct : std::uint8_t { Islow, Ifast };
/// libjpeg can shrink by 2, 4 or 8 while it transforms. Reduced does so as long as enough pixels
/// for the result remain; Exact only where that cannot be told from the full decode (>= 50 dB).
enum class Scale : std::uint8_t { Exact, Reduced };
/// Stored leaves pixels as they are in the file, as torchvision over Pillow does; Exif turns them
/// upright.
enum class Orientation : std::uint8_t { Stored, Exif };

/// Random changes of colour; 0 is none. See augment.h for what they mean.
struct ColourJitter {
    double brightness = 0.0;
    double saturation = 0.0;
    double hue = 0.0;
    double pca_noise = 0.0;

    bool any() const noexcept {
        return brightness > 0.0 || saturation > 0.0 || hue > 0.0 || pca_noise > 0.0;
    }
};

struct DecodeOptions {
    std::uint32_t width_px = 224;
    std::uint32_t height_px = 224;
    std::uint64_t pixels_max = 178'956'970;  ///< larger images are refused (decompression bombs);
                                             ///< the figure Pillow uses for its warning doubled
    Mode mode = Mode::Resize;
    Output output = Output::Uint8;
    Layout layout = Layout::Nhwc;
    Upsampling upsampling = Upsampling::Fancy;
    Dct dct = Dct::Islow;
    Scale scale = Scale::Exact;
    Orientation orientation = Orientation::Stored;
    ColourJitter jitter = {};
    std::uint64_t seed = 1;  ///< of everything random, together with image and epoch
};

/// What one value of a pixel takes.
constexpr std::uint64_t value_bytes_of(Output output) noexcept {
    return output == Output::Uint8 ? 1 : output == Output::Fp16 ? 2 : 4;
}
/// What one decoded image takes, without padding.
std::uint64_t bytes_per_image(const DecodeOptions& options) noexcept;

}  // namespace throughline::decode
