// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/study_picker.h"

#include <QFileInfo>
#include <QVBoxLayout>

#include "engine/panels/panels.h"
#include "ui/measure/default_dataset.h"
#include "ui/style/said.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

StudyPicker::StudyPicker(QWidget* parent)
    : QWidget(parent), experiments_(new QComboBox), about_(new QLabel) {
    auto* column = bareLayout<QVBoxLayout>(this);
    for (const panels::Experiment& experiment : panels::all_experiments()) {
        experiments_->addItem(said(experiment.title), QString::fromLatin1(experiment.id));
    }
    experiments_->setAccessibleName(tr("Experiment of a study"));
    experiments_->setToolTip(tr("Choose what a published study showed, to measure it here"));
    experiments_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    about_->setWordWrap(true);
    about_->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(experiments_);
    column->addWidget(about_);
    connect(experiments_, &QComboBox::currentIndexChanged, this, &StudyPicker::describe);
    connect(experiments_, &QComboBox::activated, this, &StudyPicker::choiceMade);
    connect(&making_,
            &EngineCommand::finished,
            this,
            [this](const QJsonObject& /*answer*/, const QString& error) { Q_EMIT made(error); });
    describe();
}

const panels::Experiment& StudyPicker::chosen() const {
    const panels::Experiment* const found =
        panels::find_experiment(experiments_->currentData().toString().toStdString());
    return found == nullptr ? panels::all_experiments().front() : *found;
}

void StudyPicker::choose(const QString& experiment) {
    if (const int at = experiments_->findData(experiment); at >= 0) {
        experiments_->setCurrentIndex(at);
    }
}

spec::StudySpec StudyPicker::spec(const QString& root) const {
    return panels::spec_of(chosen(), root.toStdString(), true);
}

void StudyPicker::makeData(const QString& engine, const QString& root) {
    making_.start(engine,
                  {QStringLiteral("study"),
                   QString::fromLatin1(chosen().id),
                   root,
                   QStringLiteral("--data-only"),
                   QStringLiteral("--events")});
}

void StudyPicker::describe() {
    QStringList charts;
    for (const panels::Panel* panel : panels::panels_of(chosen().id)) {
        charts << said(panel->title);
    }
    QString text = tr("Serves the charts: %1.").arg(charts.join(tr("; ")));
    if (chosen().emulated[0] != '\0') {
        text += u' ' + said(chosen().emulated);
    }
    about_->setText(text);
}

QString studyFolder(const QString& images) {
    const QString beside = images.isEmpty() ? defaultDatasetFolder() : images;
    return QFileInfo(beside).path() + QStringLiteral("/studies");
}

}  // namespace throughline::ui
