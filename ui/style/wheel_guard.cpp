// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/wheel_guard.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QSlider>
#include <QTabBar>

namespace throughline::ui {

namespace {

/// The control that the wheel would turn; none: it scrolls.
QWidget* turnedByWheel(QObject* watched) {
    const bool turned = qobject_cast<QComboBox*>(watched) != nullptr ||
                        qobject_cast<QAbstractSpinBox*>(watched) != nullptr ||
                        qobject_cast<QSlider*>(watched) != nullptr ||
                        qobject_cast<QTabBar*>(watched) != nullptr;
    return turned ? static_cast<QWidget*>(watched) : nullptr;
}

}  // namespace

WheelGuard::WheelGuard(QObject* parent) : QObject(parent) {
    qApp->installEventFilter(this);
}

bool WheelGuard::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Polish) {  // before anybody can turn it
        QWidget* const control = turnedByWheel(watched);
        if (control != nullptr && control->focusPolicy() == Qt::WheelFocus) {
            control->setFocusPolicy(Qt::StrongFocus);  // or the wheel would first give it the focus
        }
    } else if (event->type() == QEvent::Wheel) {
        const QWidget* const control = turnedByWheel(watched);
        if (control != nullptr && !control->hasFocus()) {
            event->ignore();  // it goes on to what the control lies in
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace throughline::ui
