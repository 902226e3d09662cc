// SPDX-License-Identifier: GPL-3.0-or-later
// What ExploreWidget shows and when. Its controls are made in explore_controls.cpp.
#include "ui/explore/explore_widget.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QSignalBlocker>
#include <algorithm>

namespace throughline::ui {

namespace {

/// Curves of samples that are shown before anybody chose: more cannot be told apart.
constexpr std::size_t kRunsShownFirst = 8;

bool offers(const std::vector<Field>& fields, const std::string& key) {
    return std::any_of(
        fields.begin(), fields.end(), [&](const Field& field) { return field.key == key; });
}

const RunForPlot* findRun(const std::vector<StudyForPlot>& studies,
                          std::int64_t id,
                          const StudyForPlot** of) {
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            if (run.id == id) {
                *of = &study;
                return &run;
            }
        }
    }
    return nullptr;
}

}  // namespace

void ExploreWidget::setSampleProvider(SampleProvider provider) {
    samples_->setProvider(std::move(provider));
}

void ExploreWidget::setStudies(std::vector<StudyForPlot> studies) {
    ticked_ = std::move(studies);
    samples_->clear();
    filterStudies();
    const std::vector<Field> fields = availableFields(studies_);
    const bool x_is_time = choice_.points == PointsOf::Samples;
    if (studies_.empty()) {
        // Nothing is ticked for the moment; the choice waits.
    } else if (!view_.isEmpty()) {
        // A study's chart says what is missing rather than showing another one.
        if (choice_.points == PointsOf::Samples && !shown_runs_chosen_) {
            chooseShownRuns();
        }
    } else if (!offers(fields, choice_.y) || (!x_is_time && !offers(fields, choice_.x))) {
        const PointsOf points = choice_.points;
        choice_ = defaultChoice(studies_);
        if (choice_.points == PointsOf::Runs) {
            choice_.points = points;
        } else {
            chooseShownRuns();
        }
    }
    if (!studies_.empty() && view_.isEmpty() && !offers(fields, choice_.y2)) {
        choice_.y2.clear();
    }
    if (!studies_.empty()) {
        remember();
    }
    refreshFields();
    showChoice();
    rebuild();
}

void ExploreWidget::showView(const StudyView& view) {
    hidden_series_.clear();
    shown_runs_chosen_ = false;
    takeChart({.choice = view.choice,
               .view = view.title,
               .unpublished = view.unpublished,
               .sources = view.sources});
    setChoice(choice_);
    Q_EMIT publishedWanted(view.sources);
}

void ExploreWidget::leaveView() {
    view_.clear();
    view_unpublished_.clear();
    view_sources_.clear();
    choice_.published.clear();
    choice_.xAsNames = false;
}

void ExploreWidget::showStudy(const QString& uuid) {
    if (only_.count(uuid) > 0) {
        setFilter({});
    }
    std::vector<StudyForPlot> one;
    for (const StudyForPlot& study : studies_) {
        if (study.uuid == uuid) {
            one.push_back(study);
        }
    }
    if (!one.empty()) {
        hidden_series_.clear();
        leaveView();
        setChoice(defaultChoice(one));
    }
}

void ExploreWidget::setChoice(const PlotChoice& choice) {
    choice_ = choice;
    if (choice_.points == PointsOf::Map) {
        const auto rows = mapRows(studies_, choice_);
        const bool known = std::find(rows.begin(), rows.end(), choice_.rows) != rows.end();
        choice_.rows = known ? choice_.rows : rows.empty() ? std::string() : rows.front();
        refreshFields();
    }
    if (choice_.points == PointsOf::Samples && !shown_runs_chosen_) {
        chooseShownRuns();
    }
    remember();
    showChoice();
    rebuild();
}

void ExploreWidget::chooseShownRuns() {
    shown_runs_.clear();
    // In a study's chart its published runs come first.
    for (const bool published : {true, false}) {
        for (const StudyForPlot& study : studies_) {
            const bool turn = (study.origin == run::Origin::Published) == published;
            for (const RunForPlot& run : study.runs) {
                if (turn && isMeant(study, run, choice_) && shown_runs_.size() < kRunsShownFirst) {
                    shown_runs_.insert(run.id);
                }
            }
        }
    }
}

void ExploreWidget::refreshFields() {
    const std::vector<Field> fields = availableFields(studies_);
    x_picker_->setFields(fields, {.allowNone = false, .allowText = true});
    y_picker_->setFields(fields, {.allowNone = false, .allowText = false});
    if (choice_.points == PointsOf::Map) {
        const auto rows = mapRows(studies_, choice_);
        std::vector<Field> varied = fields;
        std::erase_if(varied, [&](const Field& field) {
            return std::find(rows.begin(), rows.end(), field.key) == rows.end();
        });
        y2_picker_->setFields(varied, {.allowNone = false, .allowText = true});
    } else {
        y2_picker_->setFields(fields, {.allowNone = true, .allowText = false});
    }
    field_list_->setFields(fields);
    quick_views_ = quickViews(studies_);
    for (std::size_t i = 0; i < quick_buttons_.size(); ++i) {
        const QuickView& view = quick_views_[i];
        quick_buttons_[i]->setEnabled(view.unavailable.isEmpty() && !studies_.empty());
        quick_buttons_[i]->setToolTip(view.unavailable);
    }
}

void ExploreWidget::showChoice() {
    const bool runs = choice_.points != PointsOf::Samples;
    const bool map = choice_.points == PointsOf::Map;
    runs_button_->setChecked(choice_.points == PointsOf::Runs);
    samples_button_->setChecked(!runs);
    map_button_->setChecked(map);
    y_label_->setText(map ? tr("&colour") : tr("&y"));
    y2_label_->setText(map ? tr("r&ows") : tr("&2nd y"));
    if (runs) {
        x_picker_->setCurrentKey(choice_.x);
    } else {
        x_picker_->setCurrentIndex(-1);
        x_picker_->setEditText(axisOf(kTimeKey).title);
    }
    x_picker_->setEnabled(runs && !studies_.empty());
    y_picker_->setEnabled(!studies_.empty());
    y2_picker_->setEnabled(!studies_.empty());
    y_picker_->setCurrentKey(choice_.y);
    y2_picker_->setCurrentKey(map ? choice_.rows : choice_.y2);
    views_button_->setChecked(!view_.isEmpty());
    views_button_->setToolTip(view_.isEmpty()
                                  ? tr("Charts of the published studies, with your runs (Alt+S)")
                                  : tr("Shown: %1 (Alt+S)").arg(view_));
    reading_->setChoice(choice_,
                        std::any_of(studies_.begin(), studies_.end(), [](const auto& study) {
                            return study.isBaseline;
                        }));
    const QSignalBlocker block_x(x_log_);
    const QSignalBlocker block_y(y_log_);
    x_log_->setEnabled(runs && !map);
    x_log_->setChecked(runs && choice_.logX);
    y_log_->setEnabled(!map);
    y_log_->setChecked(choice_.logY);
    for (std::size_t i = 0; i < quick_buttons_.size(); ++i) {
        const PlotChoice& view = quick_views_[i].choice;
        const bool same_x = view.points == PointsOf::Samples || view.x == choice_.x;
        quick_buttons_[i]->setChecked(view_.isEmpty() && !studies_.empty() &&
                                      view.points == choice_.points && same_x &&
                                      view.y == choice_.y && choice_.y2.empty());
    }
}

void ExploreWidget::readChoice() {
    // A picker without a current entry shows a key that nothing ticked has: the key stays.
    const auto keyOf = [](const FieldPicker* picker, const std::string& otherwise) {
        return picker->currentIndex() >= 0 ? picker->currentKey() : otherwise;
    };
    const bool map = choice_.points == PointsOf::Map;
    const std::string x =
        choice_.points == PointsOf::Samples ? choice_.x : keyOf(x_picker_, choice_.x);
    const std::string y = keyOf(y_picker_, choice_.y);
    const std::string third = keyOf(y2_picker_, map ? choice_.rows : choice_.y2);
    if (!view_.isEmpty() && (x != choice_.x || y != choice_.y)) {
        leaveView();
    }
    reading_->readInto(choice_);
    if (choice_.y != y) {
        choice_.goal.reset();  // it was of another quantity
    }
    choice_.x = x;
    choice_.y = y;
    (map ? choice_.rows : choice_.y2) = third;
    choice_.logX = x_log_->isChecked() && choice_.points == PointsOf::Runs;
    choice_.logY = y_log_->isChecked();
    setChoice(choice_);
}

void ExploreWidget::rebuild() {
    grid_->current()->setShown(shownChart());
    const auto& panes = grid_->panes();
    const bool any_samples = std::any_of(panes.begin(), panes.end(), [](const ChartPane* pane) {
        return pane->shown().choice.points == PointsOf::Samples;
    });
    if (any_samples && shown_runs_.empty() && !shown_runs_chosen_) {
        chooseShownRuns();
    }
    for (ChartPane* pane : panes) {
        const PlotChoice& choice = pane->shown().choice;
        const bool samples = choice.points == PointsOf::Samples;
        ChartRecipe recipe{.choice = choice,
                           .studies = studies_generation_,
                           .runs = samples ? shown_runs_ : std::set<std::int64_t>(),
                           .samples = samples ? samples_->arrivals() : 0};
        if (!pane->isOf(recipe)) {
            pane->setPlot(builtPlot(choice), std::move(recipe));
        }
        hideSeries(pane);
        pane->plot()->setSelected(selected_);
    }
    grid_->join();
    showCurrent();
}

BuiltPlot ExploreWidget::builtPlot(const PlotChoice& choice) {
    BuiltPlot built;
    if (studies_.empty()) {
        built.model.x = axisOf("decode.threads");
        built.model.y = axisOf("images_per_second");
        built.model.emptyText =
            tr("Tick studies in the list on the left to see them here.\n"
               "There are none yet? Measure this computer, or import results of other tools.");
    } else if (choice.points == PointsOf::Map) {
        built = mapOfRuns(studies_, choice);
        built.model.emptyText = tr("A heat map needs runs in which two settings were varied.");
    } else if (choice.points == PointsOf::Runs) {
        built = plotOfRuns(studies_, choice);
        built.model.emptyText =
            tr("No run of the ticked studies has both quantities. Choose others above.");
    } else {
        requestSamples(choice);
        built = plotOfSamples(studies_, choice, samples_->cache(), shown_runs_);
        built.model.emptyText = samples_->isWaiting()
                                    ? tr("Reading the samples\u2026")
                                    : tr("No samples to show. Tick runs in the list beside.");
    }
    return built;
}

void ExploreWidget::hideSeries(ChartPane* pane) const {
    const auto& all = pane->plot()->model().series;
    for (std::size_t i = 0; pane->shown().choice.points != PointsOf::Samples && i < all.size();
         ++i) {
        pane->plot()->setSeriesVisible(i, hidden_series_.count(all[i].name) == 0);
    }
}

void ExploreWidget::showCurrent() {
    const PlotModel& model = plot()->model();
    legend_->setModelSeries(model);
    legend_->setVisible(model.series.size() > 1 || model.z);
    table_model_->setPlot(model);
    if (table_view_->isVisible()) {
        table_view_->resizeColumnsToContents();
    }
    table_model_->setSelected(selected_);
    updateTexts();
    updateSelectionBar();
}

void ExploreWidget::requestSamples(const PlotChoice& choice) {
    for (const std::int64_t id : shown_runs_) {
        const StudyForPlot* study = nullptr;
        const RunForPlot* run = findRun(studies_, id, &study);
        if (run == nullptr) {
            continue;
        }
        samples_->request(study->uuid, id, sampleKeyOf(*run, choice.y));
        if (!choice.y2.empty()) {
            samples_->request(study->uuid, id, sampleKeyOf(*run, choice.y2));
        }
    }
}

void ExploreWidget::setSeriesVisible(int series, bool visible) {
    const auto index = static_cast<std::size_t>(series);
    if (index >= plot()->model().series.size()) {
        return;
    }
    const PlotSeries& one = plot()->model().series[index];
    if (choice_.points == PointsOf::Samples) {
        // The curve may have no points yet, so the run is found by its place among the series.
        const std::size_t per_run = plot()->model().y2 ? 2 : 1;
        std::vector<std::int64_t> runs;
        for (const StudyForPlot& study : studies_) {
            for (const RunForPlot& run : study.runs) {
                if (isMeant(study, run, choice_)) {
                    runs.push_back(run.id);
                }
            }
        }
        const std::int64_t id = runs.at(index / per_run);
        visible ? void(shown_runs_.insert(id)) : void(shown_runs_.erase(id));
        shown_runs_chosen_ = true;
        rebuild();
        return;
    }
    // By name: the same curve is hidden in every chart.
    visible ? void(hidden_series_.erase(one.name)) : void(hidden_series_.insert(one.name));
    for (ChartPane* pane : grid_->panes()) {
        hideSeries(pane);
    }
    table_model_->setPlot(plot()->model());
}

void ExploreWidget::drillDown(int series, int point) {
    // The click was queued: the chart may show something else by now.
    const auto& all = plot()->model().series;
    const auto at = static_cast<std::size_t>(series);
    if (at >= all.size() || static_cast<std::size_t>(point) >= all[at].points.size()) {
        return;
    }
    const PlotSeries& one = all[at];
    const std::int64_t id = one.points[static_cast<std::size_t>(point)].id;
    if (one.cells && id == 0) {
        return;  // the mean of several runs
    }
    Q_EMIT runActivated(one.group, id);
    if (choice_.points != PointsOf::Samples) {
        shown_runs_ = {id};
        shown_runs_chosen_ = true;
        PlotChoice choice = choice_;
        choice.points = PointsOf::Samples;
        setChoice(choice);
    }
}

void ExploreWidget::updateTexts() {
    QStringList all = grid_->current()->missing();
    if (!view_unpublished_.isEmpty()) {
        all.prepend(view_unpublished_);
    }
    missing_->setText(all.join(QChar(u' ')));
    missing_->setToolTip(all.join(QChar(u'\n')));
    missing_->setVisible(!all.isEmpty());
}

ChartExport ExploreWidget::chartExport(const std::vector<ChartPane*>& panes) const {
    ChartExport chart{.plots = {}, .page = {}};
    for (const ChartPane* pane : panes) {
        const PlotView* plot = pane->plot();
        chart.plots.push_back({.model = &plot->model(),
                               .range = &plot->zoom().current(),
                               .title = chartTitle(plot->model())});
    }
    chart.page.title = panes.size() == 1 ? chart.plots.front().title : QString();
    chart.page.footer = provenanceOf(studies_);
    chart.page.across = chartsAcross(panes.size(), grid_->arrangement());
    return chart;
}

}  // namespace throughline::ui
