// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/panels/experiment.h"

// What the experiments are put together from. For this folder alone.
namespace throughline::panels {

std::vector<Experiment> disk_experiments();
std::vector<Experiment> loader_experiments();
std::vector<Experiment> store_experiments();

inline constexpr std::int64_t kBatchImages = 32;

/// HDFS of the cloud study, a tenth of it.
inline constexpr const char* kTwoDataNodes = "study-hdfs:nodes=2:link=137500000:latency=5ms";
inline constexpr const char* kFourDataNodes = "study-hdfs:nodes=4:link=137500000:latency=5ms";

/// How long accelerators hold a batch that together take so many images a second.
constexpr double batch_seconds(double images_per_second,
                               double accelerators,
                               std::int64_t batch = kBatchImages) {
    return static_cast<double>(batch) * accelerators / images_per_second;
}

/// The default study, in rounds; `seconds`: how long a repeat of a quick one is measured.
spec::StudySpec timed(bool quick, double seconds = 3.0);
/// Tensors, 64 requests at a time, into batches of kBatchImages.
spec::StudySpec of_tensors(const std::string& root, bool quick, double seconds = 3.0);
/// Photos from the page cache, so that decoding is what limits.
spec::StudySpec of_cached_photos(const std::string& root, bool quick, double seconds = 3.0);

/// An axis of texts or of numbers.
spec::SweepAxis texts_axis(const char* key, const std::vector<std::string>& texts);
spec::SweepAxis numbers_axis(const char* key, const std::vector<std::int64_t>& numbers);
/// 1, as many as processors, twice as many.
spec::SweepAxis threads_axis();

}  // namespace throughline::panels
