// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/explore_document.h"

#include <QSet>
#include <QUndoCommand>
#include <algorithm>
#include <utility>

#include "ui/charts/chart_kinds.h"
#include "ui/charts/choice_beside.h"
#include "ui/charts/default_choice.h"
#include "ui/charts/drawn_runs.h"
#include "ui/charts/pinned_notes.h"
#include "ui/explore/explore_change.h"

namespace throughline::ui {

namespace {

/// What only studies' charts say.
void forgetViewOf(AlongX* along) {
    if (along != nullptr) {
        along->fullOnly = false;
        along->xAsNames = false;
    }
}

/// The choice without it.
PlotChoice ownChoice(PlotChoice choice) {
    choice.published.clear();
    choice.own.clear();
    forgetViewOf(choice.part<AlongX>());
    return choice;
}

/// What is chosen next is no longer a study's chart.
void leaveView(ChartState& chart) {
    chart.view.clear();
    chart.unpublished.clear();
    chart.sources.clear();
    forgetViewOf(&std::get<AlongX>(chart.before));
}

bool axesAreIn(const PlotChoice& choice, const std::vector<Field>& fields) {
    return (isRunByRun(choice.points()) || hasField(fields, choice.x)) &&
           (choice.has<Subject>() || hasField(fields, choice.y));
}

/// The choice, or what can be shown where the studies lack one of its axes.
PlotChoice fitting(const PlotChoice& choice,
                   const std::vector<StudyForPlot>& studies,
                   const std::vector<Field>& fields) {
    PlotChoice fits = choice;
    if (!axesAreIn(choice, fields)) {
        fits = defaultChoice(studies);
        fits.notes = choice.notes;
        if (fits.has<RunsChart>()) {
            fits.chart = chartOf(choice.points());
            fits.takePart<Subject>(choice);
        }
        fits.takePart<ColourBy>(choice);
        fits.takePart<MarkerBy>(choice);
    }
    fits = completed(fits, studies);
    if (auto* second = fits.part<SecondY>(); second != nullptr && !hasField(fields, second->y2)) {
        second->y2.clear();
    }
    return fits;
}

ExploreState stateOf(const SavedView& view) {
    ExploreState state{.charts = {},
                       .arrangement = view.arrangement,
                       .filter = view.only,
                       .hidden = view.hidden,
                       .runs = view.runs};
    for (const PlotChoice& choice : view.choices()) {
        state.charts.push_back(
            {.choice = choice, .view = view.title, .zoom = view.zoomOfChart(state.charts.size())});
    }
    return state;
}

}  // namespace

/// The whole state before and after: a few kilobytes, simpler than differences. Each keeps the
/// zoom that it was left with. A view brings its studies along, and takes them away again.
class ExploreDocument::Step : public QUndoCommand {
public:
    /// What is plotted before and after it, as uuids.
    struct Plotted {
        QStringList before;
        QStringList after;
    };

    Step(ExploreDocument* document,
         ExploreState before,
         ExploreState after,
         std::optional<Plotted> plotted = std::nullopt)
        : QUndoCommand(plotted ? ExploreDocument::tr("Show view") : changeText(before, after)),
          document_(document),
          before_(std::move(before)),
          after_(std::move(after)),
          plotted_(std::move(plotted)) {}
    const ExploreState& shownAfter(int direction) const { return direction < 0 ? before_ : after_; }
    void undo() override {
        if (document_->state_.showsSame(after_)) {
            after_ = document_->state_;
        }
        document_->restore(before_);
        plot(-1);
    }
    void redo() override {
        if (std::exchange(is_new_, false)) {
            document_->show(after_);
            return;
        }
        if (document_->state_.showsSame(before_)) {
            before_ = document_->state_;
        }
        document_->restore(after_);
        plot(1);
    }
    bool plots() const { return plotted_.has_value(); }
    /// Asks for what is plotted before it (-1) or after it (1).
    void plot(int direction) const {
        if (plotted_) {
            const bool back = direction < 0;
            document_->wantStudies(back ? plotted_->before : plotted_->after,
                                   back ? plotted_->after : plotted_->before,
                                   {});
        }
    }

private:
    ExploreDocument* document_;  // outlives its steps, or the stack that holds them is cleared
    ExploreState before_;
    ExploreState after_;
    std::optional<Plotted> plotted_;
    bool is_new_ = true;  ///< until pushing it calls redo()
};

ExploreDocument::ExploreDocument(QUndoStack* undo, QObject* parent) : QObject(parent), undo_(undo) {
    if (undo_ == nullptr) {
        undo_ = new QUndoStack(this);
        undo_->setUndoLimit(kStepsMax);
    }
    at_ = undo_->index();
    connect(undo_, &QUndoStack::indexChanged, this, [this](int index) { at_ = index; });
}

void ExploreDocument::setStudies(std::vector<StudyForPlot> studies) {
    ticked_ = std::move(studies);
    asked_.reset();
    tellStudiesApart(ticked_);
    findStudies();
    ExploreState next = state_;
    if (next.runs && next.runs->empty()) {
        next.runs.reset();  // none of the former ones: it says nothing of these
    }
    if (studies_.empty()) {
        show(std::move(next));  // the choice waits
        return;
    }
    // A study's chart says what is missing rather than showing another one.
    const bool may_change = next.chart().view.isEmpty();
    applyChoice(next, may_change ? fitting(choice(), studies_, fields_) : choice());
}

void ExploreDocument::findStudies() {
    studies_ = filtered(ticked_, state_.filter);
    fields_ = availableFields(studies_);
    ++generation_;
    PointIds there;
    for (const StudyForPlot& study : studies_) {
        for (const RunForPlot& run : study.runs) {
            there.insert(run.id);
        }
    }
    if (std::erase_if(selected_, [&](std::int64_t id) { return there.count(id) == 0; }) > 0) {
        Q_EMIT selectionChanged();
    }
}

void ExploreDocument::apply(ExploreState next) {
    if (next.showsSame(state_) || state_.showsNothing()) {
        show(std::move(next));
    } else {
        undo_->push(new Step(this, state_, std::move(next)));  // the stack owns it
    }
}

void ExploreDocument::applyChoice(ExploreState next, const PlotChoice& choice) {
    ChartState& chart = next.chart();
    const PlotChoice before =
        std::exchange(chart.choice, chart.view.isEmpty() ? completed(choice, studies_) : choice);
    if (!haveSameAxes(chart.choice, before)) {
        chart.zoom.reset();
    }
    apply(std::move(next));
}

void ExploreDocument::show(ExploreState next) {
    const bool other_runs = next.filter != state_.filter;
    state_ = std::move(next);
    if (other_runs) {
        findStudies();
    }
    drawn_runs_ = ui::drawnRuns(state_, studies_);
    Q_EMIT changed();
}

void ExploreDocument::restore(const ExploreState& state) {
    show(state);
    Q_EMIT restored();
}

QStringList ExploreDocument::plotted() const {
    if (asked_) {
        return *asked_;
    }
    QStringList uuids;
    for (const StudyForPlot& study : ticked_) {
        uuids << study.uuid;
    }
    return uuids;
}

void ExploreDocument::wantStudies(const QStringList& uuids,
                                  const QStringList& insteadOf,
                                  const QString& view) {
    asked_ = uuids;
    Q_EMIT studiesWanted(uuids, insteadOf, view);
}

std::optional<int> ExploreDocument::stepTowards(int direction) const {
    const int first = direction < 0 ? at_ - 1 : at_;
    for (int i = first; i >= 0 && i < undo_->count(); i += direction) {
        const auto* step = dynamic_cast<const Step*>(undo_->command(i));
        const bool changes =
            step != nullptr && (step->plots() || !step->shownAfter(direction).showsSame(state_));
        if (changes) {
            return i;
        }
    }
    return std::nullopt;
}

void ExploreDocument::go(int direction) {
    const auto found = stepTowards(direction);
    if (!found) {
        return;
    }
    // What others did since then stays: only a step at the stack's index can be undone or redone.
    if (direction < 0 && *found + 1 == undo_->index()) {
        undo_->undo();
    } else if (direction > 0 && *found == undo_->index()) {
        undo_->redo();
    } else {
        at_ = direction < 0 ? *found : *found + 1;
        const auto* step = static_cast<const Step*>(undo_->command(*found));
        restore(step->shownAfter(direction));
        step->plot(direction);
    }
}

void ExploreDocument::select(const PointIds& runs, PickHow how) {
    selected_ = combined(std::move(selected_), runs, how);
    Q_EMIT selectionChanged();
}

void ExploreDocument::setZoom(std::size_t chart, std::optional<ChartZoom> zoom) {
    if (chart < state_.charts.size()) {
        state_.charts[chart].zoom = std::move(zoom);
    }
}

void ExploreDocument::setChoice(const PlotChoice& choice) {
    applyChoice(state_, choice);
}

void ExploreDocument::setKind(PointsOf points) {
    ExploreState next = state_;
    leaveView(next.chart());
    PlotChoice choice = ownChoice(this->choice());
    if (points != PointsOf::Samples && choice.x == kTimeKey) {
        choice.x = defaultChoice(studies_).x;
    }
    if (hasSubject(points)) {
        next.runs.reset();
    }
    choice = ofKind(std::move(choice), points, next.chart().before);
    applyChoice(std::move(next), choice);
}

void ExploreDocument::setAxis(PlotSide side, const std::string& key) {
    ExploreState next = state_;
    PlotChoice choice = this->choice();
    auto* subject = choice.part<Subject>();
    auto* second = choice.part<SecondY>();
    auto* rows = choice.part<MapRows>();
    std::string* of = side == PlotSide::X   ? &choice.x
                      : side == PlotSide::Y ? (subject != nullptr ? &subject->subject : &choice.y)
                      : rows != nullptr     ? &rows->rows
                      : second != nullptr   ? &second->y2
                                            : nullptr;
    const std::string x_before = choice.x;
    if (of == nullptr || std::exchange(*of, key) == key) {
        return;
    }
    auto* levels = choice.part<LevelsShown>();
    if (side == PlotSide::Y && subject != nullptr) {
        next.runs.reset();
    } else if (side == PlotSide::Y && levels != nullptr) {
        levels->goal.reset();  // it was of another quantity
    }
    if (side != PlotSide::SecondY && !chart().view.isEmpty()) {
        leaveView(next.chart());
        choice = ownChoice(std::move(choice));
    }
    if (side == PlotSide::X) {
        leaveOutStagesAlone(choice, x_before);
    }
    applyChoice(std::move(next), choice);
}

void ExploreDocument::setScales(bool logarithmic_x, bool logarithmic_y) {
    PlotChoice choice = this->choice();
    choice.setLogarithmic(logarithmic_x, logarithmic_y);
    setChoice(choice);
}

void ExploreDocument::open(const PlotChoice& choice) {
    ExploreState next = state_;
    next.hidden.clear();
    leaveView(next.chart());
    next.chart().before = {};
    // What a view put beside it goes with that; charts of one's own stay.
    const auto is_of_view = [](const ChartState& one) { return !one.view.isEmpty(); };
    const auto current = next.charts.begin() + static_cast<std::ptrdiff_t>(next.current);
    next.current -=
        static_cast<std::size_t>(std::count_if(next.charts.begin(), current, is_of_view));
    std::erase_if(next.charts, is_of_view);
    next.arrangement = next.charts.size() == 1 ? ChartsIn::Grid : next.arrangement;
    applyChoice(std::move(next), choice);
}

void ExploreDocument::showSamples(const RunOfStudy& run) {
    ExploreState next = state_;
    next.runs = RunsByStudy{{run.study->uuid, {run.run->number}}};
    const PlotChoice choice = ofKind(this->choice(), PointsOf::Samples, next.chart().before);
    applyChoice(std::move(next), choice);
}

void ExploreDocument::setNote(const QString& study, int run, const QString& text) {
    setChoice(withNote(choice(), study, run, text));
}

void ExploreDocument::drawCurves(const PlotModel& model, const SeriesSet& drawn) {
    apply(withCurves(state_, studies_, model, drawn));
}

void ExploreDocument::drawAllCurves(const PlotModel& model) {
    apply(withAllCurves(state_, studies_, model));
}

void ExploreDocument::setFilter(const RunFilter& filter) {
    ExploreState next = state_;
    next.filter = filter;
    select({}, PickHow::Replace);
    apply(std::move(next));
}

void ExploreDocument::addChart() {
    if (state_.charts.size() == kChartsMax) {
        return;
    }
    ExploreState next = state_;
    PlotChoice choice = ownChoice(choiceBeside(state_, studies_));
    leaveOutStagesAlone(choice);
    next.charts.push_back({.choice = choice, .before = chart().before});
    next.current = state_.charts.size();
    applyChoice(std::move(next), choice);
}

void ExploreDocument::removeChart(std::size_t index) {
    if (state_.charts.size() == 1 || index >= state_.charts.size()) {
        return;
    }
    ExploreState next = state_;
    next.charts.erase(next.charts.begin() + static_cast<std::ptrdiff_t>(index));
    if (index <= next.current && next.current > 0) {
        --next.current;  // its neighbour takes the place of the current one
    }
    apply(std::move(next));
}

void ExploreDocument::setCurrentChart(std::size_t index) {
    if (index < state_.charts.size() && index != state_.current) {
        ExploreState next = state_;
        next.current = index;
        show(std::move(next));
    }
}

void ExploreDocument::setArrangement(ChartsIn arrangement) {
    ExploreState next = state_;
    next.arrangement = arrangement;
    apply(std::move(next));
}

void ExploreDocument::showTitled(const QString& title,
                                 ExploreState next,
                                 const QStringList& studies) {
    const QStringList before = plotted();
    if (QSet(studies.begin(), studies.end()) == QSet(before.begin(), before.end())) {
        apply(std::move(next));
    } else {
        undo_->push(new Step(this, state_, std::move(next), Step::Plotted{before, studies}));
    }
    Q_EMIT viewShown();
    // Those that both have are asked for, too: they may not have been in the library before.
    QStringList others = before;
    others.removeIf([&](const QString& uuid) { return studies.contains(uuid); });
    wantStudies(studies, others, title);
}

void ExploreDocument::begin(const SavedView& view) {
    show(stateOf(view));
}

void ExploreDocument::showSavedView(const SavedView& view) {
    showTitled(view.title, stateOf(view), view.studies);
}

bool ExploreDocument::hasAxes(const QString& uuid) const {
    const auto study = std::ranges::find(studies_, uuid, &StudyForPlot::uuid);
    return study != studies_.end() && axesAreIn(choice(), availableFields({*study}));
}

void ExploreDocument::showStudy(const QString& uuid) {
    if (state_.filter.count(uuid) > 0) {
        setFilter({});
    }
    std::vector<StudyForPlot> one;
    for (const StudyForPlot& study : studies_) {
        if (study.uuid == uuid) {
            one.push_back(study);
        }
    }
    if (!one.empty()) {
        open(defaultChoice(one));
    }
}

}  // namespace throughline::ui
