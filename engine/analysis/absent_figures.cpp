// SPDX-License-Identifier: Apache-2.0
// The one home of the reasons for which a figure is not there: the window's table of figures and
// `show` ask here.
#include "engine/analysis/absent_figures.h"

#include <algorithm>
#include <array>
#include <optional>

#include "engine/analysis/figure_needs.h"
#include "engine/base/far_path.h"
#include "engine/base/say.h"
#include "engine/base/say_again.h"
#include "engine/metrics/registry.h"
#include "engine/spec/choices.h"

namespace throughline::analysis {
namespace {

bool is_alone(const AskedRun& run, spec::Stages stage) {
    return spec::stages_of(run.settings) == stage;
}
bool reads_alone(const AskedRun& run) {
    return is_alone(run, spec::Stages::Storage);
}
bool decodes_alone(const AskedRun& run) {
    return is_alone(run, spec::Stages::Decode);
}
bool consumes_alone(const AskedRun& run) {
    return is_alone(run, spec::Stages::Consumer);
}
bool is_one_stage(const AskedRun& run) {
    return reads_alone(run) || decodes_alone(run) || consumes_alone(run);
}
bool asks_for_blocks(const AskedRun& run) {
    return run.settings.contains("pattern");
}
bool asks_for_images(const AskedRun& run) {
    return !asks_for_blocks(run);
}
bool has_no_gpu(const AskedRun& run) {
    return spec::consumer_kind_of(run.settings) != spec::ConsumerKind::Gpu;
}
bool has_no_accelerator(const AskedRun& run) {
    const auto kind = spec::consumer_kind_of(run.settings);
    return !kind || *kind == spec::ConsumerKind::Null;
}
bool trains_on_no_gpu(const AskedRun& run) {
    return has_no_gpu(run) || spec::text_or_empty(run.settings, "consumer.phase") != "training";
}
bool decodes_on_no_gpu(const AskedRun& run) {
    return !spec::decodes_on_gpu(run.settings);
}
bool is_on_this_machine(const AskedRun& run) {
    return !is_far(spec::text_or_empty(run.settings, "dataset.path")) &&
           spec::text_or_empty(run.settings, "storage.store").empty();
}
bool emulates_no_store(const AskedRun& run) {
    return spec::text_or_empty(run.settings, "storage.store").empty();
}
bool emulates_no_volume(const AskedRun& run) {
    return spec::text_or_empty(run.settings, "storage.volume").empty();
}
bool has_no_cache(const AskedRun& run) {
    const std::string kind = spec::text_or_empty(run.settings, "cache.kind");
    return kind.empty() || kind == "none";
}
bool is_of_one_node(const AskedRun& run) {
    return !run.settings.contains("node_count");
}
bool has_our_loader(const AskedRun& run) {
    return spec::text_or_empty(run.settings, "loader.command").empty();
}
bool copies_nothing_first(const AskedRun& run) {
    return has_no_cache(run) || spec::text_or_empty(run.settings, "cache.fill") != "before";
}
bool was_not_in_turns(const AskedRun& run) {
    return spec::text_or_empty(run.settings, "repeat_order") != "rounds";
}
bool takes_whatever_comes(const AskedRun& run) {
    return spec::consumer_kind_of(run.settings) == spec::ConsumerKind::Null;
}
bool lacks_ceiling_of(const AskedRun& run, spec::Stages stage) {
    return !run.metrics.contains(
        metrics::labelled("ceiling_images_per_second", "stage", spec::name_of(stage)));
}
bool lacks_consumer_ceiling(const AskedRun& run) {
    return lacks_ceiling_of(run, spec::Stages::Consumer);
}
bool lacks_a_ceiling(const AskedRun& run) {
    return std::ranges::any_of(spec::kSingleStages, [&run](spec::Stages stage) {
        return lacks_ceiling_of(run, stage) &&
               !(stage == spec::Stages::Consumer && takes_whatever_comes(run));
    });
}
bool has_price_entered(const AskedRun& run) {
    return run.priced || run.header.remarks.price_per_hour.has_value() ||
           run.metrics.contains("price_per_hour");
}
bool has_no_price(const AskedRun& run) {
    return !has_price_entered(run);
}
bool is_priced_beside(const AskedRun& run) {
    return has_price_entered(run) && !run.metrics.contains("price_per_hour");
}
bool always(const AskedRun& /*run*/) {
    return true;
}

template <class ByKey>
bool has_key_of(const ByKey& by_key, const FigureNeeds& row) {
    for (auto at = by_key.lower_bound(row.begins);
         at != by_key.end() && at->first.starts_with(row.begins);
         ++at) {
        if (need_of(at->first) == row.need) {
            return true;
        }
    }
    return false;
}
/// Where no setting tells: a run that had what is needed has at least one figure of it, or says of
/// one why it is lacking.
template <FigureNeed kNeed>
bool has_none_of(const AskedRun& run) {
    return std::ranges::none_of(figure_needs(), [&run](const FigureNeeds& row) {
        return row.need == kNeed && (has_key_of(run.metrics, row) || has_key_of(run.absent, row));
    });
}
bool has_no_whole_epoch(const AskedRun& run) {
    // Without a number the reason is that of all epochs.
    return has_none_of<FigureNeed::Epochs>(run) || run.absent.contains("epoch_images_per_second");
}
/// A mount whose counters cannot be read has no figure of it either.
bool lies_on_no_mount(const AskedRun& run) {
    return has_none_of<FigureNeed::Mount>(run) &&
           std::ranges::none_of(run.header.environment, [](const auto& fact) {
               return fact.first.starts_with("dataset.") &&
                      fact.first.ends_with("counters_missing");
           });
}

/// What a run of ours was without; the first that holds.
struct UnmetNeed {
    FigureNeed need;
    bool (*holds)(const AskedRun& run);
    const char* why;
    std::optional<FigureNeed> brought_by{};  ///< none: what brings all figures of this need
};
constexpr auto kUnmetNeeds = std::to_array<UnmetNeed>({
    {FigureNeed::Images, &asks_for_blocks, to_say("a storage baseline reads blocks, not images")},
    {FigureNeed::Batches, &reads_alone, to_say("storage alone makes no batches")},
    {FigureNeed::Reads, &decodes_alone, to_say("decoding alone reads nothing")},
    {FigureNeed::Reads, &consumes_alone, to_say("the accelerator alone reads nothing")},
    {FigureNeed::Disk, &decodes_alone, to_say("decoding alone reads nothing")},
    {FigureNeed::Disk, &consumes_alone, to_say("the accelerator alone reads nothing")},
    {FigureNeed::DiskLog,
     &has_none_of<FigureNeed::DiskLog>,
     to_say("no disk of the run keeps a log of its limits")},
    {FigureNeed::Mount, &decodes_alone, to_say("decoding alone reads nothing")},
    {FigureNeed::Mount, &consumes_alone, to_say("the accelerator alone reads nothing")},
    {FigureNeed::Mount, &lies_on_no_mount, to_say("the data lay on no network or FUSE mount")},
    {FigureNeed::Mount,
     &always,
     to_say("the counters that could be read do not tell it"),
     FigureNeed::Nothing},
    {FigureNeed::Store, &is_on_this_machine, to_say("no object store was asked")},
    {FigureNeed::EmulatedStore, &emulates_no_store, to_say("no object store was emulated")},
    {FigureNeed::Volume, &emulates_no_volume, to_say("no volume was emulated")},
    {FigureNeed::Blocks, &asks_for_images, to_say("only a storage baseline asks for it")},
    {FigureNeed::Cache, &has_no_cache, to_say("the program's own cache was off")},
    {FigureNeed::Epochs, &has_no_whole_epoch, to_say("no whole epoch was measured")},
    {FigureNeed::CacheEpochs,
     &has_no_cache,
     to_say("the program's own cache was off"),
     FigureNeed::Cache},
    {FigureNeed::CacheEpochs,
     &has_no_whole_epoch,
     to_say("no whole epoch was measured"),
     FigureNeed::Epochs},
    {FigureNeed::CopyFirst, &copies_nothing_first, to_say("the data were not copied first")},
    {FigureNeed::Decoding, &reads_alone, to_say("storage alone decodes nothing")},
    {FigureNeed::Decoding, &consumes_alone, to_say("the accelerator alone decodes nothing")},
    {FigureNeed::Augmenting,
     &has_none_of<FigureNeed::Augmenting>,
     to_say("the images were not augmented")},
    {FigureNeed::Stages, &is_one_stage, to_say("a stage alone hands nothing over")},
    {FigureNeed::Ceilings, &is_one_stage, to_say("a stage alone is held against no ceiling")},
    {FigureNeed::Ceilings, &lacks_a_ceiling, to_say("the stages were not measured alone")},
    {FigureNeed::ConsumerCeiling,
     &is_one_stage,
     to_say("a stage alone is held against no ceiling"),
     FigureNeed::Ceilings},
    {FigureNeed::ConsumerCeiling,
     &takes_whatever_comes,
     to_say("a consumer that takes whatever comes has no ceiling"),
     FigureNeed::Accelerator},
    {FigureNeed::ConsumerCeiling,
     &lacks_consumer_ceiling,
     to_say("the stages were not measured alone"),
     FigureNeed::Ceilings},
    {FigureNeed::Curve, &has_none_of<FigureNeed::Curve>, to_say("the run is no point of a curve")},
    {FigureNeed::Turns, &was_not_in_turns, to_say("no runs were measured in turns")},
    {FigureNeed::Turns,
     &always,
     to_say("the others are compared with this run, or it has fewer than two repeats to compare"),
     FigureNeed::Nothing},
    {FigureNeed::Accelerator, &has_no_accelerator, to_say("no accelerator took part")},
    {FigureNeed::Gpu, &has_no_gpu, to_say("no GPU took part")},
    {FigureNeed::GpuTraining, &trains_on_no_gpu, to_say("nothing was trained on a GPU")},
    {FigureNeed::GpuDecoding, &decodes_on_no_gpu, to_say("no GPU decoded")},
    {FigureNeed::GpuExchange, &trains_on_no_gpu, to_say("nothing was trained on a GPU")},
    {FigureNeed::GpuShare, &has_no_gpu, to_say("no GPU took part"), FigureNeed::Gpu},
    {FigureNeed::GpuShare,
     &lacks_consumer_ceiling,
     to_say("the ceiling of the GPU was not measured"),
     FigureNeed::Ceilings},
    {FigureNeed::Nodes, &is_of_one_node, to_say("one computer measured alone")},
    {FigureNeed::Loader, &has_our_loader, to_say("Throughline's own loader made the batches")},
    {FigureNeed::Price, &has_no_price, to_say("no price per hour was entered")},
    {FigureNeed::Price,
     &is_priced_beside,
     to_say("only charts reckon with the price that was entered"),
     FigureNeed::Nothing},
    {FigureNeed::EpochPrice,
     &has_none_of<FigureNeed::EpochPrice>,
     to_say("only imported or published figures have it")},
    {FigureNeed::ObservedJob,
     &has_none_of<FigureNeed::ObservedJob>,
     to_say("only an observed job has it")},
    {FigureNeed::NudgedJob,
     &has_none_of<FigureNeed::NudgedJob>,
     to_say("only an observed job has it")},
    {FigureNeed::OtherTool,
     &has_none_of<FigureNeed::OtherTool>,
     to_say("only files of other tools have it")},
});

/// What a run lacks for a figure; `why` "": nothing that is known of the run speaks against it.
struct Lack {
    std::string why{};
    FigureNeed brought_by = FigureNeed::Nothing;
};

std::string other_origin_text(const AskedRun& run, FigureNeed need) {
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
                   : need == FigureNeed::Disk && has_none_of<FigureNeed::Disk>(run)
                       ? say("the job was not seen to read from a disk")
                       : say("a job that is watched from outside does not show it");
        case record::Origin::Measured:
            break;
    }
    return {};
}

/// What brings a figure of this need to a run of other origin.
FigureNeed brought_by(FigureNeed need) {
    return need == FigureNeed::CacheEpochs       ? FigureNeed::Cache
           : need == FigureNeed::GpuShare        ? FigureNeed::Gpu
           : need == FigureNeed::ConsumerCeiling ? FigureNeed::Ceilings
                                                 : need;
}

Lack lack_of(const AskedRun& run, FigureNeed need) {
    if (run.header.origin != record::Origin::Measured) {
        return {.why = other_origin_text(run, need), .brought_by = brought_by(need)};
    }
    const auto* const found = std::ranges::find_if(kUnmetNeeds, [&](const UnmetNeed& unmet) {
        return unmet.need == need && unmet.holds(run);
    });
    return found == kUnmetNeeds.end()
               ? Lack()
               : Lack{.why = say(found->why), .brought_by = found->brought_by.value_or(need)};
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
    const Lack lack = lack_of(run, need_of(key));
    Absence absence{.why = recorded_reason(run, key)};
    absence.why = absence.why.empty() ? lack.why : absence.why;
    if (!lack.why.empty()) {
        absence.remedy = remedy_of(lack.brought_by);
        absence.by_all_stages = is_brought_by_all_stages(lack.brought_by);
    }
    if (absence.why.empty()) {
        absence.why = say("the record does not say why");
        absence.known = false;
    }
    return absence;
}

}  // namespace throughline::analysis
