// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace throughline::importers {

/// What fio's JSON in the folder of a log says of it; nothing where there is none, or several that
/// do not agree. Of several the one counts whose write_…_log options name the log.
struct FioLogBeside {
    std::optional<double> latency_unit{};  ///< in seconds
    std::optional<bool> maxima{};          ///< log_max_value, or log_window_value=max
};

/// Blocks: on the disk. Limits: the first 50 files of the folder that end in .json, up to 16 MiB.
FioLogBeside look_beside_fio_log(const std::string& path);

}  // namespace throughline::importers
