// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/context_menus.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QShortcut>
#include <algorithm>

#include "ui/charts/chart_kinds.h"
#include "ui/charts/choice_parts.h"
#include "ui/charts/log_by_data.h"
#include "ui/plot/plot_text.h"

namespace throughline::ui {

namespace {

/// The only study that these curves are of; null: of several, or of none.
const StudyForPlot* studyOf(const SeriesSet& series,
                            const PlotModel& model,
                            const std::vector<StudyForPlot>& studies) {
    const StudyForPlot* found = nullptr;
    for (const std::size_t s : series) {
        const auto study = std::ranges::find_if(
            studies, [&](const StudyForPlot& one) { return one.uuid == model.series[s].group; });
        if (study == studies.end() || (found != nullptr && found != &*study)) {
            return nullptr;
        }
        found = &*study;
    }
    return found;
}

SeriesSet curvesOfStudy(const QString& uuid, const PlotModel& model) {
    SeriesSet series;
    for (std::size_t s = 0; s < model.series.size(); ++s) {
        if (model.series[s].group == uuid) {
            series.insert(s);
        }
    }
    return series;
}

/// A menu may stay open while the chart gets another model.
bool isThere(const PlotModel& model, const PointRef& point) {
    return point.series < model.series.size() &&
           point.point < model.series[point.series].points.size();
}

SeriesSet drawnIn(const PlotModel& model) {
    SeriesSet series;
    for (std::size_t s = 0; s < model.series.size(); ++s) {
        if (model.series[s].visible) {
            series.insert(s);
        }
    }
    return series;
}

Span& spanOf(PlotRange& range, PlotSide side) {
    return side == PlotSide::X ? range.x : side == PlotSide::Y ? range.y : range.y2;
}

/// What is in view, with this axis from the least to the largest value of the curves drawn.
PlotRange fittedToDrawn(const PlotView& plot, PlotSide side) {
    const PlotModel& model = plot.model();
    PlotAxis axis = side == PlotSide::X                     ? model.x
                    : side == PlotSide::SecondY && model.y2 ? *model.y2
                                                            : model.y;
    axis.fromZero = false;
    std::optional<Span> data;
    for (const PlacedSeries& series : plot.placed()) {
        if (!series.visible || series.kind == SeriesKind::Reference ||
            (side != PlotSide::X && series.onSecondAxis != (side == PlotSide::SecondY))) {
            continue;
        }
        for (const QPointF& place : series.places) {
            if (hasPlace(place)) {
                const double at = side == PlotSide::X ? place.x() : place.y();
                data =
                    data ? Span{std::min(data->low, at), std::max(data->high, at)} : Span{at, at};
            }
        }
    }
    PlotRange range = plot.zoom().current();
    spanOf(range, side) = fittedSpan(axis, data);
    return range;
}

}  // namespace

ContextMenus::ContextMenus(const Of& of, QWidget* window)
    : QObject(window), of_(of), window_(window) {
    connect(of_.charts, &ExploreCharts::paneMade, this, &ContextMenus::connectPane);
    for (ChartPane* pane : of_.charts->grid()->panes()) {
        connectPane(pane);
    }
    connect(
        of_.legend, &PlotLegend::menuAsked, this, [this](const SeriesSet& all, const QPoint& at) {
            menuOfCurves(all)->popup(at);
        });
    connect(of_.axes, &AxisBar::menuAsked, this, [this](PlotSide side, const QPoint& at) {
        menuOfAxis(side)->popup(at);
    });
    connect(
        of_.table, &ChartTable::menuAsked, this, [this](const PlotPlace& place, const QPoint& at) {
            menuOf(place)->popup(at);
        });
    auto* key = new QShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F10), window_);
    key->setContext(Qt::WidgetWithChildrenShortcut);
    connect(key, &QShortcut::activated, this, &ContextMenus::openByKey);
}

void ContextMenus::connectPane(ChartPane* pane) {
    // Another chart may be current: this one becomes so first.
    connect(pane->plot(), &PlotView::menuAsked, pane, &ChartPane::chosen);
    connect(
        pane->plot(), &PlotView::menuAsked, this, [this](const PlotPlace& place, const QPoint& at) {
            menuOf(place)->popup(at);
        });
}

/// As the menu key does, which not all keyboards have.
void ContextMenus::openByKey() {
    QWidget* focus = QApplication::focusWidget();
    const QPoint at = focus->rect().center();
    QContextMenuEvent asked(QContextMenuEvent::Keyboard, at, focus->mapToGlobal(at));
    QApplication::sendEvent(focus, &asked);
}

QMenu* ContextMenus::newMenu() {
    auto* menu = new QMenu(window_);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    return menu;
}

QMenu* ContextMenus::menuOf(const PlotPlace& place) {
    switch (place.part) {
        case PlotPlace::Part::X:
            return menuOfAxis(PlotSide::X);
        case PlotPlace::Part::Y:
            return menuOfAxis(PlotSide::Y);
        case PlotPlace::Part::SecondY:
            return menuOfAxis(PlotSide::SecondY);
        case PlotPlace::Part::Curve:
            return menuOfCurves({place.point.series});
        case PlotPlace::Part::Chart:
        case PlotPlace::Part::Point:
            break;
    }
    QMenu* menu = newMenu();
    if (place.part == PlotPlace::Part::Chart) {
        addChart(menu);
        return menu;
    }
    addPoint(menu, place.point);
    menu->addSeparator();
    addCurves(menu, {place.point.series});
    menu->addSeparator();
    addStudy(menu, {place.point.series});
    menu->addSeparator();
    addChart(menu->addMenu(tr("C&hart")));
    return menu;
}

QMenu* ContextMenus::menuOfCurves(const SeriesSet& series) {
    QMenu* menu = newMenu();
    addCurves(menu, series);
    menu->addSeparator();
    addStudy(menu, series);
    menu->addSeparator();
    addChart(menu->addMenu(tr("C&hart")));
    return menu;
}

void ContextMenus::addPoint(QMenu* menu, const PointRef& point) {
    const int series = static_cast<int>(point.series);
    const int number = static_cast<int>(point.point);
    const bool is_run = of_.points->runAt(series, number).run != nullptr;
    QAction* samples = menu->addAction(tr("Show the &samples of this run\tEnter"), this, [=, this] {
        of_.points->openRun(series, number);
    });
    samples->setToolTip(tr("Show each second of the run; Alt+Left comes back to this chart"));
    samples->setEnabled(is_run && !of_.document->choice().has<SamplesChart>());
    QAction* note = menu->addAction(
        tr("Pin a &note\u2026\tN"), this, [=, this] { of_.points->askNote(series, number); });
    note->setToolTip(tr("Write a text beside the point"));
    note->setEnabled(is_run && of_.document->choice().has<RunsChart>());
    menu->addAction(tr("Show in the &table"), this, [=, this] { showInTable(point); })
        ->setToolTip(tr("Go to this run in the table below the chart"));
    menu->addAction(tr("Copy the &values"), this, [=, this] { copyValues(point); })
        ->setToolTip(tr("Copy what is said of the point as text"));
}

void ContextMenus::copyValues(const PointRef& point) {
    if (!isThere(of_.charts->plot()->model(), point)) {
        return;  // the chart has changed under the menu
    }
    const QStringList lines = pointLines(of_.charts->plot()->model(), point);
    QApplication::clipboard()->setText(lines.join(u'\n'));
    Q_EMIT said(tr("The values are copied."));
}

void ContextMenus::showInTable(const PointRef& point) {
    const PlotModel& model = of_.charts->plot()->model();
    if (!isThere(model, point)) {
        return;
    }
    const std::int64_t run = model.series[point.series].points[point.point].id;
    Q_EMIT tableWanted();
    of_.table->goToRun(run);
}

void ContextMenus::addCurves(QMenu* menu, const SeriesSet& series) {
    const PlotModel& model = of_.charts->plot()->model();
    const SeriesSet drawn = drawnIn(model);
    const bool any = std::ranges::any_of(series, [&](std::size_t s) { return drawn.count(s) > 0; });
    const auto draw = [this](const SeriesSet& next) {
        of_.document->drawCurves(of_.charts->plot()->model(), next);
    };
    const bool one = series.size() == 1;
    menu->addAction(one ? tr("Show &only this curve") : tr("Show &only these curves"),
                    this,
                    [=] { draw(series); })
        ->setEnabled(drawn != series);
    SeriesSet next = drawn;
    for (const std::size_t s : series) {
        if (any) {
            next.erase(s);
        } else {
            next.insert(s);
        }
    }
    menu->addAction(any ? (one ? tr("&Hide this curve") : tr("&Hide these curves"))
                        : (one ? tr("S&how this curve") : tr("S&how these curves")),
                    this,
                    [=] { draw(next); });
    const StudyForPlot* study = studyOf(series, model, of_.document->studies());
    const SeriesSet all_of_study =
        study == nullptr ? SeriesSet() : curvesOfStudy(study->uuid, model);
    if (all_of_study.size() > series.size()) {
        menu->addAction(tr("Show only this s&tudy"), this, [=] { draw(all_of_study); })
            ->setEnabled(drawn != all_of_study);
    }
    menu->addAction(tr("Show &all curves"),
                    this,
                    [this] { of_.document->drawAllCurves(of_.charts->plot()->model()); })
        ->setEnabled(drawn.size() < model.series.size());
}

void ContextMenus::addStudy(QMenu* menu, const SeriesSet& series) {
    const StudyForPlot* study =
        studyOf(series, of_.charts->plot()->model(), of_.document->studies());
    if (study == nullptr) {
        return;
    }
    const auto add = [&](const QString& text, const QString& tip, StudyAct act) {
        QAction* action = menu->addAction(
            text, this, [this, uuid = study->uuid, act] { Q_EMIT studyAsked(uuid, act); });
        action->setToolTip(tip);
        return action;
    };
    add(tr("Open the st&udy"), tr("Show verdict, runs and notes of the study"), StudyAct::Open);
    QAction* baseline = add(tr("Use as &baseline"),
                            tr("Compare other studies with this one; choose again to stop"),
                            StudyAct::ToggleBaseline);
    baseline->setCheckable(true);
    baseline->setChecked(study->isBaseline);
    add(tr("&What if, from this study\u2026"),
        tr("Predict other disks, machines and GPUs from what this study measured"),
        StudyAct::WhatIf)
        ->setEnabled(drawnAs(*study) == record::Origin::Measured);
    add(tr("Take the study out of the &charts"),
        tr("Remove all curves of the study; its dot in the list brings them back"),
        StudyAct::TakeOut);
}

void ContextMenus::addChart(QMenu* menu) {
    menu->addActions(of_.exporter->shareActions());
    menu->addSeparator();
    menu->addMenu(tr("&Kind of chart"))->addActions(of_.axes->kindActions());
    addAxes(menu->addMenu(tr("&Axes")));
    menu->addAction(of_.quantities);
    menu->addSeparator();
    menu->addAction(tr("&Fit everything\tF"), this, [this] { of_.charts->plot()->fit(); })
        ->setEnabled(!of_.charts->plot()->zoom().isHome());
}

void ContextMenus::addAxes(QMenu* menu) {
    const auto add = [&](const QString& text, PlotSide side) {
        menu->addAction(text, this, [this, side] { of_.axes->browse(side); })
            ->setEnabled(of_.axes->canBrowse(side));
    };
    add(tr("Choose &x\u2026"), PlotSide::X);
    add(tr("Choose &y\u2026"), PlotSide::Y);
    add(tr("Choose the &second y\u2026"), PlotSide::SecondY);
    menu->addSeparator();
    addScale(menu, PlotSide::X);
    addScale(menu, PlotSide::Y);
}

void ContextMenus::addScale(QMenu* menu, PlotSide side) {
    const PlotChoice& choice = of_.document->choice();
    const bool x = side == PlotSide::X;
    const bool log_x = choice.partOrNone<AlongX>().logX;
    const bool log_y = showsLogY(of_.charts->plot()->model(), choice);
    const auto misfit = misfitOf(x ? ChoicePart::LogX : ChoicePart::LogY, choice);
    QAction* log = menu->addAction(x ? tr("&Logarithmic x\tShift+L") : tr("L&ogarithmic y\tL"),
                                   this,
                                   [this, x, log_x, log_y](bool on) {
                                       of_.document->setScales(x ? on : log_x, x ? log_y : on);
                                   });
    log->setCheckable(true);
    log->setChecked(x ? log_x : log_y);
    log->setEnabled(!misfit);
    log->setToolTip(misfit ? sentence(misfit->why) : QString());
}

QMenu* ContextMenus::menuOfAxis(PlotSide side) {
    QMenu* menu = newMenu();
    PlotView* plot = of_.charts->plot();
    menu->addAction(
            tr("&Choose the quantity\u2026"), this, [this, side] { of_.axes->browse(side); })
        ->setEnabled(of_.axes->canBrowse(side));
    if (side == PlotSide::SecondY) {
        menu->addAction(tr("&Remove the second y axis"),
                        this,
                        [this] { of_.document->setAxis(PlotSide::SecondY, {}); })
            ->setEnabled(!of_.document->choice().partOrNone<SecondY>().y2.empty());
    } else {
        addScale(menu, side);
    }
    if (side == PlotSide::Y) {
        menu->addAction(tr("Choose a &second y axis\u2026"),
                        this,
                        [this] { of_.axes->browse(PlotSide::SecondY); })
            ->setEnabled(of_.axes->canBrowse(PlotSide::SecondY));
    }
    menu->addSeparator();
    menu->addAction(tr("Fit to the curves &drawn"),
                    this,
                    [plot, side] { plot->showRange(fittedToDrawn(*plot, side)); })
        ->setToolTip(tr("End the axis where the data end, not at zero"));
    const PlotModel& model = plot->model();
    const PlotAxis& axis = side == PlotSide::X                     ? model.x
                           : side == PlotSide::SecondY && model.y2 ? *model.y2
                                                                   : model.y;
    PlotRange from_zero = plot->zoom().current();  // in places, which are values where it is linear
    Span& span = spanOf(from_zero, side);
    const double first = span.low;
    span.low = 0.0;
    PlotRange home = plot->zoom().home();
    menu->addAction(tr("Start at &zero"), this, [plot, from_zero] { plot->showRange(from_zero); })
        ->setEnabled(axis.scale == AxisScale::Linear && first > 0.0 &&
                     spanOf(home, side).low <= 0.0);
    menu->addAction(tr("&Fit everything\tF"), this, [plot] { plot->fit(); })
        ->setEnabled(!plot->zoom().isHome());
    return menu;
}

}  // namespace throughline::ui
