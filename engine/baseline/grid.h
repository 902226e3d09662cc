// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/baseline/cell.h"

namespace throughline::baseline {

/// Reads that tell most of a storage within a minute: random reads of four sizes at four depths,
/// and what the studies that Throughline rests on began with (4 MiB sequential, 16 KiB random, the
/// ImageNet sizes), several jobs, and two through the page cache. `cores`: of this machine.
std::vector<Cell> quick_grid(std::uint32_t cores);
/// 4 KiB to 4 MiB at depths 1 to 128 and 1 to `cores` jobs.
std::vector<Cell> full_grid(std::uint32_t cores);
/// What is written where writing is asked for.
std::vector<Cell> quick_writes(std::uint32_t cores);
std::vector<Cell> full_writes(std::uint32_t cores);

/// A grid that somebody chose; each axis has at least one value.
struct ChosenAxes {
    std::vector<std::string> patterns{};  ///< randread, read, randwrite, write
    std::vector<std::string> blocks{};    ///< "4k", "1M", "mix"
    std::vector<std::int64_t> depths{};
    std::vector<std::int64_t> jobs{};
    bool direct = true;

    bool empty() const noexcept {
        return patterns.empty() && blocks.empty() && depths.empty() && jobs.empty() && direct;
    }
};
/// All combinations; an axis without values has the first value of the quick grid: randread, 4 KiB,
/// depth 1, one job. Sequential requests have one size, so that the mix is left out of them.
/// Errors: Usage with what is allowed.
Result<std::vector<Cell>> chosen_grid(const ChosenAxes& axes);

}  // namespace throughline::baseline
