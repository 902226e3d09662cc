// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/calibration_table.h"

#include <QHeaderView>
#include <algorithm>
#include <vector>

#include "ui/style/number_text.h"
#include "ui/style/theme.h"
#include "ui/style/widgets.h"
#include "ui/whatif/quantity_text.h"

namespace throughline::ui {

namespace {

constexpr int kRowsShown = 5;
enum Column { Name, Value, Range, From, kColumns };

/// An interval is not known to the last digit.
QString shortText(model::Input input, double value) {
    return model::info_of(input).unit[0] == '\0' ? figureText(value, 3) : inputText(input, value);
}

QStringList textsOf(const whatif::Calibrated& calibrated) {
    const model::Input input = calibrated.input;
    if (!calibrated.value) {
        return {inputTitle(input),
                CalibrationTable::tr("not measurable here"),
                QStringLiteral("–"),
                QString::fromStdString(calibrated.not_measurable)};
    }
    const auto& range = calibrated.range;
    return {inputTitle(input),
            shortText(input, *calibrated.value),
            range ? QStringLiteral("%1 … %2").arg(shortText(input, range->low),
                                                  shortText(input, range->high))
                  : CalibrationTable::tr("too few runs"),
            QString::fromStdString(calibrated.from)};
}

}  // namespace

CalibrationTable::CalibrationTable(QWidget* parent) : QTableWidget(0, kColumns, parent) {
    setHorizontalHeaderLabels(
        {tr("Measured"), tr("Value"), tr("90 % interval"), tr("Source, or why not measurable")});
    setAccessibleName(tr("Model inputs fitted to runs"));
    setToolTip(tr("Values fitted to runs of stages alone; the base and its scenarios use them"));
    makeReadOnly(this);
    setFrameShape(QFrame::NoFrame);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    horizontalHeader()->setStretchLastSection(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    hide();
}

void CalibrationTable::showStudy(const StudyBase* study) {
    setVisible(study != nullptr);
    static const std::vector<whatif::Calibrated> kNone;
    const auto& inputs = study == nullptr ? kNone : study->calibration.inputs;
    setRowCount(static_cast<int>(inputs.size()));
    for (int row = 0; row < rowCount(); ++row) {
        const auto& calibrated = inputs[static_cast<std::size_t>(row)];
        const QStringList texts = textsOf(calibrated);
        for (int column = 0; column < kColumns; ++column) {
            auto* item = new QTableWidgetItem(texts[column]);  // the table owns it
            item->setToolTip(column == Name ? inputTip(calibrated.input) : texts[column]);
            if (!calibrated.value) {
                item->setForeground(currentTheme().mutedText);
            }
            setItem(row, column, item);
        }
    }
    updateGeometry();
}

QSize CalibrationTable::sizeHint() const {
    const int rows = std::min(rowCount(), kRowsShown);
    return {fontMetrics().averageCharWidth() * 60,
            horizontalHeader()->sizeHint().height() +
                rows * verticalHeader()->defaultSectionSize() + fontMetrics().height()};
}

QSize CalibrationTable::minimumSizeHint() const {
    return {fontMetrics().averageCharWidth() * 30, sizeHint().height()};
}

}  // namespace throughline::ui
