// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/measure_feed.h"

#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

#include "ui/bridge/engine_process.h"
#include "ui/bridge/error_text.h"
#include "ui/bridge/paths.h"
#include "ui/bridge/record_follower.h"
#include "ui/bridge/spool.h"
#include "ui/shell/event_timer.h"
#include "ui/style/icons.h"
#include "ui/style/key_action.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

QString endWords(LiveOutcome::Kind kind) {
    switch (kind) {
        case LiveOutcome::Kind::Done:
            return MeasureFeed::tr("The measurement is done.");
        case LiveOutcome::Kind::StoppedEarly:
            return MeasureFeed::tr("The measurement was stopped; what was measured is kept.");
        case LiveOutcome::Kind::Played:
            return MeasureFeed::tr("Played. Nothing was recorded.");
        case LiveOutcome::Kind::LeftRunning:
            return MeasureFeed::tr("The measurement continues in the background.");
        case LiveOutcome::Kind::Failed:
            return MeasureFeed::tr("The measurement failed.");
        case LiveOutcome::Kind::Crashed:
        case LiveOutcome::Kind::Killed:
        case LiveOutcome::Kind::Interrupted:
            return MeasureFeed::tr("The measurement was interrupted; what was measured is kept.");
        case LiveOutcome::Kind::CouldNotStart:
            return MeasureFeed::tr("The measurement could not be started.");
    }
    return {};
}

}  // namespace

/// What was to be observed is not there any more; "" = it is, or it was something else.
static QString whyNotObserved(const QStringList& command) {
    const qsizetype at = command.indexOf(QStringLiteral("--pid"));
    return command.value(0) != QLatin1String("observe") || at < 0 ||
                   QFileInfo::exists(QStringLiteral("/proc/") + command.value(at + 1))
               ? QString()
               : MeasureFeed::tr("That job has ended.");
}

/// A measurement that began has a record; where its folder went, that went along.
static QString whyNoRecord(const LiveOutcome& outcome) {
    return outcome.kind == LiveOutcome::Kind::CouldNotStart || outcome.recordPath.isEmpty()
               ? outcome.message
               : (outcome.message + u'\n' +
                  MeasureFeed::tr("The record %1 is gone: its folder was moved or deleted during "
                                  "the measurement. If it was moved, open the record from there.")
                      .arg(outcome.recordPath))
                     .trimmed();
}

/// It names the computer: a path is one of that.
static QString messageFrom(const Elsewhere& there, const LiveOutcome& outcome) {
    const QString host = QString::fromStdString(there.host);
    return outcome.message.isEmpty() || outcome.message.contains(host)
               ? outcome.message
               : MeasureFeed::tr("On %1: %2").arg(host, outcome.message);
}

MeasureFeed::MeasureFeed(LibraryService* library, MeasurePage* page, QWidget* window)
    : QObject(window), library_(library), page_(page), window_(window) {
    makeActions();
    strip_ = new JobStrip(pause_, stop_);
    connect(page_->form(), &MeasureForm::startAsked, this, [this](const spec::StudySpec& spec) {
        startOn(page_->form()->picker()->host(), spec);
    });
    connect(page_->form()->picker()->hosts(), &HostPicker::fetchAsked, this, &MeasureFeed::fetch);
    connect(page_->form(), &MeasureForm::commandAsked, this, &MeasureFeed::startCommand);
    connect(page_->form(), &MeasureForm::playAsked, this, &MeasureFeed::play);
    connect(strip_, &JobStrip::clicked, this, &MeasureFeed::pageWanted);
    connect(&desktop_, &DesktopSession::activated, this, &MeasureFeed::studyWanted);
    connect(library_, &LibraryService::recordRead, this, &MeasureFeed::takeRecord);
    connect(library_, &LibraryService::liveRecordsFound, this, [this](const QStringList& paths) {
        for (const QString& path : paths) {
            follow(path);
        }
    });
    updateActions();
}

MeasureFeed::~MeasureFeed() {
    letGo();
}

void MeasureFeed::makeActions() {
    start_ = keyAction("start",
                       tr("&Start"),
                       {QKeySequence(Qt::CTRL | Qt::Key_Return)},
                       tr("Start the measurement described in the form"),
                       window_);
    pause_ = keyAction("pause",
                       tr("&Pause after this run"),
                       {QKeySequence(Qt::CTRL | Qt::Key_P)},
                       tr("Finish the current run, then wait; choose again to resume"),
                       window_);
    stop_ = keyAction("stop",
                      tr("S&top"),
                      {QKeySequence(Qt::CTRL | Qt::Key_Period)},
                      tr("Stop the measurement and keep what was measured"),
                      window_);
    remote_ = keyAction("open",
                        tr("&Add remote data…"),
                        {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_N)},
                        tr("Choose data in an object store or on a web server to measure with"),
                        window_);
    setKeyWords(remote_, tr("S3, bucket, cloud, object store, endpoint"));
    window_->addActions(actions());
    connect(start_, &QAction::triggered, this, [this] {
        Q_EMIT pageWanted();
        page_->form()->startButton()->click();
    });
    connect(remote_, &QAction::triggered, this, [this] {
        showForm();
        if (!live_) {
            page_->form()->addRemote();
        } else {
            Q_EMIT said(tr("A measurement is running. Choose other data when it ends."));
        }
    });
    connect(pause_, &QAction::triggered, this, &MeasureFeed::togglePause);
    connect(stop_, &QAction::triggered, this, [this] {
        if (live_) {
            live_->stop();
        }
    });
}

void MeasureFeed::showForm() {
    Q_EMIT pageWanted();
    if (!live_) {
        page_->showForm();
    }
}

void MeasureFeed::fillForm(const spec::StudySpec& spec) {
    page_->form()->setSpec(spec);
    showForm();
    if (live_) {
        Q_EMIT said(tr("The settings are in the form, which appears when the measurement ends."));
    }
}

void MeasureFeed::fillFormOf(const QString& computer, const spec::StudySpec& spec) {
    HostPicker* hosts = page_->form()->picker()->hosts();
    const QString host = hosts->hostOf(computer);
    const bool known = !host.isEmpty();
    if (known) {
        hosts->setHost(host);
    }
    fillForm(spec);
    if (known) {
        hosts->setFolder(QString::fromStdString(spec::text_or_empty(spec.base, "dataset.path")));
    }
    Q_EMIT said(known ? tr("It was measured on %1, which is chosen here.").arg(host)
                      : tr("It was measured on %1. Choose that computer here to measure on it.")
                            .arg(computer));
}

void MeasureFeed::start(const spec::StudySpec& spec) {
    startOn({}, spec);
}

void MeasureFeed::startOn(const QString& host, const spec::StudySpec& spec) {
    if (live_) {
        Q_EMIT said(tr("Another measurement is running. Start this one when it ends."));
        return;
    }
    watchEngine([&spec](EngineProcess& engine) { engine.start(spec); }, host);
}

void MeasureFeed::fetch(const QString& host, const QString& run) {
    if (live_) {
        Q_EMIT said(tr("Another measurement is running. Fetch the record when it ends."));
        return;
    }
    watchEngine([&run](EngineProcess& engine) { engine.fetch(run); }, host);
}

void MeasureFeed::startCommand(const QStringList& arguments) {
    if (live_) {
        Q_EMIT said(tr("Another measurement is running. Start this one when it ends."));
        return;
    }
    watchEngine([&arguments](EngineProcess& engine) { engine.start(arguments); });
    command_ = arguments;
}

void MeasureFeed::play(const spec::StudySpec& spec) {
    if (live_) {
        Q_EMIT said(tr("A measurement is running. Play when it ends."));
        return;
    }
    watchEngine([&spec](EngineProcess& engine) { engine.play(spec); });
    page_->live()->setPlaying(true);
    strip_->setEndless(true);
    if (live_) {
        takeSnapshot();
    }
}

void MeasureFeed::finish(qint64 study) {
    library_->query<QString>(
        this,
        [study, folder = spoolFolder()](store::Library& library) {
            return recordToFinish(library, study, folder);
        },
        [this](const Result<QString>& record) {
            if (!record) {
                Q_EMIT said(errorText(record.error()));
            } else if (live_) {
                Q_EMIT said(
                    tr("Another measurement is running. Measure the missing points when it ends."));
                library_->takeInSpool(spoolFolder());
            } else {
                watchEngine([&record](EngineProcess& engine) { engine.finish(*record); });
            }
        });
}

void MeasureFeed::watchEngine(const std::function<void(EngineProcess&)>& begin,
                              const QString& host) {
    auto process = std::make_unique<EngineProcess>(
        EngineProcess::Options{.engine = engine_, .spoolFolder = spoolFolder(), .host = host});
    EngineProcess& engine = *process;
    command_.clear();
    watch(std::move(process));
    begin(engine);
    Q_EMIT pageWanted();
}

void MeasureFeed::follow(const QString& recordPath) {
    if (live_) {
        to_follow_.push_back(recordPath);
        return;
    }
    watch(std::make_unique<RecordFollower>(recordPath));
    Q_EMIT said(tr("A measurement started earlier is still running."));
}

void MeasureFeed::watch(std::unique_ptr<LiveSource> source) {
    live_ = std::move(source);
    connect(live_.get(), &LiveSource::snapshotChanged, this, &MeasureFeed::takeSnapshot);
    connect(live_.get(), &LiveSource::ended, this, &MeasureFeed::takeEnd);
    connect(live_.get(), &LiveSource::refused, this, [this](const QString& reason) {
        closing_ = false;  // what cannot be stopped may still be left to the background
        page_->live()->threads()->goBack();
        Q_EMIT said(tr("The engine refused the request: %1").arg(reason));
    });
    connect(page_->live(), &LivePanel::tryNowAsked, live_.get(), [source = live_.get()] {
        source->tryNow();
    });
    connect(page_->live()->threads(),
            &ThreadsControl::asked,
            live_.get(),
            [source = live_.get()](int threads) {
                source->changeSetting(QStringLiteral("decode.threads"), threads);
            });
    TimedApplication::setLive(true);
    desktop_.setMeasuring(true);
    page_->live()->clear();
    page_->live()->setPlaying(false);
    strip_->setEndless(false);
    page_->showLive();
    page_->form()->setBusy(true);
    takeSnapshot();
    Q_EMIT began();
}

QString MeasureFeed::takeEndWords() {
    if (live_) {  // it is not the one that is seen
        return ended_title_.isEmpty() ? tr("The measurement before this one has ended.")
                                      : tr("The measurement “%1” has ended.").arg(ended_title_);
    }
    strip_->setSnapshot(nullptr);
    return ended_words_;
}

void MeasureFeed::goOn() {
    if (!live_ && ended_record_.isEmpty()) {
        strip_->setSnapshot(nullptr);
    }
}

void MeasureFeed::letGo() {
    if (live_) {
        live_->disconnect(this);
        live_.reset();
    }
}

void MeasureFeed::takeSnapshot() {
    const SnapshotPtr snapshot = live_->snapshot();
    strip_->setSnapshot(snapshot.get());
    desktop_.setProgress(doneShare(*snapshot));
    if (page_->isVisible()) {
        page_->live()->setSnapshot(*snapshot);
    }
    updateActions();
}

void MeasureFeed::takeEnd() {
    const LiveOutcome outcome = live_->outcome();
    const Elsewhere there = live_->snapshot()->elsewhere;
    takeSnapshot();
    // The source is the sender: it goes when this call has returned.
    live_.release()->deleteLater();
    TimedApplication::setLive(false);
    desktop_.setMeasuring(false);
    desktop_.setProgress(std::nullopt);
    ended_words_ = endWords(outcome.kind);
    strip_->setSnapshot(nullptr, ended_words_);
    page_->form()->setBusy(false);
    if (!there.host.empty() && !closing_) {
        page_->form()->picker()->hosts()->ask();  // which runs wait there now
    } else if (outcome.kind == LiveOutcome::Kind::Failed && !closing_) {
        page_->form()->picker()->ask();  // its folder may have gone
    }
    updateActions();
    if (outcome.kind != LiveOutcome::Kind::LeftRunning) {
        if (QFileInfo::exists(outcome.recordPath)) {
            ended_record_ = outcome.recordPath;
            ended_remark_ = outcome.message;
            library_->ingestSpooled(outcome.recordPath);
        } else {
            page_->showForm();
            if (!closing_ && outcome.kind != LiveOutcome::Kind::Played) {
                tellMissed(outcome, there);
                Q_EMIT recordMissed();
            }
        }
    }
    if (closing_) {
        window_->close();
    } else if (!to_follow_.empty()) {
        const QString next = to_follow_.front();
        to_follow_.pop_front();
        follow(next);
    }
}

void MeasureFeed::tellMissed(const LiveOutcome& outcome, const Elsewhere& there) {
    strip_->setSnapshot(nullptr);  // the message says it
    const QString ended = whyNotObserved(command_);
    auto* box = new QMessageBox(
        QMessageBox::Warning,
        outcome.kind == LiveOutcome::Kind::Failed && !there.run.empty()
            ? tr("The connection to %1 was lost.").arg(QString::fromStdString(there.host))
            : endWords(outcome.kind),
        !ended.isEmpty()     ? ended
        : there.host.empty() ? whyNoRecord(outcome)
                             : messageFrom(there, outcome),
        QMessageBox::Ok,
        window_);
    if (!there.run.empty()) {
        const QString host = QString::fromStdString(there.host);
        box->setInformativeText(tr("What was begun on %1 goes on there without a connection, and "
                                   "its record waits there until it is fetched.")
                                    .arg(host));
        QPushButton* again = box->addButton(tr("&Fetch it"), QMessageBox::AcceptRole);
        connect(again,
                &QPushButton::clicked,
                this,
                [this, host, run = QString::fromStdString(there.run)] { fetch(host, run); });
    } else if (!there.host.empty()) {
        page_->form()->picker()->hosts()->adviseIn(box, QString::fromStdString(there.host));
    }
    openAndForget(box);
}

void MeasureFeed::takeRecord(const QString& path, const StudyPtr& study) {
    if (path != ended_record_) {
        return;
    }
    ended_title_ = study ? QString::fromStdString(study->header.title) : QString();
    if (!live_) {
        page_->showForm();
    }
    Q_EMIT measured(study, ended_remark_);
}

bool MeasureFeed::takeIngested(const QString& record, qint64 study) {
    if (record != ended_record_) {
        return false;
    }
    if (notifying_ && !window_->isActiveWindow()) {
        desktop_.notify(ended_words_, ended_title_, study);
    }
    ended_record_.clear();
    if (!live_ && ended_words_ == endWords(LiveOutcome::Kind::Done)) {
        strip_->setSnapshot(nullptr);  // its result is in front, or offered beside it
    }
    return true;
}

void MeasureFeed::showSnapshot() {
    if (live_) {
        page_->live()->setSnapshot(*live_->snapshot());
    }
}

void MeasureFeed::togglePause() {
    if (!live_ || !live_->canPause()) {
        return;
    }
    live_->snapshot()->paused ? live_->resume() : live_->pause();
}

void MeasureFeed::updateActions() {
    const bool running = live_ != nullptr;
    const bool stopping = running && live_->snapshot()->stopping;
    const PauseState pause = running ? pauseOf(*live_->snapshot()) : PauseState::None;
    // Nothing is left to pause before.
    const bool last = running && live_->snapshot()->runs > 0 &&
                      live_->snapshot()->run >= live_->snapshot()->runs &&
                      pause == PauseState::None;
    start_->setEnabled(!running);
    // A computer that cannot be reached does not hear it: once more leaves the run there.
    const bool leaves = stopping && !live_->snapshot()->elsewhere.host.empty();
    stop_->setEnabled(running && (!stopping || leaves));
    stop_->setToolTip(QObject::tr("%1 (%2)").arg(
        leaves ? tr("Leave the run on the other computer, where its record waits to be fetched")
               : tr("Stop the measurement and keep what was measured"),
        stop_->shortcut().toString(QKeySequence::NativeText)));
    const bool heard = running && !live_->snapshot()->elsewhere.heardAgo;
    pause_->setEnabled(heard && live_->canPause() && !stopping && !last);
    const QString text = pause == PauseState::Paused         ? tr("&Resume")
                         : pause == PauseState::AfterThisRun ? tr("&Pausing after this run…")
                                                             : tr("&Pause after this run");
    if (pause_->text() != text) {
        pause_->setText(text);
        pause_->setToolTip(pause == PauseState::Paused ? tr("Go on with the next run (Ctrl+P)")
                           : pause == PauseState::AfterThisRun
                               ? tr("The current run is finished first. Choose again to go on "
                                    "without a pause (Ctrl+P)")
                               : tr("Finish the current run, then wait (Ctrl+P)"));
        pause_->setIcon(
            icon(pause == PauseState::None ? QStringLiteral("pause") : QStringLiteral("resume")));
    }
}

bool MeasureFeed::mayClose(const std::function<OnClose()>& question) {
    if (!live_ || live_->hasEnded()) {
        return true;
    }
    const OnClose answer = closing_          ? OnClose::Cancel
                           : live_->isPlay() ? OnClose::Stop  // nothing is lost
                           : question        ? question()
                                             : askOnClose();
    // The measurement may have ended while the question stood.
    if (answer == OnClose::Stop && live_) {
        closing_ = true;
        live_->stop();
        Q_EMIT said(tr("Stopping the measurement…"));
    }
    if (answer == OnClose::Cancel || (answer == OnClose::Stop && live_)) {
        return false;
    }
    letGo();
    return true;
}

MeasureFeed::OnClose MeasureFeed::askOnClose() {
    QMessageBox box(QMessageBox::Question,
                    tr("A measurement is running"),
                    tr("Stop the measurement, or let it continue in the background?"),
                    QMessageBox::NoButton,
                    window_);
    box.setInformativeText(
        tr("In the background it continues without the window and is shown again at the next "
           "start. What was measured is kept either way."));
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

}  // namespace throughline::ui
