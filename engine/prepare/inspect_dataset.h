// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace throughline::prepare {

/// What a folder of images holds. Sizes are of all files; dimensions and the like are of the files
/// whose headers were read (`headers_read`), all or an evenly spread sample.
struct DatasetFacts {
    std::string directory;
    std::uint64_t images = 0;
    std::uint64_t bytes = 0;
    double bytes_mean = 0.0;
    double bytes_p5 = 0.0;
    double bytes_p50 = 0.0;
    double bytes_p95 = 0.0;
    std::uint64_t headers_read = 0;
    double width_px_mean = 0.0;
    double height_px_mean = 0.0;
    double pixels_mean = 0.0;
    /// "500x375" -> share of headers_read, the ten most frequent.
    std::vector<std::pair<std::string, double>> dimensions;
    std::map<std::string, double> subsampling;  ///< "4:2:0" -> share
    double progressive_share = 0.0;
    std::uint64_t unreadable = 0;  ///< headers that could not be read
    std::string first_unreadable;  ///< name and reason
    /// Files per size class [2^k, 2^(k+1)) bytes, k = 10 ("1K") … ; index = k.
    std::array<std::uint64_t, 48> size_classes{};
    std::map<std::string, std::uint64_t> other_files;
};

/// Errors: as scan_folder().
Result<DatasetFacts> inspect_dataset(
    const std::string& directory,
    std::uint64_t headers_max,
    const std::function<void(std::uint64_t done, std::uint64_t total)>& on_progress,
    std::stop_token stop);

std::string facts_text(const DatasetFacts& facts);
std::string facts_json(const DatasetFacts& facts);

}  // namespace throughline::prepare
