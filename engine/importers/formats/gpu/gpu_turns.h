// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/importers/formats/gpu/gpu_rows.h"

// Which GPU a row of a monitor is of, which its columns may say under any name, or not at all.
namespace throughline::importers {

/// What a column that names the GPU is usually called.
inline constexpr std::array<std::string_view, 12> kGpuNames{"index",
                                                            "uuid",
                                                            "gpu_uuid",
                                                            "pci.bus_id",
                                                            "gpu_bus_id",
                                                            "gpu",
                                                            "gpu_id",
                                                            "gpu_index",
                                                            "serial",
                                                            "gpu_serial",
                                                            "device",
                                                            "id"};

/// A row as it stands in the file.
struct GpuTurn {
    std::optional<Moment> time{};
    metrics::MetricValues values{};
    std::vector<std::string> ids{};  ///< cells of the columns that may name the GPU
    std::string model{};
};

/// Gives the rows to their GPUs: by the first column whose cells tell apart the rows of a moment;
/// without one by the moments themselves, or as --assume gpu_count says, else as one GPU, with a
/// question. `names`: those of the columns behind GpuTurn::ids, the usual ones first.
void put_gpu_turns(const std::vector<GpuTurn>& turns,
                   const std::vector<std::string>& names,
                   GpuRows& rows,
                   Draft& draft);

}  // namespace throughline::importers
