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

/// A look of any tint: tints of a colour are alike, above all those of published figures.
Look withoutTint(const PlotSeries& series) {
    Look look = lookOf(series);
    std::get<3>(look) = 0;
    return look;
}

/// Gives a curve a marker that no other one of its colour has, as long as there is one.
void changeMarker(PlotSeries& series, const std::set<Look>& taken_in_any_tint) {
    const MarkerShape own = series.marker;
    for (int i = 1; i < kMarkerShapeCount && taken_in_any_tint.count(withoutTint(series)) > 0;
         ++i) {
        series.marker = runMarker(static_cast<int>(series.marker) + 1);
    }
    if (taken_in_any_tint.count(withoutTint(series)) > 0) {
        series.marker = own;  // they are all taken
    }
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
    std::set<Look> taken_in_any_tint;
    std::map<Identity, const PlotSeries*> on_first_axis;
    for (PlotSeries* series : ordered) {
        const auto first = on_first_axis.find(identityOf(*series));
        if (series->onSecondAxis && first != on_first_axis.end()) {
            series->colourSlot = first->second->colourSlot;  // the same curve's, dashed
            series->tint = first->second->tint;
            series->marker = first->second->marker;
        } else {
            if (series->kind != SeriesKind::Bars) {
                changeMarker(*series, taken_in_any_tint);
            }
            changeUntilNew(*series, taken);
        }
        taken.insert(lookOf(*series));
        taken_in_any_tint.insert(withoutTint(*series));
        if (!series->onSecondAxis) {
            on_first_axis.try_emplace(identityOf(*series), series);
        }
    }
}

}  // namespace throughline::ui
