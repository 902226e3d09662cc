// SPDX-License-Identifier: GPL-3.0-or-later
// Actions and menus of the main window: each with a shortcut, a tooltip and a status tip.
#include <QActionGroup>
#include <QApplication>
#include <QMenu>
#include <QMenuBar>

#include "ui/bridge/paths.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/help_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/shortcuts_dialog.h"
#include "ui/style/icons.h"
#include "ui/style/ui_style.h"

namespace throughline::ui {

namespace {

constexpr double kScaleStep = 0.1;

QAction* makeAction(QWidget* owner,
                    const char* icon_name,
                    const QString& text,
                    const QList<QKeySequence>& keys,
                    const QString& tip) {
    auto* action = new QAction(icon(QLatin1String(icon_name)), text, owner);
    action->setShortcuts(keys);
    action->setStatusTip(tip);
    action->setToolTip(keys.isEmpty() ? tip
                                      : MainWindow::tr("%1 (%2)").arg(
                                            tip, keys.front().toString(QKeySequence::NativeText)));
    owner->addAction(action);
    return action;
}

}  // namespace

QAction* MainWindow::makeWindowAction(const char* icon_name,
                                      const QString& text,
                                      const QList<QKeySequence>& keys,
                                      const QString& tip,
                                      std::function<void()> what) {
    QAction* action = makeAction(this, icon_name, text, keys, tip);
    connect(action, &QAction::triggered, this, std::move(what));
    return action;
}

void MainWindow::buildActions() {
    buildFileActions();
    buildRunActions();
    buildViewActions();
    buildHelpActions();
}

void MainWindow::buildFileActions() {
    new_ = makeWindowAction("new-measurement",
                            tr("&New measurement"),
                            {QKeySequence::New},
                            tr("Show the form for a new measurement"),
                            [this] {
                                showPage(Page::Measure);
                                if (!live_) {
                                    measure_->showForm();
                                }
                            });
    open_ = makeWindowAction("open",
                             tr("&Open…"),
                             {QKeySequence::Open},
                             tr("Add records and results of other tools to the library"),
                             [this] { openDialog(); });
    import_ =
        makeWindowAction("table",
                         tr("&Import…"),
                         {QKeySequence(Qt::CTRL | Qt::Key_I)},
                         tr("Import results from fio, iostat, nvidia-smi, training logs and more"),
                         [this] { openDialog(); });
    import_folder_ = makeWindowAction("folder",
                                      tr("Import &folder…"),
                                      {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_I)},
                                      tr("Import every result in a folder"),
                                      [this] { importFolderDialog(); });
    demo_ = makeWindowAction("explore",
                             tr("Look at the &demo"),
                             {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D)},
                             tr("Open the recordings that came with the program"),
                             [this] { openDemo(); });
    quit_ = makeWindowAction(
        "", tr("&Quit"), {QKeySequence(Qt::CTRL | Qt::Key_Q)}, tr("Close the window"), [this] {
            close();
        });
    find_ = makeWindowAction("search",
                             tr("&Filter studies"),
                             {QKeySequence::Find},
                             tr("Go to the filter above the list of studies"),
                             [this] {
                                 dock_->show();
                                 library_panel_->filterBox()->setFocus();
                                 library_panel_->filterBox()->selectAll();
                             });
}

void MainWindow::buildRunActions() {
    start_ = makeWindowAction("start",
                              tr("&Start"),
                              {QKeySequence(Qt::CTRL | Qt::Key_Return)},
                              tr("Start the measurement described in the form"),
                              [this] {
                                  showPage(Page::Measure);
                                  measure_->form()->startButton()->click();
                              });
    pause_ = makeWindowAction("pause",
                              tr("&Pause after this run"),
                              {QKeySequence(Qt::CTRL | Qt::Key_P)},
                              tr("Finish the current run, then wait; press again to resume"),
                              [this] { togglePause(); });
    stop_ = makeWindowAction("stop",
                             tr("S&top"),
                             {QKeySequence(Qt::CTRL | Qt::Key_Period)},
                             tr("Stop the measurement and keep what was measured"),
                             [this] { stopMeasurement(); });
}

void MainWindow::buildViewActions() {
    show_welcome_ = makeWindowAction("",
                                     tr("&Welcome"),
                                     {QKeySequence(Qt::CTRL | Qt::Key_1)},
                                     tr("Show the first page"),
                                     [this] { showPage(Page::Welcome); });
    show_measure_ = makeWindowAction("new-measurement",
                                     tr("&Measure"),
                                     {QKeySequence(Qt::CTRL | Qt::Key_2)},
                                     tr("Show the Measure tab"),
                                     [this] { showPage(Page::Measure); });
    show_explore_ = makeWindowAction("explore",
                                     tr("&Explore"),
                                     {QKeySequence(Qt::CTRL | Qt::Key_3)},
                                     tr("Show the Explore tab"),
                                     [this] { showPage(Page::Explore); });
    show_what_if_ = makeWindowAction("help",
                                     tr("What &if"),
                                     {QKeySequence(Qt::CTRL | Qt::Key_4)},
                                     tr("Show the What-if tab"),
                                     [this] { showPage(Page::WhatIf); });
    larger_ = makeWindowAction("zoom-in",
                               tr("&Larger"),
                               {QKeySequence::ZoomIn, QKeySequence(Qt::CTRL | Qt::Key_Equal)},
                               tr("Make everything in the window larger"),
                               [this] { setScale(scale_ + kScaleStep); });
    smaller_ = makeWindowAction("zoom-out",
                                tr("&Smaller"),
                                {QKeySequence::ZoomOut},
                                tr("Make everything in the window smaller"),
                                [this] { setScale(scale_ - kScaleStep); });
    normal_ = makeWindowAction("",
                               tr("&Normal size"),
                               {QKeySequence(Qt::CTRL | Qt::Key_0)},
                               tr("Return to the desktop's text size"),
                               [this] { setScale(1.0); });
    full_screen_ =
        makeWindowAction("fit",
                         tr("&Full screen"),
                         {QKeySequence(Qt::Key_F11)},
                         tr("Fill the screen; press again to leave"),
                         [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    reset_layout_ = makeWindowAction(
        "restore",
        tr("&Reset layout"),
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R)},
        tr("Move the list of studies back to the left"),
        [this] {
            dock_->setFloating(false);
            addDockWidget(Qt::LeftDockWidgetArea, dock_);
            dock_->show();
            resizeDocks({dock_}, {fontMetrics().height() * kDockLines}, Qt::Horizontal);
        });
}

void MainWindow::buildHelpActions() {
    palette_ = makeWindowAction("search",
                                tr("&Commands…"),
                                {QKeySequence(Qt::CTRL | Qt::Key_K)},
                                tr("Find a command by a few letters and run it"),
                                [this] {
                                    auto* dialog = new CommandPalette(commandsOf(*menuBar()), this);
                                    dialog->setAttribute(Qt::WA_DeleteOnClose);
                                    dialog->open();
                                });
    shortcuts_ = makeWindowAction("help",
                                  tr("&Keyboard shortcuts"),
                                  {QKeySequence(Qt::Key_Question), QKeySequence(Qt::Key_F1)},
                                  tr("Show all keys in one table"),
                                  [this] {
                                      auto* dialog = new ShortcutsDialog(commandsWithKeys(), this);
                                      dialog->setAttribute(Qt::WA_DeleteOnClose);
                                      dialog->open();
                                  });
    diagnostics_ = makeWindowAction(
        "info",
        tr("&Diagnostics"),
        {QKeySequence(Qt::SHIFT | Qt::Key_F1)},
        tr("Show what was found of engine, io_uring, memory lock and GPU, or why not"),
        [this] { showDiagnostics(); });
    glossary_ = makeWindowAction("help",
                                 tr("&Glossary"),
                                 {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F1)},
                                 tr("Show what the words of this program mean"),
                                 [this] { HelpPage::glossary(this)->open(); });
    about_ = makeWindowAction("help",
                              tr("&About Throughline"),
                              {QKeySequence(Qt::CTRL | Qt::Key_F1)},
                              tr("Show version and licences"),
                              [this] { HelpPage::about(this)->open(); });
}

/// Those of the menus and of the What-if tab, whose commands stand on the tab alone.
QList<Command> MainWindow::commandsWithKeys() const {
    QList<Command> commands = commandsOf(*menuBar());
    const QList<QAction*> of_what_if = what_if_->actions();
    for (QAction* action : of_what_if) {
        commands.push_back({tr("What if › %1").arg(action->statusTip()), action});
    }
    return commands;
}

QMenu* MainWindow::buildThemeMenu() {
    auto* menu = new QMenu(tr("&Theme"), this);
    auto* group = new QActionGroup(menu);
    const std::array<std::pair<ThemeChoice, QString>, 3> choices = {
        {{ThemeChoice::System, tr("As the &system")},
         {ThemeChoice::Light, tr("&Light")},
         {ThemeChoice::Dark, tr("&Dark")}}};
    int key = Qt::Key_7;
    for (const auto& [choice, text] : choices) {
        const char* icon_name = choice == ThemeChoice::Dark    ? "theme-dark"
                                : choice == ThemeChoice::Light ? "theme-light"
                                                               : "";
        QAction* action = makeAction(this,
                                     icon_name,
                                     text,
                                     {QKeySequence(QKeyCombination(Qt::CTRL, Qt::Key(key++)))},
                                     tr("Choose the window's colours"));
        action->setCheckable(true);
        action->setChecked(choice == theme_);
        group->addAction(action);
        menu->addAction(action);
        connect(action, &QAction::triggered, this, [this, chosen = choice] {
            theme_ = chosen;
            settings_->setValue(QStringLiteral("window/theme"), nameOf(chosen));
            applyTheme(chosen);
        });
    }
    return menu;
}

void MainWindow::buildMenus() {
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addActions({new_, open_, import_, import_folder_, demo_});
    file->addSeparator();
    QMenu* library = file->addMenu(tr("&Library"));
    library->setToolTipsVisible(true);
    library->addActions(library_panel_->libraryActions());
    addActions(library_panel_->libraryActions());
    file->addSeparator();
    addExportActions(file);
    file->addSeparator();
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    QAction* undo = undo_group_->createUndoAction(this, tr("Undo"));
    undo->setIcon(icon(QStringLiteral("undo")));
    undo->setShortcut(QKeySequence(QKeySequence::Undo));  // its first key; F14 is on no keyboard
    undo->setStatusTip(tr("Undo the last change"));
    QAction* redo = undo_group_->createRedoAction(this, tr("Redo"));
    redo->setShortcuts(QKeySequence::Redo);
    redo->setStatusTip(tr("Redo the change"));
    edit->addActions({undo, redo});
    edit->addSeparator();
    const QList<QAction*> study_actions = library_panel_->studyActions();
    edit->addActions(study_actions);
    edit->addSeparator();
    edit->addAction(find_);
    file->addAction(quit_);

    QMenu* view = menuBar()->addMenu(tr("&View"));
    view->addActions({show_welcome_, show_measure_, show_explore_, show_what_if_});
    QMenu* charts = view->addMenu(tr("Studies' &charts"));
    charts->setToolTipsVisible(true);
    charts->addActions(explore_->viewActions());
    QMenu* kinds = view->addMenu(tr("Charts of r&uns"));
    kinds->setToolTipsVisible(true);
    kinds->addActions(explore_->kindActions());
    saved_views_ = new SavedViewsMenu(viewsFolder(), explore_, library_panel_->undoStack(), this);
    connect(saved_views_, &SavedViewsMenu::failed, this, &MainWindow::say);
    view->addMenu(saved_views_);
    view->addActions(explore_->historyActions());
    view->addActions(explore_->chartActions());
    view->addActions(explore_->selectionActions());
    view->addAction(explore_->compareAction());
    view->addSeparator();
    QAction* studies = dock_->toggleViewAction();
    studies->setText(tr("S&tudies"));
    studies->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_B));
    studies->setStatusTip(tr("Show or hide the list of studies"));
    view->addAction(studies);
    view->addMenu(buildThemeMenu());
    view->addActions({larger_, smaller_, normal_, full_screen_});
    view->addSeparator();
    view->addAction(reset_layout_);

    QMenu* run = menuBar()->addMenu(tr("&Run"));
    run->addActions({start_, pause_, stop_});
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addActions({palette_, shortcuts_, diagnostics_, glossary_, about_});
    for (QMenu* menu : {file, edit, view, run, help}) {
        menu->setToolTipsVisible(true);
    }
}

/// Their keys are of the window while charts are in front; other pages have keys like these.
void MainWindow::addExportActions(QMenu* menu) {
    menu->addActions(explore_->exportActions());
    const auto enable = [this] {
        const bool in_front =
            pages_->currentWidget() == tabs_ && tabs_->currentWidget() == explore_;
        for (QAction* action : explore_->exportActions()) {
            action->setEnabled(in_front);
        }
    };
    connect(pages_, &QStackedWidget::currentChanged, this, enable);
    connect(tabs_, &QTabWidget::currentChanged, this, enable);
    enable();
}

void MainWindow::setScale(double scale) {
    scale_ = std::clamp(scale, kUiScaleMin, kUiScaleMax);
    settings_->setValue(QStringLiteral("window/scale"), scale_);
    applyUiScale(scale_);
}

}  // namespace throughline::ui
