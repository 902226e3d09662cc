// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/random.h"
#include "engine/pipeline/encoded_source.h"

namespace throughline::pipeline {

/// A window of images that a stream goes through: what comes out is drawn at random from it. The
/// semantics of tf.data's shuffle(capacity).repeat(): an epoch's images all come out before the
/// next epoch's, while those already move in, so that the window does not run empty in between.
/// Source: https://www.tensorflow.org/api_docs/python/tf/data/Dataset#shuffle
/// Thread: one owner. Memory: taken once.
class ShuffleWindow {
public:
    /// `seed` and epoch alone settle the draws.
    ShuffleWindow(std::uint32_t capacity, std::uint64_t seed);

    std::uint32_t capacity() const noexcept { return capacity_; }
    std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(images_.size()); }
    bool empty() const noexcept { return images_.empty(); }

    /// Room for an image of this epoch; two epochs at most are in it at once.
    bool takes(std::uint32_t epoch) const noexcept {
        return images_.size() < capacity_ && (images_.empty() || epoch <= epoch_ + 1);
    }
    /// takes() it; epochs come one after another.
    void put(const EncodedImage& image);
    /// One of the oldest epoch's, at random. Not empty.
    EncodedImage take();

private:
    std::uint32_t capacity_;
    std::uint64_t seed_;
    Random random_;
    std::uint32_t epoch_ = 0;           ///< of the first `of_epoch_` images
    std::size_t of_epoch_ = 0;          ///< the others are of the next
    std::vector<EncodedImage> images_;  ///< those of the oldest epoch first
};

}  // namespace throughline::pipeline
