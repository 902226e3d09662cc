// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/importers/draft/draft.h"

namespace throughline::importers {

/// What kind of operation of an object store moves data: "GET" reads, "PUT" and its relatives
/// write; nothing for STAT, DELETE, LIST and others.
std::optional<std::string_view> warp_direction(std::string_view operation);

/// One kind of operation of a benchmark of an object store, as warp sums it up. Its "MiB" are 2^20.
struct WarpOperation {
    std::string name{};  ///< "GET"
    std::optional<double> bytes_per_second{};
    std::optional<double> operations_per_second{};
    std::optional<double> object_bytes{};
    std::optional<double> concurrency{};
    std::optional<double> hosts{};
    std::optional<double> seconds{};
    std::optional<double> errors{};
    std::optional<double> latency_mean_s{};
    std::optional<double> latency_p50_s{};
    std::optional<double> latency_p90_s{};
    std::optional<double> latency_p99_s{};
    std::optional<double> latency_min_s{};
    std::optional<double> latency_max_s{};
    std::optional<double> first_byte_mean_s{};
};

/// Adds it as a run; false when it has no rate.
bool put_warp(const WarpOperation& operation, Draft& draft);

/// The figures alone, where a run was begun otherwise.
void put_warp_figures(const WarpOperation& operation, RunDraft& run);

}  // namespace throughline::importers
