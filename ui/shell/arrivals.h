// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "ui/library/library_panel.h"
#include "ui/shell/explore_feed.h"
#include "ui/shell/import_feed.h"
#include "ui/shell/measure_feed.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/pages.h"
#include "ui/shell/study_feed.h"

namespace throughline::ui {

/// What comes into the window: measured, imported, opened, or from the demo. Each leads to where it
/// is looked at, and changes nothing that the user is looking at meanwhile.
/// Thread: GUI.
class Arrivals : public QObject {
    Q_OBJECT
public:
    /// All borrowed.
    struct Places {
        LibraryPanel* list;
        StudyFeed* study;
        ExploreFeed* charts;
        MeasureFeed* measuring;
        Pages* pages;
        MessageBar* messages;
    };
    explicit Arrivals(const Places& places, QObject* parent = nullptr);

    /// The library has taken a file in. `remark`: what the user should know of it, "" if nothing.
    /// One without a figure is shown where it says why, and not in an empty chart.
    void takeIngested(qint64 study,
                      const QString& uuid,
                      const QString& path,
                      const QString& remark,
                      bool hasFigures);
    /// `others`: what is said of the files that did not come in, "" if nothing.
    void takeImported(const LibraryPanel::Ids& studies, const QString& others);
    /// Beside what is plotted; in another chart where the one on show has not the first's axes.
    void showInCharts(const LibraryPanel::Ids& studies);

Q_SIGNALS:
    /// The study of a measurement that ended is on screen and in the library.
    void resultShown(qint64 study);

private:
    /// It is plotted beside the others. Who waited for it in front of the measurement has it on the
    /// pages; for whoever is elsewhere page, selection and axes stay, and a button leads to it.
    void takeMeasured(qint64 study);
    /// On the page of results, wherever the user is.
    void showResult(qint64 study);

    Places at_;
    QString offered_;  ///< what was said of the measurement that ended last
};

}  // namespace throughline::ui
