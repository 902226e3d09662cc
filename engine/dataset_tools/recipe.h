// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "engine/base/result.h"
#include "engine/dataset_tools/make_options.h"

namespace throughline::dataset_tools {

/// What one picture is to be, before it is painted.
struct PictureRecipe {
    std::uint64_t seed = 0;
    std::uint32_t width_px = 0;
    std::uint32_t height_px = 0;
    std::uint64_t bytes = 0;  ///< of the file
    bool size_fixed = false;  ///< width and height were asked for and must stay
};

/// The pictures of a data set, each from seed and index alone, so that any thread can make any of
/// them at any time.
/// Formula: file sizes follow the size classes of the Lambda study of ImageNet ("64K" = 64..128
/// KiB,
///          log-uniform inside), spread evenly over the indices, so that a small set has the mean
///          of a large one; picture sizes follow ImageNet's (most 500x375 or 500x333) as long as
///          that leaves a plausible number of bits per pixel (about 4.4), and are scaled where not.
/// Thread:  stateless.
class Recipe {
public:
    /// The options with their zeros replaced. Errors: Usage.
    static Result<Recipe> make(const MakeOptions& options);

    PictureRecipe picture(std::uint64_t index) const;
    /// Which picture image `image` shows.
    /// "class_0007/img_0000123.jpg"
    std::string path(std::uint64_t image) const;
    /// "class_0007/.img_0000123.jpg.part": hidden, so that no scan takes it for an image.
    std::string temporary_path(std::uint64_t image) const;
    std::string folder(std::uint32_t index) const;
    /// Bytes of all images, as wanted; exact up to 100,000 pictures, projected above.
    double bytes_expected() const;

    const MakeOptions& options() const { return options_; }

private:
    explicit Recipe(MakeOptions options) : options_(std::move(options)) {}

    MakeOptions options_;
};

}  // namespace throughline::dataset_tools
