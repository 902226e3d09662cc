// SPDX-License-Identifier: GPL-3.0-or-later
// The boxes of the form, and what their parts tell each other.
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <utility>

#include "ui/measure/measure_form.h"
#include "ui/style/icons.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

QWidget* MeasureForm::buildImages(QString engine, QSettings* settings) {
    auto* box = new QGroupBox(tr("Images"));
    auto* layout = new QVBoxLayout(box);
    picker_ = new DatasetPicker(std::move(engine), settings);
    layout->addWidget(picker_);
    volume_ = new VolumePicker(VolumePicker::Offers::VolumesAndStores);
    layout->addWidget(volume_);
    connect(picker_, &DatasetPicker::changed, this, &MeasureForm::takeImages);
    connect(volume_, &VolumePicker::described, this, &MeasureForm::refresh);
    connect(volume_, &VolumePicker::edited, this, [this] {
        volume_->writeTo(spec_.base);
        refresh();
    });
    connect(picker_->defaults(), &DefaultDataset::made, this, [this](const QString& error) {
        making_error_ = error;
        starting_ = error.isEmpty();
        if (starting_) {
            picker_->setFolder(picker_->defaults()->folder());
        }
        refresh();
    });
    connect(picker_->defaults(),
            &DefaultDataset::progressed,
            this,
            [this](int images, const QString& words) {
                making_->setValue(images);
                estimate_->setText(words);
            });
    return box;
}

QWidget* MeasureForm::buildPresets() {
    auto* box = new QGroupBox(tr("What to measure"));
    auto* layout = new QVBoxLayout(box);
    cards_ = new PresetCards;
    cards_->setCores(cores_);
    study_ = new StudyPicker;
    layout->addWidget(cards_);
    layout->addWidget(study_);
    connect(study_, &StudyPicker::choiceMade, this, [this] { setPreset(Preset::Study); });
    connect(study_, &StudyPicker::made, this, &MeasureForm::takeStudyData);
    connect(cards_, &PresetCards::choiceMade, this, &MeasureForm::setPreset);
    connect(cards_, &PresetCards::startAsked, this, &MeasureForm::startNow);
    return box;
}

QWidget* MeasureForm::buildConsumer() {
    auto* box = new QGroupBox(tr("Accelerator"));
    auto* layout = new QVBoxLayout(box);
    consumer_ = new ConsumerPicker;
    layout->addWidget(consumer_);
    connect(consumer_, &ConsumerPicker::edited, this, [this] {
        consumer_->writeTo(spec_.base);
        settings_form_->setValues(spec_.base);
        refresh();
    });
    connect(consumer_, &ConsumerPicker::availabilityChanged, this, [this] {
        cards_->setUnavailable(Preset::NetworkRates, consumer_->obstacleOfNetworks());
        refresh();
    });
    return box;
}

QWidget* MeasureForm::buildAdvanced() {
    auto* whole = new QWidget;
    auto* layout = bareLayout<QVBoxLayout>(whole);
    fold_ = new QToolButton;
    fold_->setText(tr("&Advanced options"));
    fold_->setToolTip(tr("Show every setting of the study (Alt+A)"));
    fold_->setCheckable(true);
    fold_->setAutoRaise(true);
    fold_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    fold_->setArrowType(Qt::RightArrow);
    layout->addWidget(fold_);

    advanced_ = new QWidget;
    auto* column = bareLayout<QVBoxLayout>(advanced_);
    title_ = new QLineEdit;
    title_->setToolTip(tr("Type the name to show in the list of studies"));
    auto* form = new QFormLayout;
    form->addRow(tr("Title"), title_);
    ceilings_ = new QCheckBox(tr("Also measure each stage alone"));
    ceilings_->setToolTip(
        tr("Measure storage and decode alone with the same settings to find the bottleneck"));
    form->addRow(tr("Ceilings"), ceilings_);
    sweep_form_ = new SweepForm;
    form->addRow(tr("Sweep"), sweep_form_);
    column->addLayout(form);
    settings_form_ = new SettingsForm;
    column->addWidget(settings_form_);
    advanced_->setVisible(false);
    layout->addWidget(advanced_);

    connect(fold_, &QToolButton::toggled, this, [this](bool open) {
        fold_->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
        advanced_->setVisible(open);
    });
    connect(settings_form_, &SettingsForm::edited, this, &MeasureForm::pullFromForms);
    connect(sweep_form_, &SweepForm::edited, this, &MeasureForm::pullFromForms);
    connect(ceilings_, &QCheckBox::clicked, this, &MeasureForm::pullFromForms);
    QWidget::setTabOrder(title_, ceilings_);
    connect(title_, &QLineEdit::textEdited, this, [this](const QString& text) {
        spec_.title = text.trimmed().toStdString();
    });
    return whole;
}

QWidget* MeasureForm::buildFooter() {
    auto* footer = new QWidget;
    auto* row = new QHBoxLayout(footer);
    row->setContentsMargins(16, 8, 16, 8);
    estimate_ = new QLabel;
    estimate_->setWordWrap(true);
    estimate_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    making_ = new QProgressBar;
    making_->setRange(0, kImagesDefault);
    making_->setTextVisible(false);
    making_->setMaximumWidth(fontMetrics().height() * 10);
    making_->setAccessibleName(tr("Progress of making the images"));
    making_->setVisible(false);
    start_ = new QPushButton(icon(QStringLiteral("start")), tr("&Start"));
    start_->setFont(headingFont());
    start_->setMinimumWidth(fontMetrics().height() * 8);
    start_->setMinimumHeight(fontMetrics().height() * 2);
    connect(start_, &QPushButton::clicked, this, &MeasureForm::startNow);
    row->addWidget(estimate_, 1);
    row->addWidget(making_);
    row->addWidget(start_);
    return footer;
}

}  // namespace throughline::ui
