// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/whats_this.h"

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QAction>
#include <QComboBox>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QTabBar>
#include <QTemporaryDir>
#include <QToolTip>
#include <QVBoxLayout>
#include <QWhatsThis>

#include "ui/shell/main_window.h"

namespace throughline::ui {
namespace {

TEST(WhatsThis, ATooltipExplainsAndALabelSpeaksForItsField) {
    QLineEdit field;
    field.setToolTip(QStringLiteral("Choose a folder"));
    QLabel label;
    label.setBuddy(&field);
    EXPECT_EQ(WhatsThis::textAt(label, {}), QStringLiteral("Choose a folder"));
    field.setWhatsThis(QStringLiteral("A folder of JPEG files."));
    EXPECT_EQ(WhatsThis::textAt(field, {}), QStringLiteral("A folder of JPEG files."));
}

TEST(WhatsThis, TabsAndMenuEntriesAreExplainedEach) {
    QTabBar tabs;
    tabs.addTab(QStringLiteral("One"));
    tabs.setTabToolTip(0, QStringLiteral("The first"));
    tabs.resize(tabs.sizeHint());
    EXPECT_EQ(WhatsThis::textAt(tabs, tabs.tabRect(0).center()), QStringLiteral("The first"));
    QMenu menu;
    QAction* action = menu.addAction(QStringLiteral("Open"));
    action->setStatusTip(QStringLiteral("Open a file"));
    menu.ensurePolished();
    menu.resize(menu.sizeHint());
    EXPECT_EQ(WhatsThis::textAt(menu, menu.actionGeometry(action).center()),
              QStringLiteral("Open a file"));
}

TEST(WhatsThis, AClickShowsTheTextAndLeadsToTheHelp) {
    WhatsThis whats_this;
    QSignalSpy help(&whats_this, &WhatsThis::helpAsked);
    QWidget window;
    QWidget field(&window);
    field.setToolTip(QStringLiteral("Choose a folder"));
    QHelpEvent query(QEvent::QueryWhatsThis, {}, {});
    EXPECT_TRUE(QCoreApplication::sendEvent(&field, &query));
    QHelpEvent ask(QEvent::WhatsThis, {}, {});
    EXPECT_TRUE(QCoreApplication::sendEvent(&field, &ask));
    QWhatsThis::hideText();
    QWhatsThisClickedEvent click(QStringLiteral("help"));
    QCoreApplication::sendEvent(&field, &click);
    EXPECT_EQ(help.count(), 1);
}

bool isControl(const QWidget& widget) {
    return qobject_cast<const QAbstractButton*>(&widget) != nullptr ||
           qobject_cast<const QComboBox*>(&widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr ||
           qobject_cast<const QLineEdit*>(&widget) != nullptr ||
           qobject_cast<const QSlider*>(&widget) != nullptr;
}

TEST(WhatsThis, EveryControlOfTheWindowIsExplained) {
    const QTemporaryDir folder;
    qputenv("THROUGHLINE_DATA_DIR", folder.path().toLocal8Bit());
    QSettings settings(folder.filePath(QStringLiteral("window.ini")), QSettings::IniFormat);
    MainWindow window(&settings);
    const auto widgets = window.findChildren<QWidget*>();
    int controls = 0;
    for (const QWidget* widget : widgets) {
        // Qt's own parts: the editor in a spin box, buttons of title bars and tabs.
        const bool of_qt =
            widget->objectName().startsWith(QLatin1String("qt_")) ||
            widget->objectName().endsWith(QLatin1String("Button")) ||
            (widget->parentWidget() != nullptr && isControl(*widget->parentWidget())) ||
            qobject_cast<const QTabBar*>(widget->parentWidget()) != nullptr;
        if (!isControl(*widget) || of_qt) {
            continue;
        }
        ++controls;
        QString around;
        for (const QWidget* up = widget; up != nullptr && around.isEmpty();
             up = up->parentWidget()) {
            around = WhatsThis::textAt(*up, {});
        }
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        EXPECT_FALSE(around.isEmpty())
            << widget->metaObject()->className() << " '" << widget->objectName().toStdString()
            << "' '" << (button != nullptr ? button->text().toStdString() : "") << "' in "
            << widget->parentWidget()->metaObject()->className();
    }
    EXPECT_GT(controls, 60);
}

}  // namespace
}  // namespace throughline::ui
