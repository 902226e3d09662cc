// SPDX-License-Identifier: GPL-3.0-or-later
// The controls of ExploreWidget, and what leaves it: copies and files.
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QShortcut>
#include <QSplitter>
#include <QVBoxLayout>

#include "ui/charts/default_choice.h"
#include "ui/explore/explore_widget.h"
#include "ui/plot/plot_export.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"

namespace throughline::ui {

namespace {

constexpr int kMarginPx = 8;
constexpr int kTableLinesMin = 9;

QToolButton* textButton(const QString& text, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setCheckable(true);
    button->setFocusPolicy(Qt::TabFocus);
    // Fusion's pressed look can hardly be told on a dark ground: what is chosen is in the accent.
    const auto recolour = [button] {
        QPalette palette;
        if (button->isChecked()) {
            palette.setColor(QPalette::Button, currentTheme().accent);
            palette.setColor(QPalette::ButtonText, currentTheme().accentText);
        }
        button->setPalette(palette);
    };
    QObject::connect(button, &QToolButton::toggled, button, recolour);
    QObject::connect(ThemeNotifier::instance(), &ThemeNotifier::themeChanged, button, recolour);
    return button;
}

QToolButton* iconButton(const QString& name, const QString& text, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setIcon(icon(name));
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setFocusPolicy(Qt::TabFocus);
    if (button->icon().isNull()) {
        button->setText(text);
    }
    return button;
}

/// A label that gives way: its text is cut, it never widens the window.
QLabel* quietLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setForegroundRole(QPalette::PlaceholderText);  // the theme's muted text
    return label;
}

}  // namespace

ExploreWidget::ExploreWidget(QWidget* parent)
    : QWidget(parent), samples_(new SampleStore(this)), quick_views_(quickViews({})) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMarginPx, kMarginPx, kMarginPx, kMarginPx);
    layout->setSpacing(kMarginPx);
    makeChartActions();
    makeSelectionActions();
    makeFieldList();
    layout->addWidget(makeToolRow());
    layout->addWidget(makeAxisRow());
    layout->addWidget(makeCentre(), 1);
    missing_ = quietLabel(this);
    missing_->setWordWrap(true);
    layout->addWidget(missing_);
    auto* below = new QHBoxLayout;
    status_ = quietLabel(this);
    status_->setAccessibleName(tr("Values under the cursor"));
    selection_bar_ = new SelectionBar(only_selected_, clear_selection_, all_runs_, this);
    below->addWidget(status_, 1);
    below->addWidget(selection_bar_);
    layout->addLayout(below);
    connectCharts();
    updateChartActions();
    refreshFields();
    showChoice();
    rebuild();
}

void ExploreWidget::addQuickViewButtons(QHBoxLayout* row) {
    for (std::size_t i = 0; i < quick_views_.size(); ++i) {
        QToolButton* button = textButton(quick_views_[i].title, this);
        connect(button, &QToolButton::clicked, this, [this, i] {
            hidden_.clear();
            leaveView();
            before_ = {};
            setChoice(quick_views_[i].choice);
        });
        row->addWidget(button);
        quick_buttons_.push_back(button);
    }
}

QList<QAction*> ExploreWidget::viewActions() const {
    return tools_.views->menu()->actions();
}

QWidget* ExploreWidget::makeToolRow() {
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    tools_.views = textButton(tr("Studies' charts"), this);
    tools_.views->setShortcut(QKeySequence(Qt::ALT | Qt::Key_S));
    tools_.views->setPopupMode(QToolButton::InstantPopup);
    auto* views = new QMenu(tools_.views);
    views->setToolTipsVisible(true);
    for (const StudyView& view : studyViews()) {
        QAction* action = views->addAction(view.title, this, [this, view] { showView(view); });
        action->setToolTip(view.what);
        action->setStatusTip(view.what);
        action->setShortcut(QKeySequence(
            QKeyCombination(Qt::CTRL | Qt::ALT, Qt::Key(Qt::Key_1 + views->actions().size() - 1))));
    }
    tools_.views->setMenu(views);
    layout->addWidget(tools_.views);
    addQuickViewButtons(layout);
    layout->addStretch(1);
    reading_ = new ReadingButton(this);
    connect(reading_, &ReadingButton::chosen, this, &ExploreWidget::readChoice);
    layout->addWidget(reading_);

    compare_ = new QAction(icon(QStringLiteral("compare")), tr("&Compare runs\u2026"), this);
    compare_->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_B));
    compare_->setToolTip(tr("Compare runs with a baseline (Ctrl+Shift+B)"));
    compare_->setStatusTip(tr("Settings and figures of runs, against a baseline"));
    connect(compare_, &QAction::triggered, this, &ExploreWidget::openCompare);
    auto* compare = iconButton(QStringLiteral("compare"), tr("Compare runs"), this);
    compare->setDefaultAction(compare_);
    layout->addWidget(compare);
    const auto addButton = [&](QAction* action) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setFocusPolicy(Qt::TabFocus);
        layout->addWidget(button);
        return button;
    };
    addButton(fields_shown_);
    addButton(add_);
    tools_.column = addButton(column_);
    auto* fit = iconButton(QStringLiteral("fit"), tr("Show everything (F)"), this);
    connect(fit, &QToolButton::clicked, this, [this] { plot()->fit(); });
    tools_.crosshair = iconButton(QStringLiteral("crosshair"), tr("Crosshair (G)"), this);
    tools_.crosshair->setCheckable(true);
    connect(tools_.crosshair, &QToolButton::clicked, this, [this](bool on) {
        plot()->setCrosshairShown(on);
    });
    tools_.brush = iconButton(QStringLiteral("brush-select"),
                              tr("Dragging selects runs (B); with Shift held it always does"),
                              this);
    tools_.brush->setCheckable(true);
    connect(
        tools_.brush, &QToolButton::clicked, this, [this](bool on) { plot()->setBrushing(on); });
    tools_.table =
        iconButton(QStringLiteral("table"), tr("The same data as a table (Ctrl+T)"), this);
    tools_.table->setCheckable(true);
    tools_.table->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_T));
    connect(tools_.table, &QToolButton::clicked, this, &ExploreWidget::setTableShown);

    for (QToolButton* button :
         {fit, tools_.crosshair, tools_.brush, tools_.table, makeExportButton()}) {
        layout->addWidget(button);
    }
    return row;
}

QToolButton* ExploreWidget::makeExportButton() {
    auto* out = iconButton(QStringLiteral("export"), tr("Copy or export"), this);
    out->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(out);
    const auto add =
        [&](const QString& text, const QKeySequence& keys, const QString& tip, auto what) {
            QAction* action = menu->addAction(text, this, what);
            action->setShortcut(keys);
            action->setToolTip(tip);
            action->setStatusTip(tip);
        };
    add(tr("Copy chart"),
        Qt::CTRL | Qt::SHIFT | Qt::Key_C,
        tr("The charts as picture and as table, for any program that takes one of them"),
        &ExploreWidget::copyChart);
    add(tr("Copy data"),
        Qt::CTRL | Qt::ALT | Qt::Key_C,
        tr("The selected rows of the table, or all, with tabs between the columns"),
        &ExploreWidget::copyTable);
    add(tr("Export chart\u2026"),
        Qt::CTRL | Qt::Key_E,
        tr("The charts as PNG, SVG, PDF or CSV, in a size for slides or reports"),
        &ExploreWidget::askAndExport);
    out->setMenu(menu);
    tools_.out = out;
    return out;
}

QList<QAction*> ExploreWidget::exportActions() const {
    return tools_.out->menu()->actions();
}

QWidget* ExploreWidget::makeAxisRow() {
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    const auto addPicker = [&](const QString& text, const QString& name, QLabel** its = nullptr) {
        auto* label = new QLabel(text, row);
        if (its != nullptr) {
            *its = label;
        }
        auto* picker = new FieldPicker(row);
        picker->setAccessibleName(name);
        label->setBuddy(picker);
        layout->addWidget(label);
        layout->addWidget(picker, 1);
        connect(picker, &FieldPicker::keyChosen, this, &ExploreWidget::readChoice);
        return picker;
    };
    const auto addLog = [&](const QString& name) {
        auto* box = new QCheckBox(tr("log"), row);
        box->setToolTip(name);
        box->setAccessibleName(name);
        layout->addWidget(box);
        connect(box, &QCheckBox::toggled, this, &ExploreWidget::readChoice);
        return box;
    };
    x_picker_ = addPicker(tr("&x"), tr("Quantity on the x axis"));
    x_log_ = addLog(tr("Logarithmic x axis (Shift+L)"));
    y_picker_ = addPicker(tr("&y"), tr("Quantity on the y axis"), &y_label_);
    y_log_ = addLog(tr("Logarithmic y axis (L); a second y stays linear"));
    y2_picker_ = addPicker(tr("&2nd y"), tr("Quantity on the second y axis"), &y2_label_);

    addKindButtons(layout);
    return row;
}

void ExploreWidget::addKindButtons(QHBoxLayout* row) {
    row->addSpacing(kMarginPx);
    row->addWidget(new QLabel(tr("Points:"), this));
    tools_.runs = textButton(tr("Runs"), this);
    tools_.runs->setObjectName(QStringLiteral("runs"));
    tools_.samples = textButton(tr("Samples"), this);
    tools_.map = textButton(tr("Map"), this);
    tools_.map->setToolTip(tr("A heat map of two settings: each cell is a run"));
    tools_.runs->setToolTip(tr("A point is a whole run"));
    tools_.samples->setToolTip(tr("A point is one second of a run"));
    const std::pair<QToolButton*, PointsOf> kinds[] = {{tools_.runs, PointsOf::Runs},
                                                       {tools_.samples, PointsOf::Samples},
                                                       {tools_.map, PointsOf::Map}};
    for (const auto& [button, kind] : kinds) {
        row->addWidget(button);
        connect(button, &QToolButton::clicked, this, [this, points = kind] { setKind(points); });
    }
    tools_.more = textButton(QString(), this);
    tools_.more->setPopupMode(QToolButton::InstantPopup);
    tools_.more->setShortcut(QKeySequence(Qt::ALT | Qt::Key_K));
    tools_.more->setToolTip(tr("Percentiles, histogram and stacked bars of runs (Alt+K)"));
    auto* menu = new QMenu(tools_.more);
    menu->setToolTipsVisible(true);
    struct Kind {
        PointsOf points;
        Qt::Key key;
        QString name;  ///< what the button says then
        QString text;
        QString tip;
    };
    const Kind rarer[] = {
        {PointsOf::Percentiles,
         Qt::Key_P,
         tr("Percentiles"),
         tr("Latency &percentiles"),
         tr("How slow the slowest reads are: p50 to p99.99, a curve of each run")},
        {PointsOf::Histogram,
         Qt::Key_H,
         tr("Histogram"),
         tr("&Histogram"),
         tr("Latencies of runs and file sizes of data sets, in bins of powers of two")},
        {PointsOf::Stacks,
         Qt::Key_G,
         tr("Stages"),
         tr("Stacked bars of sta&ges"),
         tr("How the workers of each stage spent their time, and what an image costs")}};
    for (const Kind& kind : rarer) {
        QAction* action =
            menu->addAction(kind.text, this, [this, points = kind.points] { setKind(points); });
        action->setIconText(kind.name);
        action->setShortcut(QKeySequence(QKeyCombination(Qt::CTRL | Qt::ALT, kind.key)));
        action->setCheckable(true);
        action->setData(static_cast<int>(kind.points));
        action->setToolTip(kind.tip);
        action->setStatusTip(kind.tip);
    }
    tools_.more->setMenu(menu);
    row->addWidget(tools_.more);
}

QList<QAction*> ExploreWidget::kindActions() const {
    return tools_.more->menu()->actions();
}

void ExploreWidget::setKind(PointsOf points) {
    leaveView();
    PlotChoice choice = choice_;
    if (points != PointsOf::Samples && choice.x == kTimeKey) {
        choice.x = defaultChoice(studies_).x;
    }
    if (hasSubject(points)) {
        chosen_runs_.reset();
    }
    setChoice(ofKind(choice, points, before_));
}

void ExploreWidget::showKind() {
    QString name = tr("More");
    for (QAction* action : kindActions()) {
        const bool chosen = action->data().toInt() == static_cast<int>(choice_.points());
        action->setChecked(chosen);
        name = chosen ? action->iconText() : name;
    }
    tools_.more->setText(name);
    tools_.more->setChecked(choice_.has<Subject>());
}

QWidget* ExploreWidget::makeCentre() {
    auto* across = new QSplitter(Qt::Horizontal, this);
    grid_ = new ChartGrid(across);
    legend_ = new PlotLegend(across);
    across->addWidget(field_list_);
    across->addWidget(grid_);
    across->addWidget(legend_);
    across->setStretchFactor(across->indexOf(grid_), 1);
    across->setChildrenCollapsible(false);

    table_model_ = new PlotTableModel(this);
    table_order_ = new QSortFilterProxyModel(this);
    table_order_->setSourceModel(table_model_);
    table_order_->setSortRole(Qt::UserRole);
    table_view_ = new QTableView(this);
    table_view_->setModel(table_order_);
    table_view_->setAccessibleName(tr("The data of the chart"));
    table_view_->setToolTip(tr("Enter or double click: the samples of a run; N: a note at it"));
    table_view_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_view_->setSortingEnabled(true);
    table_view_->sortByColumn(-1, Qt::AscendingOrder);
    table_view_->setAlternatingRowColors(true);
    table_view_->verticalHeader()->hide();
    table_view_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() * 3 / 2);
    table_view_->setMinimumHeight(fontMetrics().height() * kTableLinesMin);
    table_view_->horizontalHeader()->setStretchLastSection(true);
    table_view_->setTabKeyNavigation(false);
    table_view_->hide();
    auto* copy = new QShortcut(QKeySequence::Copy, table_view_);
    copy->setContext(Qt::WidgetShortcut);
    connect(copy, &QShortcut::activated, this, &ExploreWidget::copyTable);

    auto* down = new QSplitter(Qt::Vertical, this);
    down->addWidget(across);
    down->addWidget(table_view_);
    down->setStretchFactor(0, 3);
    down->setStretchFactor(1, 1);
    down->setChildrenCollapsible(false);
    return down;
}

void ExploreWidget::connectCharts() {
    connect(legend_, &PlotLegend::visibilityChanged, this, &ExploreWidget::setSeriesVisible);
    connect(samples_, &SampleStore::arrived, this, &ExploreWidget::rebuild);
    connect(grid_, &ChartGrid::paneMade, this, &ExploreWidget::connectPane);
    connect(grid_, &ChartGrid::paneChosen, this, &ExploreWidget::setCurrentChart);
    connect(grid_, &ChartGrid::removeAsked, this, &ExploreWidget::removeChart);
    connectPane(grid_->current());
    connectTable();
}

void ExploreWidget::connectPane(ChartPane* pane) {
    PlotView* plot = pane->plot();
    // Queued: the answer changes the chart that is still handling the click.
    // The keys of a chart may come while another is current: it becomes so first.
    for (const auto& asked : {&PlotView::pointActivated, &PlotView::noteAsked}) {
        connect(plot, asked, pane, &ChartPane::chosen);
    }
    connect(plot, &QWidget::customContextMenuRequested, pane, &ChartPane::chosen);
    connect(plot, &PlotView::pointActivated, this, &ExploreWidget::drillDown, Qt::QueuedConnection);
    connect(plot, &PlotView::noteAsked, this, &ExploreWidget::askNote, Qt::QueuedConnection);
    plot->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(plot, &QWidget::customContextMenuRequested, this, &ExploreWidget::showPointMenu);
    connect(plot, &PlotView::statusTextChanged, status_, &QLabel::setText);
    connect(plot, &PlotView::scalesChanged, this, [this, pane](bool x, bool y) {
        Q_EMIT pane->chosen();
        pane->takeScales(x, y);
        choice_.setLogarithmic(x, y);
        remember();
        showChoice();
        showCurrent();
        grid_->join();
    });
    for (const auto& changed : {&PlotView::zoomChanged, &PlotView::resized}) {
        connect(plot, changed, this, [this, pane] { refineSamples(pane); });
    }
    connect(plot, &PlotView::zoomChanged, this, [this, pane] { keepZoom(pane); });
    plot->setCrosshairShown(tools_.crosshair->isChecked());
    connect(plot, &PlotView::crosshairToggled, this, [this](bool shown) {
        tools_.crosshair->setChecked(shown);
        for (const ChartPane* one : grid_->panes()) {
            one->plot()->setCrosshairShown(shown);
        }
    });
    plot->setBrushing(tools_.brush->isChecked());
    connect(plot, &PlotView::brushingToggled, this, [this](bool on) {
        tools_.brush->setChecked(on);
        for (const ChartPane* one : grid_->panes()) {
            one->plot()->setBrushing(on);
        }
    });
    connect(plot, &PlotView::picked, this, &ExploreWidget::select);
    takeDrops(pane);
}

void ExploreWidget::setTableShown(bool shown) {
    table_view_->setVisible(shown);
    showTable();
    tools_.table->setChecked(shown);
}

void ExploreWidget::copyTable() {
    std::vector<int> rows;
    const QModelIndexList selected = table_view_->selectionModel()->selectedRows();
    for (const QModelIndex& index : selected) {
        rows.push_back(table_order_->mapToSource(index).row());
    }
    QApplication::clipboard()->setText(table()->toTsv(rows));
}

void ExploreWidget::copyChart() {
    const ChartExport chart = chartExport({grid_->current()});
    auto* formats = new QMimeData;  // owned by the clipboard
    formats->setImageData(QImage::fromData(chartBytes(chart, ChartFormat::Png)));
    formats->setData(QStringLiteral("image/svg+xml"), chartBytes(chart, ChartFormat::Svg));
    formats->setHtml(table()->toHtml());
    formats->setText(table()->toTsv());
    QApplication::clipboard()->setMimeData(formats);
}

Result<void> ExploreWidget::exportTo(const QString& path) {
    return saveChart(path, chartExport(grid_->panes()));
}

void ExploreWidget::exportRaw(const QString& path) {
    RawData raw{.studies = studies_, .charts = {}, .shown = shown_runs_};
    for (const ShownChart& chart : shownCharts().charts) {
        raw.charts.push_back(chart.choice);
    }
    Q_EMIT rawDataWanted(raw, path);
}

CompareDialog* ExploreWidget::openCompare() {
    auto* dialog = new CompareDialog(studies_, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
    return dialog;
}

ExportDialog* ExploreWidget::askAndExport() {
    auto* dialog = new ExportDialog(chartExport(grid_->panes()), export_folder_, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ExportDialog::rawWanted, this, &ExploreWidget::exportRaw);
    for (const auto& chosen : {&ExportDialog::rawWanted, &ExportDialog::saved}) {
        connect(dialog, chosen, this, [this, dialog](const QString& path) {
            export_folder_ = QFileInfo(path).absolutePath();
            export_page_ = dialog->page();
        });
    }
    dialog->open();
    return dialog;
}

}  // namespace throughline::ui
