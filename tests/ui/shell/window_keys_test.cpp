// SPDX-License-Identifier: GPL-3.0-or-later
// Every action of the window has a key of its own.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QStatusBar>
#include <QTest>
#include <QTimer>
#include <QUndoStack>
#include <algorithm>
#include <map>

#include "tests/ui/shell/main_window_fixture.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/pages.h"
#include "ui/style/theme.h"
#include "ui/style/word_chooser.h"

namespace throughline::ui {
namespace {

TEST_F(MainWindowTest, EveryActionHasAShortcutATooltipAndAStatusTip) {
    std::map<QString, QString> taken;
    const auto actions = allActions();
    EXPECT_GT(actions.size(), 20);
    for (const QAction* action : actions) {
        const std::string name = action->text().toStdString();
        EXPECT_FALSE(action->shortcut().isEmpty()) << name;
        EXPECT_FALSE(action->statusTip().isEmpty()) << name;
        EXPECT_FALSE(action->toolTip().isEmpty()) << name;
        for (const QKeySequence& keys : action->shortcuts()) {
            const auto [place, fresh] = taken.emplace(keys.toString(), action->text());
            EXPECT_TRUE(fresh) << name << " and " << place->second.toStdString() << " share "
                               << keys.toString().toStdString();
        }
    }
}

// Two with one key in one window do nothing at all.
TEST_F(MainWindowTest, ReadyViewsDoNotTakeTheKeysOfMenus) {
    std::map<QString, const QAction*> taken;
    for (const QAction* action : allActions()) {
        for (const QKeySequence& keys : action->shortcuts()) {
            taken.emplace(keys.toString(), action);
        }
    }
    const auto views = window_->explore()->findChildren<QAction*>();
    for (const QAction* action : views) {
        for (const QKeySequence& keys : action->shortcuts()) {
            const auto [place, fresh] = taken.emplace(keys.toString(), action);
            EXPECT_TRUE(fresh || place->second == action)
                << action->text().toStdString() << " and " << place->second->text().toStdString()
                << " share " << keys.toString().toStdString();
        }
    }
}

// Alt+E can open a menu, do an action or go to a field, not two of them.
TEST_F(MainWindowTest, ButtonsAndFieldsDoNotTakeTheLettersOfTheWindow) {
    std::map<QString, QString> taken;
    for (const QAction* action : window_->menuBar()->actions()) {
        taken.emplace(QKeySequence::mnemonic(action->text()).toString(), action->text());
    }
    for (const QAction* action : allActions()) {
        for (const QKeySequence& keys : action->shortcuts()) {
            if (keys.toString().size() == QStringLiteral("Alt+S").size()) {
                taken.emplace(keys.toString(), action->text());
            }
        }
    }
    const auto check = [&](const QString& text) {
        const QString keys = QKeySequence::mnemonic(text).toString();
        EXPECT_TRUE(keys.isEmpty() || !taken.contains(keys))
            << text.toStdString() << " and " << taken[keys].toStdString();
    };
    const auto buttons = window_->findChildren<QAbstractButton*>();
    for (const QAbstractButton* button : buttons) {
        check(button->text());
    }
    const auto labels = window_->findChildren<QLabel*>();
    for (const QLabel* label : labels) {
        if (label->buddy() != nullptr) {
            check(label->text());
        }
    }
}

/// Presses Ctrl+E in `field`; the title of the dialog that it opens, or what the foot says.
QString exportedFrom(MainWindow& window, QWidget* field) {
    QString answer;
    QTimer::singleShot(200, &window, [&answer] {
        if (QWidget* dialog = QApplication::activeModalWidget()) {
            answer = dialog->windowTitle();
            dialog->close();
        }
    });
    window.activateWindow();
    EXPECT_TRUE(QTest::qWaitForWindowActive(&window));
    field->setFocus();
    window.statusBar()->clearMessage();
    QTest::keyClick(field, Qt::Key_E, Qt::ControlModifier);
    QTest::qWait(300);
    return answer.isEmpty() ? window.statusBar()->currentMessage() : answer;
}

// Goal: Ctrl+E exports the page that is shown, wherever the focus is. Method: it is in the filter
// of the list, and in a field of the page that would take the key for itself.
TEST_F(MainWindowTest, CtrlEExportsThePageThatIsShown) {
    QWidget* filter = window_->libraryPanel()->filterBox();
    window_->showPage(Page::Measure);
    EXPECT_TRUE(exportedFrom(*window_, filter).startsWith(QStringLiteral("There is nothing to")));
    window_->showPage(Page::Figures);
    EXPECT_EQ(exportedFrom(*window_, filter),
              QStringLiteral("Choose a study first: its table is exported."));
    window_->showPage(Page::Report);
    const QString report = exportedFrom(*window_, filter);
    EXPECT_FALSE(report.isEmpty());
    EXPECT_NE(report, QStringLiteral("Choose a study first: its table is exported."));
    const auto fields = window_->findChild<ReportPage*>()->findChildren<QLineEdit*>();
    const auto title = std::ranges::find(
        fields, QStringLiteral("Title of the report"), &QLineEdit::accessibleName);
    ASSERT_NE(title, fields.end());
    EXPECT_EQ(exportedFrom(*window_, *title), report);
    window_->showPage(Page::WhatIf);
    EXPECT_NE(exportedFrom(*window_, filter), QString());
}

// Goal: the palette does not melt into the page behind it.
TEST_F(MainWindowTest, ThePaletteHasAFrame) {
    CommandPalette palette({}, window_.get());
    const QImage picture = palette.grab().toImage();
    const int middle = picture.height() / 2;
    EXPECT_EQ(picture.pixelColor(0, middle), currentTheme().mutedText);
    EXPECT_NE(picture.pixelColor(2, middle), currentTheme().mutedText);
}

// Goal: what is typed after a button went away filters nothing, and Ctrl+Z is the window's.
// Method: the last control of a page, behind which the filter of the list comes.
TEST_F(MainWindowTest, AControlThatGoesAwayLeavesTheFocusOnItsPage) {
    window_->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(window_.get()));
    window_->showPage(Page::Explore);
    QWidget* filter = window_->libraryPanel()->filterBox();
    for (const bool hides : {true, false}) {
        QPushButton last(window_->explore());
        last.show();
        QWidget::setTabOrder(&last, filter);
        last.setFocus();
        ASSERT_EQ(QApplication::focusWidget(), &last);
        if (hides) {
            last.hide();
        } else {
            last.setEnabled(false);
        }
        const QWidget* focus = QApplication::focusWidget();
        ASSERT_NE(focus, nullptr);
        EXPECT_NE(focus, filter);
        EXPECT_TRUE(focus == window_->explore() || window_->explore()->isAncestorOf(focus))
            << focus->metaObject()->className();
    }
}

// Goal: in a filter in which nothing was typed Ctrl+Z takes back what was done in the window.
TEST_F(MainWindowTest, CtrlZInTheEmptyFilterIsTheWindows) {
    window_->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(window_.get()));
    QUndoStack* undo = window_->libraryPanel()->undoStack();
    undo->push(new QUndoCommand(QStringLiteral("a step")));
    auto* filter = window_->libraryPanel()->filterBox();
    filter->setFocus();
    QTest::keyClick(filter, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_FALSE(undo->canUndo());
    undo->redo();
    QTest::keyClicks(filter, QStringLiteral("a"));
    QTest::keyClick(filter, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_TRUE(undo->canUndo()) << "the letter was taken back";
    EXPECT_TRUE(filter->text().isEmpty());
}

// Goal: what was chosen in What if is taken back where the focus is after the choice.
TEST_F(MainWindowTest, CtrlZTakesBackAChoiceInWhatIfFromItsField) {
    window_->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(window_.get()));
    window_->showPage(Page::WhatIf);
    const QUndoStack* undo = window_->whatIf()->document()->undoStack();
    const int before = undo->index();
    WordChooser* storage = nullptr;
    for (WordChooser* field : window_->whatIf()->findChildren<WordChooser*>()) {
        storage = field->accessibleName() == QStringLiteral("Storage") ? field : storage;
    }
    ASSERT_NE(storage, nullptr);
    storage->setFocus();
    const QString was = storage->currentText();
    window_->whatIf()->document()->setInput(0, model::Input::StoBw, 1e9);
    ASSERT_GT(undo->index(), before);
    ASSERT_TRUE(storage->hasFocus());

    QTest::keyClick(storage, Qt::Key_Z, Qt::ControlModifier);

    EXPECT_EQ(undo->index(), before);
    EXPECT_EQ(storage->currentText(), was);
}

// Goal: what was done last is what Ctrl+Z takes back, also in the list beside the page in front.
TEST_F(MainWindowTest, UndoIsOfTheLastChangeWhereverItWasMade) {
    window_->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(window_.get()));
    window_->showPage(Page::WhatIf);
    QUndoStack* library = window_->libraryPanel()->undoStack();
    const QUndoStack* scenarios = window_->whatIf()->document()->undoStack();
    const int scenarios_before = scenarios->index();
    window_->whatIf()->document()->setInput(0, model::Input::StoBw, 1e9);
    const int library_before = library->index();
    library->push(new QUndoCommand(QStringLiteral("a deletion")));

    QTest::keyClick(window_.get(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(library->index(), library_before);
    EXPECT_EQ(scenarios->index(), scenarios_before + 1) << "the scenario stays as it is";

    window_->showPage(Page::Explore);
    window_->showPage(Page::WhatIf);
    QTest::keyClick(window_.get(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(scenarios->index(), scenarios_before);
}

// Goal: "Show result" does it from the pages that stay when another study is clicked.
TEST_F(MainWindowTest, ShowResultLeavesEveryPage) {
    const auto* pages = window_->findChild<Pages*>();
    ASSERT_NE(pages, nullptr);
    for (const Page page : {Page::Figures, Page::Settings, Page::Explore}) {
        window_->showPage(page);
        Q_EMIT window_->libraryPanel()->resultAsked(1);
        EXPECT_EQ(pages->page(), Page::Result);
    }
    window_->showPage(Page::Figures);
    Q_EMIT window_->libraryPanel()->opened(1);
    EXPECT_EQ(pages->page(), Page::Figures) << "figures of one study after the other";
}

}  // namespace
}  // namespace throughline::ui
