// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "engine/metrics/registry.h"

// Figures of one request (its latency, its size): they mean something only where there were
// requests, and each interval counts as much as it had of them.
namespace throughline::record {

/// Whether the metric is a mean over requests: "read_await{device=sda}", "disk_request_size".
bool is_per_request(std::string_view key);

/// Whether the metric counts the requests that others are means over: "read_iops{device=sda}".
bool counts_requests(std::string_view key);

/// How many requests a second the figure is a mean over, by the counts of the same device among
/// `values`; nothing where they are not there.
std::optional<double> requests_behind(std::string_view key, const metrics::MetricValues& values);

}  // namespace throughline::record
