// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/observed_plot.h"

#include <QCoreApplication>

#include "ui/study/observed_parts.h"

namespace throughline::ui {

PlotModel observedPlot(const record::RunData& run) {
    metrics::MetricValues values;
    for (const auto& [key, summary] : run.metrics) {
        values[key] = summary.value;
    }
    const ObservedRoles roles = observedRoles(values);
    PlotModel model;
    model.x.title = QCoreApplication::translate("Present", "Threads of the job");
    model.y = {.title = QCoreApplication::translate("Present", "Share of their time"),
               .unit = "%",
               .shownUnit = QStringLiteral("%"),
               .fromZero = true,
               .range = Span{0.0, 100.0}};
    for (const ObservedRole& role : roles) {
        model.x.categories << role.title;
    }
    for (std::size_t doing = 0; doing < kObservedDoings.size(); ++doing) {
        PlotSeries series{.name = titleOfDoing(doing),
                          .colourSlot = lookOfDoing(doing).slot,
                          .tint = lookOfDoing(doing).tint,
                          .kind = SeriesKind::Bars,
                          .stack = 0};
        for (std::size_t role = 0; role < kObservedRoles; ++role) {
            for (const ObservedPart& part : roles[role].parts) {
                if (part.doing == doing) {
                    series.points.push_back({.x = static_cast<double>(role),
                                             .y = part.percent,
                                             .label = sharePercentText(part.percent)});
                }
            }
        }
        if (!series.points.empty()) {
            model.series.push_back(std::move(series));
        }
    }
    return model;
}

}  // namespace throughline::ui
