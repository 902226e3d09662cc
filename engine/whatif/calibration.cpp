// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/calibration.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/base/say.h"
#include "engine/spec/choices.h"
#include "engine/whatif/calibrate_stages.h"

namespace throughline::whatif {
namespace {

using model::Input;

constexpr double kNormal95 = 1.64485;

/// Puts a calibrated input in; what was not measurable keeps its value.
void put(Resolved& resolved, const Calibrated& calibrated) {
    if (!calibrated.value) {
        return;
    }
    model::number_of(resolved.inputs, calibrated.input) = *calibrated.value;
    const auto index = static_cast<std::size_t>(calibrated.input);
    resolved.knowledge.stated[index] = true;
    resolved.knowledge.calibrated[index] = true;
    const auto& range = calibrated.range;
    resolved.knowledge.measured[index] =
        range.value_or(model::Range90{*calibrated.value, *calibrated.value});
    // Too few runs for a range leave the deviation of a figure from elsewhere, where there is one.
    if (range && range->low > 0.0) {
        resolved.knowledge.uncertainty.of(calibrated.input) =
            std::log(range->high / range->low) / (2.0 * kNormal95);
    }
}

void put_range(Resolved& resolved, Input input, const model::Range90& range) {
    auto& measured = resolved.knowledge.measured[static_cast<std::size_t>(input)];
    if (!measured) {
        measured = range;
        return;
    }
    // Two stages were measured: only where both were is the whole.
    const model::Range90 both{std::max(measured->low, range.low),
                              std::min(measured->high, range.high)};
    measured = both.low <= both.high ? both : range;
}

void put_storage(Resolved& resolved, const StudyPoint& point, const Calibration& calibration) {
    const auto found = calibration.storage.find(point.storage_key);
    if (found == calibration.storage.end()) {
        resolved.gaps.push_back(
            {.of = FigureOf::Storage,
             .text = say_english("storage: '%1' was not measured alone", point.storage_key)});
        return;
    }
    for (const auto& calibrated : found->second.inputs) {
        put(resolved, calibrated);
    }
    resolved.inputs.sto_max_io_bytes = found->second.max_io_bytes;
    put_range(resolved, Input::ImageBytes, found->second.image_bytes);
    put_range(resolved, Input::QueueDepth, found->second.queue_depth);
}

void put_decode(Resolved& resolved, const StudyPoint& point, const Calibration& calibration) {
    const auto found = calibration.decode.find(point.decode_key);
    if (found == calibration.decode.end()) {
        resolved.gaps.push_back(
            {.of = FigureOf::Runs,
             .input = Input::CpuSecondsPerImage,
             .text = say_english("processor: decoding with %1 was not measured alone",
                                 point.decode_key)});
        return;
    }
    const auto& decode = found->second;
    for (const auto& calibrated : decode.inputs) {
        put(resolved, calibrated);
    }
    const double fitted = resolved.inputs.cpu_s_per_image;
    const double bytes = point.inputs.image_bytes;
    resolved.cpu_cost = decode.cost.by_bytes(bytes, point.image_pixels);
    resolved.inputs.cpu_s_per_image = resolved.cpu_cost ? resolved.cpu_cost->at(bytes)
                                                        : decode.cost.at(bytes, point.image_pixels);
    // The cost goes with the size: it was measured wherever the sizes were.
    auto& measured =
        resolved.knowledge.measured[static_cast<std::size_t>(Input::CpuSecondsPerImage)];
    if (measured && fitted > 0.0) {
        const auto scale = [&](double size) {
            return (resolved.cpu_cost ? resolved.cpu_cost->at(size) : fitted) / fitted;
        };
        measured = {{scale(decode.image_bytes.low) * measured->low,
                     scale(decode.image_bytes.high) * measured->high}};
    }
    put_range(resolved, Input::ImageBytes, decode.image_bytes);
    put_range(resolved, Input::Threads, decode.threads);
}

void put_consumer(Resolved& resolved, const StudyPoint& point, const Calibration& calibration) {
    const auto found = calibration.consumer.find(point.consumer_key);
    if (!(resolved.inputs.gpus_per_node > 0.0) || found == calibration.consumer.end()) {
        return;
    }
    for (const auto& calibrated : found->second) {
        put(resolved, calibrated);
    }
}

using Groups = std::map<std::string, std::vector<StudyPoint>>;

/// Usable runs of one stage alone, by what they share.
Groups group(const std::vector<StudyPoint>& points,
             spec::Stages stages,
             std::string StudyPoint::* key) {
    Groups groups;
    for (const auto& point : points) {
        if (point.stages == stages && point.unusable.empty()) {
            groups[point.*key].push_back(point);
        }
    }
    return groups;
}

/// A run that was disturbed gives way to one of its stage that was not; without one it is better
/// than nothing.
void leave_out_disturbed(std::vector<StudyPoint>& points) {
    std::set<std::string> clean;
    const auto stage_of = [](const StudyPoint& point) {
        return std::string(point.stages ? spec::name_of(*point.stages) : "") + "\n" +
               (point.stages == spec::Stages::Storage  ? point.storage_key
                : point.stages == spec::Stages::Decode ? point.decode_key
                                                       : point.consumer_key);
    };
    for (const auto& point : points) {
        if (point.unusable.empty() && !point.disturbed) {
            clean.insert(stage_of(point));
        }
    }
    for (auto& point : points) {
        if (point.unusable.empty() && point.disturbed && clean.count(stage_of(point)) > 0) {
            point.unusable = kDisturbedReason;
        }
    }
}

/// The fastest full run, as the result of a study is: of those of the fewest nodes, as stages are
/// calibrated on one, and of those that nobody disturbed, if there are any.
const StudyPoint& base_point(const std::vector<StudyPoint>& points,
                             const std::vector<StudyPoint>& used) {
    const StudyPoint* base = nullptr;
    for (const StudyPoint& point : points) {
        if (point.stages != spec::Stages::Full || !point.unusable.empty()) {
            continue;
        }
        const auto comes_first = [](const StudyPoint& one, const StudyPoint& other) {
            return one.inputs.nodes != other.inputs.nodes ? one.inputs.nodes < other.inputs.nodes
                   : one.disturbed != other.disturbed     ? other.disturbed
                                                          : one.images_per_s > other.images_per_s;
        };
        base = base == nullptr || comes_first(point, *base) ? &point : base;
    }
    return base == nullptr ? used.front() : *base;
}

/// What engine/model/README.md, Calibration, asks a run for that no record of ours can answer.
std::vector<Calibrated> never_measurable() {
    return {
        {.input = Input::StoEfficiency,
         .not_measurable = to_say("it is included in sto_bw, which is what these runs achieved")},
        {.input = Input::CacheMix,
         .not_measurable =
             to_say("a warm epoch would show it only if the size of the page cache were "
                    "recorded")}};
}

void collect_base_inputs(Calibration& out, const StudyPoint& base) {
    if (const auto storage = out.storage.find(base.storage_key); storage != out.storage.end()) {
        out.inputs = storage->second.inputs;
    }
    if (const auto decode = out.decode.find(base.decode_key); decode != out.decode.end()) {
        auto inputs = decode->second.inputs;
        auto& cost = inputs.front();  // told for the images of the base
        const double told = decode->second.cost.at(base.inputs.image_bytes, base.image_pixels);
        const double scale = told / cost.value.value_or(told);
        cost.value = told;
        if (cost.range) {
            cost.range = {cost.range->low * scale, cost.range->high * scale};
        }
        out.remark = decode->second.remark;
        out.inputs.insert(out.inputs.end(), inputs.begin(), inputs.end());
    }
    if (const auto gpu = out.consumer.find(base.consumer_key);
        gpu != out.consumer.end() && base.inputs.gpus_per_node > 0.0) {
        out.inputs.insert(out.inputs.end(), gpu->second.begin(), gpu->second.end());
    }
    out.inputs.push_back(out.variability);
    for (auto& calibrated : never_measurable()) {
        out.inputs.push_back(std::move(calibrated));
    }
}

constexpr double kDisturbedSd =
    0.30;  ///< one machine gave 439 to 701 images/s while others used it

/// What is not sure of the runs as a whole bounds every answer.
void bound_by_runs(model::Knowledge& knowledge, const Calibration& calibration) {
    if (!calibration.one_machine) {
        knowledge.bound_by({.best = model::Grade::C, .cause = model::GradeCause::MachineNotKnown});
    }
    if (calibration.disturbed) {
        knowledge.bound_by({.best = model::Grade::D, .cause = model::GradeCause::Disturbed});
        knowledge.uncertainty.model = std::max(knowledge.uncertainty.model, kDisturbedSd);
    }
}

}  // namespace

Resolved resolve_point(const StudyPoint& point, const Calibration& calibration) {
    Resolved resolved{.name = point.label, .inputs = point.inputs};
    // Read off the run itself.
    for (const Input input : {Input::ImageBytes,
                              Input::ImagesPerEpoch,
                              Input::TensorBytes,
                              Input::RequestBytes,
                              Input::QueueDepth,
                              Input::Threads,
                              Input::Cores,
                              Input::GpuRate,
                              Input::BatchPerGpu,
                              Input::Format,
                              Input::Access}) {
        resolved.knowledge.stated[static_cast<std::size_t>(input)] = true;
    }
    resolved.knowledge.uncertainty.of(Input::ImageBytes) = 0.0;
    if (point.stages == spec::Stages::Storage || point.stages == spec::Stages::Full) {
        put_storage(resolved, point, calibration);
    }
    if (point.stages == spec::Stages::Decode || point.stages == spec::Stages::Full) {
        put_decode(resolved, point, calibration);
    }
    if (point.stages == spec::Stages::Full) {
        put_consumer(resolved, point, calibration);
        put(resolved, calibration.variability);
    }
    if (point.stages == spec::Stages::Storage || point.stages == spec::Stages::Decode) {
        resolved.inputs.gpus_per_node = 0.0;
    }
    bound_by_runs(resolved.knowledge, calibration);
    return resolved;
}

namespace {

/// Advice that helps: of another program's figures nothing can be measured again, and ceilings that
/// were measured in vain need not be asked for.
Error no_stage_alone(std::span<const record::Study> studies,
                     const std::vector<StudyPoint>& unusable) {
    const bool of_others =
        !studies.empty() && std::ranges::all_of(studies, [](const record::Study& study) {
            return study.header.origin == record::Origin::Imported ||
                   study.header.origin == record::Origin::Published;
        });
    if (of_others) {
        return usage_error(
            say("Predictions need a run of storage alone or of decoding alone in images/s, and "
                "imported or published figures hold none. A study that Throughline measured with "
                "ceilings can be the base."));
    }
    const auto alone = std::ranges::find_if(unusable, [](const StudyPoint& point) {
        return point.stages && point.stages != spec::Stages::Full;
    });
    const std::string what =
        alone != unusable.end()
            ? say("Predictions need a run of storage alone or of decoding alone, and none of those "
                  "that there are can be used. Measure it again.")
            : say("Predictions need a run of storage alone or of decoding alone, and there is none "
                  "that can be used. Measure with ceilings: then each stage is measured alone, "
                  "too.");
    const auto why = alone != unusable.end() ? alone : unusable.begin();
    return usage_error(
        why == unusable.end()
            ? what
            : say("%1 (Run %2: %3)", what, std::to_string(why->run), say_recorded(why->unusable)));
}

/// Takes the first full run that tells the variability.
void find_variability(const std::vector<StudyPoint>& points, Calibration& out) {
    out.variability.not_measurable = to_say("there is no run of the full pipeline");
    for (const auto& point : points) {
        if (point.stages != spec::Stages::Full || !point.unusable.empty() ||
            point.inputs.nodes > 1.0) {
            continue;
        }
        if (point.disturbed) {
            out.variability.not_measurable =
                to_say("other programs disturbed the runs of the full pipeline");
            continue;
        }
        const auto resolved = resolve_point(point, out);
        if (!resolved.gaps.empty()) {
            continue;
        }
        out.variability = calibrate_variability(point, resolved);
        if (out.variability.value) {
            out.used.push_back(point);
            return;
        }
    }
}

}  // namespace

namespace {

/// A record of several studies that are not known to be of one machine: see record::join_studies().
bool is_of_several(const record::Header& header) {
    const auto joined = header.environment.lower_bound("file1.");
    return joined != header.environment.end() && joined->first.starts_with("file1.") &&
           header.environment.count("host.name") == 0;
}

/// Whether the studies are of one machine; the error names those that are not.
Result<record::SameMachine> one_machine(std::span<const record::Study> studies) {
    std::vector<record::Machine> machines;
    for (const auto& study : studies) {
        machines.push_back(record::machine_of(study.header));
    }
    auto all = std::any_of(studies.begin(),
                           studies.end(),
                           [](const auto& study) { return is_of_several(study.header); })
                   ? record::SameMachine::Unknown
                   : record::SameMachine::Yes;
    for (std::size_t i = 1; i < machines.size(); ++i) {
        const bool one_study = studies[i].header.study == studies[0].header.study;
        const auto same =
            one_study ? record::SameMachine::Yes : record::same_machine(machines[0], machines[i]);
        if (same == record::SameMachine::No) {
            const auto names = record::machine_names(machines);
            const auto where = [&](std::size_t at) {
                const std::string place = machines[at].demo   ? say("a demo recording")
                                          : names[at].empty() ? say("a computer without a name")
                                                              : names[at];
                return "'" + studies[at].header.title + "' (" + place + ")";
            };
            return usage_error(
                say("%1 and %2 were not measured on the same computer: choose studies of one "
                    "computer as the base",
                    where(0),
                    where(i)));
        }
        all = std::min(all, same);
    }
    return all;
}

/// An unknown input must not count as unlimited.
void name_gaps(Calibration& out) {
    for (const auto& calibrated : out.inputs) {
        const bool unlimited = model::info_of(calibrated.input).rule == model::InputRule::Capacity;
        if (calibrated.value || !unlimited) {
            continue;
        }
        const bool storage = calibrated.input == Input::StoBw || calibrated.input == Input::StoIops;
        out.base.gaps.push_back({.of = storage ? FigureOf::Storage : FigureOf::Runs,
                                 .input = calibrated.input,
                                 .text = say_english("%1: not measurable here, %2",
                                                     model::title_of(calibrated.input),
                                                     calibrated.not_measurable)});
    }
}

}  // namespace

Result<Calibration> calibrate(std::span<const record::Study> studies) {
    const auto same = one_machine(studies);
    if (!same) {
        return same.error();
    }
    std::vector<StudyPoint> points;
    for (const auto& study : studies) {
        auto more = points_of(study);
        points.insert(points.end(), more.begin(), more.end());
    }
    leave_out_disturbed(points);
    Calibration out;
    out.one_machine = *same == record::SameMachine::Yes;
    out.machine = studies.empty() ? record::Machine() : record::machine_of(studies.front().header);
    for (const auto& [key, group_points] :
         group(points, spec::Stages::Storage, &StudyPoint::storage_key)) {
        out.storage.emplace(key, calibrate_storage(group_points));
        out.used.insert(out.used.end(), group_points.begin(), group_points.end());
    }
    for (const auto& [key, group_points] :
         group(points, spec::Stages::Decode, &StudyPoint::decode_key)) {
        out.decode.emplace(key, calibrate_decode(group_points));
        out.used.insert(out.used.end(), group_points.begin(), group_points.end());
    }
    for (const auto& [key, group_points] :
         group(points, spec::Stages::Consumer, &StudyPoint::consumer_key)) {
        out.consumer.emplace(key, calibrate_gpus(group_points));
        out.used.insert(out.used.end(), group_points.begin(), group_points.end());
    }
    for (const auto& point : points) {
        if (!point.unusable.empty()) {
            out.unusable.push_back(point);
        }
    }
    if (out.used.empty()) {
        return no_stage_alone(studies, out.unusable);
    }
    out.disturbed = std::any_of(
        out.used.begin(), out.used.end(), [](const StudyPoint& point) { return point.disturbed; });
    find_variability(points, out);
    const StudyPoint& base = base_point(points, out.used);
    collect_base_inputs(out, base);
    out.base = resolve_point(base, out);
    out.base.name = "base";
    name_gaps(out);
    return out;
}

}  // namespace throughline::whatif
