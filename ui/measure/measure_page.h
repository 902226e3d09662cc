// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

#include "ui/measure/live_panel.h"
#include "ui/measure/measure_form.h"

namespace throughline::ui {

/// The Measure tab: the form, then what runs.
/// Thread: GUI.
class MeasurePage : public QStackedWidget {
    Q_OBJECT
public:
    MeasurePage(const QString& engine, QSettings* settings, QWidget* parent = nullptr);

    MeasureForm* form() { return form_; }
    LivePanel* live() { return live_; }

    /// Of what is shown: the form is not scrolled because the live page is wider.
    QSize minimumSizeHint() const override;
    /// The least, of what is shown: form and live page scroll or shrink inside, so that Start stays
    /// in sight; a page around them has no second scroll bar.
    int heightForWidth(int width) const override;

    void showForm() { setCurrentWidget(form_); }
    /// The keyboard goes with it, where the form had it: else the next field of the window would
    /// get what is typed.
    void showLive();

private:
    MeasureForm* form_;
    LivePanel* live_;
};

}  // namespace throughline::ui
