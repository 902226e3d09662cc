// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/undo_guard.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>

namespace throughline::ui {

namespace {

/// The field that would take the key for its own text.
const QLineEdit* fieldWithTheKey(const QObject* watched) {
    if (const auto* list = qobject_cast<const QComboBox*>(watched)) {
        return list->lineEdit();
    }
    return qobject_cast<const QAbstractSpinBox*>(watched) != nullptr
               ? watched->findChild<const QLineEdit*>()
               : qobject_cast<const QLineEdit*>(watched);
}

/// What is done in the window may take the cell away that is edited.
bool isOfACell(const QWidget* field) {
    while (field != nullptr && qobject_cast<const QAbstractItemView*>(field) == nullptr) {
        field = field->parentWidget();
    }
    return field != nullptr;
}

}  // namespace

UndoGuard::UndoGuard(QObject* parent) : QObject(parent) {
    qApp->installEventFilter(this);
}

bool UndoGuard::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool undoes = key->matches(QKeySequence::Undo);
        const QLineEdit* const field =
            undoes || key->matches(QKeySequence::Redo) ? fieldWithTheKey(watched) : nullptr;
        if (field != nullptr && !isOfACell(field) &&
            !(undoes ? field->isUndoAvailable() : field->isRedoAvailable())) {
            event->ignore();  // the window is asked next
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace throughline::ui
