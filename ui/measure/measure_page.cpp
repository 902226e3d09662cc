// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/measure_page.h"

#include <QApplication>
#include <QLayout>

namespace throughline::ui {

MeasurePage::MeasurePage(const QString& engine, QSettings* settings, QWidget* parent)
    : QStackedWidget(parent), form_(new MeasureForm(engine, settings)), live_(new LivePanel) {
    addWidget(form_);
    addWidget(live_);
}

void MeasurePage::showLive() {
    const QWidget* focus = QApplication::focusWidget();
    const bool had_focus = focus != nullptr && form_->isAncestorOf(focus);
    setCurrentWidget(live_);
    if (had_focus) {
        live_->setFocus();
    }
}

QSize MeasurePage::minimumSizeHint() const {
    return currentWidget()->minimumSizeHint();
}

int MeasurePage::heightForWidth(int width) const {
    return currentWidget()->layout()->minimumHeightForWidth(width);
}

}  // namespace throughline::ui
