// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/built_plot.h"

#include "ui/charts/fields.h"
#include "ui/charts/words.h"

namespace throughline::ui {

QString chartTitle(const PlotModel& model) {
    if (model.z) {
        return tr("%1 by %2 and %3")
            .arg(model.z->title, withinSentence(model.x.title), withinSentence(model.y.title));
    }
    const QString y =
        model.y2 ? tr("%1 and %2").arg(model.y.title, model.y2->title) : model.y.title;
    return tr("%1 by %2").arg(y, withinSentence(model.x.title));
}

}  // namespace throughline::ui
