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

/// Studies get their slots one after the other. With this step, without a common divisor with the
/// number of looks, the curves of studies up to nine slots apart meet after nine curves at the
/// earliest, and neighbours are of hues far from each other.
constexpr int kStep = 51;
constexpr std::array kFills{BarFill::Plain, BarFill::Hatched, BarFill::Crossed};

/// What the eye has to tell two curves apart.
using Look = std::tuple<bool, int, int>;  // published, colour or shade of grey, marker or filling

Look lookOf(const PlotSeries& series) {
    const bool published = series.origin == record::Origin::Published;
    return {
        published,
        published ? greyOf(series.colourSlot) : series.colourSlot % (kRunColourCount * kShadeCount),
        series.kind == SeriesKind::Bars ? static_cast<int>(series.fill)
                                        : static_cast<int>(series.marker)};
}

/// A curve, on whichever y axis.
using Identity = std::tuple<QString, QString, std::int64_t, QString, record::Origin>;

Identity identityOf(const PlotSeries& series) {
    return {series.group, series.curve, series.run, series.member, series.origin};
}

/// Tries all others of its colour, then of the next ones.
void changeUntilNew(PlotSeries& series, const std::set<Look>& taken) {
    const int own = series.colourSlot;
    for (int i = 1; i < kLookCount && taken.count(lookOf(series)) > 0; ++i) {
        if (series.kind == SeriesKind::Bars) {
            const auto fills = static_cast<int>(kFills.size());
            series.fill = kFills[static_cast<std::size_t>(i % fills)];
            series.colourSlot = own + i / fills;
        } else {
            series.marker = runMarker(static_cast<int>(series.marker) + 1);
            series.colourSlot = own + i / kMarkerShapeCount;
        }
    }
}

}  // namespace

int slotOfCurve(int ofStudy, int place) noexcept {
    const int skewed = place + place / kRunColourCount;
    return (ofStudy + kStep * skewed) % kLookCount;
}

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
