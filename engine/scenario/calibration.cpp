// SPDX-License-Identifier: Apache-2.0
#include "engine/scenario/calibration.h"

#include <algorithm>
#include <cmath>

#include "engine/scenario/calibrate_stages.h"

namespace throughline::scenario {
namespace {

using model::Input;

constexpr double kNormal95 = 1.64485;
constexpr double kGoodErrorPct = 10.0;

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
             .text = "storage: '" + point.storage_key + "' was not measured alone"});
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
             .text = "processor: decoding with " + point.decode_key + " was not measured alone"});
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
             const std::string& stages,
             std::string StudyPoint::* key) {
    Groups groups;
    for (const auto& point : points) {
        if (point.stages == stages && point.unusable.empty()) {
            groups[point.*key].push_back(point);
        }
    }
    return groups;
}

const StudyPoint& base_point(const std::vector<StudyPoint>& points,
                             const std::vector<StudyPoint>& used) {
    const auto full = std::find_if(points.begin(), points.end(), [](const StudyPoint& point) {
        return point.stages == "full" && point.unusable.empty();
    });
    return full == points.end() ? used.front() : *full;
}

/// What whatif-model.md section 3.5 asks a run for that no record of ours can answer.
std::vector<Calibrated> never_measurable() {
    return {{.input = Input::StoEfficiency,
             .not_measurable = "it is counted in sto_bw, which is what these runs were given"},
            {.input = Input::CacheMix,
             .not_measurable = "a warm epoch tells it where the size of the page cache is known, "
                               "and no record says that"}};
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
    if (point.stages == "storage" || point.stages == "full") {
        put_storage(resolved, point, calibration);
    }
    if (point.stages == "decode" || point.stages == "full") {
        put_decode(resolved, point, calibration);
    }
    if (point.stages == "full") {
        put_consumer(resolved, point, calibration);
        put(resolved, calibration.variability);
    }
    if (point.stages == "storage" || point.stages == "decode") {
        resolved.inputs.gpus_per_node = 0.0;
    }
    return resolved;
}

namespace {

Error no_stage_alone(const std::vector<StudyPoint>& unusable) {
    std::string what =
        "these studies hold no run of storage or decode alone that can be used: measure with "
        "ceilings, or with stages=storage and stages=decode";
    if (!unusable.empty()) {
        what += " (run " + std::to_string(unusable.front().run) + ": " + unusable.front().unusable +
                ")";
    }
    return Error{.code = ErrorCode::NotFound, .what = std::move(what)};
}

/// Takes the first full run that tells the variability.
void find_variability(const std::vector<StudyPoint>& points, Calibration& out) {
    out.variability.not_measurable = "there is no full run";
    for (const auto& point : points) {
        if (point.stages != "full" || !point.unusable.empty()) {
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

Result<Calibration> calibrate(std::span<const run::Study> studies) {
    std::vector<StudyPoint> points;
    for (const auto& study : studies) {
        auto more = points_of(study);
        points.insert(points.end(), more.begin(), more.end());
    }
    Calibration out;
    for (const auto& [key, group_points] : group(points, "storage", &StudyPoint::storage_key)) {
        out.storage.emplace(key, calibrate_storage(group_points));
        out.used.insert(out.used.end(), group_points.begin(), group_points.end());
    }
    for (const auto& [key, group_points] : group(points, "decode", &StudyPoint::decode_key)) {
        out.decode.emplace(key, calibrate_decode(group_points));
        out.used.insert(out.used.end(), group_points.begin(), group_points.end());
    }
    for (const auto& [key, group_points] : group(points, "consumer", &StudyPoint::consumer_key)) {
        out.consumer.emplace(key, calibrate_gpus(group_points));
        out.used.insert(out.used.end(), group_points.begin(), group_points.end());
    }
    for (const auto& point : points) {
        if (!point.unusable.empty()) {
            out.unusable.push_back(point);
        }
    }
    if (out.used.empty()) {
        return no_stage_alone(out.unusable);
    }
    find_variability(points, out);
    const StudyPoint& base = base_point(points, out.used);
    collect_base_inputs(out, base);
    out.base = resolve_point(base, out);
    out.base.name = "base";
    for (const auto& calibrated : out.inputs) {
        const bool unlimited = model::info_of(calibrated.input).rule == model::InputRule::Capacity;
        if (!calibrated.value && unlimited) {  // what is not known must not pass for endless
            const bool storage =
                calibrated.input == Input::StoBw || calibrated.input == Input::StoIops;
            out.base.gaps.push_back({.of = storage ? FigureOf::Storage : FigureOf::Runs,
                                     .input = calibrated.input,
                                     .text = std::string(model::key_of(calibrated.input)) +
                                             ": not measurable here, " +
                                             calibrated.not_measurable});
        }
    }
    return out;
}

namespace {

bool was_used(const StudyPoint& point, const Calibration& calibration) {
    return std::any_of(calibration.used.begin(), calibration.used.end(), [&](const auto& own) {
        return own.study == point.study && own.run == point.run &&
               own.images_per_s == point.images_per_s;
    });
}

/// Predicts a run, or puts it among those that cannot be predicted.
void test_point(StudyPoint point, const Calibration& calibration, BackTest& test) {
    const auto resolved = resolve_point(point, calibration);
    const auto prediction = model::predict(resolved.inputs);
    if (point.unusable.empty() && !resolved.gaps.empty()) {
        point.unusable = resolved.gaps.front().text;
    } else if (point.unusable.empty() && !prediction.has_finite_rate()) {
        point.unusable = "nothing calibrated limits it";
    }
    if (!point.unusable.empty() || !prediction.has_finite_rate()) {
        test.not_predicted.push_back(std::move(point));
        return;
    }
    const double rate = prediction.images_per_s();
    BackTestPoint tested{
        .point = std::move(point),
        .prediction = prediction,
        .interval = model::interval_of(resolved.inputs, rate, resolved.knowledge.uncertainty),
        .graded = model::grade_of(
            calibration.base.inputs, resolved.inputs, prediction.bottleneck, resolved.knowledge)};
    const double measured = tested.point.images_per_s;
    tested.error_pct = (rate / measured - 1.0) * 100.0;
    tested.in_interval = measured >= tested.interval.low && measured <= tested.interval.high;
    test.points.push_back(std::move(tested));
}

void sum_up(BackTest& test) {
    if (test.points.empty()) {
        return;
    }
    std::vector<double> errors;
    double within = 0.0;
    double in_interval = 0.0;
    for (const auto& tested : test.points) {
        errors.push_back(std::abs(tested.error_pct));
        within += errors.back() <= kGoodErrorPct ? 1.0 : 0.0;
        in_interval += tested.in_interval ? 1.0 : 0.0;
    }
    std::sort(errors.begin(), errors.end());
    const std::size_t middle = errors.size() / 2;
    test.median_error_pct =
        errors.size() % 2 == 1 ? errors[middle] : (errors[middle - 1] + errors[middle]) / 2.0;
    test.worst_error_pct = errors.back();
    test.within_10_pct_share = within / static_cast<double>(errors.size());
    test.in_interval_share = in_interval / static_cast<double>(errors.size());
}

}  // namespace

BackTest back_test(const Calibration& calibration, std::span<const run::Study> studies) {
    BackTest test;
    for (const auto& study : studies) {
        if (study.header.origin == run::Origin::Published) {
            continue;  // figures of other people's machines
        }
        for (auto& point : points_of(study)) {
            if (!was_used(point, calibration)) {
                test_point(std::move(point), calibration, test);
            }
        }
    }
    sum_up(test);
    return test;
}

}  // namespace throughline::scenario
