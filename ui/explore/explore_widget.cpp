// SPDX-License-Identifier: GPL-3.0-or-later
// What ExploreWidget shows and when. Its controls are made in explore_controls.cpp.
#include "ui/explore/explore_widget.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSignalBlocker>
#include <algorithm>
#include <set>

#include "ui/charts/choice_parts.h"
#include "ui/charts/default_choice.h"
#include "ui/charts/members.h"
#include "ui/charts/provenance.h"

namespace throughline::ui {

namespace {

bool offers(const std::vector<Field>& fields, const std::string& key) {
    return std::any_of(
        fields.begin(), fields.end(), [&](const Field& field) { return field.key == key; });
}

}  // namespace

void ExploreWidget::setSampleProvider(SampleProvider provider) {
    samples_->setProvider(std::move(provider));
}

void ExploreWidget::setStudies(std::vector<StudyForPlot> studies) {
    ticked_ = std::move(studies);
    tellStudiesApart(ticked_);
    samples_->clear();
    if (chosen_runs_ && chosen_runs_->empty()) {
        chosen_runs_.reset();  // none of the former ones: it says nothing of these
    }
    filterStudies();
    const bool x_missing = !isRunByRun(choice_.points()) && !offers(fields_, choice_.x);
    const bool y_missing = !choice_.has<Subject>() && !offers(fields_, choice_.y);
    // Where nothing is ticked for the moment the choice waits, and a study's chart says what is
    // missing rather than showing another one.
    const bool may_change = !studies_.empty() && view_.isEmpty();
    const PlotChoice before = choice_;
    if (may_change && (x_missing || y_missing)) {
        choice_ = defaultChoice(studies_);
        choice_.notes = before.notes;
        if (choice_.has<RunsChart>()) {
            choice_.chart = chartOf(before.points());
            choice_.takePart<Subject>(before);
        }
        choice_.takePart<ColourBy>(before);
        choice_.takePart<MarkerBy>(before);
    }
    if (may_change) {
        choice_ = completed(choice_, studies_);
    }
    auto* second = choice_.part<SecondY>();
    if (second != nullptr && may_change && !offers(fields_, second->y2)) {
        second->y2.clear();
    }
    forgetZoomBefore(before);
    if (!studies_.empty()) {
        remember();
    }
    refreshFields();
    showChoice();
    rebuild();
}

void ExploreWidget::showView(const StudyView& view) {
    hidden_.clear();
    chosen_runs_.reset();
    const auto chart = [&](const PlotChoice& choice) {
        return ShownChart{.choice = choice,
                          .view = view.title,
                          .unpublished = view.unpublished,
                          .sources = view.sources};
    };
    // What another view put beside it goes with that; charts of one's own stay.
    const ShownCharts shown = shownCharts();
    const bool is_of_a_view =
        std::all_of(shown.charts.begin(), shown.charts.end(), [&](const ShownChart& one) {
            return !one.view.isEmpty() && one.view == shown.charts.front().view;
        });
    if (view.beside.empty() && shown.charts.size() > 1 && is_of_a_view) {
        takeCharts({.charts = {chart(view.choice)}, .only = only_});
    } else if (view.beside.empty()) {
        grid_->current()->forgetZoom();
        takeChart(chart(view.choice));
        setChoice(choice_);
    } else {
        ShownCharts all{.charts = {}, .arrangement = ChartsIn::Column, .only = only_};
        for (const PlotChoice& choice : view.choices()) {
            all.charts.push_back(chart(choice));
        }
        takeCharts(all);
    }
    Q_EMIT publishedWanted(view.sources);
}

void ExploreWidget::leaveView() {
    view_.clear();
    view_unpublished_.clear();
    view_sources_.clear();
    choice_.published.clear();
    for (AlongX* along : {choice_.part<AlongX>(), &std::get<AlongX>(before_)}) {
        if (along != nullptr) {
            along->fullOnly = false;
            along->xAsNames = false;
        }
    }
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
        hidden_.clear();
        leaveView();
        before_ = {};
        setChoice(defaultChoice(one));
    }
}

void ExploreWidget::setChoice(const PlotChoice& choice) {
    const PlotChoice before = choice_;
    choice_ = view_.isEmpty() ? completed(choice, studies_) : choice;
    if (choice_.points() != before.points() || choice_.has<MapChart>()) {
        refreshFields();
    }
    forgetZoomBefore(before);
    remember();
    showChoice();
    rebuild();
}

void ExploreWidget::refreshFields() {
    x_picker_->setFields(fields_, {.allowNone = false, .allowText = true});
    const bool subject = choice_.has<Subject>();
    const bool curves = choice_.has<SecondY>();
    y_picker_->setFields(subject ? subjectsOf(choice_.points(), studies_) : fields_,
                         {.allowNone = false, .allowText = false, .allowSeveral = curves});
    if (choice_.has<MapChart>()) {
        const auto rows = mapRows(studies_, choice_);
        std::vector<Field> varied = fields_;
        std::erase_if(varied, [&](const Field& field) {
            return std::find(rows.begin(), rows.end(), field.key) == rows.end();
        });
        y2_picker_->setFields(varied, {.allowNone = false, .allowText = true});
    } else {
        y2_picker_->setFields(fields_,
                              {.allowNone = true, .allowText = false, .allowSeveral = curves});
    }
    field_list_->setFields(fields_);
    quick_views_ = quickViews(studies_);
    for (std::size_t i = 0; i < quick_buttons_.size(); ++i) {
        const QuickView& view = quick_views_[i];
        quick_buttons_[i]->setEnabled(view.unavailable.isEmpty() && !studies_.empty());
        quick_buttons_[i]->setToolTip(view.unavailable);
    }
}

void ExploreWidget::showChoice() {
    const bool picks_x = !isRunByRun(choice_.points());
    const bool runs = choice_.has<RunsChart>();
    const auto* map = choice_.part<MapChart>();
    const auto* subject = choice_.part<Subject>();
    const std::string& second = choice_.partOrNone<SecondY>().y2;
    tools_.runs->setChecked(runs);
    tools_.samples->setChecked(choice_.has<SamplesChart>());
    tools_.map->setChecked(map != nullptr);
    showKind();
    y_label_->setText(map != nullptr ? tr("&colour") : subject != nullptr ? tr("&of") : tr("&y"));
    y2_label_->setText(map != nullptr ? tr("r&ows") : tr("&2nd y"));
    if (picks_x) {
        x_picker_->setCurrentKey(choice_.x);
    } else {
        x_picker_->setCurrentIndex(-1);  // the chart says what it is over
    }
    showWhatFits();
    y_picker_->setCurrentKey(subject != nullptr ? subject->subject : choice_.y);
    y2_picker_->setCurrentKey(map != nullptr ? map->rows : second);
    tools_.views->setChecked(!view_.isEmpty());
    tools_.views->setToolTip(view_.isEmpty()
                                 ? tr("Charts of the published studies, with your runs (Alt+S)")
                                 : tr("Shown: %1 (Alt+S)").arg(view_));
    const bool has_baseline = std::any_of(
        studies_.begin(), studies_.end(), [](const auto& study) { return study.isBaseline; });
    reading_->setChoice(choice_, has_baseline, fields_);
    const QSignalBlocker block_x(x_log_);
    const QSignalBlocker block_y(y_log_);
    x_log_->setChecked(choice_.partOrNone<AlongX>().logX);
    y_log_->setChecked(choice_.partOrNone<LogY>().logY);
    for (std::size_t i = 0; i < quick_buttons_.size(); ++i) {
        const PlotChoice& view = quick_views_[i].choice;
        const bool same_x = view.has<SamplesChart>() || view.x == choice_.x;
        quick_buttons_[i]->setChecked(view_.isEmpty() && !studies_.empty() &&
                                      view.points() == choice_.points() && same_x &&
                                      view.y == choice_.y && second.empty());
    }
}

void ExploreWidget::showWhatFits() {
    const auto show = [&](QWidget* control, ChoicePart part, const QString& tip, bool otherwise) {
        const auto misfit = misfitOf(part, choice_);
        control->setEnabled((!misfit || otherwise) && !studies_.empty());
        control->setToolTip(misfit && !otherwise ? sentence(misfit->why) : tip);
    };
    show(x_picker_, ChoicePart::X, QString(), false);
    show(y_picker_, ChoicePart::Y, QString(), choice_.has<Subject>());
    show(y2_picker_,
         ChoicePart::Y2,
         QString(),
         choice_.has<MapChart>());  // which picks the rows there
    show(x_log_, ChoicePart::LogX, tr("Logarithmic x axis (Shift+L)"), false);
    show(y_log_, ChoicePart::LogY, tr("Logarithmic y axis (L); a second y stays linear"), false);
}

void ExploreWidget::readChoice() {
    // A picker without a current entry shows a key that nothing ticked has: the key stays.
    const auto keyOf = [](const FieldPicker* picker, const std::string& otherwise) {
        return picker->currentIndex() >= 0 ? picker->currentKey() : otherwise;
    };
    const auto* of = choice_.part<Subject>();
    const std::string x = isRunByRun(choice_.points()) ? choice_.x : keyOf(x_picker_, choice_.x);
    const std::string y = of != nullptr ? choice_.y : keyOf(y_picker_, choice_.y);
    const Subject subject{of != nullptr ? keyOf(y_picker_, of->subject) : std::string()};
    const bool other_subject = of != nullptr && *of != subject;
    if (!view_.isEmpty() && (x != choice_.x || y != choice_.y || other_subject)) {
        leaveView();
    }
    if (other_subject) {
        chosen_runs_.reset();
    }
    PlotChoice choice = choice_;
    reading_->readInto(choice);
    if (auto* levels = choice.part<LevelsShown>(); levels != nullptr && choice.y != y) {
        levels->goal.reset();  // it was of another quantity
    }
    choice.x = x;
    choice.y = y;
    if (auto* part = choice.part<Subject>()) {
        *part = subject;
    }
    if (auto* part = choice.part<MapRows>()) {
        part->rows = keyOf(y2_picker_, part->rows);
    }
    if (auto* part = choice.part<SecondY>()) {
        part->y2 = keyOf(y2_picker_, part->y2);
    }
    choice.setLogarithmic(x_log_->isChecked(), y_log_->isChecked());
    setChoice(choice);
}

void ExploreWidget::rebuild() {
    grid_->current()->setShown(shownChart());
    const auto& panes = grid_->panes();
    const bool run_by_run = std::any_of(panes.begin(), panes.end(), [](const ChartPane* pane) {
        return isRunByRun(pane->shown().choice.points());
    });
    if (run_by_run) {
        findShownRuns();
    }
    const QScopedValueRollback restoring(restoring_zoom_, true);
    for (ChartPane* pane : panes) {
        const PlotChoice& choice = pane->shown().choice;
        const bool samples = choice.has<SamplesChart>();
        ChartRecipe recipe{
            .choice = choice,
            .studies = studies_generation_,
            .runs = isRunByRun(choice.points()) ? shown_runs_ : std::set<std::int64_t>(),
            .samples = samples ? samples_->arrivals() : 0};
        if (!pane->isOf(recipe)) {
            pane->setPlot(builtPlot(choice), std::move(recipe));
        }
        hideSeries(pane);
        pane->plot()->setSelected(selected_);
        refineSamples(pane);
    }
    grid_->join();
    restoreZooms();
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
    } else {
        if (choice.has<SamplesChart>()) {
            requestSamples(choice);
        }
        built = buildPlot(studies_, choice, samples_->cache(), shown_runs_);
        const bool waiting = choice.has<SamplesChart>() && samples_->isWaiting();
        built.model.emptyText =
            waiting ? tr("Reading the samples\u2026") : emptyTextOf(choice, built.model);
    }
    return built;
}

void ExploreWidget::showCurrent() {
    const PlotModel& model = plot()->model();
    if (x_picker_->currentIndex() < 0) {
        x_picker_->setEditText(model.x.title);
    }
    legend_->setModelSeries(model);
    legend_->setVisible(model.series.size() > 1 || (model.z && model.hasPoints()));
    showTable();
    updateTexts();
    updateSelectionBar();
}

void ExploreWidget::showTable() {
    table_stale_ = true;
    if (!table_view_->isHidden()) {
        table();
        table_view_->resizeColumnsToContents();
    }
}

PlotTableModel* ExploreWidget::table() {
    if (table_stale_) {
        table_stale_ = false;
        // More samples of the same chart leave the reader where he was.
        const int row = table_of_ == choice_ ? table_view_->verticalScrollBar()->value() : 0;
        table_of_ = choice_;
        table_model_->setPlot(plot()->model());
        table_view_->verticalScrollBar()->setValue(row);
        table_model_->setSelected(selected_);
    }
    return table_model_;
}

void ExploreWidget::requestSamples(const PlotChoice& choice) {
    for (const std::int64_t id : shown_runs_) {
        const auto [study, run] = findRun(studies_, id);
        if (run == nullptr) {
            continue;
        }
        for (const std::string& key : sampleKeysOf(*run, choice)) {
            samples_->request(study->uuid, id, key);
        }
    }
}

void ExploreWidget::refineSamples(const ChartPane* pane) {
    const PlotChoice& choice = pane->shown().choice;
    if (!choice.has<SamplesChart>()) {
        return;
    }
    const Span& x = pane->plot()->zoom().current().x;
    for (const std::int64_t id : shown_runs_) {
        const RunForPlot* run = findRun(studies_, id).run;
        const auto keys = run == nullptr ? std::set<std::string>() : sampleKeysOf(*run, choice);
        for (const std::string& key : keys) {
            samples_->refine(id, key, x, pane->plot()->width());
        }
    }
}

/// "8 of 16 runs are ticked": where nobody chose which, so that none is missed.
static QString runsTicked(const PlotModel& model) {
    std::set<std::int64_t> all;
    std::set<std::int64_t> ticked;
    for (const PlotSeries& series : model.series) {
        all.insert(series.run);
        if (series.visible) {
            ticked.insert(series.run);
        }
    }
    return ticked.size() == all.size()
               ? QString()
               : ExploreWidget::tr("%1 of %2 runs are ticked; tick others in the legend.")
                     .arg(ticked.size())
                     .arg(all.size());
}

void ExploreWidget::updateTexts() {
    QStringList all = grid_->current()->missing();
    if (isRunByRun(choice_.points()) && !chosen_runs_) {
        all.prepend(runsTicked(plot()->model()));
        all.removeAll(QString());
    }
    if (!view_unpublished_.isEmpty() && concernsPublished(studies_, choice_)) {
        all.prepend(view_unpublished_);
    }
    missing_->setText(all.join(QChar(u' ')));
    missing_->setToolTip(all.join(QChar(u'\n')));
    missing_->setVisible(!all.isEmpty());
}

ChartExport ExploreWidget::chartExport(const std::vector<ChartPane*>& panes) const {
    ChartExport chart{.plots = {}, .page = {}};
    std::vector<const PlotModel*> models;
    QStringList remarks;
    for (const ChartPane* pane : panes) {
        const PlotView* plot = pane->plot();
        models.push_back(&plot->model());
        const QString& unpublished = pane->shown().unpublished;
        if (!unpublished.isEmpty() && concernsPublished(studies_, pane->shown().choice)) {
            remarks << unpublished;
        }
        remarks += pane->missing();
        chart.plots.push_back({.model = &plot->model(),
                               .range = &plot->zoom().current(),
                               .title = chartTitle(plot->model())});
    }
    const QString view = panes.front()->shown().view;
    const bool one_view =
        !view.isEmpty() && std::all_of(panes.begin(), panes.end(), [&](auto* pane) {
            return pane->shown().view == view;
        });
    chart.page.title = one_view ? view : panes.size() == 1 ? chart.plots.front().title : QString();
    chart.page.size = export_page_.size;
    chart.page.scale = export_page_.scale;
    chart.page.footer = provenanceOf(studies_, models, remarks);
    chart.page.across = chartsAcross(panes.size(), grid_->arrangement());
    return chart;
}

}  // namespace throughline::ui
