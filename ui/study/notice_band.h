// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QLabel>
#include <QPushButton>

namespace throughline::ui {

/// A yellow band that says, before any result, why it is doubtful, with what to do about it.
/// Thread: GUI.
class NoticeBand : public QFrame {
    Q_OBJECT
public:
    explicit NoticeBand(const QString& button, QWidget* parent = nullptr);

    /// "" hides the band.
    void setText(const QString& text);
    QString text() const { return text_->text(); }
    QPushButton* button() { return button_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* text_;
    QPushButton* button_;
};

}  // namespace throughline::ui
