// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>
#include <QLabel>
#include <QMainWindow>
#include <QSettings>
#include <QStackedWidget>
#include <QTabWidget>
#include <QUndoGroup>
#include <deque>
#include <functional>
#include <memory>

#include "ui/bridge/engine_command.h"
#include "ui/bridge/engine_info.h"
#include "ui/bridge/library_service.h"
#include "ui/bridge/live_source.h"
#include "ui/explore/study_chart.h"
#include "ui/library/library_panel.h"
#include "ui/measure/measure_page.h"
#include "ui/shell/explore_feed.h"
#include "ui/shell/job_strip.h"
#include "ui/shell/saved_views_menu.h"
#include "ui/shell/welcome_page.h"
#include "ui/shell/whatif_feed.h"
#include "ui/style/theme.h"

namespace throughline::ui {

class DiagnosticsDialog;
class EngineProcess;
class ImportDialog;
struct Command;

/// The window: studies on the left, Measure, Explore and What if as tabs, the job strip below.
/// Thread: GUI.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    enum class Page { Welcome, Measure, Explore, WhatIf };
    /// What closing does with a measurement that runs.
    enum class OnClose { Stop, Background, Cancel };

    explicit MainWindow(QSettings* settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Results of any kind, and folders of them. Records alone open at once; for others the list of
    /// what became of each file is shown.
    void openFiles(const QStringList& files);
    /// The list of files taken in; made when it is first needed.
    ImportDialog* importDialog();
    void openDemo();
    /// Size of a window that was never resized: all of it, its title bar too, fits what the screen
    /// has left beside panels.
    static QSize firstSize(const QSize& available_px, int title_bar_px);
    void showPage(Page page);
    DiagnosticsDialog* showDiagnostics();

    MeasurePage* measurePage() { return measure_; }
    LibraryPanel* libraryPanel() { return library_panel_; }
    ExploreWidget* explore() { return explore_; }
    WhatIfPage* whatIf() { return what_if_; }
    StudyChart* resultChart() { return result_chart_; }
    LiveSource* live() { return live_.get(); }
    const EngineInfo& engine() const { return engine_; }
    /// Replaces the question that closing asks while a measurement runs or raw data are written.
    void setCloseQuestion(std::function<OnClose()> question) { close_question_ = question; }

Q_SIGNALS:
    /// The engine was found and asked, or is known to be missing.
    void engineKnown();
    /// The study of a measurement that ended is on screen and in the library.
    void resultShown(qint64 study);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// Width of the list of studies, in heights of a line: a title beside its badge.
    static constexpr int kDockLines = 20;

    // main_window.cpp
    void buildPages();
    void buildDock();
    void chooseUndo();
    void connectLibrary();
    void askEngine();
    void takeEngine(const QJsonObject& answer, const QString& error);
    void openDialog();
    void importFolderDialog();
    void restoreLooks();
    void rememberLooks();
    void say(const QString& message);
    void takeIngested(qint64 study, const QString& uuid, const QString& path, const QString& why);

    // main_window_menus.cpp
    QAction* makeWindowAction(const char* icon_name,
                              const QString& text,
                              const QList<QKeySequence>& keys,
                              const QString& tip,
                              std::function<void()> what);
    void buildActions();
    void buildFileActions();
    void buildRunActions();
    void buildViewActions();
    void buildHelpActions();
    void buildMenus();
    QMenu* buildThemeMenu();
    QList<Command> commandsWithKeys() const;
    void addExportActions(QMenu* menu);
    void setScale(double scale);

    // main_window_runs.cpp
    void startMeasurement(const spec::StudySpec& spec);
    void finishMeasurement(qint64 study);
    void follow(const QString& recordPath);
    /// Starts an engine of ours and shows what it measures.
    void watchEngine(const std::function<void(EngineProcess&)>& begin);
    void watch(std::unique_ptr<LiveSource> source);
    void takeSnapshot();
    void takeEnd();
    void takeRecord(const QString& path, const StudyPtr& study);
    void togglePause();
    void stopMeasurement();
    OnClose askOnClose();
    OnClose askOnCloseWhileWriting(const QString& file);
    void updateRunActions();
    QString endWords(const LiveOutcome& outcome) const;

    QSettings* settings_;  // borrowed
    LibraryService library_;
    EngineInfo engine_;
    EngineCommand version_command_;
    QString library_state_;
    std::function<OnClose()> close_question_;

    QStackedWidget* pages_ = nullptr;
    WelcomePage* welcome_ = nullptr;
    QTabWidget* tabs_ = nullptr;
    MeasurePage* measure_ = nullptr;
    ExploreWidget* explore_ = nullptr;
    ExploreFeed* feed_ = nullptr;
    WhatIfPage* what_if_ = nullptr;
    WhatIfFeed* what_if_feed_ = nullptr;
    SavedViewsMenu* saved_views_ = nullptr;
    QUndoGroup* undo_group_ =
        nullptr;  ///< the scenarios' while they are in front, else the library's
    StudyChart* result_chart_ = nullptr;
    QDockWidget* dock_ = nullptr;
    LibraryPanel* library_panel_ = nullptr;
    ImportDialog* import_dialog_ = nullptr;
    JobStrip* strip_ = nullptr;

    std::unique_ptr<LiveSource> live_;
    std::deque<QString> to_follow_;
    QString ended_record_;  ///< of the measurement whose result is awaited
    QString ended_remark_;
    bool closing_ = false;
    double scale_ = 1.0;
    ThemeChoice theme_ = ThemeChoice::System;

    QAction* new_ = nullptr;
    QAction* open_ = nullptr;
    QAction* import_ = nullptr;
    QAction* import_folder_ = nullptr;
    QAction* demo_ = nullptr;
    QAction* quit_ = nullptr;
    QAction* find_ = nullptr;
    QAction* start_ = nullptr;
    QAction* pause_ = nullptr;
    QAction* stop_ = nullptr;
    QAction* show_welcome_ = nullptr;
    QAction* show_measure_ = nullptr;
    QAction* show_explore_ = nullptr;
    QAction* show_what_if_ = nullptr;
    QAction* larger_ = nullptr;
    QAction* smaller_ = nullptr;
    QAction* normal_ = nullptr;
    QAction* full_screen_ = nullptr;
    QAction* reset_layout_ = nullptr;
    QAction* palette_ = nullptr;
    QAction* shortcuts_ = nullptr;
    QAction* diagnostics_ = nullptr;
    QAction* glossary_ = nullptr;
    QAction* about_ = nullptr;
};

}  // namespace throughline::ui
