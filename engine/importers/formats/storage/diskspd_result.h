// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>

#include "engine/importers/draft/draft.h"

namespace throughline::importers {

/// What diskspd says of reads or of writes, all threads together.
struct DiskspdDirection {
    std::optional<double> bytes{};
    std::optional<double> requests{};
    std::optional<double> latency_mean_ms{};
    std::map<double, double> percentiles_ms{};  ///< by 0 (the shortest) to 100 (the longest)
};

/// One timespan of diskspd, whichever form it was printed in. Its "MB" and "MiB" are 2^20 bytes;
/// rates are bytes and requests over the measured time, warm-up and cool-down not in it.
struct DiskspdSpan {
    std::string command{};
    std::string host{};
    std::string start{};   ///< "2023/08/04 12:31:07 UTC"
    std::string target{};  ///< its path; several are joined by blanks
    std::string pattern{};
    std::optional<double> block_bytes{};
    std::optional<double> file_bytes{};
    std::optional<double> depth{};  ///< requests in flight of one thread on one target
    std::optional<double> threads{};
    std::optional<double> read_share{};  ///< per cent
    std::optional<double> direct{};      ///< 1: the software cache is off
    std::optional<double> seconds{};
    std::optional<double> processors{};
    std::optional<double> cpu{};  ///< per cent of all processors
    std::optional<double> cpu_user{};
    std::optional<double> cpu_system{};
    std::size_t targets = 0;
    DiskspdDirection read{};
    DiskspdDirection write{};
};

/// Adds it as a run; false when it holds no request of either direction.
bool put_diskspd(const DiskspdSpan& span, Draft& draft);

}  // namespace throughline::importers
