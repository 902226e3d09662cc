// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableWidget>

#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

/// What the runs of a study say of the model's inputs: value and interval, or why they cannot tell.
/// Thread: GUI.
class CalibrationTable : public QTableWidget {
    Q_OBJECT
public:
    explicit CalibrationTable(QWidget* parent = nullptr);

    /// Null: hidden.
    void showStudy(const StudyBase* study);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
};

}  // namespace throughline::ui
