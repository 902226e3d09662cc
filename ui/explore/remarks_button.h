// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QScrollArea>
#include <QStringList>
#include <QToolButton>
#include <QWidgetAction>

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
    void fit();

    QStringList remarks_;
    QLabel* all_;
    QScrollArea* scroll_;
    QWidgetAction* action_;
};

}  // namespace throughline::ui
