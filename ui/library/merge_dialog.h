// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QDoubleSpinBox>
#include <QTreeWidget>
#include <vector>

#include "ui/bridge/import_run.h"

namespace throughline::ui {

/// Which files watched one run, whose figures win, and how far their clocks were apart.
/// Thread: GUI.
class MergeDialog : public QDialog {
    Q_OBJECT
public:
    explicit MergeDialog(std::vector<ImportPart> parts, QWidget* parent = nullptr);

    /// As they stand now: the first one's figures win.
    std::vector<ImportPart> parts() const;
    QDoubleSpinBox* offset(int row) const;
    void makeFirst(int row);

Q_SIGNALS:
    void mergeAsked(const std::vector<throughline::ui::ImportPart>& parts);

private:
    void fill();

    std::vector<ImportPart> parts_;
    QTreeWidget* list_ = nullptr;
};

}  // namespace throughline::ui
