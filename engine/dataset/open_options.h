// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/dataset/far_files.h"
#include "engine/dataset/image_set.h"

namespace throughline::dataset {

struct OpenOptions {
    /// The files lie far away: these, whatever the path.
    std::shared_ptr<const FarFiles> far{};
    std::optional<Format> format{};  ///< unset: by the content of the files
    std::string feature{};           ///< TFRecord: IndexOptions::feature
    std::uint64_t block_bytes = 0;  ///< Blocks: size of a piece, at most 4 GiB - 1; 0 = whole files
    /// This node's share: of all shards (or files of a folder), every `nodes`-th from `node` on.
    std::uint32_t node = 0;
    std::uint32_t nodes = 1;
    bool labels = false;  ///< also find each image's class, see ImageSet::label()
    /// Larger images are left out, see ImageSet::left_out(): nobody could read them at once.
    std::uint64_t image_bytes_max = UINT64_MAX;
    std::stop_token stop{};
    /// Called from the calling thread now and then with the files and then images seen so far.
    std::function<void(std::uint64_t seen)> on_progress{};
};

}  // namespace throughline::dataset
