// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/hidden_curves.h"

#include <tuple>

namespace throughline::ui {

bool operator<(const CurveId& a, const CurveId& b) {
    return std::tie(a.study, a.run, a.curve, a.axis) < std::tie(b.study, b.run, b.curve, b.axis);
}

bool isDrawnByItself(const PlotSeries& series) {
    return series.run == 0 || !series.member.isEmpty();
}

CurveId curveIdOf(const PlotModel& model,
                  const PlotSeries& series,
                  const std::vector<StudyForPlot>& studies) {
    CurveId id{.study = series.group, .curve = series.curve};
    // Parts of bars and lines of ideal scaling are no curves of a study: their names are theirs.
    if (series.kind == SeriesKind::Reference ||
        (series.group.isEmpty() && series.curve.isEmpty())) {
        id.curve = series.name;
    }
    if (const RunForPlot* run = findRun(studies, series.run).run; run != nullptr) {
        id.run = run->number;
    }
    if (series.onSecondAxis && model.y2) {
        id.axis = QString::fromStdString(model.y2->key);
    }
    return id;
}

}  // namespace throughline::ui
