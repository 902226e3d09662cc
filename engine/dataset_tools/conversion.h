// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/dataset/image_set.h"
#include "engine/dataset_tools/convert_options.h"
#include "engine/dataset_tools/convert_source.h"

// The parts of convert_dataset().
namespace throughline::dataset_tools {

inline constexpr const char* kConversionName = "throughline-conversion.json";

/// Everything that is settled before the first image is written. Thread: read by all workers.
struct Conversion {
    ConvertOptions options;  ///< no zeros that stand for a default
    const dataset::ImageSet& images;
    Classes classes;
    ConvertPlan plan;
    /// Item k of the result shows image order[k]; with copies an image stands there several times.
    std::vector<std::uint32_t> order;

    struct Items {
        std::uint64_t first = 0;
        std::uint64_t last = 0;
    };
    Items items_of(std::uint32_t shard) const {
        const std::uint64_t items = order.size();
        return {items * shard / plan.shards, items * (shard + 1) / plan.shards};
    }
    /// Folder: "n01440764/a.jpg", for copies "n01440764/a_copy2.jpg"; from shards
    /// "class_0007/img_000000123.jpg".
    std::string path_of(std::uint64_t item) const;
};

/// Plans sizes and shards. Errors: Usage, Limit, those of reading the sample that is encoded again.
Result<ConvertPlan> plan_conversion(const Conversion& conversion, const std::stop_token& stop);

/// What the destination says of itself, so that a conversion goes on and no other one joins it.
std::string conversion_text(const Conversion& conversion, bool complete, std::uint64_t bytes);
/// Errors: Usage when the destination holds something else, or another conversion.
Result<bool> holds_conversion(const Conversion& conversion);

/// Writes what is missing, with several threads.
Result<ConvertReport> write_shards(const Conversion& conversion,
                                   int directory_fd,
                                   const std::function<void(const ConvertProgress&)>& on_progress,
                                   const std::stop_token& stop);
Result<ConvertReport> write_folder(const Conversion& conversion,
                                   int directory_fd,
                                   const std::function<void(const ConvertProgress&)>& on_progress,
                                   const std::stop_token& stop);

}  // namespace throughline::dataset_tools
