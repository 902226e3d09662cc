// SPDX-License-Identifier: Apache-2.0
// What each figure needs, and what brings it.
#include "engine/analysis/figure_needs.h"

#include <algorithm>
#include <array>

#include "engine/base/say.h"

namespace throughline::analysis {
namespace {

constexpr auto kFigureNeeds = std::to_array<FigureNeeds>({
    {"accelerator_utilisation", FigureNeed::Accelerator},
    {"augment_", FigureNeed::Augmenting},
    {"cache_evictions", FigureNeed::Cache},
    {"cache_held_", FigureNeed::Cache},
    {"cache_hit_", FigureNeed::Cache},
    {"cache_read_", FigureNeed::Reads},
    {"cache_served_", FigureNeed::Reads},
    {"ceiling_", FigureNeed::Ceilings},
    {"ceiling_images_per_second{stage=consumer}", FigureNeed::ConsumerCeiling},
    {"clock_uncertainty", FigureNeed::Nodes},
    {"context_switches_", FigureNeed::Machine},
    {"cpu_iowait", FigureNeed::Machine},
    {"cpu_seconds_", FigureNeed::Machine},
    {"cpu_utilisation", FigureNeed::Machine},
    {"create_", FigureNeed::Blocks},
    {"delete_", FigureNeed::Blocks},
    {"disk_queue_", FigureNeed::Disk},
    {"disk_utilisation", FigureNeed::Disk},
    {"epoch_", FigureNeed::Epochs},
    {"epoch_evictions", FigureNeed::CacheEpochs},
    {"epoch_hit_", FigureNeed::CacheEpochs},
    {"estimated_", FigureNeed::ObservedJob},
    {"failed_images", FigureNeed::Images},
    {"fed_share", FigureNeed::Ceilings},
    {"fetched_", FigureNeed::Reads},
    {"first_done_images_", FigureNeed::Nodes},
    {"gpu_", FigureNeed::Gpu},
    {"gpu_all_reduce", FigureNeed::GpuExchange},
    {"gpu_decoding", FigureNeed::GpuDecoding},
    {"gpu_dram_", FigureNeed::OtherTool},
    {"gpu_engine_", FigureNeed::OtherTool},
    {"gpu_fed_share", FigureNeed::GpuShare},
    {"gpu_link_", FigureNeed::ObservedJob},
    {"gpu_memory_total", FigureNeed::OtherTool},
    {"gpu_memory_utilisation", FigureNeed::OtherTool},
    {"gpu_tensor_", FigureNeed::OtherTool},
    {"headroom", FigureNeed::Ceilings},
    {"host_to_device_", FigureNeed::Gpu},
    {"http_", FigureNeed::Store},
    {"http_client_errors_", FigureNeed::OtherTool},
    {"http_server_errors_", FigureNeed::OtherTool},
    {"image_pixels", FigureNeed::Decoding},
    {"images_per_second", FigureNeed::Images},
    {"images_per_second_per_gpu", FigureNeed::OtherTool},
    {"instance_", FigureNeed::DiskLog},
    {"job_", FigureNeed::ObservedJob},
    {"last_done_images_", FigureNeed::Nodes},
    {"loader_memory", FigureNeed::Loader},
    {"loss", FigureNeed::GpuTraining},
    {"mount_", FigureNeed::Mount},
    {"network_", FigureNeed::Machine},
    {"nudge_", FigureNeed::NudgedJob},
    {"observed_", FigureNeed::ObservedJob},
    {"observer_", FigureNeed::ObservedJob},
    {"open_", FigureNeed::Blocks},
    {"other_cpu_", FigureNeed::Machine},
    {"other_read_", FigureNeed::Disk},
    {"page_cache_", FigureNeed::Reads},
    {"paired_", FigureNeed::Turns},
    {"price_", FigureNeed::Price},
    {"price_per_epoch", FigureNeed::EpochPrice},
    {"process_cpu_cores", FigureNeed::Machine},
    {"progressive_", FigureNeed::Decoding},
    {"queue_fill", FigureNeed::Stages},
    {"read_await", FigureNeed::Disk},
    {"read_bytes_per_", FigureNeed::Disk},
    {"read_iops", FigureNeed::Disk},
    {"read_latency", FigureNeed::Reads},
    {"read_latency_min", FigureNeed::OtherTool},
    {"read_latency_window_", FigureNeed::OtherTool},
    {"read_merges_", FigureNeed::Disk},
    {"read_request_size", FigureNeed::Disk},
    {"read_requests_per_", FigureNeed::Reads},
    {"readdir_", FigureNeed::Blocks},
    {"requested_read_", FigureNeed::Reads},
    {"requested_write_", FigureNeed::Blocks},
    {"resident_memory", FigureNeed::Machine},
    {"scaling_efficiency", FigureNeed::Curve},
    {"share_of_storage_", FigureNeed::Ceilings},
    {"speedup", FigureNeed::Curve},
    {"stage_", FigureNeed::Stages},
    {"start_skew", FigureNeed::Nodes},
    {"stat_", FigureNeed::Blocks},
    {"step_exchange", FigureNeed::Nodes},
    {"step_time", FigureNeed::Batches},
    {"step_wait", FigureNeed::Nodes},
    {"storage_limit_", FigureNeed::Blocks},
    {"store_allowed_", FigureNeed::EmulatedStore},
    {"sync_time", FigureNeed::CopyFirst},
    {"tier_", FigureNeed::Cache},
    {"time_to_epoch_", FigureNeed::Epochs},
    {"time_to_first_", FigureNeed::Batches},
    {"volume_", FigureNeed::Volume},
    {"volume_iops_exceeded", FigureNeed::DiskLog},
    {"volume_throughput_exceeded", FigureNeed::DiskLog},
    {"write_bytes_per_", FigureNeed::Disk},
    {"write_iops", FigureNeed::Disk},
    {"write_latency", FigureNeed::Blocks},
    {"write_latency_window_", FigureNeed::OtherTool},
    {"write_requests_per_", FigureNeed::Blocks},
});

/// What brings a figure of this need.
struct NeedRemedy {
    FigureNeed need;
    const char* remedy;
};
constexpr auto kNeedRemedies = std::to_array<NeedRemedy>({
    {FigureNeed::Machine, to_say("To have it, measure with Throughline.")},
    {FigureNeed::Batches, to_say("To have it, measure the full pipeline.")},
    {FigureNeed::Images, to_say("To have it, measure the full pipeline or a stage alone.")},
    {FigureNeed::Reads, to_say("To have it, measure the full pipeline or storage alone.")},
    {FigureNeed::Disk,
     to_say("To have it, measure the full pipeline or storage alone on a disk of "
            "this computer.")},
    {FigureNeed::DiskLog,
     to_say("To have it, measure on an EBS volume of a computer in the cloud.")},
    {FigureNeed::Mount, to_say("To have it, measure data on a network or FUSE mount.")},
    {FigureNeed::Store, to_say("To have it, measure data in an object store.")},
    {FigureNeed::EmulatedStore, to_say("To have it, measure with an emulated store.")},
    {FigureNeed::Volume, to_say("To have it, measure on an emulated volume.")},
    {FigureNeed::Blocks, to_say("To have it, measure a storage baseline.")},
    {FigureNeed::Cache, to_say("To have it, measure with a cache of the program.")},
    {FigureNeed::Epochs, to_say("To have it, measure whole epochs.")},
    {FigureNeed::CopyFirst, to_say("To have it, measure “Copy first, stream, or cache?”.")},
    {FigureNeed::Decoding, to_say("To have it, measure the full pipeline or decoding alone.")},
    {FigureNeed::Augmenting, to_say("To have it, measure with colour jitter or PCA noise.")},
    {FigureNeed::Stages, to_say("To have it, measure the full pipeline.")},
    {FigureNeed::Ceilings, to_say("To have it, measure the full pipeline and each stage alone.")},
    {FigureNeed::Curve, to_say("To have it, measure with several numbers of threads or nodes.")},
    {FigureNeed::Turns, to_say("To have it, measure several runs in turns.")},
    {FigureNeed::Accelerator, to_say("To have it, measure with an emulated accelerator.")},
    {FigureNeed::Gpu, to_say("To have it, measure with an NVIDIA GPU as the accelerator.")},
    {FigureNeed::GpuTraining, to_say("To have it, measure a training on an NVIDIA GPU.")},
    {FigureNeed::GpuDecoding, to_say("To have it, measure with an NVIDIA GPU that decodes.")},
    {FigureNeed::GpuExchange, to_say("To have it, measure a training on several NVIDIA GPUs.")},
    {FigureNeed::Nodes, to_say("To have it, measure on several computers together.")},
    {FigureNeed::Loader, to_say("To have it, measure a data loader of your own.")},
    {FigureNeed::Price, to_say("To have it, enter what the computer costs per hour.")},
    {FigureNeed::EpochPrice, to_say("To have it, import a file that states it.")},
    {FigureNeed::ObservedJob, to_say("To have it, observe a running job.")},
    {FigureNeed::NudgedJob, to_say("To have it, observe a running job and nudge it.")},
    {FigureNeed::OtherTool, to_say("To have it, import a file of a tool that reports it.")},
});
}  // namespace

std::span<const FigureNeeds> figure_needs() noexcept {
    return kFigureNeeds;
}

FigureNeed need_of(std::string_view key) {
    const FigureNeeds* best = nullptr;
    for (const FigureNeeds& row : kFigureNeeds) {
        if (key.starts_with(row.begins) &&
            (best == nullptr || row.begins.size() > best->begins.size())) {
            best = &row;
        }
    }
    return best == nullptr ? FigureNeed::OtherTool : best->need;
}

std::string remedy_of(FigureNeed need) {
    const auto* const found = std::ranges::find(kNeedRemedies, need, &NeedRemedy::need);
    return found == kNeedRemedies.end() ? std::string() : say(found->remedy);
}

bool is_brought_by_all_stages(FigureNeed need) noexcept {
    switch (need) {
        case FigureNeed::Images:
        case FigureNeed::Batches:
        case FigureNeed::Reads:
        case FigureNeed::Decoding:
        case FigureNeed::Stages:
        case FigureNeed::Ceilings:
            return true;
        default:
            return false;
    }
}

}  // namespace throughline::analysis
