// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

namespace throughline::model {

/// A capacity that does not limit anything; `null` in JSON. A capacity of 0 lets nothing through.
inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

enum class Format : std::uint8_t { Raw, Record };
enum class Access : std::uint8_t { Sequential, Shuffled, Random };
enum class CachePolicy : std::uint8_t { None, Lru, Pinned };
enum class AllReduce : std::uint8_t { Ring, ParameterServers };

/// Everything the what-if model is told about a training input pipeline, with its defaults. Keys,
/// units and meanings: input_table.h. A plain block of numbers, so that a copy costs no memory.
/// Units:  bytes, seconds, images, US dollars; `_bps` is bits/s.
/// Source: whatif-model.md section 1.
struct Inputs {
    // data
    double images_per_epoch = 1281167.0;
    double image_bytes = 114660.0;
    double tensor_bytes = 150528.0;
    double request_bytes = 131072.0;
    double meta_ops = 1.0;
    double read_amplification = 1.0;

    // storage
    double sto_bw = kUnlimited;
    double sto_iops = kUnlimited;
    double sto_units = 1.0;
    double sto_max_io_bytes = 262144.0;
    double sto_latency_s = 0.001;
    double sto_conn_bw = kUnlimited;
    double sto_efficiency = 1.0;
    double client_bw = kUnlimited;
    double client_iops = kUnlimited;
    double queue_depth = 64.0;

    // cache and network
    double cache_bytes = 0.0;
    double cache_mix = 0.0;
    double link_bps = kUnlimited;
    double link_efficiency = 0.94;

    // processor
    double threads = 8.0;
    double cores = 8.0;
    double cpu_s_per_image = 0.0;
    double cpu_sigma = 0.0;
    double cpu_kappa = 0.0;

    // devices
    double nodes = 1.0;
    double gpus_per_node = 1.0;
    double gpu_rate = kUnlimited;
    double gpu_sigma = 0.0;
    double gpu_kappa = 0.0;
    double batch_per_gpu = 256.0;
    double grad_bytes = 0.0;
    double overlap = 0.5;
    double hop_latency_s = 5e-5;
    double ps_nodes = 0.0;
    double ps_link_bps = kUnlimited;
    double h2d_bw = kUnlimited;

    // joining of the stages
    double prefetch_batches = 8.0;
    double variability_c2 = 0.25;

    // prices and the whole job
    double node_usd_per_h = 0.0;
    double sto_usd_per_month = 0.0;
    double usd_per_request = 0.0;
    double usd_per_gb_read = 0.0;
    double gpu_price_share = 1.0;
    double epochs = 1.0;
    double validation_images = 0.0;
    double validation_rate_factor = 3.0;
    double checkpoint_bytes = 0.0;
    double checkpoint_bw = kUnlimited;
    double stage_in_bw = kUnlimited;

    Format format = Format::Record;
    Access access = Access::Shuffled;
    CachePolicy cache_policy = CachePolicy::Lru;
    AllReduce allreduce = AllReduce::Ring;
    bool warm = true;
    bool sto_shared = false;
    bool sto_remote = false;
    bool cache_sharded = false;

    bool operator==(const Inputs&) const = default;
};

/// The inputs by name, in the order of Inputs; the index into input_table().
enum class Input : std::uint8_t {
    ImagesPerEpoch,
    ImageBytes,
    TensorBytes,
    RequestBytes,
    MetaOps,
    ReadAmplification,
    StoBw,
    StoIops,
    StoUnits,
    StoMaxIoBytes,
    StoLatency,
    StoConnBw,
    StoEfficiency,
    ClientBw,
    ClientIops,
    QueueDepth,
    CacheBytes,
    CacheMix,
    LinkBps,
    LinkEfficiency,
    Threads,
    Cores,
    CpuSecondsPerImage,
    CpuSigma,
    CpuKappa,
    Nodes,
    GpusPerNode,
    GpuRate,
    GpuSigma,
    GpuKappa,
    BatchPerGpu,
    GradBytes,
    Overlap,
    HopLatency,
    PsNodes,
    PsLinkBps,
    H2dBw,
    PrefetchBatches,
    VariabilityC2,
    NodeUsdPerHour,
    StoUsdPerMonth,
    UsdPerRequest,
    UsdPerGbRead,
    GpuPriceShare,
    Epochs,
    ValidationImages,
    ValidationRateFactor,
    CheckpointBytes,
    CheckpointBw,
    StageInBw,
    // choices and switches
    Format,
    Access,
    CachePolicy,
    AllReduce,
    Warm,
    StoShared,
    StoRemote,
    CacheSharded,
};

/// Numbers come first: inputs below this count are doubles.
inline constexpr std::size_t kNumberCount = static_cast<std::size_t>(Input::Format);
inline constexpr std::size_t kInputCount = static_cast<std::size_t>(Input::CacheSharded) + 1;

}  // namespace throughline::model
