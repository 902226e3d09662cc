// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/curve_looks.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>

namespace throughline::ui {

namespace {

constexpr std::array kFills{BarFill::Plain, BarFill::Hatched, BarFill::Crossed};

/// What the eye has to tell two curves apart: pale, hollow, colour, tint, marker or filling.
using Look = std::tuple<bool, bool, int, int, int>;

Look lookOf(const PlotSeries& series) {
    return {series.origin == record::Origin::Published,
            series.unmeasured,
            series.colourSlot % (kRunColourCount * kShadeCount),
            series.tint % kTintCount,
            series.kind == SeriesKind::Bars ? static_cast<int>(series.fill)
                                            : static_cast<int>(series.marker)};
}

/// A curve, on whichever y axis.
using Identity = std::tuple<QString, QString, std::int64_t, QString, record::Origin>;

Identity identityOf(const PlotSeries& series) {
    return {series.group, series.curve, series.run, series.member, series.origin};
}

/// Tries all other markers or fillings in its colour, then those of its next tints.
void changeUntilNew(PlotSeries& series, const std::set<Look>& taken) {
    const int own = series.tint;
    const bool bars = series.kind == SeriesKind::Bars;
    const auto shapes = bars ? static_cast<int>(kFills.size()) : kMarkerShapeCount;
    for (int i = 1; i < shapes * kTintCount && taken.count(lookOf(series)) > 0; ++i) {
        if (bars) {
            series.fill = kFills[static_cast<std::size_t>(i % shapes)];
        } else {
            series.marker = runMarker(static_cast<int>(series.marker) + 1);
        }
        series.tint = own + i / shapes;
    }
}

}  // namespace

void tellApart(std::vector<PlotSeries>& all) {
    // By study, not in the chart's order, which changes with what was ticked first.
    std::vector<PlotSeries*> ordered;
    for (PlotSeries& series : all) {
        if (series.visible && series.kind != SeriesKind::Reference) {
            ordered.push_back(&series);
        }
    }
    std::ranges::stable_sort(ordered,
                             [](const auto* a, const auto* b) { return a->group < b->group; });
    std::set<Look> taken;
    std::map<Identity, const PlotSeries*> on_first_axis;
    for (PlotSeries* series : ordered) {
        const auto first = on_first_axis.find(identityOf(*series));
        if (series->onSecondAxis && first != on_first_axis.end()) {
            series->colourSlot = first->second->colourSlot;  // the same curve's, dashed
            series->tint = first->second->tint;
            series->marker = first->second->marker;
        } else {
            changeUntilNew(*series, taken);
        }
        taken.insert(lookOf(*series));
        if (!series->onSecondAxis) {
            on_first_axis.try_emplace(identityOf(*series), series);
        }
    }
}

}  // namespace throughline::ui
