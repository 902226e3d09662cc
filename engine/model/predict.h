// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "engine/model/inputs.h"

namespace throughline::model {

/// What can limit the pipeline, in the order in which ties are decided.
enum class Limit : std::uint8_t {
    StorageBandwidth,
    StorageIops,
    StorageClient,
    StorageLatency,
    Network,
    Cpu,
    HostToDevice,
    Gpu,
};
inline constexpr std::size_t kLimitCount = 8;
/// "storage-bandwidth", …, "gpu".
const char* name_of(Limit limit) noexcept;

/// A rate by what limits it, images/s; kUnlimited where nothing does.
using Limits = std::array<double, kLimitCount>;
inline double limit_of(const Limits& limits, Limit limit) noexcept {
    return limits[static_cast<std::size_t>(limit)];
}

/// Where the images/s come from.
struct Rates {
    Limits limits{};            ///< each alone; storage as its four separate limits
    double storage = 0.0;       ///< the four together, with the time in the device's queue
    double ingest = 0.0;        ///< storage, network and processor joined
    double images_per_s = 0.0;  ///< all stages joined
    double hit_ratio = 0.0;
    double requests_per_image = 0.0;
    double ios_per_image = 0.0;
    double request_time_s = 0.0;  ///< what a full queue sees

    double network() const noexcept { return limit_of(limits, Limit::Network); }
    double cpu() const noexcept { return limit_of(limits, Limit::Cpu); }
    double h2d() const noexcept { return limit_of(limits, Limit::HostToDevice); }
    double gpu() const noexcept { return limit_of(limits, Limit::Gpu); }
};

/// How much of each resource the predicted rate uses. Not defined when nothing limits the rate.
struct Utilisation {
    double disk_pct = 0.0;
    std::optional<double> net_pct{};  ///< none when the link lets nothing through
    double cores_busy_per_node = 0.0;
    std::optional<double> gpu_pct{};  ///< none when the GPUs compute nothing
};

/// Times and costs of a job; only of a rate above 0 that something limits.
struct Job {
    double epoch_s = 0.0;
    double usd_per_hour = 0.0;          ///< of what stands: nodes and storage, read or not
    double reading_usd_per_hour = 0.0;  ///< of requests and bytes, at the predicted rate
    double usd_per_epoch = 0.0;
    double usd_per_million = 0.0;
    double sync_s = 0.0;
    double time_to_first_batch_s = 0.0;
    double first_epoch_s = 0.0;
    double validation_s = 0.0;
    double checkpoint_s = 0.0;
    double train_s = 0.0;
    double train_usd = 0.0;
    std::optional<double> idle_gpu_usd_per_hour{};  ///< none without a GPU limit

    /// What an hour of a warm epoch costs: what the offers are compared by.
    double all_usd_per_hour() const noexcept { return usd_per_hour + reading_usd_per_hour; }
};

/// The answer to a what-if, without its interval (interval.h).
struct Prediction {
    Rates rates{};
    double bound_images_per_s = 0.0;    ///< the smallest limit
    std::optional<Limit> bottleneck{};  ///< none when nothing limits
    std::optional<double> headroom{};   ///< second smallest limit / smallest
    double read_mb_per_s = 0.0;         ///< 1e6 bytes
    double read_iops = 0.0;
    std::optional<Utilisation> utilisation{};
    std::optional<Job> job{};

    double images_per_s() const noexcept { return rates.images_per_s; }
    bool has_finite_rate() const noexcept { return job.has_value(); }
};

/// Workers that run at the same time: no more than there are cores; the training loop is one.
inline double effective_threads(const Inputs& inputs) noexcept {
    return inputs.threads == 0.0 ? 1.0 : std::min(inputs.threads, inputs.cores);
}
/// Storage units that all nodes together read from.
inline double storage_units(const Inputs& inputs) noexcept {
    return inputs.sto_units * (inputs.sto_shared ? 1.0 : inputs.nodes);
}

/// The rates alone: what intervals, fits and searches need.
/// Assumes: valid inputs (first_invalid() finds none).
/// Source:  engine/model/README.md, Rates.
Rates rates_of(const Inputs& inputs) noexcept;

/// Formula: nodes x node_usd_per_h + sto_usd_per_month / 730.
double usd_per_hour(const Inputs& inputs) noexcept;

/// Everything. Nothing here allocates.
Prediction predict(const Inputs& inputs) noexcept;

/// What storage, network and hand-over would feed if the processor and the GPUs were no limit: the
/// supply of feedable(). Formula: images/s with gpus_per_node = 0 and no CPU cost.
double supply_images_per_s(const Inputs& inputs) noexcept;

}  // namespace throughline::model
