// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/explore_change.h"

#include <QCoreApplication>

namespace throughline::ui {

QString changeText(const ExploreState& before, const ExploreState& after) {
    const auto tr = [](const char* text) {
        return QCoreApplication::translate("throughline::ui::ExploreDocument", text);
    };
    if (before.charts.size() != after.charts.size()) {
        return before.charts.size() < after.charts.size() ? tr("Add chart") : tr("Remove chart");
    }
    if (before.arrangement != after.arrangement) {
        return tr("Arrange charts");
    }
    const PlotChoice& was = before.charts[after.current].choice;
    const PlotChoice& is = after.chart().choice;
    if (!before.charts[after.current].showsSame(after.chart()) && !after.chart().view.isEmpty()) {
        return tr("Show view");
    }
    if (was.points() != is.points()) {
        return tr("Change chart kind");
    }
    if (was.x != is.x) {
        return tr("Change x axis");
    }
    if (was.y != is.y || was.partOrNone<Subject>() != is.partOrNone<Subject>()) {
        return tr("Change y axis");
    }
    if (was.partOrNone<SecondY>() != is.partOrNone<SecondY>()) {
        return tr("Change second y axis");
    }
    if (was.partOrNone<MapRows>() != is.partOrNone<MapRows>()) {
        return tr("Change rows");
    }
    if (was.notes != is.notes) {
        return tr("Change note");
    }
    if (was != is) {
        return tr("Change chart settings");
    }
    return before.filter != after.filter ? tr("Filter runs") : tr("Show or hide curves");
}

}  // namespace throughline::ui
