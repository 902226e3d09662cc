// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/job_strip.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <cmath>

#include "engine/base/format.h"
#include "engine/metrics/registry.h"
#include "ui/measure/live_panel.h"

namespace throughline::ui {

namespace {

/// The bar moves in thousandths, so that it creeps within a run.
constexpr int kBarSteps = 1000;
constexpr int kBeforePx = 12;  ///< from the message on its left

void setTextIfNew(QLabel* label, const QString& text) {
    if (label->text() != text) {
        label->setText(text);
    }
}

}  // namespace

double doneShare(const LiveSnapshot& snapshot) {
    if (snapshot.secondsLeft && snapshot.plannedSeconds > 0) {
        return std::clamp(1.0 - *snapshot.secondsLeft / snapshot.plannedSeconds, 0.0, 1.0);
    }
    return snapshot.runs > 0 ? static_cast<double>(snapshot.ended.size()) / snapshot.runs : 0.0;
}

JobStrip::JobStrip(QAction* pause, QAction* stop, QWidget* parent) : QWidget(parent) {
    what_ = new QLabel;
    bar_ = new QProgressBar;
    bar_->setRange(0, kBarSteps);
    bar_->setTextVisible(false);
    bar_->setFixedWidth(fontMetrics().height() * 10);
    bar_->setMaximumHeight(fontMetrics().height());
    bar_->setAccessibleName(tr("Progress of the study"));
    rate_ = new QLabel;
    rate_->setToolTip(tr("Images per second over the last 10 seconds"));
    left_ = new QLabel;
    left_->setToolTip(tr("Time left"));
    pausing_ = new QLabel;
    pausing_->setObjectName(QStringLiteral("pausing"));
    pause_ = new QToolButton;
    pause_->setDefaultAction(pause);
    stop_ = new QToolButton;
    stop_->setDefaultAction(stop);
    for (QToolButton* button : {pause_, stop_}) {
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(kBeforePx, 0, 0, 0);
    row->setSpacing(12);
    row->addWidget(what_);
    row->addWidget(rate_);
    row->addWidget(bar_);
    row->addWidget(left_);
    row->addWidget(pausing_);
    row->addWidget(pause_);
    row->addWidget(stop_);
    setAccessibleName(tr("Measurement"));
    setSnapshot(nullptr);
}

void JobStrip::setSnapshot(const LiveSnapshot* snapshot, const QString& words) {
    const bool live = snapshot != nullptr;
    for (QWidget* widget : std::initializer_list<QWidget*>{rate_, pause_, stop_}) {
        widget->setVisible(live);
    }
    bar_->setVisible(live && !is_endless_);
    left_->setVisible(live && !is_endless_);
    const PauseState pause = live ? pauseOf(*snapshot) : PauseState::None;
    setTextIfNew(pausing_,
                 pause == PauseState::Paused ? tr("Paused.")
                 : pause == PauseState::AfterThisRun
                     ? tr("Will pause after run %1.").arg(snapshot->run)
                     : QString());
    pausing_->setVisible(pause != PauseState::None);
    if (!live) {
        setTextIfNew(what_, words);
        setVisible(!words.isEmpty());
        return;
    }
    show();
    const bool is_heard = !snapshot->elsewhere.heardAgo;  // else what is known is of the past
    setTextIfNew(what_, runTitle(*snapshot) + QStringLiteral(" – ") + phaseTitle(*snapshot));
    setTextIfNew(rate_,
                 snapshot->imagesPerSecondLast10 && pause != PauseState::Paused && is_heard
                     ? QString::fromStdString(metrics::format_metric(
                           "images_per_second", *snapshot->imagesPerSecondLast10))
                     : QString());
    setTextIfNew(left_,
                 snapshot->secondsLeft && is_heard
                     ? tr("%1 left").arg(QString::fromStdString(
                           format_duration(std::max(*snapshot->secondsLeft, 0.0))))
                     : QString());
    bar_->setValue(static_cast<int>(std::lround(doneShare(*snapshot) * kBarSteps)));
}

void JobStrip::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint())) {
        Q_EMIT clicked();
    }
}

}  // namespace throughline::ui
