// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/plot/synthetic_model.h"

#include <cmath>
#include <random>

namespace throughline::ui::synthetic {

PlotAxis threadsAxis() {
    return {.key = "decode.threads",
            .title = QStringLiteral("Decode threads"),
            .unit = "1",
            .shownUnit = {},
            .integral = true,
            .powersOfTwo = true};
}

PlotAxis imagesAxis() {
    return {.key = "images_per_second",
            .title = QStringLiteral("Images per second"),
            .unit = "1/s",
            .shownUnit = QStringLiteral("images/s"),
            .fromZero = true};
}

PlotAxis utilisationAxis() {
    return {.key = "disk_utilisation{device=vda}",
            .title = QStringLiteral("Disk utilisation (vda)"),
            .unit = "%",
            .shownUnit = QStringLiteral("%"),
            .fromZero = true};
}

PlotSeries threadSweep(const QString& name, int slot, double limit) {
    PlotSeries series;
    series.name = name;
    series.group = name;
    series.colourSlot = slot;
    series.marker = runMarker(slot);
    for (const int threads : {1, 2, 3, 4, 6, 8, 12, 16}) {
        const double y = limit * (1.0 - std::exp(-threads / 5.0));
        PlotPoint point{.x = static_cast<double>(threads), .y = y};
        point.low = y * 0.96;
        point.high = y * 1.04;
        point.id = threads;
        series.points.push_back(point);
    }
    return series;
}

PlotModel sweepModel(int count) {
    PlotModel model;
    model.x = threadsAxis();
    model.y = imagesAxis();
    for (int i = 0; i < count; ++i) {
        model.series.push_back(
            threadSweep(QStringLiteral("Study %1").arg(i + 1), i, 1400.0 + 900.0 * i));
    }
    return model;
}

PlotModel timeModel(int count, int points) {
    PlotModel model;
    model.x = {.key = "time",
               .title = QStringLiteral("Time since the run started"),
               .unit = "s",
               .shownUnit = QStringLiteral("s")};
    model.y = imagesAxis();
    std::mt19937 random(7);
    std::normal_distribution<double> noise(0.0, 60.0);
    for (int s = 0; s < count; ++s) {
        PlotSeries series;
        series.name = QStringLiteral("Run %1").arg(s + 1);
        series.colourSlot = s;
        series.marker = runMarker(s);
        for (int i = 0; i < points; ++i) {
            const double level = 1000.0 + 350.0 * s + 200.0 * std::sin(i * 0.004 + s);
            series.points.push_back({.x = static_cast<double>(i), .y = level + noise(random)});
        }
        model.series.push_back(std::move(series));
    }
    return model;
}

}  // namespace throughline::ui::synthetic
