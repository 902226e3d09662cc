// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/dataset/byte_source.h"

namespace throughline::dataset {

/// Files that lie in no folder of this machine, listed beforehand: the objects of a store.
/// Thread: any, several at once. Immutable.
class FarFiles {
public:
    struct File {
        std::string path;  ///< relative to the root, '/' between folders
        std::uint64_t bytes = 0;
    };
    virtual ~FarFiles() = default;
    /// In the order of their paths, byte by byte.
    virtual const std::vector<File>& files() const noexcept = 0;
    /// What could not be listed as a file, by why.
    virtual const std::vector<Error>& left_out() const noexcept = 0;
    /// The source keeps this object's store, not this object. `bytes`: as listed.
    /// Blocks: as the store does, here and in the source's reads. Errors: Limit; of the reads all
    /// that the store says, and Stopped.
    virtual Result<std::unique_ptr<ByteSource>> open(const std::string& path,
                                                     std::uint64_t bytes) const = 0;
};

}  // namespace throughline::dataset
