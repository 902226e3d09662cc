// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/dataset/image_set.h"
#include "engine/dataset/size_classes.h"

namespace throughline::dataset_tools {

struct InspectOptions {
    std::string path;                                ///< folder, or one shard
    std::shared_ptr<const dataset::FarFiles> far{};  ///< its files, where they lie far away
    std::optional<dataset::Format> format{};         ///< unset: by content
    std::uint64_t block_bytes = 0;                   ///< Blocks; 0 = whole files
    std::uint64_t headers_max = 0;                   ///< 0 = all
    bool verify = false;                             ///< read and check every record
};

/// Where the blocks of some files of a data set in HDFS lie.
struct BlockFacts {
    std::uint64_t files = 0;  ///< looked at
    std::uint64_t blocks = 0;
    std::uint64_t block_bytes_max = 0;
    double copies_mean = 0.0;
    std::map<std::string, double> share_of_host{};  ///< of the bytes of all copies, 0 to 1
};

/// Who answered for a data set in a store.
struct StoreFacts {
    std::string origin;        ///< "http://127.0.0.1:9000"
    std::string signed_in_by;  ///< for people: "the keys of the environment"
    bool has_more = false;     ///< than what these facts are of: only the first page was listed
    std::optional<BlockFacts> blocks{};  ///< of HDFS
    std::string no_blocks_reason{};      ///< why they are not known; "": it is no HDFS
};

/// What a data set holds. Sizes are of all images; dimensions and the like are of the images whose
/// headers were read (`headers_read`), all or an evenly spread sample.
struct DatasetFacts {
    std::string directory;
    dataset::Format format = dataset::Format::Folder;
    std::uint64_t files = 0;
    std::uint64_t file_bytes = 0;      ///< of all files; with shards more than `bytes`
    std::uint64_t file_bytes_min = 0;  ///< of a shard
    std::uint64_t file_bytes_max = 0;
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
    dataset::SizeClasses size_classes{};
    std::map<std::string, std::uint64_t> other_files;
    std::map<std::string, std::uint64_t> other_records;  ///< of shards, without an image
    std::vector<std::string> damaged_files;              ///< where and why, the first hundred
    std::uint64_t damaged_files_total = 0;
    bool verified = false;
    std::uint64_t faulty = 0;           ///< records that did not pass
    std::vector<std::string> faults;    ///< name and reason, the first hundred
    std::optional<StoreFacts> store{};  ///< set by whoever listed it

    bool sound() const noexcept { return damaged_files_total == 0 && faulty == 0; }
};

/// Errors: as open_image_set().
Result<DatasetFacts> inspect_dataset(
    const InspectOptions& options,
    const std::function<void(std::uint64_t done, std::uint64_t total)>& on_progress,
    std::stop_token stop);

std::string facts_text(const DatasetFacts& facts);
std::string facts_json(const DatasetFacts& facts);

}  // namespace throughline::dataset_tools
