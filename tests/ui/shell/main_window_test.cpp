// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <map>

#include "tests/ui/bridge/record_maker.h"
#include "tests/ui/shell/main_window_fixture.h"
#include "ui/library/import_dialog.h"
#include "ui/measure/preset_cards.h"
#include "ui/shell/awaited.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/diagnostics_dialog.h"
#include "ui/shell/help_pages.h"
#include "ui/shell/help_window.h"
#include "ui/shell/recent_files_menu.h"
#include "ui/shell/shortcuts_dialog.h"
#include "ui/shell/things_to_find.h"
#include "ui/shell/view_keeper.h"
#include "ui/shell/welcome_page.h"
#include "ui/shell/window_layout.h"
#include "ui/style/ui_style.h"

namespace throughline::ui {
namespace {

TEST_F(MainWindowTest, KeptViewsAreUndone) {
    auto* keeper = window_->findChild<ViewKeeper*>();
    ASSERT_NE(keeper, nullptr);
    const SavedViews views(folder_.filePath(QStringLiteral("views")));
    auto* undo = window_->findChild<LibraryPanel*>()->undoStack();
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = "images_per_second";
    window_->findChild<ExploreWidget*>()->document()->setChoice(choice);

    keeper->keep(QStringLiteral("Threads & disks"));
    ASSERT_EQ(views.list().size(), 1U);
    keeper->remove(views.list().front());
    EXPECT_TRUE(views.list().empty());
    undo->undo();
    EXPECT_EQ(views.list().size(), 1U);
    undo->undo();
    EXPECT_TRUE(views.list().empty());
}

// Goal: Ctrl+Z takes back what was done last, and nothing before it. Method: a kept view, then
// another axis; undone and done again in their order.
TEST_F(MainWindowTest, ChangesOfTheChartsAreUndoneInTheirOrder) {
    auto* keeper = window_->findChild<ViewKeeper*>();
    auto* explore = window_->findChild<ExploreWidget*>();
    auto* undo = window_->findChild<LibraryPanel*>()->undoStack();
    const SavedViews views(folder_.filePath(QStringLiteral("views")));
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = "images_per_second";
    explore->document()->setChoice(choice);
    keeper->keep(QStringLiteral("Slide one"));
    PlotChoice other = choice;
    other.y = "read_iops";
    explore->document()->setChoice(other);

    undo->undo();
    EXPECT_EQ(explore->document()->choice(), choice);
    EXPECT_EQ(views.list().size(), 1U) << "the kept view was not what was done last";
    undo->redo();
    EXPECT_EQ(explore->document()->choice(), other);
    // The way back by itself is no change that could be undone, and does not mislead.
    const int steps = undo->count();
    explore->historyActions().first()->trigger();
    EXPECT_EQ(explore->document()->choice(), choice);
    EXPECT_EQ(undo->count(), steps);
    undo->undo();
    EXPECT_EQ(explore->document()->choice(), choice);
    undo->undo();
    EXPECT_TRUE(views.list().empty());
}

// Goal: copying and exporting a chart is in a menu, and works wherever in the window the focus is.
TEST_F(MainWindowTest, ExportIsInAMenuWhileChartsAreInFront) {
    const auto all = allActions();
    const auto* explore = window_->findChild<ExploreWidget*>();
    for (QAction* action : explore->exportActions()) {
        EXPECT_TRUE(all.contains(action)) << action->text().toStdString();
        EXPECT_EQ(action->shortcutContext(), Qt::WindowShortcut);
        window_->showPage(MainWindow::Page::Explore);
        EXPECT_TRUE(action->isEnabled());
        window_->showPage(MainWindow::Page::WhatIf);
        EXPECT_FALSE(action->isEnabled());
    }
}

TEST_F(MainWindowTest, ShortcutsAreFilteredAndPaletteSaysWhenNothingIsFound) {
    ShortcutsDialog sheet({}, window_.get());
    const auto shown = [&] {
        int rows = 0;
        for (int row = 0; row < sheet.table()->rowCount(); ++row) {
            rows += sheet.table()->isRowHidden(row) ? 0 : 1;
        }
        return rows;
    };
    const int every = shown();
    sheet.filter()->setText(QStringLiteral("zoom"));
    EXPECT_GT(shown(), 0);
    EXPECT_LT(shown(), every);
    sheet.filter()->setText(QStringLiteral("qqq"));
    EXPECT_FALSE(sheet.nothingFound()->isHidden());

    CommandPalette palette({}, window_.get());
    palette.input()->setText(QStringLiteral("qqq"));
    EXPECT_FALSE(palette.nothingFound()->isHidden());
    // Its first size leaves room on the smallest screen there is.
    EXPECT_LE(firstWindowSize({1280, 720}, 30).height(), 690);
}

TEST_F(MainWindowTest, ClosingAsksWhileRawDataAreWritten) {
    writeRecord(folder_.filePath(QStringLiteral("a.tlrun")),
                smallStudy("11111111-1111-4111-8111-111111111111", "Alpha", 2));
    window_->importer()->open({folder_.filePath(QStringLiteral("a.tlrun"))});
    ExploreWidget* explore = window_->explore();
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return explore->document()->studies().size() == 1; }, kPatienceMs));
    const QString file = folder_.filePath(QStringLiteral("raw.csv"));
    int asked = 0;
    auto answer = MainWindow::OnClose::Cancel;
    window_->setCloseQuestion([&] {
        ++asked;
        return answer;
    });

    explore->exporter()->exportRaw(file);
    EXPECT_FALSE(window_->close());
    ASSERT_TRUE(QTest::qWaitFor([&] { return QFile::exists(file); }, kPatienceMs));
    explore->exporter()->exportRaw(file + u'2');
    answer = MainWindow::OnClose::Stop;
    EXPECT_TRUE(window_->close());

    EXPECT_EQ(asked, 2);
    window_.reset();
    // So short a file may have been complete before; no part of one stays.
    EXPECT_EQ(QDir(folder_.path()).entryList({QStringLiteral("raw.csv2?*")}), QStringList());
    QFile whole(file);
    QFile second(file + u'2');
    ASSERT_TRUE(whole.open(QIODevice::ReadOnly));
    EXPECT_TRUE(!second.open(QIODevice::ReadOnly) || second.readAll() == whole.readAll());
}

/// Visible labels and buttons whose words do not fit into them.
QStringList cutOff(const QWidget& window) {
    QStringList found;
    const auto labels = window.findChildren<QLabel*>();
    for (const QLabel* label : labels) {
        if (!label->isVisible() || label->text().isEmpty()) {
            continue;
        }
        const QSize room = label->contentsRect().size();
        const bool fits =
            label->wordWrap()
                ? label->heightForWidth(label->width()) <= label->height() + 1
                : label->fontMetrics().size(Qt::TextShowMnemonic, label->text()).width() <=
                      room.width() + 1;
        if (!fits) {
            found << label->text();
        }
    }
    const auto buttons = window.findChildren<QAbstractButton*>();
    for (const QAbstractButton* button : buttons) {
        if (button->isVisible() && !button->text().isEmpty() &&
            button->width() < button->minimumSizeHint().width()) {
            found << button->text();
        }
    }
    return found;
}

TEST_F(MainWindowTest, MissingEngineIsSaidWithTheReasonAndStartIsOff) {
    EXPECT_TRUE(window_->engine().problem.contains(QStringLiteral("/nowhere/throughline-engine")));
    EXPECT_FALSE(window_->measurePage()->form()->startButton()->isEnabled());
}

// Goal: who takes a picture, or a test, knows when the window shows all that it will.
TEST_F(MainWindowTest, WhatIsStillReadIsAwaited) {
    EXPECT_TRUE(awaitedBy(*window_).contains(QStringLiteral("the library")));
    ASSERT_TRUE(QTest::qWaitFor([this] { return awaitedBy(*window_).isEmpty(); }, kPatienceMs));
    window_->showPage(MainWindow::Page::WhatIf);
    window_->whatIf()->search()->setTarget(12345.0);
    EXPECT_EQ(awaitedBy(*window_), QStringList(QStringLiteral("the search of offers")));
    ASSERT_TRUE(QTest::qWaitFor([this] { return awaitedBy(*window_).isEmpty(); }, kPatienceMs));
    EXPECT_TRUE(window_->whatIf()->search()->summary().contains(QStringLiteral("12\u202f345")))
        << window_->whatIf()->search()->summary().toStdString();
}

TEST_F(MainWindowTest, F1ExplainsTheTabInFront) {
    const std::pair<MainWindow::Page, const char*> pages[] = {
        {MainWindow::Page::Welcome, "start"},
        {MainWindow::Page::Measure, "measure"},
        {MainWindow::Page::Explore, "explore"},
        {MainWindow::Page::WhatIf, "whatif"}};
    for (const auto& [page, help] : pages) {
        window_->showPage(page);
        window_->showHelp();
        EXPECT_EQ(window_->findChild<HelpWindow*>()->page(), QLatin1String(help));
    }
}

// Goal: "8 GPUs?" is opening the page and typing 8.
TEST_F(MainWindowTest, WhatIfBeginsInItsFirstBox) {
    window_->show();
    window_->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(window_.get()));
    auto* tabs = window_->findChild<QTabBar*>();
    ASSERT_NE(tabs, nullptr);
    QTest::mouseClick(tabs,
                      Qt::LeftButton,
                      {},
                      tabs->tabRect(static_cast<int>(MainWindow::Page::WhatIf) - 1).center());
    auto* first = window_->findChild<QuestionLine*>()->gpus();
    ASSERT_TRUE(QTest::qWaitFor([&] { return first->hasFocus(); }));
    EXPECT_TRUE(first->lineEdit()->hasSelectedText()) << "what is typed takes its place";
}

TEST_F(MainWindowTest, AfterACrashAReportIsOffered) {
    offerReport(window_.get());
    auto* box = window_->findChild<QMessageBox*>();
    ASSERT_NE(box, nullptr);
    EXPECT_TRUE(box->informativeText().contains(QStringLiteral("--safe-mode")));
    const auto buttons = box->buttons();
    ASSERT_EQ(buttons.size(), 2);
    for (QAbstractButton* button : buttons) {
        if (box->buttonRole(button) == QMessageBox::AcceptRole) {
            button->click();
        }
    }
    const auto* diagnostics = window_->findChild<DiagnosticsDialog*>();
    ASSERT_NE(diagnostics, nullptr);
    EXPECT_TRUE(diagnostics->report().contains(QStringLiteral("Throughline: ")));
    EXPECT_FALSE(diagnostics->report().contains(QDir::homePath()));
}

TEST_F(MainWindowTest, FilesOpenedLastComeFirstAndOnce) {
    auto* recent = window_->findChild<RecentFilesMenu*>();
    ASSERT_NE(recent, nullptr);
    EXPECT_FALSE(recent->menuAction()->isEnabled());
    for (int i = 0; i < 12; ++i) {
        recent->remember({QStringLiteral("/results/%1.json").arg(i)});
    }
    recent->remember({QStringLiteral("/results/7.json")});
    ASSERT_EQ(recent->actions().size(), RecentFilesMenu::kMost);
    EXPECT_EQ(recent->actions().at(0)->toolTip(), QStringLiteral("/results/7.json"));
    EXPECT_EQ(recent->actions().at(1)->toolTip(), QStringLiteral("/results/11.json"));
    QSignalSpy chosen(recent, &RecentFilesMenu::chosen);
    recent->actions().at(1)->trigger();
    EXPECT_EQ(chosen.value(0).value(0).toString(), QStringLiteral("/results/11.json"));
}

TEST_F(MainWindowTest, NothingIsCutOffAt1280x720) {
    for (const auto page :
         {MainWindow::Page::Welcome, MainWindow::Page::Measure, MainWindow::Page::Explore}) {
        window_->showPage(page);
        QCoreApplication::processEvents();
        EXPECT_EQ(window_->size(), QSize(1280, 720));
        EXPECT_EQ(cutOff(*window_).join(u'|').toStdString(), "") << static_cast<int>(page);
    }
}

TEST_F(MainWindowTest, EverySettingIsReadableAt1280x720) {
    window_->showPage(MainWindow::Page::Measure);

    window_->measurePage()->form()->setPreset(Preset::Custom);
    QCoreApplication::processEvents();

    EXPECT_EQ(cutOff(*window_).join(u'|').toStdString(), "");
}

TEST_F(MainWindowTest, EnterOpensTheChosenCardOfTheFirstPage) {
    WelcomePage page;
    QSignalSpy asked(&page, &WelcomePage::measureAsked);
    QTest::keyClick(page.findChildren<WelcomeTile*>().front(), Qt::Key_Return);
    EXPECT_EQ(asked.count(), 1);
}

TEST_F(MainWindowTest, DroppedRecordIsTakenIn) {
    const QString file = folder_.filePath(QStringLiteral("a.tlrun"));
    writeRecord(file, smallStudy("11111111-1111-4111-8111-111111111111", "Dropped", 1));
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);

    QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);

    QCoreApplication::sendEvent(window_.get(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    QCoreApplication::sendEvent(window_.get(), &drop);

    auto* model = window_->libraryPanel()->model();
    const auto own = [&] {  // beside the published ones
        QStringList titles;
        for (int row = 0; row < model->rowCount(); ++row) {
            const QModelIndex index = model->index(row);
            if (!index.data(StudyListModel::PublishedRole).toBool()) {
                titles << index.data().toString();
            }
        }
        return titles;
    };
    ASSERT_TRUE(QTest::qWaitFor([&] { return own() == QStringList{QStringLiteral("Dropped")}; },
                                kPatienceMs))
        << window_->statusBar()->currentMessage().toStdString();
    EXPECT_TRUE(QTest::qWaitFor([&] { return model->plottedStudies().size() == 1; }, kPatienceMs));
}

// Goal: closing does not wait for what is being imported.
TEST_F(MainWindowTest, ClosingStopsAnImport) {
    const QString log = folder_.filePath(QStringLiteral("clat.1.log"));
    QFile file(log);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    for (int i = 0; i < 200; ++i) {
        file.write(QByteArray("1000, 100, 0, 4096\n").repeated(20'000));
    }
    file.close();
    QSignalSpy ended(window_->importer()->dialog(), &ImportDialog::ended);
    window_->importer()->open({log});
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return window_->importer()->dialog()->list()->topLevelItemCount() == 1; },
        kPatienceMs));

    window_.reset();

    EXPECT_EQ(ended.count(), 0);
    const auto library =
        store::Library::open(folder_.filePath(QStringLiteral("library.sqlite")).toStdString());
    ASSERT_TRUE(library);
    const auto studies = (*library)->studies();
    ASSERT_TRUE(studies);
    for (const store::StudyRow& row : *studies) {
        EXPECT_EQ(row.origin, record::Origin::Published);  // nothing half-imported
    }
}

TEST_F(MainWindowTest, ScaleGrowsTheTextAndIsKept) {
    const double before = QApplication::font().pointSizeF();
    const auto actions = allActions();
    const auto larger = std::find_if(actions.begin(), actions.end(), [](const QAction* action) {
        return action->text() == QStringLiteral("&Larger");
    });
    ASSERT_NE(larger, actions.end());

    (*larger)->trigger();

    EXPECT_NEAR(QApplication::font().pointSizeF(), before * 1.1, 0.01);
    EXPECT_NEAR(settings_->value(QStringLiteral("window/scale")).toDouble(), 1.1, 1e-9);
    applyUiScale(1.0);
}

TEST_F(MainWindowTest, DiagnosticsNameLibraryAndMissingEngine) {
    DiagnosticsDialog* dialog = window_->showDiagnostics();
    QSignalSpy complete(dialog, &DiagnosticsDialog::complete);
    ASSERT_TRUE(complete.wait(kPatienceMs));

    const QString text = dialog->plainText();

    EXPECT_TRUE(text.contains(QStringLiteral("/nowhere/throughline-engine")));
    EXPECT_TRUE(text.contains(QStringLiteral("Qt: 6.")));
    EXPECT_TRUE(text.contains(QStringLiteral("GPU: unknown, because the engine was not found")));
    EXPECT_TRUE(text.contains(folder_.path())) << text.toStdString();
}

TEST_F(MainWindowTest, CommandPaletteFindsByLettersAndRuns) {
    auto* palette = new CommandPalette(thingsOf(commandsOf(*window_->menuBar())), window_.get());
    EXPECT_GE(palette->list()->count(), allActions().size());  // sub-menus too
    bool ran = false;
    for (const Command& command : commandsOf(*window_->menuBar())) {
        if (command.path.endsWith(QStringLiteral("Diagnostics"))) {
            QObject::connect(
                command.action, &QAction::triggered, command.action, [&ran] { ran = true; });
        }
    }

    QTest::keyClicks(palette->input(), QStringLiteral("help diag"));
    ASSERT_EQ(palette->list()->count(), 1);
    QTest::keyClick(palette->input(), Qt::Key_Return);

    EXPECT_TRUE(ran);
    EXPECT_EQ(palette->result(), QDialog::Accepted);
}

// A key that two enabled commands have does nothing at all.
// Goal: Ctrl+K finds things, the best first. Method: a setting, a ready chart, a help page and a
// study are gone to.
TEST_F(MainWindowTest, PaletteFindsThingsAndGoesThere) {
    writeRecord(folder_.filePath(QStringLiteral("a.tlrun")),
                smallStudy("11111111-1111-4111-8111-111111111111", "Alpha of the lab", 2));
    window_->importer()->open({folder_.filePath(QStringLiteral("a.tlrun"))});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !window_->explore()->document()->fields().empty(); },
                                kPatienceMs));
    const auto go = [&](const QString& words, const QString& kind) {
        const auto things = thingsToFind(window_.get());
        for (const Thing* thing : thingsWith(things, words, 50)) {
            if (thing->kind == kind) {
                thing->choose();
                return thing->title;
            }
        }
        return QString();
    };
    EXPECT_EQ(go(QStringLiteral("alpha lab"), QStringLiteral("Study")),
              QStringLiteral("Alpha of the lab"));
    EXPECT_TRUE(window_->study()->resultPage()->isVisible());
    EXPECT_FALSE(go(QStringLiteral("queue depth"), QStringLiteral("Setting")).isEmpty());
    EXPECT_TRUE(window_->measurePage()->isVisible());
    EXPECT_TRUE(go(QStringLiteral("decode threads"), QStringLiteral("Quantity"))
                    .startsWith(QStringLiteral("Decode threads")));
    EXPECT_EQ(window_->explore()->document()->choice().y, "decode.threads");
    EXPECT_FALSE(go(QStringLiteral("verdict means"), QStringLiteral("Help")).isEmpty());

    const auto first = [&](const QString& words) {
        const auto things = thingsToFind(window_.get());
        const auto found = thingsWith(things, words, 1);
        return found.empty() ? QString() : found.front()->title;
    };
    EXPECT_TRUE(first(QStringLiteral("what if")).endsWith(QStringLiteral("\u203A What if")));
    EXPECT_TRUE(first(QStringLiteral("report")).endsWith(QStringLiteral("\u203A Report")));
    EXPECT_TRUE(first(QStringLiteral("present")).contains(QStringLiteral("\u203A Present")));
    EXPECT_FALSE(go(QStringLiteral("a running job"), QStringLiteral("Measurement")).isEmpty());
    const auto chosen = window_->measurePage()->form()->findChild<PresetCards*>()->chosen();
    EXPECT_EQ(chosen, Preset::Observe);

    const std::vector<Thing> ranked{
        {.title = QStringLiteral("Show threads"), .kind = {}},
        {.title = QStringLiteral("Settings"), .kind = {}, .words = QStringLiteral("threads")},
        {.title = QStringLiteral("Threads"), .kind = {}}};
    const auto found = thingsWith(ranked, QStringLiteral("threads"), 9);
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0]->title, QStringLiteral("Threads"));
    EXPECT_EQ(found[1]->title, QStringLiteral("Show threads"));
}

TEST_F(MainWindowTest, KeysOfTheWhatIfTabAreItsOwnAndInTheSheet) {
    window_->showPage(MainWindow::Page::WhatIf);
    const QList<Command> commands = commandsOf(*window_->menuBar());
    const QList<QAction*> of_what_if = window_->whatIf()->actions();
    for (const QAction* own : of_what_if) {
        for (const Command& command : commands) {
            EXPECT_FALSE(command.action->isEnabled() &&
                         command.action->shortcuts().contains(own->shortcut()))
                << command.path.toStdString() << " and " << own->text().toStdString();
        }
    }
    for (const Command& command : commands) {
        if (command.path.contains(QStringLiteral("Keyboard shortcuts"))) {
            command.action->trigger();
        }
    }
    auto* sheet = window_->findChild<ShortcutsDialog*>();
    ASSERT_NE(sheet, nullptr);
    EXPECT_EQ(sheet->table()->findItems(QStringLiteral("What if ›"), Qt::MatchStartsWith).size(),
              of_what_if.size());
}

TEST_F(MainWindowTest, ShortcutsSheetHasEveryKeyOfTheMenus) {
    const QList<Command> commands = commandsOf(*window_->menuBar());
    ShortcutsDialog sheet(commands, window_.get());
    QStringList listed;
    for (int row = 0; row < sheet.table()->rowCount(); ++row) {
        listed << sheet.table()->item(row, 0)->text();
    }
    for (const Command& command : commands) {
        const QString keys = command.action->shortcut().toString(QKeySequence::NativeText);
        const bool found = std::any_of(
            listed.begin(), listed.end(), [&](const QString& one) { return one.contains(keys); });
        EXPECT_TRUE(found) << command.path.toStdString();
    }
}

}  // namespace
}  // namespace throughline::ui
