// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/dataset/open_options.h"
#include "engine/dataset/shard_kind.h"

// The parts of open_image_set().
namespace throughline::dataset {

/// A regular file and what it is.
struct FoundFile {
    std::string path;  ///< relative to the root
    std::uint64_t bytes = 0;
    ContentKind kind = ContentKind::Other;
    std::optional<Error> failure = {};  ///< could not be opened or read
    bool regular = false;
};

FoundFile look_at_file(int directory_fd, std::string path);
/// The size alone, without opening it: there may be millions, for which any content will do.
FoundFile measure_file(int directory_fd, std::string path);

/// Indexes shards with several threads into `builder`, in the order of `files`.
/// Errors: Stopped.
Result<void> index_shards(ImageSetBuilder& builder,
                          Format format,
                          const std::vector<FoundFile>& files,
                          const OpenOptions& options);

/// The .npy files of `files`; those of another shape than the first are unreadable.
void add_tensors(ImageSetBuilder& builder, const std::vector<FoundFile>& files);

}  // namespace throughline::dataset
