// SPDX-License-Identifier: Apache-2.0
#include "engine/model/input_table.h"

#include <algorithm>
#include <array>

#include "engine/base/check.h"

namespace throughline::model {
namespace {

constexpr std::array<InputInfo, kInputCount> kTable{{
    {Input::ImagesPerEpoch,
     "images_per_epoch",
     "images",
     InputRule::Positive,
     &Inputs::images_per_epoch,
     "images in one epoch"},
    {Input::ImageBytes,
     "image_bytes",
     "bytes",
     InputRule::Positive,
     &Inputs::image_bytes,
     "stored bytes of one image"},
    {Input::TensorBytes,
     "tensor_bytes",
     "bytes",
     InputRule::Positive,
     &Inputs::tensor_bytes,
     "bytes of one image sent to the device"},
    {Input::RequestBytes,
     "request_bytes",
     "bytes",
     InputRule::Positive,
     &Inputs::request_bytes,
     "bytes of one application or read-ahead request"},
    {Input::MetaOps,
     "meta_ops",
     "",
     InputRule::NotNegative,
     &Inputs::meta_ops,
     "extra operations per raw file: open, stat; 0 where they stay in memory"},
    {Input::ReadAmplification,
     "read_amplification",
     "",
     InputRule::Positive,
     &Inputs::read_amplification,
     "bytes read per byte used"},
    {Input::StoBw,
     "sto_bw",
     "bytes/s",
     InputRule::Capacity,
     &Inputs::sto_bw,
     "bandwidth of one storage unit"},
    {Input::StoIops,
     "sto_iops",
     "1/s",
     InputRule::Capacity,
     &Inputs::sto_iops,
     "counted I/Os per second of one storage unit"},
    {Input::StoUnits,
     "sto_units",
     "",
     InputRule::NotNegative,
     &Inputs::sto_units,
     "storage units: volumes, data nodes, TiB, prefixes"},
    {Input::StoMaxIoBytes,
     "sto_max_io_bytes",
     "bytes",
     InputRule::Positive,
     &Inputs::sto_max_io_bytes,
     "most bytes that count as one I/O"},
    {Input::StoLatency,
     "sto_latency_s",
     "s",
     InputRule::NotNegative,
     &Inputs::sto_latency_s,
     "unloaded time of a request before its bytes flow"},
    {Input::StoConnBw,
     "sto_conn_bw",
     "bytes/s",
     InputRule::Capacity,
     &Inputs::sto_conn_bw,
     "bandwidth of one request stream"},
    {Input::StoEfficiency,
     "sto_efficiency",
     "",
     InputRule::Share,
     &Inputs::sto_efficiency,
     "payload share of the storage bandwidth"},
    {Input::ClientBw,
     "client_bw",
     "bytes/s",
     InputRule::Capacity,
     &Inputs::client_bw,
     "limit of a node towards storage"},
    {Input::ClientIops,
     "client_iops",
     "1/s",
     InputRule::Capacity,
     &Inputs::client_iops,
     "limit of a node towards storage, I/Os per second"},
    {Input::QueueDepth,
     "queue_depth",
     "",
     InputRule::AtLeastOne,
     &Inputs::queue_depth,
     "requests a node keeps outstanding"},
    {Input::CacheBytes,
     "cache_bytes",
     "bytes",
     InputRule::NotNegative,
     &Inputs::cache_bytes,
     "memory for data on each node"},
    {Input::CacheMix,
     "cache_mix",
     "",
     InputRule::ShareOrZero,
     &Inputs::cache_mix,
     "0: the cache is pure LRU, 1: as good as pinned"},
    {Input::LinkBps,
     "link_bps",
     "bits/s",
     InputRule::Capacity,
     &Inputs::link_bps,
     "network link of a node"},
    {Input::LinkEfficiency,
     "link_efficiency",
     "",
     InputRule::Share,
     &Inputs::link_efficiency,
     "payload share of the link"},
    {Input::Threads,
     "threads",
     "",
     InputRule::NotNegative,
     &Inputs::threads,
     "preparation workers of a node; 0: in the training loop"},
    {Input::Cores,
     "cores",
     "cores",
     InputRule::Positive,
     &Inputs::cores,
     "cores' worth of CPU of a node"},
    {Input::CpuSecondsPerImage,
     "cpu_s_per_image",
     "s",
     InputRule::NotNegative,
     &Inputs::cpu_s_per_image,
     "core-seconds per image of one worker alone"},
    {Input::CpuSigma,
     "cpu_sigma",
     "",
     InputRule::NotNegative,
     &Inputs::cpu_sigma,
     "contention between workers"},
    {Input::CpuKappa,
     "cpu_kappa",
     "",
     InputRule::NotNegative,
     &Inputs::cpu_kappa,
     "coherency cost between workers"},
    {Input::Nodes, "nodes", "", InputRule::AtLeastOne, &Inputs::nodes, "nodes"},
    {Input::GpusPerNode,
     "gpus_per_node",
     "",
     InputRule::NotNegative,
     &Inputs::gpus_per_node,
     "GPUs of a node"},
    {Input::GpuRate,
     "gpu_rate",
     "1/s",
     InputRule::Capacity,
     &Inputs::gpu_rate,
     "images per second of one GPU"},
    {Input::GpuSigma,
     "gpu_sigma",
     "",
     InputRule::NotNegative,
     &Inputs::gpu_sigma,
     "contention between the GPUs of a node"},
    {Input::GpuKappa,
     "gpu_kappa",
     "",
     InputRule::NotNegative,
     &Inputs::gpu_kappa,
     "coherency cost between the GPUs of a node"},
    {Input::BatchPerGpu,
     "batch_per_gpu",
     "images",
     InputRule::Positive,
     &Inputs::batch_per_gpu,
     "images in a batch of one GPU"},
    {Input::GradBytes,
     "grad_bytes",
     "bytes",
     InputRule::NotNegative,
     &Inputs::grad_bytes,
     "gradient bytes of a step"},
    {Input::Overlap,
     "overlap",
     "",
     InputRule::ShareOrZero,
     &Inputs::overlap,
     "share of the gradient exchange hidden behind compute"},
    {Input::HopLatency,
     "hop_latency_s",
     "s",
     InputRule::NotNegative,
     &Inputs::hop_latency_s,
     "latency of one hop of the exchange"},
    {Input::PsNodes,
     "ps_nodes",
     "",
     InputRule::NotNegative,
     &Inputs::ps_nodes,
     "nodes that only serve parameters"},
    {Input::PsLinkBps,
     "ps_link_bps",
     "bits/s",
     InputRule::Capacity,
     &Inputs::ps_link_bps,
     "link of one parameter server"},
    {Input::H2dBw,
     "h2d_bw",
     "bytes/s",
     InputRule::Capacity,
     &Inputs::h2d_bw,
     "hand-over to the devices of a node"},
    {Input::PrefetchBatches,
     "prefetch_batches",
     "",
     InputRule::NotNegative,
     &Inputs::prefetch_batches,
     "batches a hand-over buffer holds"},
    {Input::VariabilityC2,
     "variability_c2",
     "",
     InputRule::NotNegative,
     &Inputs::variability_c2,
     "squared coefficient of variation of the time per batch"},
    {Input::NodeUsdPerHour,
     "node_usd_per_h",
     "USD",
     InputRule::NotNegative,
     &Inputs::node_usd_per_h,
     "price of a node per hour"},
    {Input::StoUsdPerMonth,
     "sto_usd_per_month",
     "USD",
     InputRule::NotNegative,
     &Inputs::sto_usd_per_month,
     "price of all storage per month"},
    {Input::UsdPerRequest,
     "usd_per_request",
     "USD",
     InputRule::NotNegative,
     &Inputs::usd_per_request,
     "price of a storage request"},
    {Input::UsdPerGbRead,
     "usd_per_gb_read",
     "USD",
     InputRule::NotNegative,
     &Inputs::usd_per_gb_read,
     "price of a gigabyte read"},
    {Input::GpuPriceShare,
     "gpu_price_share",
     "",
     InputRule::ShareOrZero,
     &Inputs::gpu_price_share,
     "share of the node's price that pays for its GPUs"},
    {Input::Epochs, "epochs", "", InputRule::AtLeastOne, &Inputs::epochs, "epochs of the training"},
    {Input::ValidationImages,
     "validation_images",
     "images",
     InputRule::NotNegative,
     &Inputs::validation_images,
     "images validated after each epoch"},
    {Input::ValidationRateFactor,
     "validation_rate_factor",
     "",
     InputRule::Positive,
     &Inputs::validation_rate_factor,
     "inference rate of a GPU over its training rate"},
    {Input::CheckpointBytes,
     "checkpoint_bytes",
     "bytes",
     InputRule::NotNegative,
     &Inputs::checkpoint_bytes,
     "written after each epoch while training waits"},
    {Input::CheckpointBw,
     "checkpoint_bw",
     "bytes/s",
     InputRule::Capacity,
     &Inputs::checkpoint_bw,
     "bandwidth for checkpoints"},
    {Input::StageInBw,
     "stage_in_bw",
     "bytes/s",
     InputRule::Capacity,
     &Inputs::stage_in_bw,
     "rate at which each node first copies the data; null: no copy"},
    {Input::Format,
     "format",
     "",
     InputRule::OneOfTheChoices,
     &Inputs::format,
     "a file per image, or packed records"},
    {Input::Access,
     "access",
     "",
     InputRule::OneOfTheChoices,
     &Inputs::access,
     "how packed files are read"},
    {Input::CachePolicy,
     "cache_policy",
     "",
     InputRule::OneOfTheChoices,
     &Inputs::cache_policy,
     "what the cache keeps"},
    {Input::AllReduce,
     "allreduce",
     "",
     InputRule::OneOfTheChoices,
     &Inputs::allreduce,
     "how gradients are exchanged"},
    {Input::Warm,
     "warm",
     "",
     InputRule::OneOfTheChoices,
     &Inputs::warm,
     "false: first epoch, empty cache"},
    {Input::StoShared,
     "sto_shared",
     "",
     InputRule::OneOfTheChoices,
     &Inputs::sto_shared,
     "one target for all nodes, not one per node"},
    {Input::StoRemote,
     "sto_remote",
     "",
     InputRule::OneOfTheChoices,
     &Inputs::sto_remote,
     "reads use the node's network link"},
    {Input::CacheSharded,
     "cache_sharded",
     "",
     InputRule::OneOfTheChoices,
     &Inputs::cache_sharded,
     "every node always reads its own part"},
}};

constexpr bool indexed_by_input() {
    for (std::size_t i = 0; i < kTable.size(); ++i) {
        if (static_cast<std::size_t>(kTable[i].id) != i ||
            (kTable[i].member.index() == 0) != (i < kNumberCount)) {
            return false;
        }
    }
    return true;
}
static_assert(indexed_by_input());

constexpr std::array<const char*, 2> kFormats{"raw", "record"};
constexpr std::array<const char*, 3> kAccesses{"sequential", "shuffled", "random"};
constexpr std::array<const char*, 3> kPolicies{"none", "lru", "pinned"};
constexpr std::array<const char*, 2> kAllReduces{"ring", "ps"};

template <class Choice>
Result<void> set_choice(Choice& target, Input input, const InputValue& value) {
    const auto names = choices_of(input);
    const auto* text = std::get_if<std::string>(&value);
    for (std::size_t i = 0; text != nullptr && i < names.size(); ++i) {
        if (*text == names[i]) {
            target = static_cast<Choice>(i);
            return {};
        }
    }
    return Error{.code = ErrorCode::Usage,
                 .what = std::string(key_of(input)) + ": " + value_text(value) +
                         " is not allowed; it is one of " + allowed_text(input)};
}

Error wrong_type(Input input, const InputValue& value) {
    return Error{.code = ErrorCode::Usage,
                 .what = std::string(key_of(input)) + ": '" + value_text(value) +
                         "' does not fit; it is " + allowed_text(input)};
}

}  // namespace

std::span<const InputInfo> input_table() noexcept {
    return kTable;
}

const InputInfo& info_of(Input input) noexcept {
    return kTable[static_cast<std::size_t>(input)];
}

const char* key_of(Input input) noexcept {
    return info_of(input).key;
}

std::optional<Input> find_input(std::string_view key) noexcept {
    const auto* found = std::find_if(
        kTable.begin(), kTable.end(), [&](const InputInfo& info) { return key == info.key; });
    return found == kTable.end() ? std::nullopt : std::optional(found->id);
}

bool is_number(Input input) noexcept {
    return static_cast<std::size_t>(input) < kNumberCount;
}

bool is_count(Input input) noexcept {
    constexpr std::array kCounts{Input::StoUnits,
                                 Input::QueueDepth,
                                 Input::Threads,
                                 Input::Nodes,
                                 Input::GpusPerNode,
                                 Input::PsNodes,
                                 Input::Epochs,
                                 Input::PrefetchBatches,
                                 Input::MetaOps,
                                 Input::Cores};
    return std::find(kCounts.begin(), kCounts.end(), input) != kCounts.end();
}

std::span<const char* const> choices_of(Input input) noexcept {
    switch (input) {
        case Input::Format:
            return kFormats;
        case Input::Access:
            return kAccesses;
        case Input::CachePolicy:
            return kPolicies;
        case Input::AllReduce:
            return kAllReduces;
        default:
            return {};
    }
}

double& number_of(Inputs& inputs, Input input) noexcept {
    THROUGHLINE_CHECK(is_number(input));
    return inputs.**std::get_if<0>(&info_of(input).member);
}

double number_of(const Inputs& inputs, Input input) noexcept {
    THROUGHLINE_CHECK(is_number(input));
    return inputs.**std::get_if<0>(&info_of(input).member);
}

InputValue value_of(const Inputs& inputs, Input input) {
    return std::visit(
        [&](auto member) -> InputValue {
            const auto value = inputs.*member;
            using Type = std::remove_const_t<decltype(value)>;
            if constexpr (std::is_same_v<Type, double> || std::is_same_v<Type, bool>) {
                return value;
            } else {
                return std::string(choices_of(input)[static_cast<std::size_t>(value)]);
            }
        },
        info_of(input).member);
}

Result<void> set_value(Inputs& inputs, Input input, const InputValue& value) {
    return std::visit(
        [&](auto member) -> Result<void> {
            auto& target = inputs.*member;
            using Type = std::remove_reference_t<decltype(target)>;
            if constexpr (std::is_same_v<Type, double> || std::is_same_v<Type, bool>) {
                const auto* typed = std::get_if<Type>(&value);
                if (typed == nullptr) {
                    return wrong_type(input, value);
                }
                target = *typed;
                return {};
            } else {
                return set_choice(target, input, value);
            }
        },
        info_of(input).member);
}

}  // namespace throughline::model
