// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/explore/explore_charts.h"
#include "ui/explore/explore_document.h"

namespace throughline::ui {

/// What can be done at a point of the current chart: its run's samples, a note.
/// Thread: GUI.
class PointActions : public QObject {
    Q_OBJECT
public:
    /// `window`: where its dialogs lie.
    PointActions(ExploreDocument* document, ExploreCharts* charts, QWidget* window);

    void openRun(int series, int point);
    void askNote(int series, int point);
    RunOfStudy runAt(int series, int point) const;  ///< none for the mean of several runs

Q_SIGNALS:
    /// Its samples are shown.
    void runActivated(const QString& study, qint64 run);
    void said(const QString& message);
    /// What was said does not hold any more.
    void outdated(const QString& message);

private:
    void connectPane(ChartPane* pane);
    void takeBack();

    ExploreDocument* document_;  // borrowed
    ExploreCharts* charts_;      // borrowed
    QWidget* window_;            // the parent
    QString of_samples_;         ///< said while they are shown
};

}  // namespace throughline::ui
