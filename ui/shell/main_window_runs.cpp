// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window does while something is measured.
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

#include "ui/bridge/engine_process.h"
#include "ui/bridge/error_text.h"
#include "ui/bridge/paths.h"
#include "ui/bridge/record_follower.h"
#include "ui/bridge/spool.h"
#include "ui/shell/event_timer.h"
#include "ui/shell/main_window.h"
#include "ui/style/icons.h"

namespace throughline::ui {

void MainWindow::startMeasurement(const spec::StudySpec& spec) {
    if (live_) {
        return;
    }
    watchEngine([&spec](EngineProcess& engine) { engine.start(spec); });
}

void MainWindow::finishMeasurement(qint64 study) {
    library_.query<QString>(
        this,
        [study, folder = spoolFolder()](store::Library& library) {
            return recordToFinish(library, study, folder);
        },
        [this](const Result<QString>& record) {
            if (!record) {
                say(errorText(record.error()));
            } else if (live_) {
                say(tr("Another measurement is running. Finish the missing points when it ends."));
                library_.takeInSpool(spoolFolder());
            } else {
                watchEngine([&record](EngineProcess& engine) { engine.finish(*record); });
            }
        });
}

void MainWindow::watchEngine(const std::function<void(EngineProcess&)>& begin) {
    auto process = std::make_unique<EngineProcess>(
        EngineProcess::Options{.engine = engine_.path, .spoolFolder = spoolFolder()});
    EngineProcess& engine = *process;
    watch(std::move(process));
    begin(engine);
    showPage(Page::Measure);
}

void MainWindow::follow(const QString& recordPath) {
    if (live_) {
        to_follow_.push_back(recordPath);
        return;
    }
    watch(std::make_unique<RecordFollower>(recordPath));
    say(tr("A measurement that was started earlier is still running."));
}

void MainWindow::watch(std::unique_ptr<LiveSource> source) {
    live_ = std::move(source);
    connect(live_.get(), &LiveSource::snapshotChanged, this, &MainWindow::takeSnapshot);
    connect(live_.get(), &LiveSource::ended, this, &MainWindow::takeEnd);
    connect(live_.get(), &LiveSource::refused, this, [this](const QString& reason) {
        closing_ = false;  // what cannot be stopped may still be left to the background
        measure_->live()->threads()->goBack();
        say(tr("The engine refused: %1").arg(reason));
    });
    measure_->live()->threads()->setCommandable(live_->canChangeSettings());
    connect(measure_->live()->threads(),
            &ThreadsControl::asked,
            live_.get(),
            [source = live_.get()](int threads) {
                source->changeSetting(QStringLiteral("decode.threads"), threads);
            });
    TimedApplication::setLive(true);
    measure_->live()->clear();
    measure_->showLive();
    measure_->form()->setBusy(true);
    takeSnapshot();
    updateRunActions();
}

void MainWindow::takeSnapshot() {
    const SnapshotPtr snapshot = live_->snapshot();
    strip_->setSnapshot(snapshot.get());
    if (measure_->isVisible()) {
        measure_->live()->setSnapshot(*snapshot);
    }
    updateRunActions();
}

QString MainWindow::endWords(const LiveOutcome& outcome) const {
    switch (outcome.kind) {
        case LiveOutcome::Kind::Done:
            return tr("The measurement is done.");
        case LiveOutcome::Kind::StoppedEarly:
            return tr("The measurement was stopped; what was measured is kept.");
        case LiveOutcome::Kind::LeftRunning:
            return tr("The measurement continues in the background.");
        case LiveOutcome::Kind::Failed:
            return tr("The measurement failed.");
        case LiveOutcome::Kind::Crashed:
        case LiveOutcome::Kind::Killed:
        case LiveOutcome::Kind::Interrupted:
            return tr("The measurement was interrupted; what was measured is kept.");
        case LiveOutcome::Kind::CouldNotStart:
            return tr("The measurement could not be started.");
    }
    return {};
}

void MainWindow::takeEnd() {
    const LiveOutcome outcome = live_->outcome();
    takeSnapshot();
    // The source is the sender: it goes when this call has returned.
    live_.release()->deleteLater();
    TimedApplication::setLive(false);
    strip_->setSnapshot(nullptr, endWords(outcome));
    measure_->form()->setBusy(false);
    updateRunActions();
    if (outcome.kind != LiveOutcome::Kind::LeftRunning) {
        if (QFileInfo::exists(outcome.recordPath)) {
            ended_record_ = outcome.recordPath;
            ended_remark_ = outcome.message;
            library_.ingestSpooled(outcome.recordPath);
        } else {
            measure_->showForm();
            if (!closing_) {
                auto* box = new QMessageBox(QMessageBox::Warning,
                                            endWords(outcome),
                                            outcome.message,
                                            QMessageBox::Ok,
                                            this);
                box->setAttribute(Qt::WA_DeleteOnClose);
                box->open();
            }
        }
    }
    if (closing_) {
        close();
    } else if (!to_follow_.empty()) {
        const QString next = to_follow_.front();
        to_follow_.pop_front();
        follow(next);
    }
}

void MainWindow::takeRecord(const QString& path, const StudyPtr& study) {
    if (path != ended_record_) {
        return;
    }
    measure_->result()->setStudy(study, ended_remark_);
    if (study) {
        result_chart_->setStudy(studyForPlot(*study, feed_->colourSlotOf(study->header.study)));
    } else {
        result_chart_->clear();
    }
    if (!live_) {
        measure_->showResult();
    }
}

void MainWindow::togglePause() {
    if (!live_ || !live_->canPause()) {
        return;
    }
    if (live_->snapshot()->paused) {
        live_->resume();
    } else {
        live_->pause();
    }
}

void MainWindow::stopMeasurement() {
    if (live_) {
        live_->stop();
    }
}

void MainWindow::updateRunActions() {
    const bool running = live_ != nullptr;
    const bool stopping = running && live_->snapshot()->stopping;
    const PauseState pause = running ? pauseOf(*live_->snapshot()) : PauseState::None;
    // Nothing is left to pause before.
    const bool last = running && live_->snapshot()->runs > 0 &&
                      live_->snapshot()->run >= live_->snapshot()->runs &&
                      pause == PauseState::None;
    start_->setEnabled(!running);
    stop_->setEnabled(running && !stopping);
    pause_->setEnabled(running && live_->canPause() && !stopping && !last);
    const QString text = pause == PauseState::Paused         ? tr("&Resume")
                         : pause == PauseState::AfterThisRun ? tr("Do not &pause")
                                                             : tr("&Pause after this run");
    if (pause_->text() != text) {
        pause_->setText(text);
        pause_->setIcon(
            icon(pause == PauseState::None ? QStringLiteral("pause") : QStringLiteral("resume")));
    }
}

MainWindow::OnClose MainWindow::askOnClose() {
    if (close_question_) {
        return close_question_();
    }
    QMessageBox box(QMessageBox::Question,
                    tr("A measurement is running"),
                    tr("Stop the measurement, or let it continue without the window?"),
                    QMessageBox::NoButton,
                    this);
    box.setInformativeText(
        tr("In the background it continues and appears again at the next start. What was measured "
           "is kept either way."));
    QPushButton* stop = box.addButton(tr("&Stop it"), QMessageBox::AcceptRole);
    QPushButton* background =
        box.addButton(tr("&Continue in the background"), QMessageBox::AcceptRole);
    box.addButton(QMessageBox::Cancel);
    box.setDefaultButton(stop);
    box.exec();
    if (box.clickedButton() == stop) {
        return OnClose::Stop;
    }
    return box.clickedButton() == background ? OnClose::Background : OnClose::Cancel;
}

MainWindow::OnClose MainWindow::askOnCloseWhileWriting(const QString& file) {
    if (close_question_) {
        return close_question_();
    }
    QMessageBox box(QMessageBox::Question,
                    tr("Raw data is being written"),
                    tr("Discard the file, or wait until it is complete?"),
                    QMessageBox::NoButton,
                    this);
    box.setInformativeText(tr("%1 is not complete yet. Closing now deletes it.").arg(file));
    QPushButton* close = box.addButton(tr("Close &without it"), QMessageBox::DestructiveRole);
    QPushButton* wait = box.addButton(tr("&Wait"), QMessageBox::RejectRole);
    box.setDefaultButton(wait);
    box.exec();
    return box.clickedButton() == close ? OnClose::Stop : OnClose::Cancel;
}

}  // namespace throughline::ui
