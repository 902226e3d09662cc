// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/dataset/image_set.h"

namespace throughline::dataset_tools {

struct Verification {
    std::uint64_t records = 0;
    std::uint64_t faulty = 0;
    std::vector<std::string>
        faults{};  ///< "NAME: reason", in the order of the images, the first 100
};

/// Reads every record from the start of each file to its end and checks it, see record_fault(); of
/// a .rec file with a .idx beside it also that the index names its records. Several threads.
/// Errors: Stopped. A record that cannot be read is a fault of it.
Result<Verification> verify_dataset(
    const dataset::ImageSet& images,
    const std::function<void(std::uint64_t done, std::uint64_t total)>& on_progress,
    const std::stop_token& stop);

}  // namespace throughline::dataset_tools
