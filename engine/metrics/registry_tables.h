// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/metrics/metric_info.h"

namespace throughline::metrics::tables {

// The registry's entries by subject, in the order in which pickers show them. For registry.cpp;
// everything else asks all_metrics() and find_metric().

/// Rates of images, ceilings and what follows from them, times of a training job, prices.
std::span<const MetricInfo> throughput_metrics() noexcept;
/// Disks, read latency, page cache, metadata operations, network.
std::span<const MetricInfo> storage_metrics() noexcept;
/// Caches of the program, and what its epochs had from them.
std::span<const MetricInfo> cache_metrics() noexcept;
/// Object stores: requests, answers, throttling, retries, latencies.
std::span<const MetricInfo> remote_metrics() noexcept;
/// CPU, memory, the pipeline's stages and queues, GPUs.
std::span<const MetricInfo> compute_metrics() noexcept;
/// What was seen of a job that is not ours.
std::span<const MetricInfo> observed_metrics() noexcept;
/// What only results of other tools hold: their own latencies, counters and summaries.
std::span<const MetricInfo> imported_storage_metrics() noexcept;
std::span<const MetricInfo> imported_metrics() noexcept;
/// What was set for a run: the settings, and the conditions of foreign runs.
std::vector<MetricInfo> conditions();

}  // namespace throughline::metrics::tables
