// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/dataset/image_set.h"

namespace throughline::dataset {

struct IndexOptions {
    /// TFRecord: the feature that holds the encoded image. Empty: "image/encoded", or the names
    /// that other writers use, or the first feature whose bytes begin like a JPEG.
    std::string feature{};
    bool labels = false;  ///< also find each image's class; costs reads where it stands apart
    std::stop_token stop{};
    std::atomic<std::uint64_t>* images_seen = nullptr;  ///< counted while it goes on
};

/// What one shard holds. Damage ends it: the images before stay.
struct ShardIndex {
    std::vector<ImageSetBuilder::Image> images;
    std::map<std::string, std::uint64_t> others;  ///< records without an image, by what they are
    std::optional<Error> damage;                  ///< says at which record and byte
    std::uint64_t records = 0;

    void add(const ImageSetBuilder::Image& image, const IndexOptions& options) {
        images.push_back(image);
        if (options.images_seen != nullptr) {
            options.images_seen->fetch_add(1, std::memory_order_relaxed);
        }
    }
};

/// "record 17 at byte 123456: " + reason.
Error record_damage(std::uint64_t record, std::uint64_t offset, const std::string& reason);
/// A record that says it is longer than what is left of the file.
Error record_cut_off(std::uint64_t record,
                     std::uint64_t offset,
                     std::uint64_t bytes_wanted,
                     std::uint64_t bytes_there);

}  // namespace throughline::dataset
