// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/measure_page.h"

namespace throughline::ui {

MeasurePage::MeasurePage(const QString& engine, QSettings* settings, QWidget* parent)
    : QStackedWidget(parent), form_(new MeasureForm(engine, settings)), live_(new LivePanel) {
    addWidget(form_);
    addWidget(live_);
}

QSize MeasurePage::minimumSizeHint() const {
    return currentWidget()->minimumSizeHint();
}

}  // namespace throughline::ui
