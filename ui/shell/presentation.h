// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QMainWindow>
#include <QObject>
#include <QPointer>
#include <QSettings>
#include <vector>

#include "ui/present/present_view.h"
#include "ui/shell/explore_feed.h"
#include "ui/shell/present_pages.h"
#include "ui/shell/study_feed.h"

namespace throughline::ui {

/// The meeting: verdict of the chosen study, charts in front, saved views and scenarios, a page
/// each, over the whole window, which fills the screen meanwhile. Whoever is shown this window over
/// the net sees them, too. Behind it the window stays as it is.
/// Thread: GUI. Blocks: never; saved views are read on the library's thread and come as they are
/// read.
class Presentation : public QObject {
    Q_OBJECT
public:
    /// What the pages are collected from. Borrowed.
    struct From {
        LibraryService* library;
        StudyFeed* study;
        ExploreFeed* charts;
        ExploreWidget* explore;
        WhatIfPage* whatIf;
        QSettings* settings;  ///< where folders are remembered
    };
    Presentation(const From& from, QMainWindow* window);

    QAction* action() const noexcept { return action_; }  ///< starts and ends it
    /// Begins with the page of what is in front.
    void start(Qt::WindowStates screen = Qt::WindowFullScreen);
    void leave();
    PresentView* view() const noexcept { return view_; }  ///< null: nothing is presented

Q_SIGNALS:
    void saved(const QString& path);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void collect();
    void readViews();
    void askAndExport();

    From from_;
    QMainWindow* window_;  // the parent
    QAction* action_;
    QPointer<PresentView> view_;
    QPointer<QWidget> focus_before_;
    Qt::WindowStates state_before_;
    std::vector<ReadView> views_;
};

}  // namespace throughline::ui
