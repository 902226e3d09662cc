// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QTextBrowser;

namespace throughline::ui {

/// A page of the help to read.
class HelpPage : public QDialog {
    Q_OBJECT
public:
    /// Version, licences of the program and of what it is built with, and where the source is.
    static HelpPage* about(QWidget* parent = nullptr);
    /// The words of the program: resources/glossary.md.
    static HelpPage* glossary(QWidget* parent = nullptr);

private:
    explicit HelpPage(QWidget* parent);

    QTextBrowser* text_;
};

}  // namespace throughline::ui
