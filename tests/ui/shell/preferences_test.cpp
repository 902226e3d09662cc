// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/preferences.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <set>

#include "ui/shell/commands.h"
#include "ui/shell/main_window.h"
#include "ui/shell/preferences_dialog.h"
#include "ui/style/ui_style.h"

namespace throughline::ui {
namespace {

class PreferencesTest : public testing::Test {
protected:
    PreferencesTest() {
        qputenv("THROUGHLINE_DATA_DIR", folder_.path().toLocal8Bit());
        qputenv("THROUGHLINE_ENGINE", "/nowhere/throughline-engine");
    }
    ~PreferencesTest() override {
        qunsetenv("THROUGHLINE_ENGINE");
        applyTheme(ThemeChoice::Light);
    }

    QTemporaryDir folder_;
    QSettings settings_{folder_.filePath(QStringLiteral("window.ini")), QSettings::IniFormat};
};

TEST_F(PreferencesTest, EachHasADefaultAndKeepsItsTypeInAFile) {
    std::set<std::string> keys;
    for (const PreferenceInfo& info : allPreferences()) {
        EXPECT_TRUE(keys.insert(info.key).second) << info.key;
        EXPECT_FALSE(info.tip.isEmpty()) << info.key;
        EXPECT_EQ(Preferences(&settings_).value(info.preference), info.fallback) << info.key;
    }
    Preferences(&settings_).set(Preference::Published, false);
    Preferences(&settings_).set(Preference::Scale, 1.5);
    settings_.sync();
    QSettings again(settings_.fileName(), QSettings::IniFormat);
    EXPECT_EQ(Preferences(&again).value(Preference::Published), QVariant(false));
    EXPECT_EQ(Preferences(&again).value(Preference::Scale), QVariant(1.5));
    again.setValue(QStringLiteral("window/scale"), QStringLiteral("huge"));
    EXPECT_EQ(Preferences(&again).value(Preference::Scale), QVariant(1.0)) << "nonsense";
    applyUiScale(1.0);
}

TEST_F(PreferencesTest, TheDialogAppliesAtOnceAndFollowsTheMenu) {
    MainWindow window(&settings_);
    window.show();
    PreferencesDialog dialog(window.preferences(), &window);
    dialog.show();
    const auto field = [&](const char* key) {
        return dialog.findChild<QWidget*>(QLatin1String(key));
    };
    auto* theme = qobject_cast<QComboBox*>(field("window/theme"));
    ASSERT_NE(theme, nullptr);
    theme->setFocus();
    QTest::keyClick(theme, Qt::Key_End);
    EXPECT_TRUE(currentTheme().dark);
    const auto in_menu = [&](const char* name) {
        for (const Command& command : commandsOf(*window.menuBar())) {
            if (command.path.contains(QStringLiteral("Theme")) &&
                command.path.endsWith(QLatin1String(name))) {
                return command.action;
            }
        }
        return static_cast<QAction*>(nullptr);
    };
    ASSERT_NE(in_menu("Dark"), nullptr);
    EXPECT_TRUE(in_menu("Dark")->isChecked());
    in_menu("Light")->trigger();
    EXPECT_FALSE(currentTheme().dark);
    EXPECT_EQ(theme->currentText(), QStringLiteral("Light"));
}

TEST_F(PreferencesTest, EnterClosesAndSetsNothingBack) {
    Preferences preferences(&settings_);
    preferences.set(Preference::Published, false);
    PreferencesDialog dialog(&preferences, nullptr);
    dialog.show();
    QTest::keyClick(&dialog, Qt::Key_Return);
    EXPECT_FALSE(dialog.isVisible());
    EXPECT_EQ(preferences.value(Preference::Published), QVariant(false));
}

TEST_F(PreferencesTest, FolderAndListFollow) {
    MainWindow window(&settings_);
    window.show();
    PreferencesDialog dialog(window.preferences(), &window);
    auto* folder = dialog.findChild<QWidget*>(QStringLiteral("folders/datasets"));
    auto* edit = folder->findChild<QLineEdit*>();
    edit->setText(QStringLiteral("/fast/disk"));
    Q_EMIT edit->editingFinished();
    EXPECT_EQ(window.measurePage()->form()->picker()->defaults()->wanted(),
              QStringLiteral("/fast/disk/photos"));

    auto* view = window.libraryPanel()->findChild<QTreeView*>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return view->model()->rowCount() > 0; }, 10'000));
    auto* published = dialog.findChild<QCheckBox*>(QStringLiteral("list/published"));
    published->click();
    EXPECT_EQ(view->model()->rowCount(), 0) << "the catalogue's are all there are";
    const auto buttons = dialog.findChildren<QPushButton*>();
    for (QPushButton* button : buttons) {
        if (button->text() == QStringLiteral("&Restore defaults")) {
            button->click();
        }
    }
    EXPECT_GT(view->model()->rowCount(), 0);
    EXPECT_TRUE(edit->text().isEmpty());
}

}  // namespace
}  // namespace throughline::ui
