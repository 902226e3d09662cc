// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/x_axis.h"

#include <QSet>
#include <algorithm>
#include <cmath>
#include <set>

#include "ui/charts/fields.h"
#include "ui/charts/meant_runs.h"
#include "ui/charts/members.h"
#include "ui/plot/ticks.h"

namespace throughline::ui {

namespace {

constexpr std::size_t kMarksMax = 16;

/// What a setting is called at its category. Two folders of the same name on two disks are told
/// apart by their whole paths.
QStringList categoryNames(const QStringList& texts, const PlotAxis& axis, bool numbers) {
    QStringList names;
    for (const QString& text : texts) {
        const bool plain = numbers && axis.unit != "bytes";
        names << (plain ? valueText(axis, text.toDouble()) : settingName(axis.key, text));
    }
    return QSet<QString>(names.begin(), names.end()).size() == names.size() ? names : texts;
}

/// As a number that was set or measured, of one device at least.
bool hasFigure(const RunForPlot& run, const std::string& key) {
    return numberOf(run, memberKeys(run, key).front()).has_value();
}

}  // namespace

std::optional<double> xOf(const RunForPlot& run, const PlotChoice& choice, const XAxis& x) {
    if (x.texts.isEmpty()) {
        return numberOf(run, choice.x);
    }
    const qsizetype index = x.texts.indexOf(settingText(run, choice.x));
    return index < 0 ? std::nullopt : std::optional(static_cast<double>(index));
}

XAxis xAxis(const std::vector<StudyForPlot>& studies,
            const PlotChoice& choice,
            const std::string& also) {
    const AlongX& along = choice.partOrNone<AlongX>();
    const std::string& y2 = choice.partOrNone<SecondY>().y2;
    XAxis x{.axis = axisOf(choice.x)};
    std::set<double> numbers;
    bool is_text = false;
    bool whole_powers = true;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            const bool shown = (hasFigure(run, choice.y) || hasFigure(run, y2)) &&
                               bearsOn(run, choice.x) &&
                               (also.empty() || (isSetting(run, also) && bearsOn(run, also)));
            if (!shown || !isMeant(study, run, choice) || !isSetting(run, choice.x)) {
                continue;
            }
            const auto number = numberOf(run, choice.x);
            const QString text = settingText(run, choice.x);
            is_text = is_text || !number;
            if (number) {
                numbers.insert(*number);
                whole_powers = whole_powers && std::exp2(std::round(std::log2(*number))) == *number;
            }
            if (!x.texts.contains(text)) {
                x.texts << text;
            }
        }
    }
    if (is_text || (along.xAsNames && !numbers.empty())) {
        if (!is_text) {
            std::ranges::sort(x.texts, [](const QString& a, const QString& b) {
                return a.toDouble() < b.toDouble();
            });
        }
        x.axis.categories = categoryNames(x.texts, x.axis, !is_text);
        x.axis.shownUnit.clear();  // the names have it
        return x;
    }
    x.texts.clear();
    x.axis.scale = along.logX ? AxisScale::Logarithmic : AxisScale::Linear;
    x.axis.powersOfTwo = x.axis.powersOfTwo && whole_powers;
    if (!numbers.empty() && numbers.size() <= kMarksMax && x.axis.unit != "bytes") {
        x.axis.marks.assign(numbers.begin(), numbers.end());
    }
    return x;
}

PlotAxis yAxis(const std::string& key, bool logarithmic) {
    PlotAxis axis = axisOf(key);
    axis.scale = logarithmic ? AxisScale::Logarithmic : AxisScale::Linear;
    return axis;
}

}  // namespace throughline::ui
