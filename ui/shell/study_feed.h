// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QObject>
#include <QStackedWidget>
#include <vector>

#include "ui/bridge/library_service.h"
#include "ui/explore/study_chart.h"
#include "ui/shell/explore_feed.h"
#include "ui/shell/measure_feed.h"
#include "ui/study/result_panel.h"
#include "ui/study/settings_page.h"
#include "ui/style/study_names.h"

namespace throughline::ui {

/// The pages of the study that is chosen in the list, or of the one that was just measured: its
/// result, all its figures, its settings and notes. Of several that are chosen the figures are
/// compared, and the result is that of the first. A verdict can be reached again for as long as its
/// study is in the library.
/// Thread: GUI. Blocks: never; the library answers from its own thread.
class StudyFeed : public QObject {
    Q_OBJECT
public:
    using Ids = std::vector<std::int64_t>;

    /// `measurement`: whose results are shown, and which the page's buttons start; may be null.
    StudyFeed(LibraryService* library,
              ExploreFeed* charts,
              MeasureFeed* measurement,
              QObject* parent = nullptr);

    QWidget* resultPage() const noexcept { return result_page_; }
    ResultPanel* panel() const noexcept { return panel_; }
    StudyChart* chart() const noexcept { return chart_; }
    FactTable* figures() const noexcept { return figures_; }
    SettingsPage* settings() const noexcept { return settings_; }
    RunSelection* runs() noexcept { return &runs_; }

    /// Read from the library when one of the pages is visible, or becomes so; of more than can be
    /// compared the first.
    void choose(Ids studies);
    /// Just measured; null: nothing of its record could be read. `remark`: what went wrong, or "".
    void showMeasured(const StudyPtr& study, const QString& remark);
    /// What was just measured did not take the place of the chosen study: the user is elsewhere.
    bool keepsPages() const noexcept { return keeps_pages_; }
    /// The study that was just measured is in the library as this.
    void setStudyId(qint64 study);
    /// Title, runs or figures of studies may be others now.
    void refresh();
    /// What is chosen, whether or not one of the pages is visible. shown() follows, unless it is
    /// shown already.
    void read();

Q_SIGNALS:
    void shown();     ///< other studies, or the same with other figures
    void measured();  ///< what was just measured is on the page
    void failed(const QString& message);
    void said(const QString& message);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void load();
    void hint();  ///< says what is to be done, while no study is on the pages
    bool isVisible() const;
    /// Which studies are plotted, and how, may be other now.
    void recolour();
    void drawChart(const StudyPtr& study);
    void take(Result<std::vector<ChosenStudy>> studies);
    /// Where the shown study was measured: on another computer its settings go into the form, as
    /// they do without `atOnce`.
    void measureAgain(const spec::StudySpec& spec, bool atOnce);
    /// What the nodes of the shown study did in the course of a run, for its chart.
    void readNodes(std::int64_t study);
    void showResult(const StudyPtr& study, const QString& remark);

    LibraryService* library_;  // borrowed
    ExploreFeed* charts_;      // borrowed
    RunSelection runs_;
    QStackedWidget* result_page_;  // the pages are owned by the tabs they are put into
    QLabel* hint_;
    ResultPanel* panel_;
    StudyChart* chart_;
    FactTable* figures_;
    SettingsPage* settings_;
    StudyNames names_;          ///< of all studies of the library, as it was listed last
    Ids shown_;                 ///< on the pages
    Ids wanted_;                ///< chosen and not read yet
    std::size_t left_out_ = 0;  ///< of those that were chosen last
    Ids asked_;  ///< chosen last: what a refresh reads again, whether or not it was shown yet
    MeasureFeed* measurement_ = nullptr;  // borrowed
    bool keeps_pages_ = false;
    int chart_slot_ = 0;
    bool is_outdated_ = false;  ///< what is shown may be other by now
    qint64 remarked_ = 0;       ///< what went wrong while this was measured is `remark_`
    QString remark_;
    std::uint64_t question_ = 0;  ///< only the answer to the last one counts
};

}  // namespace throughline::ui
