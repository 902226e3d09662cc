// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/answer.h"

#include <cmath>

#include "engine/base/format.h"
#include "engine/base/say.h"

namespace throughline::whatif {
namespace {

constexpr double kThrottledHeadroom = 1.1;

/// Asking an object store for more than its request rate costs errors and retries that the model
/// does not know (engine/model/README.md, Rates).
bool is_throttled(const Resolved& scenario, const model::Prediction& prediction) {
    const auto& inputs = scenario.inputs;
    const bool object_store = scenario.storage ? scenario.storage->kind == "object"
                                               : inputs.sto_shared && inputs.usd_per_request > 0.0;
    return object_store && prediction.bottleneck == model::Limit::StorageIops &&
           prediction.headroom.value_or(0.0) > kThrottledHeadroom;
}

std::optional<model::Feedable> feedable_of(const model::Inputs& inputs) {
    if (std::isinf(inputs.gpu_rate) || inputs.gpu_rate <= 0.0) {
        return std::nullopt;
    }
    return model::feedable({.supply_images_per_s = model::supply_images_per_s(inputs),
                            .batch_seconds = inputs.batch_per_gpu / inputs.gpu_rate,
                            .batch_images = inputs.batch_per_gpu,
                            .accelerator_utilisation_min = kFedUtilisation});
}

/// What a full balance gives, and how long it lasts at that rate; absent where it is never used up.
std::optional<WithCredits> while_credits_last(const Resolved& scenario) {
    const auto& volume = *scenario.volume;
    model::Inputs inputs = scenario.inputs;
    inputs.sto_bw = volume.sto_bw_at_burst;
    inputs.sto_iops = volume.sto_iops_at_burst;
    const auto prediction = model::predict(inputs);
    const double units = model::storage_units(inputs);
    constexpr double kBytesPerMb = 1e6;
    const auto lasts = model::credits_last_s(volume.credits,
                                             prediction.read_mb_per_s * kBytesPerMb / units,
                                             prediction.read_iops / units);
    return lasts ? std::optional(WithCredits{.images_per_s = prediction.images_per_s(),
                                             .credits_last_s = *lasts})
                 : std::nullopt;
}

/// A what-if for some hours says both: the mean over them, and what follows
/// (engine/model/README.md, Burst credits).
std::optional<AfterCredits> after_credits_of(const Resolved& scenario) {
    const auto& volume = scenario.volume;
    const bool counted_in = volume && volume->has_credits() &&
                            (volume->sto_bw_after_credits < scenario.inputs.sto_bw ||
                             volume->sto_iops_after_credits < scenario.inputs.sto_iops);
    const auto at_first = counted_in ? while_credits_last(scenario) : std::nullopt;
    if (!at_first) {
        return std::nullopt;
    }
    model::Inputs inputs = scenario.inputs;
    inputs.sto_bw = volume->sto_bw_after_credits;
    inputs.sto_iops = volume->sto_iops_after_credits;
    const auto prediction = model::predict(inputs);
    return AfterCredits{.images_per_s = prediction.images_per_s(),
                        .bottleneck = prediction.bottleneck,
                        .credits_last_s = at_first->credits_last_s};
}

/// A what-if without hours leaves credits out, and says what that does.
std::optional<WithCredits> with_credits_of(const Resolved& scenario, double images_per_s) {
    constexpr double kNoticed = 1.005;
    const auto& volume = scenario.volume;
    if (!volume || !volume->has_credits() ||
        volume->sto_bw_after_credits < scenario.inputs.sto_bw ||
        volume->sto_iops_after_credits < scenario.inputs.sto_iops) {
        return std::nullopt;
    }
    auto with = while_credits_last(scenario);
    return with && with->images_per_s > kNoticed * images_per_s ? with : std::nullopt;
}

Assumed assumed_in(const Resolved& scenario) {
    const auto& inputs = scenario.inputs;
    Assumed assumed{.volume = scenario.asked_volume,
                    .gpu = scenario.gpu,
                    .gpu_source = scenario.gpu_source,
                    .gpu_of_eight = scenario.gpu_of_eight,
                    .vcpus = scenario.vcpus};
    if (scenario.volume) {
        assumed.sto_iops = scenario.volume->sto_iops_after_credits;
        assumed.sto_bw = scenario.volume->sto_bw_after_credits;
    } else if (scenario.storage && !scenario.storage->is_typed_over) {
        const double units = model::storage_units(inputs);
        assumed.storage = scenario.storage->name;
        assumed.sto_iops = units * inputs.sto_iops;
        assumed.sto_bw = units * inputs.sto_bw;
    }
    if (scenario.storage && !assumed.volume.empty()) {
        const auto least = smallest_gib_that_holds(scenario.storage->id,
                                                   inputs.images_per_epoch * inputs.image_bytes);
        assumed.smallest_volume = least && *least == assumed.volume.gib;
    }
    return assumed;
}

/// Prices that were not given are not a price of nothing.
bool has_price(const model::Inputs& inputs) {
    return inputs.node_usd_per_h + inputs.sto_usd_per_month + inputs.usd_per_request +
               inputs.usd_per_gb_read >
           0.0;
}

/// Gaps that matter: a machine's limit towards block storage is none where there is no such
/// storage, and neither is how GPUs scale where there is one.
std::vector<std::string> gaps_of(const Resolved& scenario) {
    const bool block = reads_block_storage(scenario);
    std::vector<std::string> texts;
    for (const auto& gap : scenario.gaps) {
        const bool of_block =
            gap.of == FigureOf::Instance &&
            (gap.input == model::Input::ClientBw || gap.input == model::Input::ClientIops);
        const bool of_scaling =
            gap.input == model::Input::GpuSigma && scenario.inputs.gpus_per_node <= 1.0;
        if ((block || !of_block) && !of_scaling) {
            texts.push_back(gap.text);
        }
    }
    if (has_price(scenario.inputs) && scenario.inputs.node_usd_per_h == 0.0) {
        texts.push_back(
            say_english("Price of a node: none is given, so costs are those of storage alone"));
    }
    return texts;
}

}  // namespace

std::string grade_reason(const model::Graded& graded) {
    const std::string what = graded.input ? say(model::title_of(*graded.input)) : "";
    switch (graded.cause) {
        case model::GradeCause::Calibrated:
            return say("calibrated, inside what was measured");
        case model::GradeCause::OutsideMeasured:
            return std::isfinite(graded.outside)
                       ? say("%1 is outside what was measured by a factor of %2",
                             what,
                             format_significant(graded.outside, 2))
                       : say("%1 is far outside what was measured", what);
        case model::GradeCause::NotMeasured:
            return say("%1 was not varied in the calibration", what);
        case model::GradeCause::NotCalibrated:
            return say("%1 is a stated figure, not calibrated on any run", what);
        case model::GradeCause::NoSource:
            return say("%1 is the limit, and only a default", what);
        case model::GradeCause::NothingLimits:
            return say("nothing limits the rate");
        case model::GradeCause::TestedBadly:
            return say(
                "runs of this computer that were not used for the calibration are predicted with a "
                "median error of %1 %",
                format_significant(graded.error_pct, 2));
        case model::GradeCause::TestedOutside:
            return say(
                "only %1 of %2 runs of this computer that were not used for the calibration lie "
                "inside their 90 % interval",
                std::to_string(graded.inside),
                std::to_string(graded.runs));
        case model::GradeCause::MachineNotKnown:
            return say("the records do not say whether all runs of the base are from one computer");
        case model::GradeCause::Disturbed:
            return say("other programs used the processors while the base was measured");
        case model::GradeCause::EvidenceLost:
            return say("the runs that the base was calibrated on are lost");
    }
    return {};
}

Answer answer(const Resolved& scenario, const Resolved& start) {
    Answer out{.name = scenario.name,
               .inputs = scenario.inputs,
               .prediction = model::predict(scenario.inputs),
               .gaps = gaps_of(scenario)};
    if (out.prediction.has_finite_rate()) {
        out.interval = model::interval_of(scenario.inputs,
                                          out.prediction.images_per_s(),
                                          scenario.knowledge.uncertainty,
                                          scenario.knowledge.calibrated);
    }
    out.graded = model::grade_of(
        start.inputs, scenario.inputs, out.prediction.bottleneck, scenario.knowledge);
    out.grade_reason = grade_reason(out.graded);
    out.throttled = is_throttled(scenario, out.prediction);
    out.has_price = has_price(scenario.inputs);
    out.feedable = feedable_of(scenario.inputs);
    out.after_credits = after_credits_of(scenario);
    out.with_credits = with_credits_of(scenario, out.prediction.images_per_s());
    out.assumed = assumed_in(scenario);
    return out;
}

KnownUse known_use(const Answer& answer) {
    const auto& use = answer.prediction.utilisation;
    if (!use) {
        return {};
    }
    const auto where = [](bool known, std::optional<double> value) {
        return known ? value : std::nullopt;
    };
    const auto& rates = answer.prediction.rates;
    const model::Inputs& inputs = answer.inputs;
    return {.disk_pct = where(std::isfinite(inputs.sto_bw) || std::isfinite(inputs.sto_iops),
                              use->disk_pct),
            .net_pct = where(std::isfinite(rates.network()), use->net_pct),
            .cores_busy_per_node = where(std::isfinite(rates.cpu()), use->cores_busy_per_node),
            .gpu_pct = where(std::isfinite(rates.gpu()), use->gpu_pct)};
}

std::optional<double> idle_gpu_usd_per_hour(const Answer& answer) {
    const auto& job = answer.prediction.job;
    return job && answer.inputs.node_usd_per_h > 0.0 ? job->idle_gpu_usd_per_hour : std::nullopt;
}

}  // namespace throughline::whatif
