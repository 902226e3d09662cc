// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "engine/measure/measured_interval.h"
#include "engine/measure/study_sources.h"
#include "engine/metrics/registry.h"

namespace throughline::measure {

/// What is known of the reads of one stretch of time, by those who count them.
struct StorageFacts {
    double seconds = 0.0;
    std::uint64_t requested_bytes = 0;  ///< by our readers
    std::uint64_t reads = 0;            ///< of our readers
    std::uint64_t reads_failed = 0;     ///< of these, answered with an error
    /// The kernel fetched for this process; none where it does not say.
    std::optional<std::uint64_t> fetched_bytes{};
    /// Why fetched_bytes cannot be taken for our reads of the data set; "" where it can.
    std::string uncounted_reason{};
    std::optional<double> resident_share{};
    bool has_devices = false;
    std::string no_device_reason{};  ///< why there are none
    bool has_mounts = false;         ///< whose clients count
    std::string uncounted_mount{};   ///< why their counters do not tell what they read
};
/// `resident_share`: of the data set in the page cache at the start, 0 to 1, where that is known.
StorageFacts storage_facts(const PipelineInterval& interval,
                           const Source& source,
                           std::optional<double> resident_share);

/// Adds what the kernel's own count of our reads tells beside the device's: fetched_read_bytes_…,
/// other_read_bytes_per_second and cache_served_share. Takes the device's read figures out where
/// failed requests are among them. What cannot be had is entered in `absent` with its reason, never
/// as 0: nothing of ours is ever told from the device's count, which holds everybody's reads, nor
/// from a mount's.
void add_storage_figures(const StorageFacts& facts,
                         metrics::MetricValues& values,
                         std::map<std::string, std::string, std::less<>>& absent);

/// Why the device's figures are not ours alone: "other programs read 310 MB/s from …". "" where no
/// other program read enough to matter.
std::string foreign_reads_text(const metrics::MetricValues& values);

}  // namespace throughline::measure
