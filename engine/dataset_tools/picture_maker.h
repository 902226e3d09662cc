// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "engine/base/result.h"
#include "engine/dataset_tools/jpeg_encoder.h"
#include "engine/dataset_tools/recipe.h"
#include "engine/dataset_tools/scene.h"
#include "engine/dataset_tools/texture_bank.h"

namespace throughline::dataset_tools {

/// A recipe to the bytes of its file. The same recipe gives the same bytes.
/// Thread: one owner; the bank is shared and outlives this object.
class PictureMaker {
public:
    static Result<std::unique_ptr<PictureMaker>> make(const TextureBank& bank);

    /// The file's size is within `tolerance` of the recipe's; where quality alone cannot do that,
    /// the picture's size changes, or its detail when the size is fixed.
    /// The bytes are valid until the next call. Errors: Limit when no way was found; Internal.
    Result<std::span<const std::byte>> make_file(const PictureRecipe& recipe, double tolerance);

private:
    PictureMaker(const TextureBank& bank, std::unique_ptr<JpegEncoder> encoder)
        : painter_(bank), encoder_(std::move(encoder)) {}

    ScenePainter painter_;
    std::unique_ptr<JpegEncoder> encoder_;
    Picture picture_;
};

}  // namespace throughline::dataset_tools
