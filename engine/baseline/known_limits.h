// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/measure/chosen_volume.h"
#include "engine/record/study.h"
#include "engine/storage/path_target.h"

// Used in this folder only.
namespace throughline::baseline {

/// What something delivers at most by what is known of it, not by what was measured.
struct KnownLimit {
    std::string name{};  ///< "aws-gp2:100GiB with credits", "PCIe 8.0 GT/s x4 of nvme0n1": English
    std::optional<double> iops{};
    std::optional<double> bytes_per_s{};
};
/// Of the emulated volume, where there is one, with its instance; else of the link of the only disk
/// under the target. `sysfs`: see storage::link_of().
/// Errors: NotFound with the reason where nothing is known.
Result<std::vector<KnownLimit>> known_limits(const storage::PathTarget& target,
                                             const measure::ChosenVolume* volume,
                                             const std::string& sysfs = "/sys");

/// As storage_limit_iops and storage_limit_bytes_per_second of a run, with a label for each; else
/// why there is none.
void put_limits(const Result<std::vector<KnownLimit>>& limits, record::RunEnded& ended);

}  // namespace throughline::baseline
