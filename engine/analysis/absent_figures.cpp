// SPDX-License-Identifier: Apache-2.0
// The one home of the reasons for which a figure is not there: the window's table of figures and
// `show` ask here.
#include "engine/analysis/absent_figures.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/base/far_path.h"
#include "engine/base/say.h"
#include "engine/base/say_again.h"
#include "engine/metrics/registry.h"
#include "engine/spec/choices.h"

namespace throughline::analysis {
namespace {

/// What has to take part for a figure to come about.
enum class FigureNeed : std::uint8_t {
    Machine,  ///< any measurement
    Images,
    Batches,
    Reads,
    Disk,
    DiskLog,
    Mount,
    Store,
    EmulatedStore,
    Volume,
    Blocks,  ///< requests of a storage baseline
    Cache,
    Epochs,
    CopyFirst,
    Decoding,
    Augmenting,
    Stages,  ///< side by side
    Ceilings,
    Curve,
    Turns,
    Accelerator,
    Gpu,
    GpuTraining,
    GpuDecoding,
    GpuExchange,
    Nodes,
    Loader,
    Price,
    ObservedJob,
    NudgedJob,
    OtherTool,
};

/// The figures whose ids begin so; the longest beginning decides.
struct FigureNeeds {
    std::string_view begins;
    FigureNeed need;
};
constexpr auto kFigureNeeds = std::to_array<FigureNeeds>({
    {"accelerator_utilisation", FigureNeed::Accelerator},
    {"augment_", FigureNeed::Augmenting},
    {"cache_evictions", FigureNeed::Cache},
    {"cache_held_", FigureNeed::Cache},
    {"cache_hit_", FigureNeed::Cache},
    {"cache_read_", FigureNeed::Reads},
    {"cache_served_", FigureNeed::Reads},
    {"ceiling_", FigureNeed::Ceilings},
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

bool is_alone(const spec::Settings& settings, spec::Stages stage) {
    return spec::stages_of(settings) == stage;
}
bool reads_alone(const spec::Settings& settings) {
    return is_alone(settings, spec::Stages::Storage);
}
bool decodes_alone(const spec::Settings& settings) {
    return is_alone(settings, spec::Stages::Decode);
}
bool consumes_alone(const spec::Settings& settings) {
    return is_alone(settings, spec::Stages::Consumer);
}
bool is_one_stage(const spec::Settings& settings) {
    return reads_alone(settings) || decodes_alone(settings) || consumes_alone(settings);
}
bool asks_for_blocks(const spec::Settings& settings) {
    return settings.contains("pattern");
}
bool asks_for_images(const spec::Settings& settings) {
    return !asks_for_blocks(settings);
}
bool has_no_gpu(const spec::Settings& settings) {
    return spec::consumer_kind_of(settings) != spec::ConsumerKind::Gpu;
}
bool has_no_accelerator(const spec::Settings& settings) {
    const auto kind = spec::consumer_kind_of(settings);
    return !kind || *kind == spec::ConsumerKind::Null;
}
bool trains_on_no_gpu(const spec::Settings& settings) {
    return has_no_gpu(settings) || spec::text_or_empty(settings, "consumer.phase") != "training";
}
bool decodes_on_no_gpu(const spec::Settings& settings) {
    return !spec::decodes_on_gpu(settings);
}
bool is_on_this_machine(const spec::Settings& settings) {
    return !is_far(spec::text_or_empty(settings, "dataset.path")) &&
           spec::text_or_empty(settings, "storage.store").empty();
}
bool emulates_no_store(const spec::Settings& settings) {
    return spec::text_or_empty(settings, "storage.store").empty();
}
bool emulates_no_volume(const spec::Settings& settings) {
    return spec::text_or_empty(settings, "storage.volume").empty();
}
bool has_no_cache(const spec::Settings& settings) {
    const std::string kind = spec::text_or_empty(settings, "cache.kind");
    return kind.empty() || kind == "none";
}
bool is_of_one_node(const spec::Settings& settings) {
    return !settings.contains("node_count");
}
bool has_our_loader(const spec::Settings& settings) {
    return spec::text_or_empty(settings, "loader.command").empty();
}
/// Of what no setting tells: a run that had it would have the figure.
bool lacks_it(const spec::Settings& /*settings*/) {
    return true;
}

/// What a run of ours was without; the first that holds.
struct UnmetNeed {
    FigureNeed need;
    bool (*holds)(const spec::Settings& settings);
    const char* why;
};
constexpr auto kUnmetNeeds = std::to_array<UnmetNeed>({
    {FigureNeed::Images, &asks_for_blocks, to_say("a storage baseline reads blocks, not images")},
    {FigureNeed::Batches, &reads_alone, to_say("storage alone makes no batches")},
    {FigureNeed::Reads, &decodes_alone, to_say("decoding alone reads nothing")},
    {FigureNeed::Reads, &consumes_alone, to_say("the accelerator alone reads nothing")},
    {FigureNeed::Disk, &decodes_alone, to_say("decoding alone reads nothing")},
    {FigureNeed::Disk, &consumes_alone, to_say("the accelerator alone reads nothing")},
    {FigureNeed::DiskLog, &lacks_it, to_say("no disk of the run keeps a log of its limits")},
    {FigureNeed::Mount, &lacks_it, to_say("the data lay on no network or FUSE mount")},
    {FigureNeed::Store, &is_on_this_machine, to_say("no object store was asked")},
    {FigureNeed::EmulatedStore, &emulates_no_store, to_say("no object store was emulated")},
    {FigureNeed::Volume, &emulates_no_volume, to_say("no volume was emulated")},
    {FigureNeed::Blocks, &asks_for_images, to_say("only a storage baseline asks for it")},
    {FigureNeed::Cache, &has_no_cache, to_say("the program's own cache was off")},
    {FigureNeed::Epochs, &lacks_it, to_say("no whole epoch was measured")},
    {FigureNeed::CopyFirst, &lacks_it, to_say("the data were not copied first")},
    {FigureNeed::Decoding, &reads_alone, to_say("storage alone decodes nothing")},
    {FigureNeed::Decoding, &consumes_alone, to_say("the accelerator alone decodes nothing")},
    {FigureNeed::Augmenting, &lacks_it, to_say("the images were not augmented")},
    {FigureNeed::Stages, &is_one_stage, to_say("a stage alone hands nothing over")},
    {FigureNeed::Ceilings, &is_one_stage, to_say("a stage alone is held against no ceiling")},
    {FigureNeed::Ceilings, &lacks_it, to_say("the stages were not measured alone")},
    {FigureNeed::Curve, &lacks_it, to_say("the run is no point of a curve")},
    {FigureNeed::Turns, &lacks_it, to_say("no runs were measured in turns")},
    {FigureNeed::Accelerator, &has_no_accelerator, to_say("no accelerator took part")},
    {FigureNeed::Gpu, &has_no_gpu, to_say("no GPU took part")},
    {FigureNeed::GpuTraining, &trains_on_no_gpu, to_say("nothing was trained on a GPU")},
    {FigureNeed::GpuDecoding, &decodes_on_no_gpu, to_say("no GPU decoded")},
    {FigureNeed::GpuExchange, &trains_on_no_gpu, to_say("nothing was trained on a GPU")},
    {FigureNeed::Nodes, &is_of_one_node, to_say("one computer measured alone")},
    {FigureNeed::Loader, &has_our_loader, to_say("Throughline's own loader made the batches")},
    {FigureNeed::Price, &lacks_it, to_say("no price per hour was entered")},
    {FigureNeed::ObservedJob, &lacks_it, to_say("only an observed job has it")},
    {FigureNeed::NudgedJob, &lacks_it, to_say("only an observed job has it")},
    {FigureNeed::OtherTool, &lacks_it, to_say("only files of other tools have it")},
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
    {FigureNeed::ObservedJob, to_say("To have it, observe a running job.")},
    {FigureNeed::NudgedJob, to_say("To have it, observe a running job and nudge it.")},
    {FigureNeed::OtherTool, to_say("To have it, import a file of a tool that reports it.")},
});
std::string remedy_of(FigureNeed need) {
    const auto* const found = std::ranges::find(kNeedRemedies, need, &NeedRemedy::need);
    return found == kNeedRemedies.end() ? std::string() : say(found->remedy);
}

/// Why this run cannot have it; "": nothing that is known of the run speaks against it.
std::string unmet_text(const AskedRun& run, FigureNeed need) {
    switch (run.header.origin) {
        case record::Origin::Imported: {
            const std::string tool = spec::text_or_empty(run.header.environment, "tool");
            return tool.empty() ? say("the imported file does not have it")
                                : say("the file of %1 does not have it", tool);
        }
        case record::Origin::Published:
            return say("the publication does not state it");
        case record::Origin::Predicted:
            return say("a prediction does not have it");
        case record::Origin::Observed:
            return need == FigureNeed::ObservedJob ? std::string()
                   : need == FigureNeed::NudgedJob ? say("the job was not nudged")
                   : need == FigureNeed::Disk
                       ? say("the job was not seen to read from a disk")
                       : say("a job that is watched from outside does not show it");
        case record::Origin::Measured:
            break;
    }
    const auto* const found = std::ranges::find_if(kUnmetNeeds, [&](const UnmetNeed& unmet) {
        return unmet.need == need && unmet.holds(run.settings);
    });
    return found == kUnmetNeeds.end() ? std::string() : say(found->why);
}

/// What the record says itself; of one of a device also why it has none of any.
std::string recorded_reason(const AskedRun& run, std::string_view key) {
    auto found = run.absent.find(key);
    if (found == run.absent.end()) {
        found = run.absent.find(metrics::parse_metric_key(key).id);
    }
    return found == run.absent.end() ? std::string() : say_again(found->second);
}

}  // namespace

Absence why_absent(const AskedRun& run, std::string_view key) {
    const FigureNeed need = need_of(key);
    const std::string unmet = unmet_text(run, need);
    Absence absence{.why = recorded_reason(run, key)};
    absence.why = absence.why.empty() ? unmet : absence.why;
    if (!unmet.empty()) {
        absence.remedy = remedy_of(need);
    }
    if (absence.why.empty()) {
        absence.why = say("the record does not say why");
        absence.known = false;
    }
    return absence;
}

bool is_brought_by_all_stages(std::string_view key) {
    switch (need_of(key)) {
        case FigureNeed::Images:
        case FigureNeed::Batches:
        case FigureNeed::Reads:
        case FigureNeed::Decoding:
        case FigureNeed::Stages:
        case FigureNeed::Ceilings:
            return true;
        default:
            return metrics::parse_metric_key(key).id == "gpu_fed_share";
    }
}

}  // namespace throughline::analysis
