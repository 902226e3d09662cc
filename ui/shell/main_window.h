// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>
#include <QMainWindow>
#include <QSettings>
#include <functional>

#include "ui/bridge/engine_command.h"
#include "ui/bridge/engine_info.h"
#include "ui/bridge/library_service.h"
#include "ui/library/library_panel.h"
#include "ui/measure/measure_page.h"
#include "ui/shell/explore_feed.h"
#include "ui/shell/import_feed.h"
#include "ui/shell/measure_feed.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/pages.h"
#include "ui/shell/preferences.h"
#include "ui/shell/report_feed.h"
#include "ui/shell/study_feed.h"
#include "ui/shell/welcome_page.h"
#include "ui/whatif/whatif_page.h"

namespace throughline::ui {

class Arrivals;
class DiagnosticsDialog;
class HelpWindow;
class RecentFilesMenu;

/// The window: studies on the left, as tabs what can be done and the pages of the chosen study, the
/// job strip below.
/// Thread: GUI.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    using Page = ui::Page;
    using OnClose = MeasureFeed::OnClose;

    explicit MainWindow(QSettings* settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    void openDemo();
    void showPage(Page page);
    /// Of the tab in front, or the page with this id.
    void showHelp(const QString& id = {});
    DiagnosticsDialog* showDiagnostics();

    MeasurePage* measurePage() { return measure_; }
    LibraryPanel* libraryPanel() { return library_panel_; }
    StudyFeed* study() { return study_feed_; }
    ExploreWidget* explore() { return explore_; }
    WhatIfPage* whatIf() { return what_if_; }
    ReportFeed* report() { return report_feed_; }
    MeasureFeed* measurement() { return measure_feed_; }
    ImportFeed* importer() { return importer_; }
    const EngineInfo& engine() const { return engine_; }
    Preferences* preferences() { return preferences_; }
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

private:
    void buildPages();
    void buildDock();
    /// The list of studies at its place and width.
    void placeDock();
    void connectMeasuring();
    void connectLibrary();
    void connectArrivals();
    void askEngine();
    void takeEngine(const QJsonObject& answer, const QString& error);

    // main_window_menus.cpp
    void buildMenus();
    void buildFileMenu();
    void buildEditMenu();
    void buildViewMenu();
    void buildChartMenu();
    void buildHelpMenu();

    QSettings* settings_;  // borrowed
    Preferences* preferences_;
    LibraryService library_;
    EngineInfo engine_;
    EngineCommand version_command_;
    QString library_state_;
    std::function<OnClose()> close_question_;

    MessageBar* messages_ = nullptr;
    Pages* pages_ = nullptr;
    WelcomePage* welcome_ = nullptr;
    MeasurePage* measure_ = nullptr;
    ExploreWidget* explore_ = nullptr;
    ExploreFeed* feed_ = nullptr;
    WhatIfPage* what_if_ = nullptr;
    MeasureFeed* measure_feed_ = nullptr;
    StudyFeed* study_feed_ = nullptr;
    ReportFeed* report_feed_ = nullptr;
    QDockWidget* dock_ = nullptr;
    LibraryPanel* library_panel_ = nullptr;
    ImportFeed* importer_ = nullptr;
    Arrivals* arrivals_ = nullptr;
    HelpWindow* help_ = nullptr;
    RecentFilesMenu* recent_ = nullptr;
};

/// The program before this one ended badly: offers a report about it.
void offerReport(MainWindow* window);

}  // namespace throughline::ui
