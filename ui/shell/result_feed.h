// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QObject>
#include <QStackedWidget>

#include "ui/bridge/library_service.h"
#include "ui/explore/study_chart.h"
#include "ui/measure/result_panel.h"
#include "ui/shell/explore_feed.h"
#include "ui/shell/measure_feed.h"

namespace throughline::ui {

/// The Result tab: what came out of the study that is chosen in the list, or of the one that was
/// just measured. A verdict can be reached again for as long as its study is in the library.
/// Thread: GUI. Blocks: never; the library answers from its own thread.
class ResultFeed : public QObject {
    Q_OBJECT
public:
    /// `measurement`: whose results are shown, and which the page's buttons start; may be null.
    ResultFeed(LibraryService* library,
               ExploreFeed* charts,
               MeasureFeed* measurement,
               QObject* parent = nullptr);

    QWidget* page() const noexcept { return page_; }
    ResultPanel* panel() const noexcept { return panel_; }
    StudyChart* chart() const noexcept { return chart_; }

    /// Read from the library when the page is visible, or becomes so.
    void choose(qint64 study);
    /// Just measured; null: nothing of its record could be read. `remark`: what went wrong, or "".
    void showMeasured(const StudyPtr& study, const QString& remark);
    /// The study that was just measured is in the library as this.
    void setStudyId(qint64 study);
    /// Title, runs or figures of studies may be others now.
    void refresh();

Q_SIGNALS:
    void measured();  ///< what was just measured is on the page
    void failed(const QString& message);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void load();
    void show(const StudyPtr& study, const QString& remark);

    LibraryService* library_;  // borrowed
    ExploreFeed* charts_;      // borrowed
    QStackedWidget* page_;     // owned by the tabs it is put into
    QLabel* hint_;
    ResultPanel* panel_;
    StudyChart* chart_;
    qint64 wanted_ = 0;    ///< chosen and not read yet; 0 = none
    qint64 remarked_ = 0;  ///< what went wrong while this was measured is `remark_`
    QString remark_;
    std::uint64_t question_ = 0;  ///< only the answer to the last one counts
};

}  // namespace throughline::ui
