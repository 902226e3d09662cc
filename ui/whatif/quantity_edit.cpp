// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/quantity_edit.h"

#include <QKeyEvent>

#include "ui/whatif/quantity_text.h"

namespace throughline::ui {

QuantityEdit::QuantityEdit(model::Input input, QWidget* parent) : QLineEdit(parent), input_(input) {
    setAlignment(Qt::AlignRight);
    setToolTip(
        tr("Press Up or Down to step, Page Up or Page Down to double or halve. You can type units: "
           "250 MB/s, 0.2 ms; “none” removes a limit."));
}

void QuantityEdit::setInput(model::Input input, const model::InputValue& value) {
    input_ = input;
    setText(inputEditText(input, value));
    setAccessibleName(inputTitle(input));
}

void QuantityEdit::keyPressEvent(QKeyEvent* event) {
    const bool up = event->key() == Qt::Key_Up || event->key() == Qt::Key_PageUp;
    const bool down = event->key() == Qt::Key_Down || event->key() == Qt::Key_PageDown;
    if (!up && !down) {
        QLineEdit::keyPressEvent(event);
        return;
    }
    const auto value = parseInput(input_, text());
    if (!value || !std::holds_alternative<double>(*value)) {
        return;
    }
    const bool large = event->key() == Qt::Key_PageUp || event->key() == Qt::Key_PageDown;
    const double next = steppedInput(input_, std::get<double>(*value), up ? 1 : -1, large);
    setText(inputEditText(input_, next));
    Q_EMIT stepped(next);
}

}  // namespace throughline::ui
