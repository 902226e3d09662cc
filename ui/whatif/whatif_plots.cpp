// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/whatif_plots.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "engine/spec/choices.h"
#include "ui/plot/far_apart.h"
#include "ui/style/number_text.h"
#include "ui/style/run_colours.h"
#include "ui/whatif/answer_table_model.h"
#include "ui/whatif/ceiling_names.h"
#include "ui/whatif/quantity_text.h"
#include "ui/whatif/words.h"

namespace throughline::ui {

namespace {

using model::Input;
using model::InputRule;

constexpr int kCurvePoints = 96;
constexpr double kCurveReach = 8.0;  ///< times beyond the scenarios, on both sides
constexpr double kRooflineReach = 30.0;

PlotAxis rateAxis() {
    return {.key = "images_per_second",
            .title = words("Predicted images/s"),
            .unit = "1/s",
            .shownUnit = words("images/s"),
            .fromZero = true};
}

PlotAxis axisOfInput(Input input) {
    const auto& info = model::info_of(input);
    const std::string_view unit = info.unit;
    PlotAxis axis{
        .title = inputTitle(input), .unit = info.unit, .integral = model::is_count(input)};
    axis.shownUnit = unit == "bytes"     ? QStringLiteral("B")
                     : unit == "bytes/s" ? QStringLiteral("B/s")
                     : unit == "bits/s"  ? QStringLiteral("bit/s")
                                         : QString::fromUtf8(info.unit);
    return axis;
}

bool isShare(Input input) {
    const auto rule = model::info_of(input).rule;
    return rule == InputRule::Share || rule == InputRule::ShareOrZero;
}

/// Where an input is looked at that no scenario has.
double usualValue(const model::Inputs& inputs, Input input) {
    switch (input) {
        case Input::CacheBytes:
            return inputs.images_per_epoch * inputs.image_bytes;  // the whole data set
        case Input::CpuSecondsPerImage:
        case Input::StoLatency:
            return 1e-3;
        case Input::GpusPerNode:
            return 8;  // what a machine is sold with
        case Input::GradBytes:
            return 1e8;  // 25 million parameters
        default:
            return std::max(1.0, steppedInput(input, model::kUnlimited, -1, false));
    }
}

/// Where an input is looked at: around all scenarios' values.
std::vector<double> valuesOf(const ScenarioDocument& document, Input input) {
    if (isShare(input)) {
        std::vector<double> values;
        for (int i = 1; i <= 20; ++i) {
            values.push_back(i / 20.0);
        }
        return values;
    }
    double low = model::kUnlimited;
    double high = 0.0;
    for (int column = 0; column < document.columnCount(); ++column) {
        const double value = model::number_of(document.resolved(column).inputs, input);
        if (value > 0.0 && std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    if (high == 0.0) {  // none anywhere: what one would do
        low = high = usualValue(document.resolved(0).inputs, input);
    }
    low /= kCurveReach;
    high *= kCurveReach;
    std::vector<double> values;
    for (int i = 0; i < kCurvePoints; ++i) {
        double value = low * std::pow(high / low, i / (kCurvePoints - 1.0));
        value = model::is_count(input) ? std::max(1.0, std::round(value)) : value;
        if (values.empty() || value > values.back()) {
            values.push_back(value);
        }
    }
    return values;
}

PlotSeries predictedSeries(const QString& name, int slot) {
    return {.name = name,
            .colourSlot = slot,
            .marker = runMarker(slot),
            .origin = record::Origin::Predicted,
            .intervalPercent = model::kIntervalPercent,
            .markers = false};
}

PlotPoint pointOf(double x, const whatif::Answer& answer) {
    PlotPoint point{.x = x, .y = answer.prediction.images_per_s()};
    if (answer.interval) {
        point.low = answer.interval->low;
        point.high = answer.interval->high;
    }
    point.note = words("grade %1, limited by %2")
                     .arg(QLatin1String(name_of(answer.graded.grade)),
                          answer.prediction.bottleneck ? limitTitle(*answer.prediction.bottleneck)
                                                       : words("nothing"));
    return point;
}

/// Where every scenario stands, each with its own marker.
void addScenarios(const ScenarioDocument& document,
                  const std::function<double(const whatif::Answer&)>& x,
                  PlotModel& plot) {
    const auto& answers = document.answers().answers;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const double at = x(answers[i]);
        if (!document.isAnswered(static_cast<int>(i)) || !std::isfinite(at) ||
            !std::isfinite(answers[i].prediction.images_per_s())) {
            continue;
        }
        PlotSeries series = predictedSeries(document.columnName(static_cast<int>(i)),
                                            document.slotOf(static_cast<int>(i)));
        series.kind = SeriesKind::Points;
        series.markers = true;
        series.points = {pointOf(at, answers[i])};
        plot.series.push_back(std::move(series));
    }
}

/// Whether a run had the base's settings in everything but one.
bool isSameBut(Input axis, const model::Inputs& run, const model::Inputs& base) {
    constexpr std::array kSet{Input::Threads,
                              Input::QueueDepth,
                              Input::RequestBytes,
                              Input::Format,
                              Input::Access,
                              Input::CacheBytes,
                              Input::GpusPerNode,
                              Input::BatchPerGpu};
    constexpr double kSameSize = 1.05;  // means of one data set differ a little from run to run
    const double size = run.image_bytes / base.image_bytes;
    return (axis == Input::ImageBytes || std::max(size, 1.0 / size) <= kSameSize) &&
           std::ranges::all_of(kSet, [&](Input input) {
               return input == axis || model::value_of(run, input) == model::value_of(base, input);
           });
}

void addMeasured(const ScenarioDocument& document, Input axis, PlotModel& plot) {
    PlotSeries series = measuredSeries(document, axis);
    if (!series.points.empty()) {
        plot.series.push_back(std::move(series));
    }
}

/// Its name stands at the point so far along it.
void nameAt(double share, const QString& name, PlotSeries& line) {
    if (!line.points.empty()) {
        const double last = static_cast<double>(line.points.size()) - 1.0;
        line.points[static_cast<std::size_t>(std::round(share * last))].label = name;
    }
}

constexpr double kNameOfWholeAt = 0.9;

/// Those that there are, each in a hue of its own beside the scenario's, named at places of their
/// own: several lie on one another.
void addCeilings(std::vector<PlotSeries> ceilings, int taken_slot, PlotModel& plot) {
    constexpr double kFirstNameAt = 0.12;
    constexpr double kLastNameAt = 0.78;
    std::erase_if(ceilings, [](const PlotSeries& one) { return one.points.empty(); });
    int slot = 0;
    for (std::size_t i = 0; i < ceilings.size(); ++i) {
        slot += slot == taken_slot ? 1 : 0;
        const double share =
            static_cast<double>(i) / std::max(static_cast<double>(ceilings.size()) - 1.0, 1.0);
        ceilings[i].colourSlot = slot++;
        nameCeiling(ceilings, i, kFirstNameAt + share * (kLastNameAt - kFirstNameAt));
    }
    for (PlotSeries& ceiling : ceilings) {
        plot.series.push_back(std::move(ceiling));
    }
}

double usdOf(const whatif::Answer& answer, CostPer per) {
    if (!answer.prediction.job) {
        return kNoNumber;
    }
    const double usd = per == CostPer::Hour ? answer.prediction.job->all_usd_per_hour()
                                            : answer.prediction.job->usd_per_million;
    return usd > 0.0 ? usd : kNoNumber;  // no price was given
}

/// The points that no other beats in both cost and rate, by cost.
std::vector<PlotPoint> frontierOf(std::vector<PlotPoint> points) {
    std::ranges::sort(points, [](const PlotPoint& a, const PlotPoint& b) {
        return a.x < b.x || (a.x == b.x && a.y > b.y);
    });
    std::vector<PlotPoint> frontier;
    for (const auto& point : points) {
        constexpr double kMore = 1.005;  // less is none
        if (frontier.empty() || point.y > frontier.back().y * kMore) {
            frontier.push_back({.x = point.x, .y = point.y});
        }
    }
    return frontier;
}

}  // namespace

/// Whether fewer GPUs would be slower: one of a node does not take all that it is given.
static bool dependsOnGpus(const whatif::Answer& answer) {
    const model::Inputs& inputs = answer.inputs;
    return inputs.gpus_per_node > 0.0 && std::isfinite(inputs.gpu_rate) &&
           inputs.gpu_rate * inputs.nodes < answer.prediction.images_per_s();
}

Input usualCurveInput(const ScenarioDocument& document) {
    const auto& answers = document.answers().answers;
    for (int column = 0; column < document.columnCount(); ++column) {
        if (document.isAnswered(column) &&
            dependsOnGpus(answers[static_cast<std::size_t>(column)])) {
            return Input::GpusPerNode;
        }
    }
    const auto limit =
        document.isAnswered(0) ? answers.front().prediction.bottleneck : std::nullopt;
    switch (limit.value_or(model::Limit::Cpu)) {
        case model::Limit::StorageBandwidth:
            return Input::StoBw;
        case model::Limit::StorageIops:
            return Input::StoIops;
        case model::Limit::StorageLatency:
            return Input::QueueDepth;
        case model::Limit::StorageClient:
            return Input::ClientBw;
        case model::Limit::Network:
            return Input::LinkBps;
        case model::Limit::HostToDevice:
            return Input::H2dBw;
        case model::Limit::Cpu:
        case model::Limit::Gpu:
            break;
    }
    return Input::Threads;
}

std::vector<Input> curveInputs() {
    return {Input::Threads,      Input::Cores,           Input::GpusPerNode,
            Input::GpuRate,      Input::Nodes,           Input::ImageBytes,
            Input::StoBw,        Input::StoIops,         Input::StoUnits,
            Input::StoLatency,   Input::QueueDepth,      Input::CacheBytes,
            Input::RequestBytes, Input::ClientBw,        Input::LinkBps,
            Input::BatchPerGpu,  Input::PrefetchBatches, Input::CpuSecondsPerImage,
            Input::GradBytes,    Input::Overlap,         Input::H2dBw,
            Input::CacheMix};
}

PlotSeries measuredSeries(const ScenarioDocument& document, Input axis, int column) {
    if (document.studyBase() == nullptr) {
        return {};
    }
    PlotSeries series{
        .name = words("measured: %1").arg(QString::fromStdString(document.studyBase()->title)),
        .colourSlot = kRunColourCount - 1,
        .marker = MarkerShape::Star,
        .origin = document.studyBase()->calibration.machine.demo
                      ? record::Origin::Imported  // of nobody's computer
                      : record::Origin::Measured,
        .kind = SeriesKind::Points};
    for (const auto& tested : document.studyBase()->test.points) {
        const model::Inputs& inputs = tested.point.inputs;
        const double x = model::number_of(inputs, axis);
        if (tested.point.stages == spec::Stages::Full && x > 0.0 && std::isfinite(x) &&
            isSameBut(axis, inputs, document.resolved(column).inputs)) {
            series.points.push_back({.x = x,
                                     .y = tested.point.images_per_s,
                                     .note = QString::fromStdString(tested.point.label),
                                     .id = tested.point.run});
        }
    }
    return series;
}

PlotModel curvePlot(const ScenarioDocument& document, Input input) {
    PlotModel plot{.x = axisOfInput(input), .y = rateAxis()};
    const auto values = valuesOf(document, input);
    // Counts are asked for in doublings, whatever they are now: the axis is always the same.
    if (model::is_count(input) || (!isShare(input) && values.back() / values.front() > 40.0)) {
        plot.x.scale = AxisScale::Logarithmic;
        plot.x.powersOfTwo = model::is_count(input) && values.back() <= 4096.0;
    }
    std::vector<int> columns(static_cast<std::size_t>(document.columnCount()));
    std::iota(columns.begin(), columns.end(), 0);
    std::erase(columns, document.chosen());
    columns.push_back(document.chosen());  // drawn last, over others that say the same
    bool far = false;
    for (const int column : columns) {
        if (!document.isAnswered(column)) {
            continue;
        }
        const whatif::Resolved& resolved = document.resolved(column);
        PlotSeries series = predictedSeries(document.columnName(column), document.slotOf(column));
        for (const double value : values) {
            const model::Inputs inputs = whatif::with_input(resolved, input, value);
            const double rate =
                model::first_invalid(inputs) ? kNoNumber : model::rates_of(inputs).images_per_s;
            series.points.push_back({.x = value, .y = rate});
        }
        // Beside thousands of nodes a few would lie on the zero line.
        far = far || (input == Input::Nodes &&
                      series.points.back().y > kFarApart * series.points.front().y);
        plot.series.push_back(std::move(series));
    }
    addScenarios(
        document, [&](const auto& answer) { return model::number_of(answer.inputs, input); }, plot);
    addMeasured(document, input, plot);
    if (far) {
        plot.y.scale = AxisScale::Logarithmic;
    }
    return plot;
}

PlotModel scenariosPlot(const ScenarioDocument& document,
                        const std::function<QString(int column)>& nameOf) {
    PlotModel plot{.x = {.title = words("Scenario")}, .y = rateAxis()};
    PlotSeries series = predictedSeries(words("predicted"), document.slotOf(0));
    series.kind = SeriesKind::Bars;
    const auto& answers = document.answers().answers;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const auto column = static_cast<int>(i);
        if (!document.isAnswered(column) || !std::isfinite(answers[i].prediction.images_per_s())) {
            continue;
        }
        series.points.push_back(pointOf(static_cast<double>(plot.x.categories.size()), answers[i]));
        plot.x.categories << nameOf(column);
    }
    if (!series.points.empty()) {
        plot.series.push_back(std::move(series));
    }
    return plot;
}

PlotModel rooflinePlot(const ScenarioDocument& document, int column) {
    PlotModel plot{.x = axisOfInput(Input::ImageBytes), .y = rateAxis()};
    plot.x.scale = AxisScale::Logarithmic;
    plot.y.scale = AxisScale::Logarithmic;
    plot.y.fromZero = false;
    const whatif::Resolved& resolved = document.resolved(column);
    const double now = resolved.inputs.image_bytes;
    std::vector<PlotSeries> ceilings;
    for (std::size_t i = 0; i < model::kLimitCount; ++i) {
        const QString limit = limitTitle(static_cast<model::Limit>(i));
        ceilings.push_back(predictedSeries(words("ceiling: %1").arg(limit), 0));
        ceilings.back().label = limit;
    }
    PlotSeries whole = predictedSeries(document.columnName(column), document.slotOf(column));
    whole.name = words("%1: whole pipeline").arg(whole.name);
    for (int i = 0; i < kCurvePoints; ++i) {
        const double bytes = now / kRooflineReach *
                             std::pow(kRooflineReach * kRooflineReach, i / (kCurvePoints - 1.0));
        const auto rates = model::rates_of(whatif::with_input(resolved, Input::ImageBytes, bytes));
        for (std::size_t limit = 0; limit < model::kLimitCount; ++limit) {
            if (std::isfinite(rates.limits[limit])) {
                ceilings[limit].points.push_back({.x = bytes, .y = rates.limits[limit]});
            }
        }
        if (std::isfinite(rates.images_per_s)) {
            whole.points.push_back({.x = bytes, .y = rates.images_per_s});
        }
    }
    addCeilings(std::move(ceilings), document.slotOf(column), plot);
    nameAt(kNameOfWholeAt, words("whole pipeline"), whole);
    plot.series.push_back(std::move(whole));
    addScenarios(document, [](const auto& answer) { return answer.inputs.image_bytes; }, plot);
    addMeasured(document, Input::ImageBytes, plot);
    plot.y.range = withRoomForNames(plot);
    return plot;
}

PlotModel costPlot(const ScenarioDocument& document,
                   CostPer per,
                   const std::vector<whatif::Offer>& offers) {
    PlotModel plot{.x = {.title = per == CostPer::Hour ? words("Cost per hour")
                                                       : words("Cost per million images"),
                         .unit = "USD",
                         .shownUnit = QStringLiteral("USD"),
                         .fromZero = true},
                   .y = rateAxis()};
    plot.emptyText = words(
        "Set a price under “Job and prices”, or choose a machine from the catalogue, to see cost "
        "against images/s.");
    std::vector<PlotPoint> all;
    PlotSeries offered{.name = words("offers of the last search"),
                       .colourSlot = kRunColourCount - 1,
                       .marker = MarkerShape::Diamond,
                       .origin = record::Origin::Predicted,
                       .kind = SeriesKind::Points};
    for (const auto& offer : offers) {
        const double usd = usdOf(offer.answer, per);
        if (std::isfinite(usd)) {
            PlotPoint point = pointOf(usd, offer.answer);
            point.low = point.high = kNoNumber;  // as bars they would hide the scenarios
            point.note = groupedBeforeUnits(QString::fromStdString(offer.candidate.name));
            all.push_back(point);
            offered.points.push_back(std::move(point));
        }
    }
    const auto& answers = document.answers().answers;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const auto& answer = answers[i];
        const double usd = usdOf(answer, per);
        if (document.isAnswered(static_cast<int>(i)) && std::isfinite(usd)) {
            all.push_back({.x = usd, .y = answer.prediction.images_per_s()});
        }
    }
    PlotSeries frontier{.name = words("efficient frontier: nothing is both faster and cheaper"),
                        .colourSlot = kRunColourCount - 1,
                        .origin = record::Origin::Predicted,
                        .markers = false};
    frontier.points = frontierOf(std::move(all));
    if (frontier.points.size() > 1) {
        plot.series.push_back(std::move(frontier));
    }
    if (!offered.points.empty()) {
        plot.series.push_back(std::move(offered));
    }
    addScenarios(document, [per](const auto& answer) { return usdOf(answer, per); }, plot);
    return plot;
}

PlotModel backTestPlot(const ScenarioDocument& document) {
    PlotModel plot{.x = {.key = "images_per_second",
                         .title = words("Measured images/s"),
                         .unit = "1/s",
                         .shownUnit = words("images/s")},
                   .y = rateAxis()};
    plot.y.fromZero = false;
    plot.emptyText = words(
        "Use studies as the base. Each run not used for calibration is then predicted and shown "
        "here against its measured rate.");
    if (document.studyBase() == nullptr || document.studyBase()->test.points.empty()) {
        return plot;
    }
    PlotSeries tested = predictedSeries(words("runs not used for calibration"), 0);
    tested.kind = SeriesKind::Points;
    tested.markers = true;
    Span range{model::kUnlimited, 0.0};
    for (const auto& one : document.studyBase()->test.points) {
        tested.points.push_back({.x = one.point.images_per_s,
                                 .y = one.prediction.images_per_s(),
                                 .low = one.interval.low,
                                 .high = one.interval.high,
                                 .note = words("%1, run %2: %3, error %4 %")
                                             .arg(QString::fromStdString(one.point.study))
                                             .arg(one.point.run)
                                             .arg(QString::fromStdString(one.point.label))
                                             .arg(one.error_pct, 0, 'f', 1),
                                 .id = one.point.run});
        range.low = std::min({range.low, one.point.images_per_s, one.interval.low});
        range.high = std::max({range.high, one.point.images_per_s, one.interval.high});
    }
    PlotSeries equal{.name = words("predicted = measured"),
                     .origin = record::Origin::Published,
                     .markers = false};
    equal.points = {{.x = range.low, .y = range.low}, {.x = range.high, .y = range.high}};
    plot.series = {std::move(equal), std::move(tested)};
    return plot;
}

}  // namespace throughline::ui
