// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <optional>
#include <vector>

#include "ui/plot/plot_export.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace throughline::ui {

/// Where a chart goes and how large it is there: title, size, pixels, with a preview in the print
/// style. It has copies of the charts, which may change meanwhile.
/// Thread: GUI.
class ExportDialog : public QDialog {
    Q_OBJECT
public:
    /// `folder`: where files are offered to be saved first.
    ExportDialog(const ChartExport& chart, QString folder, QWidget* parent = nullptr);

    PlotPage page() const;
    /// Writes the chart as it is set here. Errors: as saveChart().
    Result<void> saveTo(const QString& path) const;

Q_SIGNALS:
    void saved(const QString& path);
    /// Not the picture but what it is drawn from is to be written; saved() does not follow.
    void rawWanted(const QString& path);

private:
    void askAndSave();
    void showPreview();
    ChartExport chart() const;

    struct Copy {
        PlotModel model;
        std::optional<PlotRange> range;
        QString title;
    };
    std::vector<Copy> plots_;
    PlotPage page_;
    QString folder_;
    QLineEdit* title_;
    QComboBox* size_;
    QSpinBox* scale_;
    QLabel* preview_;
};

}  // namespace throughline::ui
