// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace throughline::ui {

/// A line of text that shows by dots that it is longer than its room, for as long as nobody types
/// in it; in a plain one the text just ends at the edge.
/// Thread: GUI.
class ElidedEdit : public QLineEdit {
    Q_OBJECT
public:
    using QLineEdit::QLineEdit;

    /// What is seen of the text.
    QString seenText() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QRect textRect() const;
};

}  // namespace throughline::ui
