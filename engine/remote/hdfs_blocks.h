// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <stop_token>
#include <string>

#include "engine/base/result.h"
#include "engine/remote/remote_files.h"

namespace throughline::remote {

/// Where the blocks of some files lie.
struct BlockSurvey {
    std::uint64_t files = 0;                        ///< looked at: all, or an evenly spread sample
    std::uint64_t blocks = 0;                       ///< of these files
    std::uint64_t block_bytes_max = 0;              ///< bytes in the longest of them
    double copies_mean = 0.0;                       ///< data nodes that hold a block
    std::map<std::string, double> share_of_host{};  ///< of the bytes of all copies, 0 to 1
};

/// Asks a name node where the blocks of at most `files_max` files lie.
/// Blocks: as it answers. Errors: Unsupported, where the server has no answer to that, or names no
/// blocks; those of refusal_error() and parse_block_places(); Stopped.
Result<BlockSurvey> survey_blocks(const RemoteFiles& files,
                                  std::uint64_t files_max,
                                  const std::stop_token& stop);

}  // namespace throughline::remote
