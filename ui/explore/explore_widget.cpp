// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/explore_widget.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/charts/chart_kinds.h"
#include "ui/charts/log_by_data.h"
#include "ui/explore/axis_drop.h"
#include "ui/explore/tool_buttons.h"
#include "ui/style/key_action.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

constexpr int kMarginPx = 8;

/// A label that gives way: its text is cut, it never widens the window.
QLabel* quietLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setForegroundRole(QPalette::PlaceholderText);  // the theme's muted text
    return label;
}

/// "8 of 16 runs are drawn": where nobody chose which, so that none is missed.
QString runsDrawn(const PlotModel& model) {
    std::set<std::int64_t> all;
    std::set<std::int64_t> drawn;
    for (const PlotSeries& series : model.series) {
        all.insert(series.run);
        if (series.visible) {
            drawn.insert(series.run);
        }
    }
    return drawn.size() == all.size()
               ? QString()
               : ExploreWidget::tr("%1 of %2 runs are drawn; Ctrl+click adds others in the legend.")
                     .arg(drawn.size())
                     .arg(all.size());
}

/// What dropping a quantity there does, as the pickers of such a chart call it.
QString wordsOfSide(PlotSide side, PointsOf points) {
    const bool map = points == PointsOf::Map;
    switch (side) {
        case PlotSide::X:
            return ExploreWidget::tr("Show on x");
        case PlotSide::Y:
            return map                  ? ExploreWidget::tr("Show as the colour")
                   : hasSubject(points) ? ExploreWidget::tr("Show this")
                                        : ExploreWidget::tr("Show on y");
        case PlotSide::SecondY:
            break;
    }
    return map ? ExploreWidget::tr("Show on rows") : ExploreWidget::tr("Show on the second y");
}

}  // namespace

ExploreWidget::ExploreWidget(QUndoStack* undo, QWidget* parent)
    : QWidget(parent),
      document_(new ExploreDocument(undo, this)),
      fields_(new FieldList(this)),
      views_(new ViewBar(document_, this)),
      axes_(new AxisBar(document_, this)),
      charts_(new ExploreCharts(document_, new ChartGrid(this), this)),
      legend_(new PlotLegend(this)),
      table_(new ChartTable(document_, charts_, this)),
      selection_(new SelectionBar(document_, this)),
      actions_(new ChartActions(document_, this)),
      points_(new PointActions(document_, charts_, this)),
      exporter_(new ChartExporter(document_, charts_, table_, this)),
      fields_shown_(keyAction("field-list",
                              tr("&Quantities to drag"),
                              {Qt::CTRL | Qt::SHIFT | Qt::Key_M},
                              tr("List all quantities; drag one onto an axis of a chart"),
                              this)),
      table_shown_(
          iconButton(QStringLiteral("table"), tr("Show the data as a table (Ctrl+T)"), this)),
      remarks_(new RemarksButton(this)),
      title_(quietLabel(this)),
      values_(quietLabel(this)),
      unseen_(new UnseenLine(this)),
      menus_(new ContextMenus({.document = document_,
                               .charts = charts_,
                               .axes = axes_,
                               .legend = legend_,
                               .table = table_,
                               .points = points_,
                               .exporter = exporter_,
                               .quantities = fields_shown_},
                              this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMarginPx, kMarginPx, kMarginPx, kMarginPx);
    layout->setSpacing(kMarginPx);
    makeActions();
    makeFieldList();
    addTools();
    layout->addWidget(views_);
    layout->addWidget(axes_);
    title_->setForegroundRole(QPalette::WindowText);
    layout->addWidget(title_);
    layout->addWidget(unseen_);
    connect(unseen_, &UnseenLine::chartAsked, document_, &ExploreDocument::open);
    layout->addWidget(makeCentre(), 1);
    makeFoot(layout);
    connect(charts_, &ExploreCharts::refreshed, this, &ExploreWidget::showCurrent);
    connect(document_, &ExploreDocument::selectionChanged, this, [this] {
        selection_->update(plot()->model());
    });
    connect(charts_, &ExploreCharts::paneMade, this, &ExploreWidget::takeDrops);
    takeDrops(charts()->current());
    showCurrent();
}

void ExploreWidget::makeFoot(QVBoxLayout* column) {
    values_->setAccessibleName(tr("Values under the cursor"));
    connect(charts_, &ExploreCharts::statusTextChanged, values_, &QLabel::setText);
    foot_ = bareLayout<QHBoxLayout>(new QWidget(this))->parentWidget();
    foot_->layout()->addWidget(values_);
    foot_->layout()->addWidget(selection_);
    column->addWidget(foot_);
}

void ExploreWidget::setFoot(QStatusBar* bar) {
    foot_->hide();
    bar->addWidget(values_, 1);
    bar->addPermanentWidget(selection_);
    selection_->setMinimumWidth(1);  // it never widens the window
    selection_->setVisible(isVisible());
    foot_ = selection_;
}

void ExploreWidget::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    foot_->show();
}

void ExploreWidget::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    foot_->hide();
    values_->clear();
}

void ExploreWidget::setSampleProvider(SampleProvider provider) {
    charts_->samples()->setProvider(std::move(provider));
}

void ExploreWidget::setStudies(std::vector<StudyForPlot> studies) {
    charts_->samples()->clear();
    document_->setStudies(std::move(studies));
}

void ExploreWidget::makeActions() {
    // Its key holds wherever in the explorer the focus is.
    addAction(selection_->actions().at(1));
    connect(actions_, &ChartActions::focusWanted, charts_, &ExploreCharts::focus);
    connect(table_, &ChartTable::pointActivated, points_, &PointActions::openRun);
    connect(table_, &ChartTable::noteAsked, points_, &PointActions::askNote);
    connect(points_, &PointActions::runActivated, this, &ExploreWidget::runActivated);
    connect(views_, &ViewBar::galleryWanted, this, &ExploreWidget::galleryWanted);
    connect(points_, &PointActions::said, this, &ExploreWidget::said);
    connect(points_, &PointActions::outdated, this, &ExploreWidget::outdated);
    connect(menus_, &ContextMenus::said, this, &ExploreWidget::said);
    connect(menus_, &ContextMenus::studyAsked, this, &ExploreWidget::studyAsked);
    connect(menus_, &ContextMenus::tableWanted, this, [this] { setTableShown(true); });
    connect(legend_, &PlotLegend::drawnWanted, document_, [this](const SeriesSet& series) {
        document_->drawCurves(plot()->model(), series);
    });
    connect(legend_, &PlotLegend::allWanted, document_, [this] {
        document_->drawAllCurves(plot()->model());
    });
    connect(legend_, &PlotLegend::lifted, this, [this](const SeriesSet& series) {
        plot()->setLifted(series);
    });
}

void ExploreWidget::makeFieldList() {
    fields_->hide();
    connect(fields_, &FieldList::wanted, axes_, &AxisBar::putOnAxis);
    connect(document_, &ExploreDocument::changed, fields_, [this] {
        fields_->setFields(document_->fields());
    });
    fields_shown_->setCheckable(true);
    connect(fields_shown_, &QAction::triggered, fields_, [this](bool on) {
        fields_->setVisible(on);
        if (on) {
            fields_->setFocus(Qt::OtherFocusReason);
        }
    });
}

void ExploreWidget::addTools() {
    views_->add(actionButton(fields_shown_, this));
    views_->add(actionButton(actions_->add(), this));
    QToolButton* column = actionButton(actions_->column(), this);
    views_->addFirst(column);  // the others stay where they are when it comes
    const auto showColumn = [this, column] {
        column->setVisible(document_->state().charts.size() > 1);
    };
    connect(document_, &ExploreDocument::changed, column, showColumn);
    showColumn();
    addPlotTools();
    views_->addFirst(remarks_);
    setTabOrder(column, remarks_);
    table_shown_->setCheckable(true);
    table_shown_->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_T));
    connect(table_shown_, &QToolButton::clicked, this, &ExploreWidget::setTableShown);
    views_->add(table_shown_);
    auto* out = iconButton(QStringLiteral("export"), tr("Copy or export"), this);
    out->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(out);
    connect(menu, &QMenu::aboutToShow, menu, [this, menu] {
        menu->clear();
        menu->addActions(exporter_->shareActions());
    });
    menu->addActions(exporter_->actions());  // without any it would not open
    out->setMenu(menu);
    views_->add(out);
}

void ExploreWidget::addPlotTools() {
    auto* fit = iconButton(QStringLiteral("fit"), tr("Show everything (F)"), this);
    connect(fit, &QToolButton::clicked, this, [this] { plot()->fit(); });
    auto* crosshair = iconButton(QStringLiteral("crosshair"), tr("Show a crosshair (G)"), this);
    crosshair->setCheckable(true);
    connect(crosshair, &QToolButton::clicked, charts_, &ExploreCharts::setCrosshairShown);
    connect(charts_, &ExploreCharts::crosshairToggled, crosshair, &QToolButton::setChecked);
    auto* brush = iconButton(QStringLiteral("brush-select"),
                             tr("Select runs by dragging (B); dragging with Shift always selects"),
                             this);
    brush->setCheckable(true);
    connect(brush, &QToolButton::clicked, charts_, &ExploreCharts::setBrushing);
    connect(charts_, &ExploreCharts::brushingToggled, brush, &QToolButton::setChecked);
    for (QToolButton* button : {fit, crosshair, brush}) {
        views_->add(button);
    }
}

QWidget* ExploreWidget::makeCentre() {
    auto* across = new QSplitter(Qt::Horizontal, this);
    across->addWidget(fields_);
    across->addWidget(charts());
    across->addWidget(legend_);
    across->setStretchFactor(across->indexOf(charts()), 1);
    across->setChildrenCollapsible(false);
    auto* down = new QSplitter(Qt::Vertical, this);
    down->addWidget(across);
    down->addWidget(table_);
    down->setStretchFactor(0, 3);
    down->setStretchFactor(1, 1);
    down->setChildrenCollapsible(false);
    return down;
}

void ExploreWidget::takeDrops(ChartPane* pane) {
    auto* drop = new AxisDrop(
        pane->plot(),
        [this](const QString& key, PlotSide side) { return axes_->offers(key, side); },
        [this](PlotSide side) { return wordsOfSide(side, document_->choice().points()); });
    // The pickers, which say what may be put where, then speak of this chart.
    connect(drop, &AxisDrop::entered, pane, &ChartPane::chosen);
    connect(drop, &AxisDrop::dropped, axes_, &AxisBar::putOnAxis);
}

void ExploreWidget::setTableShown(bool shown) {
    table_->setShown(shown);
    table_shown_->setChecked(shown);
}

void ExploreWidget::showTitle() {
    const QString& view = document_->chart().view;
    const auto ready = studyViews();
    const auto found =
        std::ranges::find_if(ready, [&](const StudyView& one) { return one.title == view; });
    const QString what = found == ready.end() ? QString() : u' ' + found->what + u'.';
    title_->setText(
        QStringLiteral("<b>%1</b>&nbsp; %2").arg(view.toHtmlEscaped(), what.toHtmlEscaped()));
    title_->setToolTip(view);
    title_->setVisible(!view.isEmpty());
}

void ExploreWidget::showCurrent() {
    const PlotModel& model = plot()->model();
    axes_->setTitleOfX(model.x.title);
    axes_->setShownLogY(showsLogY(model, document_->choice()));
    legend_->setModelSeries(model);
    // Whose a single curve is goes without saying only where nothing else is plotted.
    const bool needed = document_->studies().size() > 1 || model.z;
    legend_->setVisible(model.series.size() > 1 || (needed && model.hasPoints()));
    selection_->update(model);
    unseen_->setUnseen(unseenStudies(document_->studies(), document_->choice(), model));
    showRemarks();
    showTitle();
}

void ExploreWidget::showRemarks() {
    const ChartState& chart = document_->chart();
    QStringList all = charts()->current()->notes();
    if (isRunByRun(chart.choice.points()) && !document_->state().runs) {
        all.prepend(runsDrawn(plot()->model()));
        all.removeAll(QString());
    }
    if (!chart.unpublished.isEmpty() && concernsPublished(document_->studies(), chart.choice)) {
        all.prepend(chart.unpublished);
    }
    remarks_->setRemarks(all);
}

}  // namespace throughline::ui
