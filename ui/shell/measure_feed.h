// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <deque>
#include <functional>
#include <memory>

#include "ui/bridge/library_service.h"
#include "ui/bridge/live_source.h"
#include "ui/measure/measure_page.h"
#include "ui/shell/desktop_session.h"
#include "ui/shell/job_strip.h"

namespace throughline::ui {

class EngineProcess;

/// The running measurement, from Start to its result on the page. One at a time: of an engine of
/// ours, or of one that was started earlier.
/// Thread: GUI. Blocks: only while closing is asked about.
class MeasureFeed : public QObject {
    Q_OBJECT
public:
    /// What closing does with a measurement that runs.
    enum class OnClose { Stop, Background, Cancel };

    /// The actions and dialogs belong to `window`, which is closed when a measurement has ended
    /// that was stopped to close it.
    MeasureFeed(LibraryService* library, MeasurePage* page, QWidget* window);
    /// A measurement that still runs goes on.
    ~MeasureFeed() override;

    void setEngine(const QString& path) { engine_ = path; }
    /// Whether the desktop says that a measurement ended while another window is in front.
    void setNotifying(bool notifying) { notifying_ = notifying; }
    JobStrip* strip() const noexcept { return strip_; }
    LiveSource* live() const noexcept { return live_.get(); }
    /// Whether the measurement, or the form for one, is what the user looks at.
    bool isInFront() const { return page_->isVisible(); }
    /// Start, pause and stop; data in a store.
    QList<QAction*> actions() const { return {start_, pause_, stop_, remote_}; }

    void showForm();  ///< for a new measurement, unless one runs
    /// The same with these settings in it.
    void fillForm(const throughline::spec::StudySpec& spec);
    /// The same with what another computer measured, which is chosen where it is known by its name.
    void fillFormOf(const QString& computer, const spec::StudySpec& spec);
    /// Unless one runs; play() records nothing.
    void play(const spec::StudySpec& spec);
    void start(const spec::StudySpec& spec);
    /// On another computer; "" = on this one.
    void startOn(const QString& host, const spec::StudySpec& spec);
    /// Brings a run home that was begun there before.
    void fetch(const QString& host, const QString& run);
    /// What another command measures; arguments of the engine.
    void startCommand(const QStringList& arguments);
    /// Measures what this study lacks and adds it.
    void finish(qint64 study);
    void showSnapshot();
    /// Whether the window may close now. `question`: what to do with a measurement that runs; empty
    /// asks the user.
    bool mayClose(const std::function<OnClose()>& question);
    /// Whether this record is the result that is awaited.
    bool takeIngested(const QString& record, qint64 study);
    /// How the measurement ended whose result is there; they stand beside the progress no longer.
    QString takeEndWords();
    /// Another page or study: the last one's end is of the past, once its result is there.
    void goOn();

Q_SIGNALS:
    /// A measurement ended and nothing of it can be read; a message says why.
    void recordMissed();
    void said(const QString& message);
    void pageWanted();  ///< the Measure tab must be in front
    void began();       ///< another measurement is watched now
    /// Its record was read; null: nothing of it could be. `remark`: what went wrong, or "".
    void measured(const throughline::ui::StudyPtr& study, const QString& remark);
    /// The notification of its end was clicked.
    void studyWanted(qint64 study);

private:
    void makeActions();
    void follow(const QString& recordPath);
    /// Starts an engine of ours, which measures on `host`, and shows what it measures.
    void watchEngine(const std::function<void(EngineProcess&)>& begin, const QString& host = {});
    /// There is no record. Of a run on another computer it can still be fetched.
    void tellMissed(const LiveOutcome& outcome, const Elsewhere& there);
    void watch(std::unique_ptr<LiveSource> source);
    void letGo();
    void takeSnapshot();
    void takeEnd();
    void takeRecord(const QString& path, const StudyPtr& study);
    void togglePause();
    void updateActions();
    OnClose askOnClose();

    LibraryService* library_;  // borrowed
    MeasurePage* page_;        // borrowed
    QWidget* window_;          // the parent
    DesktopSession desktop_;
    JobStrip* strip_ = nullptr;
    QAction* start_ = nullptr;
    QAction* remote_ = nullptr;
    QAction* pause_ = nullptr;
    QAction* stop_ = nullptr;
    QString engine_;
    QStringList command_;  ///< that is carried out, where it is another than to measure
    std::unique_ptr<LiveSource> live_;
    std::deque<QString> to_follow_;
    QString ended_record_;  ///< of the measurement whose result is awaited
    QString ended_remark_;
    QString ended_title_;
    QString ended_words_;
    bool closing_ = false;
    bool notifying_ = true;
};

}  // namespace throughline::ui
