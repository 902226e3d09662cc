// SPDX-License-Identifier: Apache-2.0
// What follows from the rates: bottleneck, use of the resources, times and costs.
#include "engine/model/predict.h"

#include <algorithm>
#include <cmath>

namespace throughline::model {
namespace {

constexpr double kHoursPerMonth = 730.0;
constexpr double kSecondsPerHour = 3600.0;
constexpr double kIdleShareMin = 1e-6;  ///< less is rounding, not idleness

void find_bound(Prediction& out) noexcept {
    const Limits& limits = out.rates.limits;
    const auto* const smallest = std::min_element(limits.begin(), limits.end());
    out.bound_images_per_s = *smallest;
    if (std::isinf(*smallest)) {
        return;
    }
    out.bottleneck = static_cast<Limit>(smallest - limits.begin());
    if (*smallest <= 0.0) {
        return;
    }
    double second = kUnlimited;
    for (const auto* limit = limits.begin(); limit != limits.end(); ++limit) {
        second = limit == smallest ? second : std::min(second, *limit);
    }
    out.headroom = second / *smallest;
}

/// Use of a capacity in per cent; 0 where there is none to use or no limit.
double use_pct(double used, double capacity) noexcept {
    return capacity > 0.0 ? 100.0 * used / capacity : 0.0;  // x / inf = 0
}

std::optional<double> share_pct(double rate, double limit) noexcept {
    return limit <= 0.0 ? std::nullopt : std::optional(100.0 * rate / limit);
}

Utilisation utilisation_of(const Inputs& in, const Rates& rates) noexcept {
    const double missed = rates.images_per_s * (1.0 - rates.hit_ratio);
    const double units = storage_units(in);
    const double bandwidth = units > 0.0 ? units * in.sto_bw * in.sto_efficiency : 0.0;
    const double iops = units > 0.0 ? units * in.sto_iops : 0.0;
    return {
        .disk_pct = std::max(use_pct(missed * in.image_bytes * in.read_amplification, bandwidth),
                             use_pct(missed * rates.ios_per_image, iops)),
        .net_pct = share_pct(rates.images_per_s, rates.network()),
        .cores_busy_per_node = effective_threads(in) * rates.images_per_s / rates.cpu(),
        .gpu_pct = share_pct(rates.images_per_s, rates.gpu())};
}

/// Seconds for an amount at a bandwidth: 0 for nothing to move and for no limit.
double transfer_seconds(double amount, double bandwidth) noexcept {
    if (amount <= 0.0 || std::isinf(bandwidth)) {
        return 0.0;
    }
    return amount / bandwidth;
}

/// The epoch of an empty cache.
double first_epoch_seconds(const Inputs& in, const Rates& rates, double epoch_s) noexcept {
    if (rates.hit_ratio <= 0.0) {
        return epoch_s;
    }
    Inputs cold = in;
    cold.warm = false;
    return in.images_per_epoch / rates_of(cold).images_per_s;
}

/// Validation: the same pipeline in front of inference, which exchanges no gradients.
double validation_seconds(const Inputs& in) noexcept {
    if (in.validation_images <= 0.0) {
        return 0.0;
    }
    Inputs validating = in;
    validating.gpu_rate = in.gpu_rate * in.validation_rate_factor;
    validating.grad_bytes = 0.0;
    return in.validation_images / rates_of(validating).images_per_s;
}

std::optional<double> idle_gpu_usd_per_hour(const Inputs& in,
                                            const Prediction& prediction) noexcept {
    const double limit = prediction.rates.gpu();
    if (std::isinf(limit) || limit <= 0.0) {
        return std::nullopt;
    }
    const double idle = 1.0 - prediction.rates.images_per_s / limit;
    return idle < kIdleShareMin ? 0.0 : idle * in.gpu_price_share * in.nodes * in.node_usd_per_h;
}

Job job_of(const Inputs& in, const Prediction& prediction) noexcept {
    const Rates& rates = prediction.rates;
    const double miss_share = 1.0 - rates.hit_ratio;
    const double usd_per_miss = rates.requests_per_image * in.usd_per_request +
                                in.image_bytes * in.read_amplification * 1e-9 * in.usd_per_gb_read;
    Job job;
    job.epoch_s = in.images_per_epoch / rates.images_per_s;
    job.usd_per_hour = usd_per_hour(in);
    job.reading_usd_per_hour = rates.images_per_s * miss_share * usd_per_miss * kSecondsPerHour;
    job.usd_per_epoch = job.all_usd_per_hour() * job.epoch_s / kSecondsPerHour;
    job.usd_per_million = job.usd_per_epoch / in.images_per_epoch * 1e6;
    job.sync_s = transfer_seconds(in.images_per_epoch * in.image_bytes, in.stage_in_bw);
    job.time_to_first_batch_s =
        job.sync_s + in.nodes * std::max(in.gpus_per_node, 1.0) * in.batch_per_gpu / rates.ingest;
    job.first_epoch_s = first_epoch_seconds(in, rates, job.epoch_s);
    job.validation_s = validation_seconds(in);
    job.checkpoint_s = transfer_seconds(in.checkpoint_bytes, in.checkpoint_bw);
    job.train_s = job.sync_s + job.first_epoch_s + (in.epochs - 1.0) * job.epoch_s +
                  in.epochs * (job.validation_s + job.checkpoint_s);
    const double missed_images = in.images_per_epoch * (1.0 + (in.epochs - 1.0) * miss_share) +
                                 in.epochs * in.validation_images * miss_share;
    job.train_usd = std::isinf(job.train_s) ? kUnlimited
                                            : job.usd_per_hour * job.train_s / kSecondsPerHour +
                                                  missed_images * usd_per_miss;
    job.idle_gpu_usd_per_hour = idle_gpu_usd_per_hour(in, prediction);
    return job;
}

}  // namespace

const char* name_of(Limit limit) noexcept {
    switch (limit) {
        case Limit::StorageBandwidth:
            return "storage-bandwidth";
        case Limit::StorageIops:
            return "storage-iops";
        case Limit::StorageClient:
            return "storage-client";
        case Limit::StorageLatency:
            return "storage-latency";
        case Limit::Network:
            return "network";
        case Limit::Cpu:
            return "cpu";
        case Limit::HostToDevice:
            return "h2d";
        case Limit::Gpu:
            return "gpu";
    }
    return "none";
}

double usd_per_hour(const Inputs& in) noexcept {
    return in.nodes * in.node_usd_per_h + in.sto_usd_per_month / kHoursPerMonth;
}

Prediction predict(const Inputs& in) noexcept {
    Prediction out;
    out.rates = rates_of(in);
    find_bound(out);
    const double rate = out.rates.images_per_s;
    if (std::isinf(rate)) {
        out.read_mb_per_s = kUnlimited;
        out.read_iops = kUnlimited;
        return out;
    }
    const double missed = rate * (1.0 - out.rates.hit_ratio);
    out.read_mb_per_s = missed * in.image_bytes * in.read_amplification / 1e6;
    out.read_iops = missed * out.rates.ios_per_image;
    out.utilisation = utilisation_of(in, out.rates);
    if (rate > 0.0) {
        out.job = job_of(in, out);
    }
    return out;
}

}  // namespace throughline::model
