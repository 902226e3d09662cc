// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace throughline::ui {

/// Version, licences of the program and of what it is built with, and where the source is.
class AboutDialog : public QDialog {
    Q_OBJECT
public:
    explicit AboutDialog(QWidget* parent = nullptr);
};

}  // namespace throughline::ui
