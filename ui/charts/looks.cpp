// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/looks.h"

#include <algorithm>

#include "ui/charts/fields.h"
#include "ui/charts/meant_runs.h"
#include "ui/charts/words.h"

namespace throughline::ui {

namespace {

void nameValue(PlotSeries& series, const std::string& key, const RunForPlot& run) {
    if (key.empty() || !isSetting(run, key)) {
        return;
    }
    const QString value = settingName(key, settingText(run, key));
    if (!series.name.contains(value)) {
        appendToName(series, QStringLiteral(", ") + value);
    }
}

}  // namespace

LooksByCondition::LooksByCondition(const std::vector<StudyForPlot>& studies,
                                   const PlotChoice& choice)
    : colour_(conditionOf(studies, choice, choice.partOrNone<ColourBy>().colourBy)),
      marker_(conditionOf(studies, choice, choice.partOrNone<MarkerBy>().markerBy)) {}

LooksByCondition::Condition LooksByCondition::conditionOf(const std::vector<StudyForPlot>& studies,
                                                          const PlotChoice& choice,
                                                          const std::string& key) {
    Condition condition{.key = key, .values = {}};
    if (key.empty()) {
        return condition;
    }
    bool numbers = true;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot* run : meantRuns(study, choice)) {
            const QString text = settingText(*run, key);
            if (isSetting(*run, key) && !condition.values.contains(text)) {
                condition.values << text;
                numbers = numbers && numberOf(*run, key).has_value();
            }
        }
    }
    if (numbers) {
        std::ranges::sort(condition.values, [](const QString& a, const QString& b) {
            return a.toDouble() < b.toDouble();
        });
    }
    return condition;
}

int LooksByCondition::Condition::indexIn(const RunForPlot& run) const {
    const qsizetype index = isSetting(run, key) ? values.indexOf(settingText(run, key)) : -1;
    // Runs without the condition look alike, and like no value.
    return static_cast<int>(index < 0 ? values.size() : index);
}

std::vector<std::string> LooksByCondition::keys() const {
    std::vector<std::string> keys;
    for (const Condition* condition : {&colour_, &marker_}) {
        if (!condition->key.empty()) {
            keys.push_back(condition->key);
        }
    }
    return keys;
}

void LooksByCondition::apply(PlotSeries& series, const RunForPlot& run) const {
    if (!colour_.key.empty()) {
        series.colourSlot = colour_.indexIn(run);
        series.tint = 0;
        nameValue(series, colour_.key, run);
    }
    if (!marker_.key.empty()) {
        series.marker = runMarker(marker_.indexIn(run));
        nameValue(series, marker_.key, run);
    }
}

QStringList LooksByCondition::remarks() const {
    QStringList remarks;
    if (colour_.values.size() > kRunColourCount) {
        remarks << tr("%1 has %2 values; colours repeat after %3.")
                       .arg(axisOf(colour_.key).title)
                       .arg(colour_.values.size())
                       .arg(kRunColourCount);
    }
    if (marker_.values.size() > kMarkerShapeCount) {
        remarks << tr("%1 has %2 values; markers repeat after %3.")
                       .arg(axisOf(marker_.key).title)
                       .arg(marker_.values.size())
                       .arg(kMarkerShapeCount);
    }
    return remarks;
}

}  // namespace throughline::ui
