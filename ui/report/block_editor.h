// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QWidget>

#include "ui/report/report_document.h"

namespace throughline::ui {

/// The chosen block of a report: its heading, its text, or what it shows.
/// Thread: GUI.
class BlockEditor : public QWidget {
    Q_OBJECT
public:
    explicit BlockEditor(ReportDocument* document, QWidget* parent = nullptr);

    QLineEdit* heading() { return heading_; }
    QPlainTextEdit* text() { return text_; }

private:
    void refresh();

    ReportDocument* document_;  // borrowed
    QLabel* kind_;
    QLineEdit* heading_;
    QPlainTextEdit* text_;
    QLabel* about_;
};

}  // namespace throughline::ui
