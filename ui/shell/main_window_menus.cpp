// SPDX-License-Identifier: GPL-3.0-or-later
// The menu bar of the main window: each command with its keys and a tip.
#include <QActionGroup>
#include <QMenuBar>
#include <QUndoGroup>
#include <QUndoStack>
#include <QWhatsThis>
#include <algorithm>

#include "ui/bridge/paths.h"
#include "ui/shell/about_dialog.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/demo.h"
#include "ui/shell/help_window.h"
#include "ui/shell/main_window.h"
#include "ui/shell/preferences_dialog.h"
#include "ui/shell/presentation.h"
#include "ui/shell/recent_files_menu.h"
#include "ui/shell/shortcuts_dialog.h"
#include "ui/shell/things_to_find.h"
#include "ui/shell/view_gallery.h"
#include "ui/style/icons.h"
#include "ui/style/key_action.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

constexpr double kScaleStep = 0.1;

/// A menu of the menu bar; the keys of its commands hold in the whole window.
class CommandMenu : public QMenu {
public:
    CommandMenu(const QString& title, QMainWindow* window)
        : QMenu(title, window->menuBar()), window_(window) {
        setToolTipsVisible(true);
        window->menuBar()->addMenu(this);
    }

    QAction* add(const char* icon_name,
                 const QString& text,
                 const QList<QKeySequence>& keys,
                 const QString& tip,
                 std::function<void()> what,
                 const QString& keyWords = {}) {
        QAction* action = keyAction(icon_name, text, keys, tip, window_);
        setKeyWords(action, keyWords);
        connect(action, &QAction::triggered, window_, std::move(what));
        window_->addAction(action);
        addAction(action);
        return action;
    }

    QMenu* addSubMenu(const QString& title, const QList<QAction*>& actions) {
        QMenu* menu = addMenu(title);
        menu->setToolTipsVisible(true);
        menu->addActions(actions);
        return menu;
    }

private:
    QMainWindow* window_;
};

/// What one can look for the preferences by: each of them, and its choices.
QString namesOfPreferences() {
    QStringList names;
    for (const PreferenceInfo& info : allPreferences()) {
        names << info.title;
        for (const PreferenceInfo::Choice& choice : info.choices) {
            names << choice.title;
        }
    }
    return names.join(u' ');
}

QMenu* makeThemeMenu(MainWindow* window) {
    Preferences* preferences = window->preferences();
    auto* menu = new QMenu(MainWindow::tr("&Theme"), window);
    auto* group = new QActionGroup(menu);
    const auto add =
        [&](ThemeChoice choice, const char* icon_name, const QString& text, Qt::Key key) {
            QAction* action = keyAction(icon_name,
                                        text,
                                        {QKeySequence(Qt::CTRL | Qt::ALT | key)},
                                        MainWindow::tr("Choose the colours of the window"),
                                        window);
            window->addAction(action);
            setKeyWords(action, MainWindow::tr("colours, mode, appearance"));
            action->setCheckable(true);
            group->addAction(action);
            menu->addAction(action);
            const auto check = [preferences, action, choice] {
                action->setChecked(preferences->value(Preference::Theme) == nameOf(choice));
            };
            check();
            QObject::connect(preferences, &Preferences::changed, action, check);
            QObject::connect(action, &QAction::triggered, preferences, [preferences, choice] {
                preferences->set(Preference::Theme, nameOf(choice));
            });
        };
    add(ThemeChoice::System, "", MainWindow::tr("Same as the &system"), Qt::Key_7);
    add(ThemeChoice::Light, "theme-light", MainWindow::tr("&Light"), Qt::Key_8);
    add(ThemeChoice::Dark, "theme-dark", MainWindow::tr("&Dark"), Qt::Key_9);
    return menu;
}

void addLooks(CommandMenu* view, MainWindow* window) {
    const auto scale = [preferences = window->preferences()](double step) {
        return [preferences, step] {
            const double now = preferences->value(Preference::Scale).toDouble();
            preferences->set(Preference::Scale,
                             step == 0.0 ? 1.0 : std::clamp(now + step, kUiScaleMin, kUiScaleMax));
        };
    };
    view->addMenu(makeThemeMenu(window));
    view->add("zoom-in",
              MainWindow::tr("&Larger"),
              {QKeySequence::ZoomIn, QKeySequence(Qt::CTRL | Qt::Key_Equal)},
              MainWindow::tr("Make everything in the window larger"),
              scale(kScaleStep),
              MainWindow::tr("zoom in, text size, font"));
    view->add("zoom-out",
              MainWindow::tr("&Smaller"),
              {QKeySequence::ZoomOut},
              MainWindow::tr("Make everything in the window smaller"),
              scale(-kScaleStep),
              MainWindow::tr("zoom out, text size, font"));
    view->add("",
              MainWindow::tr("&Normal size"),
              {QKeySequence(Qt::CTRL | Qt::Key_0)},
              MainWindow::tr("Use the text size of the desktop again"),
              scale(0.0));
    view->add("fit",
              MainWindow::tr("&Full screen"),
              {QKeySequence(Qt::Key_F11)},
              MainWindow::tr("Fill the screen; choose again to leave"),
              [window] { window->setWindowState(window->windowState() ^ Qt::WindowFullScreen); });
}

/// Those of the menus, and the gallery's ready charts.
QList<Command> commandsAndCharts(const QMenuBar& menus, const ExploreWidget& explore) {
    QList<Command> commands = commandsOf(menus);
    const QList<QAction*> charts = explore.viewActions();
    for (QAction* action : charts) {
        commands.push_back({MainWindow::tr("Gallery › %1").arg(action->text()), action});
    }
    return commands;
}

/// With those of the What-if tab, whose commands stand on the tab alone.
QList<Command> commandsWithKeys(QList<Command> commands, const WhatIfPage& whatIf) {
    const QList<QAction*> of_what_if = whatIf.actions();
    for (QAction* action : of_what_if) {
        commands.push_back({MainWindow::tr("What if › %1").arg(action->statusTip()), action});
    }
    return commands;
}

/// One entry a page, in the order of the tabs.
void addPages(CommandMenu* view, MainWindow* window) {
    view->add("",
              MainWindow::tr("&Welcome"),
              {QKeySequence(Qt::CTRL | Qt::Key_1)},
              MainWindow::tr("Show the welcome page"),
              [window] { window->showPage(MainWindow::Page::Welcome); });
    view->add(
        "new-measurement",
        MainWindow::tr("&Measure"),
        {QKeySequence(Qt::CTRL | Qt::Key_2)},
        MainWindow::tr("Show the Measure tab"),
        [window] { window->showPage(MainWindow::Page::Measure); },
        MainWindow::tr("run, benchmark, start"));
    view->add(
        "info",
        MainWindow::tr("&Result"),
        {QKeySequence(Qt::CTRL | Qt::Key_3)},
        MainWindow::tr("Show the result of the chosen study"),
        [window] { window->showPage(MainWindow::Page::Result); },
        MainWindow::tr("show, verdict, bottleneck"));
    view->add(
        "explore",
        MainWindow::tr("&Explore"),
        {QKeySequence(Qt::CTRL | Qt::Key_4)},
        MainWindow::tr("Show the Explore tab"),
        [window] { window->showPage(MainWindow::Page::Explore); },
        MainWindow::tr("chart, graph, plot, sweep"));
    view->add(
        "help",
        MainWindow::tr("What &if"),
        {QKeySequence(Qt::CTRL | Qt::Key_5)},
        MainWindow::tr("Show the What-if tab"),
        [window] { window->showPage(MainWindow::Page::WhatIf); },
        MainWindow::tr("whatif, predict, forecast, cloud, price"));
    view->add(
        "table",
        MainWindow::tr("F&igures"),
        {QKeySequence(Qt::CTRL | Qt::Key_6)},
        MainWindow::tr("Show all figures of the chosen study"),
        [window] { window->showPage(MainWindow::Page::Figures); },
        MainWindow::tr("compare, metrics, differences"));
    view->add("settings",
              MainWindow::tr("Settings and &notes"),
              {QKeySequence(Qt::CTRL | Qt::Key_7)},
              MainWindow::tr("Show how the chosen study was measured, and what is said of it"),
              [window] { window->showPage(MainWindow::Page::Settings); });
    view->add(
        "report",
        MainWindow::tr("Re&port"),
        {QKeySequence(Qt::CTRL | Qt::Key_8)},
        MainWindow::tr("Show the report"),
        [window] { window->showPage(MainWindow::Page::Report); },
        MainWindow::tr("pdf, html, document, share"));
}

}  // namespace

void MainWindow::buildMenus() {
    buildFileMenu();
    buildEditMenu();
    buildViewMenu();
    buildChartMenu();
    auto* run = new CommandMenu(tr("&Run"), this);
    run->addActions(measure_feed_->actions());
    buildHelpMenu();
}

void MainWindow::buildFileMenu() {
    auto* file = new CommandMenu(tr("&File"), this);
    file->add("new-measurement",
              tr("&New measurement"),
              {QKeySequence::New},
              tr("Show the form for a new measurement"),
              [this] { measure_feed_->showForm(); });
    file->add("open",
              tr("&Open or import…"),
              {QKeySequence::Open, QKeySequence(Qt::CTRL | Qt::Key_I)},
              tr("Add records, and results of fio, iostat, nvidia-smi, training logs and more, "
                 "to the library"),
              [this] { importer_->askForFiles(); });
    recent_ = new RecentFilesMenu(settings_, file);
    connect(recent_, &RecentFilesMenu::chosen, this, [this](const QString& chosen) {
        importer_->open({chosen});
    });
    file->addMenu(recent_);
    file->add("folder",
              tr("Import &folder…"),
              {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_I)},
              tr("Import every result in a folder"),
              [this] { importer_->askForFolder(); });
    file->add("explore",
              tr("Look at the &demo"),
              {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D)},
              tr("Open the recordings that come with the program"),
              [this] { openDemo(); })
        ->setEnabled(!demoRecordings().isEmpty());
    file->addSeparator();
    file->addSubMenu(tr("&Library"), library_panel_->libraryActions());
    addActions(library_panel_->libraryActions());
    file->addSeparator();
    file->addAction(report_feed_->addAction());
    file->addActions(explore_->exportActions());
    // Their keys are of the window while charts are in front; other pages have keys like these.
    const auto enable = [this] {
        const bool in_front = pages_->page() == Page::Explore;
        for (QAction* action : explore_->exportActions()) {
            action->setEnabled(in_front);
        }
    };
    connect(pages_, &Pages::pageChanged, this, enable);
    enable();
    file->addSeparator();
    file->add(
        "", tr("&Quit"), {QKeySequence(Qt::CTRL | Qt::Key_Q)}, tr("Close the window"), [this] {
            close();
        });
}

void MainWindow::buildEditMenu() {
    // What changed last; of a page that comes to the front, its own: the scenarios', the report's,
    // else the library's.
    auto* group = new QUndoGroup(this);
    for (QUndoStack* stack : {library_panel_->undoStack(),
                              what_if_->document()->undoStack(),
                              report_feed_->page()->document()->undoStack()}) {
        group->addStack(stack);
        connect(stack, &QUndoStack::indexChanged, group, [group, stack] {
            if (stack->count() > 0) {
                group->setActiveStack(stack);
            }
        });
    }
    const auto choose = [this, group] {
        const Page page = pages_->page();
        group->setActiveStack(page == Page::WhatIf   ? what_if_->document()->undoStack()
                              : page == Page::Report ? report_feed_->page()->document()->undoStack()
                                                     : library_panel_->undoStack());
    };
    connect(pages_, &Pages::pageChanged, group, choose);
    choose();
    auto* edit = new CommandMenu(tr("&Edit"), this);
    QAction* undo = group->createUndoAction(this, tr("Undo"));
    undo->setIcon(icon(QStringLiteral("undo")));
    undo->setShortcut(QKeySequence(QKeySequence::Undo));  // its first key; F14 is on no keyboard
    undo->setStatusTip(tr("Undo the last change"));
    QAction* redo = group->createRedoAction(this, tr("Redo"));
    redo->setShortcuts(QKeySequence::Redo);
    redo->setStatusTip(tr("Redo the last undone change"));
    edit->addActions({undo, redo});
    edit->addSeparator();
    edit->addActions(library_panel_->studyActions());
    edit->add("close",
              tr("&Clear the charts"),
              {QKeySequence(Qt::CTRL | Qt::Key_Backspace)},
              tr("Take all studies out of the charts"),
              [this] { library_panel_->clearPlotted(); });
    edit->addSeparator();
    edit->add("search",
              tr("&Filter studies"),
              {QKeySequence::Find},
              tr("Go to the filter above the list of studies"),
              [this] {
                  dock_->show();
                  library_panel_->filterBox()->setFocus();
                  library_panel_->filterBox()->selectAll();
              });
    edit->addSeparator();
    edit->add(
        "settings",
        tr("&Preferences…"),
        {QKeySequence(Qt::CTRL | Qt::Key_Comma)},
        tr("Choose colours, size, what to begin with and where data sets are made"),
        [this] { openAndForget(new PreferencesDialog(preferences_, this)); },
        namesOfPreferences());
}

void MainWindow::buildChartMenu() {
    auto* chart = new CommandMenu(tr("Char&t"), this);
    QUndoStack* undo = library_panel_->undoStack();
    auto* keeper = new ViewKeeper(viewsFolder(), explore_, undo, this);
    connect(keeper, &ViewKeeper::failed, messages_, &MessageBar::say);
    connect(keeper, &ViewKeeper::done, this, [this, undo](const QString& words) {
        messages_->sayUndoable(words, undo);
    });
    QAction* gallery = chart->add(
        "gallery",
        tr("&Gallery of charts…"),
        {QKeySequence(Qt::CTRL | Qt::Key_G)},
        tr("Choose a saved view, or a chart of the published studies, by its picture"),
        [this, keeper, undo] {
            auto* shown =
                new ViewGallery(keeper, explore_->document(), feed_->makePreviews(), undo, this);
            connect(shown, &ViewGallery::measureAsked, this, [this](const QString& experiment) {
                measure_feed_->showForm();
                measure_->form()->setStudy(experiment);
                showPage(Page::Measure);
            });
            connect(shown, &ViewGallery::settingAsked, this, [this](const QString& key) {
                measure_feed_->showForm();
                showPage(Page::Measure);
                measure_->form()->showSetting(key.toStdString());
            });
            connect(shown, &ViewGallery::scenarioAsked, this, [this](const QString& name) {
                showPage(Page::WhatIf);
                what_if_->files()->openExample(name);
            });
            openAndForget(shown);
        });
    connect(explore_, &ExploreWidget::galleryWanted, gallery, &QAction::trigger);
    chart->addAction(keeper->saveAction());
    addActions(explore_->viewActions());
    chart->addSubMenu(tr("&Kind of chart"), explore_->kindActions());
    for (const QList<QAction*>& actions :
         {explore_->historyActions(), explore_->chartActions(), explore_->selectionActions()}) {
        chart->addSeparator();
        chart->addActions(actions);
    }
}

void MainWindow::buildViewMenu() {
    auto* view = new CommandMenu(tr("&View"), this);
    addPages(view, this);
    view->addSeparator();
    auto* meeting =
        new Presentation({&library_, study_feed_, feed_, explore_, what_if_, settings_}, this);
    connect(meeting, &Presentation::saved, messages_, &MessageBar::saySaved);
    view->addAction(meeting->action());
    QAction* studies = dock_->toggleViewAction();
    studies->setText(tr("S&tudies"));
    studies->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_B));
    studies->setStatusTip(tr("Show or hide the list of studies"));
    view->addAction(studies);
    view->addSubMenu(tr("Arrange the &list"), library_panel_->arrangementActions());
    view->addSeparator();
    addLooks(view, this);
    view->addSeparator();
    view->add("restore",
              tr("&Reset layout"),
              {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_0)},
              tr("Move the list of studies back to the left"),
              [this] { placeDock(); });
}

void MainWindow::buildHelpMenu() {
    auto* help = new CommandMenu(tr("&Help"), this);
    help->add("search",
              tr("F&ind…"),
              {QKeySequence(Qt::CTRL | Qt::Key_K)},
              tr("Find a command, study, view, quantity, setting or help page by a few letters"),
              [this] { openAndForget(new CommandPalette(thingsToFind(this), this)); });
    help->add("help",
              tr("&Help"),
              {QKeySequence(Qt::Key_F1)},
              tr("Show the help page of the tab in front"),
              [this] { showHelp(); });
    help->add("help",
              tr("&What’s this?"),
              {QKeySequence(Qt::SHIFT | Qt::Key_F1)},
              tr("Explain the control that you click next"),
              [] { QWhatsThis::enterWhatsThisMode(); });
    help->add("help",
              tr("&Keyboard shortcuts"),
              {QKeySequence(Qt::Key_Question)},
              tr("Show all keyboard shortcuts in one table"),
              [this] {
                  const QList<Command> commands =
                      commandsWithKeys(commandsAndCharts(*menuBar(), *explore_), *what_if_);
                  openAndForget(new ShortcutsDialog(commands, this));
              });
    help->add("info",
              tr("&Diagnostics"),
              {QKeySequence(Qt::CTRL | Qt::Key_F2)},
              tr("Show whether engine, io_uring, memory lock and GPU were found and, if not, why"),
              [this] { showDiagnostics(); });
    help->add("help",
              tr("&Glossary"),
              {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F1)},
              tr("Explain the words used in this program"),
              [this] { showHelp(QStringLiteral("glossary")); });
    help->add("help",
              tr("&About Throughline"),
              {QKeySequence(Qt::CTRL | Qt::Key_F1)},
              tr("Show the version and licences"),
              [this] { openAndForget(new AboutDialog(this)); });
}

}  // namespace throughline::ui
