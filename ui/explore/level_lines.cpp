// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/level_lines.h"

#include <QCoreApplication>
#include <map>

#include "engine/run/spec.h"

namespace throughline::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Explore", text);
}

/// The best value of each stage alone that cannot be placed on x.
std::map<QString, double> stagesAlone(const StudyForPlot& study, const PlotChoice& choice) {
    std::map<QString, double> best;
    for (const RunForPlot& run : study.runs) {
        const QString stages = settingText(run, "stages");
        const auto value = measuredOf(run, choice.y);
        const bool alone = !stages.isEmpty() && stages != QLatin1String("full");
        if (alone && value && isSetting(run, choice.x) && choice.x != "stages" &&
            !run::setting_matters(choice.x, stages.toStdString())) {
            double& at = best[stages];
            at = std::max(at, value->value);
        }
    }
    return best;
}

}  // namespace

std::vector<PlotLevel> levelLines(const std::vector<StudyForPlot>& studies,
                                  const PlotChoice& choice) {
    std::vector<PlotLevel> levels;
    if (choice.yAs != YAs::Value) {
        return levels;
    }
    const bool is_rate = axisOf(choice.y).unit.ends_with("/s");
    for (const StudyForPlot& study : studies) {
        if (!choice.ceilings || !is_rate) {
            break;
        }
        for (const auto& [stages, value] : stagesAlone(study, choice)) {
            const QString name = settingName("stages", stages);
            levels.push_back({.y = value,
                              .text = studies.size() > 1
                                          ? QStringLiteral("%1 \u00B7 %2").arg(study.title, name)
                                          : name,
                              .colourSlot = study.colourSlot});
        }
    }
    if (choice.goal) {
        levels.push_back({.y = *choice.goal, .text = tr("wanted"), .colourSlot = -1});
    }
    return levels;
}

}  // namespace throughline::ui
