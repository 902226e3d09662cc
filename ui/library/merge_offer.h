// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QWidget>
#include <vector>

#include "ui/bridge/import_run.h"

namespace throughline::ui {

/// Offers to take files that seem to be of one run as one, as the command line does; hidden while
/// there are none.
/// Thread: GUI.
class MergeOffer : public QWidget {
    Q_OBJECT
public:
    explicit MergeOffer(QWidget* parent = nullptr);

    /// The first of their groups that is not one study yet is offered.
    void offer(const std::vector<ImportOutcome>& outcomes);
    /// Rows of the group on offer; empty: none is.
    const std::vector<int>& rows() const { return rows_; }
    QString text() const { return text_->text(); }
    QPushButton* button() { return button_; }

Q_SIGNALS:
    void accepted(const std::vector<int>& rows);

private:
    std::vector<int> rows_;
    QLabel* text_;
    QPushButton* button_;
};

}  // namespace throughline::ui
