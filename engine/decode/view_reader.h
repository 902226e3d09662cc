// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "engine/base/result.h"
#include "engine/decode/decode_options.h"
#include "engine/decode/decode_outcome.h"
#include "engine/decode/view.h"

namespace throughline::decode {

/// Reads the header of an image that somebody else decodes, and chooses what is to become of it, as
/// ImageDecoder would. Damage behind the header is not noticed.
/// Thread: one owner. Errors: none that end the act; a bad image is an outcome.
class ViewReader {
public:
    /// Errors: Limit without memory.
    static Result<std::unique_ptr<ViewReader>> make(const DecodeOptions& options);
    virtual ~ViewReader() = default;
    /// `view` is set where the outcome is Ok.
    virtual DecodeOutcome read(std::span<const std::byte> encoded,
                               const ImageKey& key,
                               View& view) = 0;
};

}  // namespace throughline::decode
