// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <vector>

#include "ui/bridge/library_service.h"
#include "ui/present/present_view.h"
#include "ui/shell/explore_feed.h"
#include "ui/shell/pages.h"
#include "ui/shell/study_feed.h"
#include "ui/whatif/whatif_page.h"

namespace throughline::ui {

/// What the window shows, as pages for a room: the result of the chosen study, the charts of the
/// explorer and the kept views, the scenarios. Nothing of it is changed by looking.
/// Thread: GUI. Blocks: never; kept views come from the library's own thread.
class Presentation : public QObject {
    Q_OBJECT
public:
    struct Sources {
        LibraryService* library;
        StudyFeed* study;
        ExploreFeed* charts;
        ExploreWidget* explore;
        WhatIfPage* whatIf;
    };
    /// `window`: is covered while it lasts, and fills the screen. All are borrowed.
    Presentation(const Sources& sources, QString viewsFolder, QWidget* window);

    /// Begins with what is on this page of the window; while it lasts, ends it.
    void toggle(Page front);
    PresentView* view() const { return view_; }  ///< null: nothing is presented

Q_SIGNALS:
    void failed(const QString& message);
    void saved(const QString& path);

private:
    std::vector<PresentPage> resultPages() const;
    std::vector<PresentPage> chartPages() const;
    std::vector<PresentPage> scenarioPages() const;
    void askForViews();
    void end();
    void save();

    Sources from_;
    QString views_folder_;
    QWidget* window_;
    QPointer<PresentView> view_;
    Qt::WindowStates before_{};
};

}  // namespace throughline::ui
