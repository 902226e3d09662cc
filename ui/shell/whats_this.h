// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QWidget>

namespace throughline::ui {

/// Lets "What's this?" explain every control of the program by what its tooltip says.
/// Thread: GUI.
class WhatsThis : public QObject {
    Q_OBJECT
public:
    /// Answers for all windows as long as it lives.
    explicit WhatsThis(QObject* parent = nullptr);

    /// What is at this place of the widget; empty when nothing is known there.
    static QString textAt(const QWidget& widget, const QPoint& place);

    bool eventFilter(QObject* receiver, QEvent* event) override;

Q_SIGNALS:
    /// The user wants to read more.
    void helpAsked();
};

}  // namespace throughline::ui
