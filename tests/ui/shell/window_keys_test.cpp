// SPDX-License-Identifier: GPL-3.0-or-later
// Every action of the window has a key of its own.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QLabel>
#include <QMenuBar>
#include <map>

#include "tests/ui/shell/main_window_fixture.h"
#include "ui/shell/command_palette.h"
#include "ui/style/theme.h"

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

// Goal: the palette does not melt into the page behind it.
TEST_F(MainWindowTest, ThePaletteHasAFrame) {
    CommandPalette palette({}, window_.get());
    const QImage picture = palette.grab().toImage();
    const int middle = picture.height() / 2;
    EXPECT_EQ(picture.pixelColor(0, middle), currentTheme().mutedText);
    EXPECT_NE(picture.pixelColor(2, middle), currentTheme().mutedText);
}

}  // namespace
}  // namespace throughline::ui
