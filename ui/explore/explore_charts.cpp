// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of ExploreWidget beside each other: which there are, which one the controls speak of,
// and the way back to what was shown before.
#include <QAction>
#include <QHBoxLayout>
#include <QScopedValueRollback>
#include <algorithm>
#include <array>
#include <string_view>

#include "engine/metrics/registry.h"
#include "ui/explore/explore_widget.h"
#include "ui/style/icons.h"

namespace throughline::ui {

namespace {

/// What people look at next, in this order, where the runs have it.
constexpr std::array kLookedAtNext{"images_per_second",
                                   "disk_utilisation",
                                   "read_bytes_per_second",
                                   "cpu_utilisation",
                                   "gpu_utilisation",
                                   "read_iops",
                                   "read_latency_p99"};

std::string_view idOf(std::string_view key) {
    return key.substr(0, key.find('{'));
}

/// A measured quantity that no chart shows yet: one of those, else the first; where all are shown,
/// `otherwise`.
std::string quantityNotShown(const std::vector<StudyForPlot>& studies,
                             const ShownCharts& shown,
                             const std::string& otherwise) {
    std::vector<Field> fields = availableFields(studies);
    std::erase_if(fields, [&](const Field& field) {
        return field.group != FieldGroup::Measured || field.isText || field.isSeveral ||
               std::any_of(shown.charts.begin(), shown.charts.end(), [&](const ShownChart& chart) {
                   // The same quantity of the only device is no other one.
                   return idOf(chart.choice.y) == idOf(field.key) ||
                          idOf(chart.choice.x) == idOf(field.key);
               });
    });
    for (const char* id : kLookedAtNext) {
        for (const Field& field : fields) {
            if (metrics::parse_metric_key(field.key).id == id) {
                return field.key;
            }
        }
    }
    return fields.empty() ? otherwise : fields.front().key;
}

/// What stands well beside a chart: of a kind with a subject another subject, where there is one;
/// else runs with a quantity that no chart shows.
PlotChoice choiceBeside(const ShownChart& chart,
                        const std::vector<StudyForPlot>& studies,
                        const ShownCharts& shown) {
    const PlotChoice& current = chart.choice;
    PlotChoice choice = current;
    for (const Field& subject : subjectsOf(current.points(), studies)) {
        const bool is_shown =
            std::any_of(shown.charts.begin(), shown.charts.end(), [&](const ShownChart& other) {
                return other.choice.points() == current.points() &&
                       other.choice.partOrNone<Subject>().subject == subject.key;
            });
        if (!is_shown) {
            choice.part<Subject>()->subject = subject.key;
            return choice;
        }
    }
    if (current.has<Subject>()) {
        ChartParts before = chart.before;
        choice = ofKind(choice, PointsOf::Runs, before);
    }
    choice.y = quantityNotShown(studies, shown, current.y);
    if (auto* second = choice.part<SecondY>()) {
        second->y2.clear();
    }
    if (auto* levels = choice.part<LevelsShown>()) {
        levels->goal.reset();  // it was of another quantity
    }
    return choice;
}

}  // namespace

ShownChart ExploreWidget::shownChart() const {
    return {.choice = choice_,
            .view = view_,
            .unpublished = view_unpublished_,
            .sources = view_sources_,
            .zoom = grid_->current()->shown().zoom,
            .before = before_};
}

ShownCharts ExploreWidget::shownCharts() const {
    ShownCharts all{.charts = {},
                    .current = grid_->currentIndex(),
                    .arrangement = grid_->arrangement(),
                    .only = only_,
                    .runs = chosen_runs_,
                    .hidden = hidden_};
    for (const ChartPane* pane : grid_->panes()) {
        all.charts.push_back(pane->shown());
    }
    all.charts[all.current] = shownChart();
    return all;
}

void ExploreWidget::takeChart(const ShownChart& of) {
    choice_ = of.choice;
    view_ = of.view;
    view_unpublished_ = of.unpublished;
    view_sources_ = of.sources;
    before_ = of.before;
}

void ExploreWidget::takeCharts(const ShownCharts& all) {
    const QScopedValueRollback restoring(restoring_zoom_, true);
    grid_->setCount(all.charts.size());
    grid_->setArrangement(all.arrangement);
    grid_->setCurrent(all.current);
    for (std::size_t i = 0; i < all.charts.size(); ++i) {
        ChartPane* pane = grid_->panes()[i];
        pane->setShown(all.charts[i]);
        if (!all.charts[i].zoom) {
            pane->plot()->fit();
        }
    }
    chosen_runs_ = all.runs;
    hidden_ = all.hidden;
    takeChart(all.charts[all.current]);
    if (only_ != all.only) {
        only_ = all.only;
        filterStudies();
    }
    refreshFields();
    setChoice(choice_);
}

void ExploreWidget::remember() {
    if (!in_history_) {
        const ShownCharts now = shownCharts();
        if (const auto before = history_.remember(now); before && !before->showNothing()) {
            Q_EMIT chartsChanged(*before, now);
        }
    }
    updateChartActions();
}

void ExploreWidget::showCharts(const ShownCharts& shown) {
    const auto step = history_.stepTo(shown);
    if (step && *step != 0) {
        goInHistory(*step);
        return;
    }
    history_.remember(shown);
    showStep(shown);
}

void ExploreWidget::goInHistory(int step) {
    const ShownCharts* found = history_.go(step);
    if (found == nullptr) {
        return;
    }
    showStep(ShownCharts(*found));
}

void ExploreWidget::showStep(const ShownCharts& shown) {
    in_history_ = true;
    takeCharts(shown);
    QStringList sources;
    for (const ShownChart& chart : shown.charts) {
        sources += chart.sources;
    }
    sources.removeDuplicates();
    if (!sources.isEmpty()) {
        Q_EMIT publishedWanted(sources);
    }
    in_history_ = false;
}

SavedView ExploreWidget::savedView(const QString& title) const {
    const ShownCharts all = shownCharts();
    SavedView view{.title = title,
                   .choice = all.charts.front().choice,
                   .studies = {},
                   .beside = {},
                   .arrangement = all.arrangement,
                   .only = only_,
                   .runs = all.runs,
                   .hidden = all.hidden};
    for (std::size_t i = 0; i < all.charts.size(); ++i) {
        view.setZoom(i, all.charts[i].zoom);
        if (i > 0) {
            view.beside.push_back(all.charts[i].choice);
        }
    }
    for (const StudyForPlot& study : ticked_) {
        view.studies << study.uuid;
    }
    return view;
}

void ExploreWidget::showSavedView(const SavedView& view) {
    ShownCharts all{.charts = {},
                    .current = 0,
                    .arrangement = view.arrangement,
                    .only = view.only,
                    .runs = view.runs,
                    .hidden = view.hidden};
    for (const PlotChoice& choice : view.choices()) {
        all.charts.push_back({.choice = choice,
                              .view = view.title,
                              .unpublished = {},
                              .zoom = view.zoomOfChart(all.charts.size())});
    }
    takeCharts(all);
    Q_EMIT studiesWanted(view.studies);
}

void ExploreWidget::addChart() {
    const std::size_t count = grid_->panes().size();
    if (count == kChartsMax) {
        return;
    }
    const PlotChoice choice = choiceBeside(shownChart(), studies_, shownCharts());
    grid_->current()->setShown(shownChart());
    grid_->setCount(count + 1);
    grid_->setCurrent(count);
    choice_ = choice;
    leaveView();
    setChoice(choice_);
    plot()->setFocus(Qt::OtherFocusReason);
}

void ExploreWidget::removeChart(int index) {
    const std::size_t count = grid_->panes().size();
    const auto at = static_cast<std::size_t>(index);
    if (count == 1 || at >= count) {
        return;
    }
    if (at == grid_->currentIndex()) {
        setCurrentChart(index == 0 ? 1 : index - 1);
    }
    grid_->remove(at);
    remember();
    rebuild();
    plot()->setFocus(Qt::OtherFocusReason);
}

void ExploreWidget::setCurrentChart(int index) {
    const auto at = static_cast<std::size_t>(index);
    if (at >= grid_->panes().size() || at == grid_->currentIndex()) {
        return;
    }
    grid_->current()->setShown(shownChart());
    grid_->setCurrent(at);
    takeChart(grid_->current()->shown());
    remember();
    refreshFields();
    showChoice();
    showCurrent();
}

void ExploreWidget::setArrangement(ChartsIn arrangement) {
    grid_->setArrangement(arrangement);
    remember();
}

void ExploreWidget::updateChartActions() {
    const std::size_t count = grid_->panes().size();
    back_->setEnabled(history_.canGoBack());
    forward_->setEnabled(history_.canGoForth());
    add_->setEnabled(count < kChartsMax);
    for (QAction* action : {remove_, next_, column_}) {
        action->setEnabled(count > 1);
    }
    tools_.column->setVisible(count > 1);
    column_->setChecked(grid_->arrangement() == ChartsIn::Column);
}

QAction* ExploreWidget::historyAction(const QString& text, Qt::Key key, int step) {
    QAction* action = chartAction(text,
                                  QKeySequence(QKeyCombination(Qt::ALT, key)),
                                  step < 0 ? tr("Takes the last change of what is shown back")
                                           : tr("Shows what was shown before going back"));
    connect(action, &QAction::triggered, this, [this, step] { goInHistory(step); });
    return action;
}

QAction* ExploreWidget::chartAction(const QString& text,
                                    const QKeySequence& keys,
                                    const QString& tip) {
    auto* action = new QAction(text, this);
    action->setShortcut(keys);
    action->setStatusTip(tip);
    action->setToolTip(tr("%1 (%2)").arg(tip, keys.toString(QKeySequence::NativeText)));
    return action;
}

void ExploreWidget::makeChartActions() {
    back_ = historyAction(tr("Chart &before"), Qt::Key_Left, -1);
    forward_ = historyAction(tr("Chart &after"), Qt::Key_Right, 1);
    add_ = chartAction(tr("A&dd chart"),
                       Qt::CTRL | Qt::SHIFT | Qt::Key_A,
                       tr("Another chart of the same studies beside this one"));
    add_->setIcon(icon(QStringLiteral("chart-add")));
    connect(add_, &QAction::triggered, this, &ExploreWidget::addChart);
    remove_ = chartAction(tr("Remo&ve chart"),
                          Qt::CTRL | Qt::SHIFT | Qt::Key_W,
                          tr("Takes the current chart away; Chart before brings it back"));
    connect(remove_, &QAction::triggered, this, [this] {
        removeChart(static_cast<int>(grid_->currentIndex()));
    });
    next_ = chartAction(tr("&Next chart"), Qt::Key_F6, tr("Goes to the next of several charts"));
    connect(next_, &QAction::triggered, this, [this] {
        setCurrentChart(static_cast<int>((grid_->currentIndex() + 1) % grid_->panes().size()));
        plot()->setFocus(Qt::OtherFocusReason);
    });
    column_ = chartAction(tr("Charts in a co&lumn"),
                          Qt::CTRL | Qt::SHIFT | Qt::Key_L,
                          tr("Charts below each other with one x axis, or two in a row"));
    column_->setIcon(icon(QStringLiteral("chart-column")));
    column_->setCheckable(true);
    connect(column_, &QAction::triggered, this, [this](bool on) {
        setArrangement(on ? ChartsIn::Column : ChartsIn::Grid);
    });
}

}  // namespace throughline::ui
