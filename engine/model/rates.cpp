// SPDX-License-Identifier: Apache-2.0
// Limits of the stages, and the rate of all of them joined.
#include <algorithm>
#include <cmath>

#include "engine/model/predict.h"
#include "engine/model/queueing.h"

namespace throughline::model {
namespace {

/// Requests and counted I/Os of an image that misses the cache.
struct Accesses {
    double requests = 0.0;
    double ios = 0.0;
};

double stored_bytes(const Inputs& in) noexcept {
    return in.image_bytes * in.read_amplification;
}

Accesses accesses_of(const Inputs& in) noexcept {
    const double s = stored_bytes(in);
    const double request = in.request_bytes;
    const double counted = in.sto_max_io_bytes;
    if (in.format == Format::Raw) {
        return {in.meta_ops + std::ceil(s / request), in.meta_ops + std::ceil(s / counted)};
    }
    switch (in.access) {
        case Access::Random:
            return {std::ceil(s / request), std::ceil(s / std::min(request, counted))};
        case Access::Sequential:
            return {s / request, s / counted};
        case Access::Shuffled:
            break;
    }
    return {s / request, s / request * std::ceil(request / counted)};
}

double hit_ratio_of(const Inputs& in) noexcept {
    if (in.cache_policy == CachePolicy::None || in.cache_bytes <= 0.0 || !in.warm) {
        return 0.0;
    }
    const double parts = in.cache_sharded && in.nodes > 1.0 ? in.nodes : 1.0;
    const double cached = in.cache_bytes / (in.images_per_epoch * in.image_bytes) * parts;
    if (cached >= 1.0) {
        return 1.0;
    }
    if (in.cache_policy == CachePolicy::Pinned) {
        return cached;
    }
    const double readers = in.cache_sharded ? 1.0 : in.nodes;
    // A scan that is longer than the cache evicts everything just before it comes round again.
    const bool scan = in.format == Format::Record && in.access == Access::Sequential;
    const double lru = scan && readers == 1.0 ? 0.0 : lru_hit_ratio(cached, readers);
    return (1.0 - in.cache_mix) * lru + in.cache_mix * cached;
}

/// A capacity over a demand; a capacity without limit stays one whatever it is multiplied by.
double rate(double units, double capacity, double demand) noexcept {
    return std::isinf(capacity) ? kUnlimited : units * capacity / demand;
}

/// The limits of storage on images that miss the cache, and their joint rate.
double storage_rate(const Inputs& in, Rates& out) noexcept {
    const double s = stored_bytes(in);
    const double units = storage_units(in);
    const double bandwidth = rate(units, in.sto_bw * in.sto_efficiency, s);
    const double iops = rate(units, in.sto_iops, out.ios_per_image);
    const double client = std::min(rate(in.nodes, in.client_bw, s),
                                   rate(in.nodes, in.client_iops, out.ios_per_image));
    const double outstanding = in.threads == 0.0 ? in.nodes : in.nodes * in.queue_depth;
    const double unloaded = in.sto_latency_s + s / out.requests_per_image / in.sto_conn_bw;
    const double latency = outstanding / (unloaded * out.requests_per_image);
    out.limits = {bandwidth, iops, client, latency};

    const double hard = std::min({bandwidth, iops, client});
    if (hard <= 0.0) {
        out.request_time_s = kUnlimited;
        return 0.0;
    }
    const auto queue = closed_queue(outstanding, 1.0 / (hard * out.requests_per_image), unloaded);
    out.request_time_s = queue.request_time_s;
    return queue.requests_per_s / out.requests_per_image;
}

/// Gradient bytes that a node sends in a step.
double gradient_bytes(const Inputs& in) noexcept {
    if (in.nodes == 1.0 || in.gpus_per_node == 0.0) {
        return 0.0;
    }
    const bool servers = in.allreduce == AllReduce::ParameterServers && in.ps_nodes > 0.0;
    return servers ? in.grad_bytes : 2.0 * (in.nodes - 1.0) / in.nodes * in.grad_bytes;
}

double link_bytes_per_s(double bits_per_s, const Inputs& in) noexcept {
    return bits_per_s * in.link_efficiency / 8.0;
}

double network_rate(const Inputs& in, double miss_share) noexcept {
    double bytes_per_image = in.sto_remote ? miss_share * stored_bytes(in) : 0.0;
    if (const double gradients = gradient_bytes(in); gradients > 0.0) {
        bytes_per_image += gradients / (in.gpus_per_node * in.batch_per_gpu);
    }
    return bytes_per_image > 0.0 ? in.nodes * link_bytes_per_s(in.link_bps, in) / bytes_per_image
                                 : kUnlimited;
}

double cpu_rate(const Inputs& in) noexcept {
    return in.nodes * usl_speedup(effective_threads(in), in.cpu_sigma, in.cpu_kappa) /
           in.cpu_s_per_image;
}

/// Time of the gradient exchange of one step.
double exchange_seconds(const Inputs& in) noexcept {
    const double gradients = gradient_bytes(in);
    if (gradients <= 0.0) {
        return 0.0;
    }
    const double link = link_bytes_per_s(in.link_bps, in);
    if (in.allreduce == AllReduce::Ring || in.ps_nodes == 0.0) {
        return gradients / link + 2.0 * (in.nodes - 1.0) * in.hop_latency_s;
    }
    const double servers = in.ps_nodes * link_bytes_per_s(in.ps_link_bps, in);
    return std::max(in.grad_bytes / link, in.nodes * in.grad_bytes / servers) +
           2.0 * in.hop_latency_s;
}

double gpu_rate(const Inputs& in) noexcept {
    if (in.gpus_per_node == 0.0 || std::isinf(in.gpu_rate)) {
        return kUnlimited;
    }
    const double batch = in.gpus_per_node * in.batch_per_gpu;
    const double exposed = in.overlap == 1.0 ? 0.0 : (1.0 - in.overlap) * exchange_seconds(in);
    const double speedup = usl_speedup(in.gpus_per_node, in.gpu_sigma, in.gpu_kappa);
    return in.nodes * batch / (batch / (in.gpu_rate * speedup) + exposed);
}

double h2d_rate(const Inputs& in) noexcept {
    return in.gpus_per_node == 0.0 ? kUnlimited : in.nodes * in.h2d_bw / in.tensor_bytes;
}

/// Joins the stages; without workers of its own the training loop does one after the other.
void join(const Inputs& in, Rates& out) noexcept {
    const double supply = std::min(out.storage, out.network());
    const double device = std::min(out.h2d(), out.gpu());
    if (in.threads == 0.0) {
        const double ingest_s = 1.0 / supply + 1.0 / out.cpu();
        out.ingest = 1.0 / ingest_s;
        out.images_per_s = 1.0 / (ingest_s + 1.0 / device);
        return;
    }
    const double places = buffer_places(in.prefetch_batches, in.variability_c2);
    out.ingest = joined_rate(supply, out.cpu(), places);
    out.images_per_s = joined_rate(out.ingest, device, places);
}

}  // namespace

Rates rates_of(const Inputs& in) noexcept {
    Rates out;
    const Accesses accesses = accesses_of(in);
    out.requests_per_image = accesses.requests;
    out.ios_per_image = accesses.ios;
    out.hit_ratio = hit_ratio_of(in);
    const double missed_rate = storage_rate(in, out);

    // Only what misses the cache reaches storage.
    const double miss_share = 1.0 - out.hit_ratio;
    for (std::size_t i = 0; i <= static_cast<std::size_t>(Limit::StorageLatency); ++i) {
        out.limits[i] = miss_share > 0.0 ? out.limits[i] / miss_share : kUnlimited;
    }
    out.storage = miss_share > 0.0 ? missed_rate / miss_share : kUnlimited;
    out.limits[static_cast<std::size_t>(Limit::Network)] = network_rate(in, miss_share);
    out.limits[static_cast<std::size_t>(Limit::Cpu)] = cpu_rate(in);
    out.limits[static_cast<std::size_t>(Limit::HostToDevice)] = h2d_rate(in);
    out.limits[static_cast<std::size_t>(Limit::Gpu)] = gpu_rate(in);
    join(in, out);
    return out;
}

double supply_images_per_s(const Inputs& inputs) noexcept {
    Inputs free = inputs;
    free.gpus_per_node = 0.0;
    free.cpu_s_per_image = 0.0;
    return rates_of(free).images_per_s;
}

}  // namespace throughline::model
