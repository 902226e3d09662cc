// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/measure_form.h"

#include <QDir>
#include <QFormLayout>
#include <QGridLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QRadioButton>
#include <QScrollArea>
#include <QThread>
#include <QVBoxLayout>

#include "engine/base/format.h"
#include "ui/style/icons.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

constexpr std::array<Preset, 4> kPresets = {
    Preset::Quick, Preset::Standard, Preset::ThreadSweep, Preset::Custom};

}  // namespace

MeasureForm::MeasureForm(QString engine, QSettings* settings, QWidget* parent)
    : QWidget(parent), cores_(std::max(QThread::idealThreadCount(), 1)) {
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(12);
    auto* title = new QLabel(tr("Measure this computer"));
    title->setFont(titleFont());
    column->addWidget(title);
    auto* images_box = new QGroupBox(tr("Images"));
    auto* images_layout = new QVBoxLayout(images_box);
    picker_ = new DatasetPicker(std::move(engine), settings);
    images_layout->addWidget(picker_);
    column->addWidget(images_box);
    column->addWidget(buildPresets());
    column->addWidget(buildConsumer());
    column->addWidget(buildAdvanced());
    column->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* layout = bareLayout<QVBoxLayout>(this, 0);
    layout->addWidget(scroll, 1);
    layout->addWidget(buildFooter());
    connect(picker_, &DatasetPicker::changed, this, [this] {
        spec_.base["dataset.path"] = picker_->folder().toStdString();
        refresh();
    });
    setPreset(Preset::Quick);
}

QWidget* MeasureForm::buildPresets() {
    auto* box = new QGroupBox(tr("What to measure"));
    auto* grid = new QGridLayout(box);
    presets_ = new QButtonGroup(this);
    int row = 0;
    for (const Preset preset : kPresets) {
        auto* button = new QRadioButton(titleOf(preset));
        button->setFont(headingFont());
        presets_->addButton(button, static_cast<int>(preset));
        auto* meaning = new QLabel;
        meaning->setWordWrap(true);
        meaning->setBuddy(button);
        meanings_.push_back(meaning);
        grid->addWidget(button, row, 0);
        grid->addWidget(meaning, row, 1);
        ++row;
    }
    grid->setColumnStretch(1, 1);
    grid->setHorizontalSpacing(16);
    connect(presets_, &QButtonGroup::idClicked, this, [this](int id) {
        setPreset(static_cast<Preset>(id));
    });
    return box;
}

QWidget* MeasureForm::buildConsumer() {
    auto* box = new QGroupBox(tr("Consumer"));
    auto* layout = new QVBoxLayout(box);
    consumer_ = new ConsumerPicker;
    layout->addWidget(consumer_);
    connect(consumer_, &ConsumerPicker::edited, this, [this] {
        consumer_->writeTo(spec_.base);
        settings_form_->setValues(spec_.base);
        refresh();
    });
    connect(consumer_, &ConsumerPicker::availabilityChanged, this, &MeasureForm::refresh);
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
    title_->setPlaceholderText(tr("named after folder and preset"));
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
    start_ = new QPushButton(icon(QStringLiteral("start")), tr("&Start"));
    start_->setFont(headingFont());
    start_->setMinimumWidth(fontMetrics().height() * 8);
    start_->setMinimumHeight(fontMetrics().height() * 2);
    connect(start_, &QPushButton::clicked, this, &MeasureForm::startNow);
    row->addWidget(estimate_, 1);
    row->addWidget(start_);
    return footer;
}

void MeasureForm::setPreset(Preset preset) {
    const std::string title = spec_.title;
    const bool custom = preset == Preset::Custom;
    if (custom && edited_) {  // what another preset has replaced on the screen
        spec_ = *edited_;
        spec_.base["dataset.path"] = picker_->folder().toStdString();
    } else if (!custom || spec_.base.empty()) {  // else Custom opens what is set for changes
        spec_ = presetSpec(preset, picker_->folder(), cores_);
        consumer_->writeTo(spec_.base);  // it stays, whatever is measured around it
    }
    spec_.title = title;
    presets_->button(static_cast<int>(preset))->setChecked(true);
    fold_->setChecked(custom || fold_->isChecked());
    pushToForms();
    refresh();
}

void MeasureForm::setSpec(const spec::StudySpec& spec) {
    spec_ = spec;
    spec::reset_unread(spec_);  // of older studies
    edited_ = spec_;
    const auto path = spec_.base.find("dataset.path");
    if (path != spec_.base.end()) {
        picker_->setFolder(QString::fromStdString(spec::setting_text(path->second)));
    }
    presets_->button(static_cast<int>(Preset::Custom))->setChecked(true);
    fold_->setChecked(true);
    pushToForms();
    refresh();
}

void MeasureForm::setEngine(const QString& engine, int cores, const QString& problem) {
    problem_ = problem;
    if (cores > 0 && cores != cores_) {
        cores_ = cores;
        setPreset(static_cast<Preset>(presets_->checkedId()));
    }
    picker_->setEngine(problem.isEmpty() ? engine : QString());
    consumer_->setEngine(problem.isEmpty() ? engine : QString());
    refresh();
}

void MeasureForm::setBusy(bool busy) {
    busy_ = busy;
    refresh();
}

void MeasureForm::pushToForms() {
    consumer_->setValues(spec_.base);
    settings_form_->setValues(spec_.base);
    settings_form_->setSwept(spec_.sweep);
    sweep_form_->setAxes(spec_.sweep);
    ceilings_->setChecked(spec_.ceilings);
    title_->setText(QString::fromStdString(spec_.title));
    sweep_error_.clear();
}

void MeasureForm::pullFromForms() {
    settings_form_->writeTo(spec_.base);
    consumer_->setValues(spec_.base);
    spec_.base["dataset.path"] = picker_->folder().toStdString();
    spec_.ceilings = ceilings_->isChecked();
    sweep_error_.clear();
    if (auto applied = sweep_form_->applyTo(spec_); !applied) {
        sweep_error_ = QString::fromStdString(describe(applied.error()));
    }
    settings_form_->setSwept(spec_.sweep);
    edited_ = spec_;
    presets_->button(static_cast<int>(Preset::Custom))->setChecked(true);
    refresh();
}

void MeasureForm::refresh() {
    for (std::size_t i = 0; i < meanings_.size(); ++i) {
        meanings_[i]->setText(meaningOf(kPresets[i], cores_));
        meanings_[i]->buddy()->setWhatsThis(meanings_[i]->text());
    }
    QString obstacle = problem_;
    if (obstacle.isEmpty() && busy_) {
        obstacle = tr("A measurement is running. Stop it, or wait until it ends.");
    }
    if (obstacle.isEmpty()) {
        obstacle = sweep_error_;
    }
    const bool swept_path =
        std::ranges::any_of(spec_.sweep, [](const auto& a) { return a.key == "dataset.path"; });
    if (obstacle.isEmpty() && !swept_path && !picker_->isReady()) {
        obstacle = tr("Choose a folder with JPEG images first.");
    }
    if (obstacle.isEmpty()) {
        obstacle = consumer_->obstacle();
    }
    if (obstacle.isEmpty()) {
        if (auto valid = spec::validate(spec_); !valid) {
            obstacle = QString::fromStdString(describe(valid.error()));
        }
    }
    start_->setEnabled(obstacle.isEmpty());
    start_->setToolTip(obstacle.isEmpty() ? tr("Start measuring (Ctrl+Enter)") : obstacle);
    if (!obstacle.isEmpty()) {
        estimate_->setText(obstacle);
        return;
    }
    const Estimate estimate = estimateOf(spec_, picker_->images().bytes);
    QString text =
        tr("%n point(s), about %1, plus the time to evict the images from the page cache.",
           nullptr,
           estimate.points)
            .arg(QString::fromStdString(format_duration(estimate.seconds)));
    if (estimate.wholeEpochs > 0) {
        text +=
            u' ' + tr("%n whole epoch(s), %1 in all; how long they take is not known in advance.",
                      nullptr,
                      estimate.wholeEpochs)
                       .arg(bytesText(estimate.epochBytes));
    } else {
        text += u' ' + tr("At 100 MB/s this reads %1.").arg(bytesText(estimate.seconds * 100e6));
    }
    estimate_->setText(text);
}

void MeasureForm::startNow() {
    if (start_->isEnabled()) {
        picker_->remember();
        spec::StudySpec spec = spec_;
        if (spec.title.empty()) {
            spec.title = tr("%1, %2")
                             .arg(QDir(picker_->folder()).dirName(),
                                  titleOf(static_cast<Preset>(presets_->checkedId())).toLower())
                             .toStdString();
        }
        Q_EMIT startAsked(spec);
    }
}

}  // namespace throughline::ui
