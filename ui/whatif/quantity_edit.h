// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

#include "engine/model/input_table.h"

namespace throughline::ui {

/// A number field of an input. Up and Down step, PageUp and PageDown double and halve, at once;
/// anything else counts when it is entered.
/// Thread: GUI.
class QuantityEdit : public QLineEdit {
    Q_OBJECT
public:
    explicit QuantityEdit(model::Input input, QWidget* parent = nullptr);

    void setInput(model::Input input, const model::InputValue& value);

Q_SIGNALS:
    void stepped(double value);  ///< by a key; the text shows it already

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    model::Input input_;
};

}  // namespace throughline::ui
