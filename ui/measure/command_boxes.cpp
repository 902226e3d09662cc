// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/command_boxes.h"

#include <QGroupBox>
#include <QVBoxLayout>

#include "ui/measure/observe_form.h"
#include "ui/measure/storage_form.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

CommandBoxes::CommandBoxes(QSettings* settings, QWidget* parent)
    : QWidget(parent), storage_(new StorageForm(settings)) {
    bareLayout<QVBoxLayout>(this);
    add(Preset::Storage, tr("Storage"), storage_);
    add(Preset::Observe, tr("Running job"), new ObserveForm);
    hide();
}

void CommandBoxes::add(Preset preset, const QString& title, CommandForm* form) {
    auto* box = new QGroupBox(title);
    (new QVBoxLayout(box))->addWidget(form);
    layout()->addWidget(box);
    connect(form, &CommandForm::changed, this, &CommandBoxes::changed);
    boxes_[preset] = {.form = form, .box = box};
}

void CommandBoxes::setEngine(const QString& engine) {
    for (const auto& [preset, one] : boxes_) {
        one.form->setEngine(engine);
    }
}

void CommandBoxes::choose(Preset preset, const QString& images) {
    const auto chosen = boxes_.find(preset);
    shown_ = chosen == boxes_.end() ? nullptr : chosen->second.form;
    for (const auto& [other, one] : boxes_) {
        one.box->setVisible(other == preset);
    }
    setVisible(shown_ != nullptr);
    if (shown_ != nullptr) {
        shown_->begin(images);
    }
}

CommandForm* CommandBoxes::form() const {
    return shown_;
}

}  // namespace throughline::ui
