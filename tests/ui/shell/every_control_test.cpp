// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for each control of each page, in a window of the usual sizes.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QToolButton>
#include <QWheelEvent>

#include "tests/ui/language/demo_window.h"

namespace throughline::ui {
namespace {

/// Parts of a control that stands for them: of boxes, fields, scroll bars, tab bars and docks.
bool isPart(const QWidget* widget) {
    for (const QWidget* parent = widget->parentWidget(); parent != nullptr;
         parent = parent->parentWidget()) {
        if (qobject_cast<const QComboBox*>(parent) != nullptr ||
            qobject_cast<const QAbstractSpinBox*>(parent) != nullptr ||
            qobject_cast<const QLineEdit*>(parent) != nullptr || parent->inherits("QTabBar") ||
            parent->inherits("QDockWidgetTitleButton")) {
            return true;
        }
    }
    return widget->inherits("QDockWidgetTitleButton") || widget->inherits("QDialogButtonBox") ||
           widget->inherits("QTableCornerButton");
}

/// The visible ones that can be pressed or filled in.
QList<QWidget*> controlsOf(const QWidget& shown) {
    QList<QWidget*> controls;
    const auto all = shown.findChildren<QWidget*>();
    for (QWidget* widget : all) {
        const bool control = qobject_cast<QAbstractButton*>(widget) != nullptr ||
                             qobject_cast<QComboBox*>(widget) != nullptr ||
                             qobject_cast<QLineEdit*>(widget) != nullptr ||
                             qobject_cast<QAbstractSpinBox*>(widget) != nullptr;
        if (control && widget->isVisible() && !isPart(widget)) {
            controls << widget;
        }
    }
    return controls;
}

std::string nameOf(const QWidget* widget) {
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    const QString text = button != nullptr ? button->text() : widget->accessibleName();
    return QStringLiteral("%1 \u201C%2\u201D in %3")
        .arg(QLatin1String(widget->metaObject()->className()),
             text,
             QLatin1String(widget->parentWidget()->metaObject()->className()))
        .toStdString();
}

/// By Tab, by a letter of its own, or by the shortcut of what it does.
bool hasKey(const QWidget* widget) {
    // Of several to choose one of, Tab leads to that one and the arrow keys to the others.
    const auto alike = widget->parentWidget()->findChildren<QWidget*>();
    const auto* one = qobject_cast<const QAbstractButton*>(widget);
    for (const QWidget* other : alike) {
        if (one != nullptr && one->isCheckable() && (other->focusPolicy() & Qt::TabFocus) != 0 &&
            qstrcmp(other->metaObject()->className(), widget->metaObject()->className()) == 0) {
            return true;
        }
    }
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    const auto* tool = qobject_cast<const QToolButton*>(widget);
    return (widget->focusPolicy() & Qt::TabFocus) != 0 ||
           (button != nullptr &&
            (!button->shortcut().isEmpty() || !QKeySequence::mnemonic(button->text()).isEmpty())) ||
           (tool != nullptr && tool->defaultAction() != nullptr &&
            !tool->defaultAction()->shortcut().isEmpty()) ||
           widget->toolTip().contains(QStringLiteral("Ctrl+")) ||
           widget->toolTip().contains(QStringLiteral("Shift+"));
}

using EveryControl = DemoWindow;

TEST_F(EveryControl, SaysWhatItDoesAndCanBeReachedByKeyboard) {
    everywhere([](QWidget& shown, const char* where) {
        for (const QWidget* widget : controlsOf(shown)) {
            EXPECT_TRUE(hasKey(widget)) << where << ": no key for " << nameOf(widget);
            if (qobject_cast<const QDialog*>(&shown) == nullptr) {
                EXPECT_FALSE(widget->toolTip().isEmpty())
                    << where << ": no tooltip on " << nameOf(widget);
            }
        }
    });
}

/// What the wheel might turn, as text.
QString turnedTo(const QWidget* widget) {
    const auto* box = qobject_cast<const QComboBox*>(widget);
    const auto* number = qobject_cast<const QAbstractSpinBox*>(widget);
    const auto* slider = qobject_cast<const QSlider*>(widget);
    return box != nullptr      ? box->currentText()
           : number != nullptr ? number->text()
           : slider != nullptr ? QString::number(slider->value())
                               : QString();
}

// Goal: who scrolls a page changes nothing on it. Method: a notch of the wheel both ways, over each
// list, number and slider that has not the focus.
TEST_F(EveryControl, IsNotTurnedByTheWheelThatScrollsPastIt) {
    int seen = 0;
    everywhere([&](QWidget& shown, const char* where) {
        for (QWidget* widget : shown.findChildren<QWidget*>()) {
            const QString before = turnedTo(widget);
            if (before.isNull() || !widget->isVisible()) {
                continue;
            }
            widget->clearFocus();
            ++seen;
            for (const int notch : {-120, 120, 120}) {
                QWheelEvent wheel(QPointF(5, 5),
                                  widget->mapToGlobal(QPointF(5, 5)),
                                  QPoint(),
                                  QPoint(0, notch),
                                  Qt::NoButton,
                                  Qt::NoModifier,
                                  Qt::NoScrollPhase,
                                  false);
                QCoreApplication::sendEvent(widget, &wheel);
                EXPECT_EQ(turnedTo(widget), before) << where << ": " << nameOf(widget);
            }
            EXPECT_NE(widget->focusPolicy(), Qt::WheelFocus) << where << ": " << nameOf(widget);
        }
    });
    EXPECT_GT(seen, 10);
}

TEST_F(EveryControl, IsSeenWithoutScrollingSideways) {
    for (const QSize size : {QSize(1280, 720), QSize(1024, 700)}) {
        window_->resize(size);
        everywhere([size](QWidget& shown, const char* where) {
            const auto areas = shown.findChildren<QScrollArea*>();
            for (const QScrollArea* area : areas) {
                EXPECT_FALSE(area->isVisible() && area->horizontalScrollBar()->maximum() > 0)
                    << where << " at " << size.width() << ": "
                    << area->widget()->metaObject()->className() << " is "
                    << area->horizontalScrollBar()->maximum() << " pixels too wide";
            }
        });
    }
}

}  // namespace
}  // namespace throughline::ui
