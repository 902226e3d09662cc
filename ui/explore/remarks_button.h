// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QStringList>
#include <QToolButton>

namespace throughline::ui {

/// What is to be known of a chart and stands in none of its points, such as runs that are missing,
/// behind one mark with their number. Exports have it whole.
/// Thread: GUI.
class RemarksButton : public QToolButton {
    Q_OBJECT
public:
    explicit RemarksButton(QWidget* parent = nullptr);

    /// Hidden without any.
    void setRemarks(const QStringList& remarks);
    QStringList remarks() const { return remarks_; }

private:
    QStringList remarks_;
    QLabel* all_;
};

}  // namespace throughline::ui
