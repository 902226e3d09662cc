// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QLineEdit>
#include <QWidget>
#include <vector>

#include "engine/spec/spec.h"

namespace throughline::ui {

/// Up to three swept settings, each with its values: "1,2,4".
class SweepForm : public QWidget {
    Q_OBJECT
public:
    static constexpr int kAxesMax = 3;

    explicit SweepForm(QWidget* parent = nullptr);

    void setAxes(const std::vector<spec::SweepAxis>& axes);
    /// Applies the rows to `spec`. Errors: Usage, as apply_sweep() says it.
    Result<void> applyTo(spec::StudySpec& spec) const;

Q_SIGNALS:
    void edited();

private:
    struct Row {
        QComboBox* key = nullptr;
        QLineEdit* values = nullptr;
    };
    void showRows();

    std::vector<Row> rows_;
    bool setting_ = false;
};

}  // namespace throughline::ui
