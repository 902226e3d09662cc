// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/threads_control.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QThread>
#include <algorithm>

#include "engine/spec/settings.h"
#include "engine/spec/spec.h"

namespace throughline::ui {

namespace {

constexpr const char* kKey = "decode.threads";
/// A slider on its way sends nothing: every change costs the measurement a second or more.
constexpr int kRestMs = 250;

bool decodes(const LiveSnapshot& snapshot) {
    const auto stages = spec::stages_of(snapshot.current->settings);
    return spec::setting_matters(kKey, stages.value_or(spec::Stages::Full));
}

}  // namespace

ThreadsControl::ThreadsControl(QWidget* parent) : QWidget(parent) {
    label_ = new QLabel(tr("&Decode threads now:"));
    slider_ = new QSlider(Qt::Horizontal);
    slider_->setFocusPolicy(Qt::StrongFocus);
    slider_->setPageStep(1);
    slider_->setMaximumWidth(fontMetrics().averageCharWidth() * 40);
    slider_->setAccessibleName(tr("Decode threads of the run being measured"));
    box_ = new QSpinBox;
    box_->setFocusPolicy(Qt::StrongFocus);
    box_->setKeyboardTracking(false);
    box_->setRange(0, 1);
    label_->setBuddy(box_);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(label_);
    layout->addWidget(slider_);
    layout->addWidget(box_);
    layout->addStretch();
    rest_.setSingleShot(true);
    rest_.setInterval(kRestMs);
    connect(slider_, &QSlider::valueChanged, this, &ThreadsControl::askSoon);
    connect(box_, &QSpinBox::valueChanged, this, &ThreadsControl::askSoon);
    connect(&rest_, &QTimer::timeout, this, [this] {
        if (asked_ != 0 && asked_ != in_force_) {
            before_ = in_force_;
            in_force_ = asked_;
            Q_EMIT asked(asked_);
        }
        asked_ = 0;
    });
    setSnapshot(LiveSnapshot{});
}

void ThreadsControl::show(int threads) {
    const QSignalBlocker quiet_slider(slider_);
    const QSignalBlocker quiet_box(box_);
    slider_->setValue(threads);
    box_->setValue(threads);
}

void ThreadsControl::askSoon(int threads) {
    show(threads);
    asked_ = threads;
    rest_.start();
}

void ThreadsControl::goBack() {
    rest_.stop();
    if (asked_ == 0) {
        in_force_ = before_;  // what was refused is what was sent last
    }
    asked_ = 0;
    show(in_force_);
}

QString ThreadsControl::reasonAgainst(const LiveSnapshot& snapshot) const {
    if (snapshot.stopping) {
        return tr("The measurement is being stopped.");
    }
    if (!snapshot.current) {
        return tr("No run is being measured.");
    }
    if (!decodes(snapshot)) {
        return tr("This run does not decode: it measures another stage alone.");
    }
    return {};
}

/// Shows the run's own number, also where it is locked; "–" where the run has no decoders.
void ThreadsControl::takeRun(const LiveSnapshot& snapshot) {
    run_ = snapshot.run;
    const auto own = snapshot.current->settings.find(kKey);
    const bool has_decoders = decodes(snapshot);
    in_force_ = !has_decoders ? 0
                : own == snapshot.current->settings.end()
                    ? 1
                    : QString::fromStdString(spec::setting_text(own->second)).toInt();
    // As many as the engine plans memory for.
    const int least = has_decoders ? 1 : 0;
    const int most = std::max(in_force_, 2 * QThread::idealThreadCount());
    const QSignalBlocker quiet_slider(slider_);
    const QSignalBlocker quiet_box(box_);
    slider_->setRange(least, most);
    box_->setRange(least, most);
    // It stands for the minimum, whichever that is.
    box_->setSpecialValueText(has_decoders ? QString() : QStringLiteral("–"));
    rest_.stop();
    asked_ = 0;
    before_ = in_force_;
    show(in_force_);
}

void ThreadsControl::setSnapshot(const LiveSnapshot& snapshot) {
    const QString reason = reasonAgainst(snapshot);
    const bool possible = reason.isEmpty();
    if (!snapshot.current) {
        run_ = 0;  // the next study counts from 1 again
    } else if (snapshot.run != run_) {
        takeRun(snapshot);
    }
    for (QWidget* part : std::initializer_list<QWidget*>{label_, slider_, box_}) {
        part->setEnabled(possible);
        part->setToolTip(
            possible ? tr("Change the number of decode threads and watch what follows; nothing is "
                          "recorded.\n%1")
                           .arg(QLatin1String(kKey))
                     : reason);
    }
    setToolTip(reason);
}

}  // namespace throughline::ui
