// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/ways_plot.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "ui/style/run_colours.h"
#include "ui/whatif/words.h"

namespace throughline::ui {

namespace {

using whatif::Way;

constexpr double kSecondsOfMinute = 60.0;
constexpr double kSecondsOfHour = 3600.0;

/// What times are drawn in: whole numbers that are read at a glance.
struct TimeUnit {
    const char* unit = "s";
    double seconds = 1.0;
};

TimeUnit unitFor(double seconds) {
    constexpr double kMany = 3.0;
    return seconds >= kMany * kSecondsOfHour     ? TimeUnit{"h", kSecondsOfHour}
           : seconds >= kMany * kSecondsOfMinute ? TimeUnit{"min", kSecondsOfMinute}
                                                 : TimeUnit{};
}

/// Where a line may bend, and its ends: the first epochs differ from the later ones.
std::vector<double> epochsOf(const model::WayTimes& times, double last) {
    std::vector<double> epochs;
    for (std::size_t i = 0; i <= times.epochs_s.size(); ++i) {
        if (static_cast<double>(i) < last) {
            epochs.push_back(static_cast<double>(i));
        }
    }
    epochs.push_back(last);
    return epochs;
}

PlotSeries predictedWay(const whatif::WaysAnswer& answer, Way way, double last, TimeUnit unit) {
    const int slot = static_cast<int>(way);
    PlotSeries series{.name = wayTitle(way),
                      .colourSlot = slot,
                      .marker = runMarker(slot),
                      .origin = record::Origin::Predicted,
                      .markers = false};
    const model::WayTimes& times = whatif::times_of(answer, way);
    for (const double epochs : epochsOf(times, last)) {
        series.points.push_back({.x = epochs, .y = times.until_s(epochs) / unit.seconds});
    }
    return series;
}

/// The first run of a way; without points where there is none.
PlotSeries measuredWay(const whatif::WaysStudy& study, Way way, double last, TimeUnit unit) {
    const int slot = static_cast<int>(way);
    const auto found =
        std::ranges::find_if(study.tests, [way](const auto& test) { return test.way == way; });
    PlotSeries series{.name = words("measured: %1").arg(wayTitle(way)),
                      .colourSlot = slot,
                      .marker = runMarker(slot),
                      .kind = SeriesKind::Points};
    if (found == study.tests.end()) {
        return series;
    }
    double epochs = 1.0;
    for (const whatif::Foretold& end : found->ends_s) {
        if (epochs <= last) {
            series.points.push_back({.x = epochs,
                                     .y = end.measured / unit.seconds,
                                     .note = words("run %1").arg(found->run),
                                     .id = found->run});
        }
        epochs += 1.0;
    }
    return series;
}

}  // namespace

QString wayTitle(Way way) {
    return way == Way::Copied     ? words("Copy first")
           : way == Way::Streamed ? words("Stream")
                                  : words("Through a cache");
}

PlotModel emptyWaysPlot() {
    PlotModel plot{.x = {.title = words("Epochs"), .fromZero = true, .integral = true},
                   .y = {.title = words("Time until they are done"), .fromZero = true}};
    plot.emptyText =
        words("Measure “Copy or stream?” on the Measure page, then choose that study as the base.");
    return plot;
}

PlotModel waysPlot(const whatif::WaysStudy& study,
                   const whatif::WaysQuestion& question,
                   const whatif::WaysAnswer& answer) {
    PlotModel plot = emptyWaysPlot();
    const double last = answer.at.back().epochs;
    double longest = 0.0;
    for (const Way way : whatif::kWays) {
        longest = std::max(longest, whatif::times_of(answer, way).until_s(last));
    }
    const TimeUnit unit = unitFor(longest);
    plot.y.unit = unit.unit;
    plot.y.shownUnit = QLatin1String(unit.unit);
    for (const Way way : whatif::kWays) {
        plot.series.push_back(predictedWay(answer, way, last, unit));
    }
    if (question.data_bytes || question.cache_bytes) {
        return plot;
    }
    for (const Way way : whatif::kWays) {
        PlotSeries measured = measuredWay(study, way, last, unit);
        if (!measured.points.empty()) {
            plot.series.push_back(std::move(measured));
        }
    }
    return plot;
}

}  // namespace throughline::ui
