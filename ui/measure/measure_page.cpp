// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/measure_page.h"

namespace throughline::ui {

MeasurePage::MeasurePage(const QString& engine, QSettings* settings, QWidget* parent)
    : QStackedWidget(parent),
      form_(new MeasureForm(engine, settings)),
      live_(new LivePanel),
      result_(new ResultPanel) {
    addWidget(form_);
    addWidget(live_);
    addWidget(result_);
    connect(result_, &ResultPanel::newAsked, this, &MeasurePage::showForm);
    connect(result_,
            &ResultPanel::runAgainAsked,
            this,
            [this](const throughline::spec::StudySpec& spec) {
                form_->setSpec(spec);
                showForm();
            });
}

}  // namespace throughline::ui
