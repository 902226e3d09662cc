// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace throughline::dataset_tools {

struct MakeOptions {
    std::string directory;  ///< made when absent; must be empty or a data set of ours
    std::uint64_t images = 0;
    std::uint64_t unique = 0;  ///< distinct pictures; 0 = all. The rest are copies, fresh names
    std::uint64_t seed = 1;
    std::uint32_t threads = 0;  ///< 0 = all cores
    /// One fixed picture size instead of the ImageNet-like mixture; 0 = mixture.
    std::uint32_t width_px = 0;
    std::uint32_t height_px = 0;
    /// One fixed file size in bytes (met within 1 %) instead of the size classes; 0 = classes.
    std::uint64_t file_bytes = 0;
    std::uint32_t class_folders = 0;  ///< 0 = one per 100 images, at most 1000
};

struct MakePlan {
    std::uint64_t images = 0;
    std::uint64_t unique = 0;
    double bytes_expected = 0.0;
    std::uint64_t bytes_free = 0;
};

struct MakeProgress {
    std::uint64_t images_done = 0;
    std::uint64_t images = 0;
    std::uint64_t bytes_written = 0;
    double seconds = 0.0;
};

struct MakeReport {
    std::uint64_t images = 0;               ///< in the set
    std::uint64_t images_there_before = 0;  ///< of them, from an earlier call
    std::uint64_t bytes = 0;
    double seconds = 0.0;
};

}  // namespace throughline::dataset_tools
