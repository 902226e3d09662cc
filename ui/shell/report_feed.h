// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>
#include <QSettings>

#include "ui/bridge/library_service.h"
#include "ui/explore/explore_widget.h"
#include "ui/report/report_page.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/pages.h"
#include "ui/shell/study_feed.h"
#include "ui/whatif/whatif_page.h"

namespace throughline::ui {

/// The report tab: reads the studies of its report from the library, and adds to it what is on the
/// page in front.
/// Thread: GUI. Blocks: never; the library answers from its own thread.
class ReportFeed : public QObject {
    Q_OBJECT
public:
    /// What reports are made of; borrowed.
    struct From {
        LibraryService* library = nullptr;
        StudyFeed* study = nullptr;
        ExploreWidget* explore = nullptr;
        WhatIfPage* whatIf = nullptr;
        Pages* pages = nullptr;  ///< gets the tab
        MessageBar* messages = nullptr;
        QSettings* settings = nullptr;  ///< where folders are remembered
    };
    explicit ReportFeed(const From& from, QObject* parent = nullptr);

    ReportPage* page() const noexcept { return page_; }
    /// "Add to report".
    QAction* addAction() const noexcept { return add_; }
    void addFrontPage();

private:
    void read(const report::Definition& definition, const SourcesAnswer& answer);
    void addResult();
    void addCharts();
    void addFigures();
    void addScenarios();
    void add(const std::vector<report::Block>& blocks, const std::vector<std::string>& studies);
    std::vector<std::string> plotted() const;

    From from_;
    ReportPage* page_;
    QAction* add_;
};

}  // namespace throughline::ui
