// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/adjust_strip.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>

#include "ui/style/icons.h"
#include "ui/whatif/quantity_text.h"

namespace throughline::ui {

namespace {
constexpr int kPositions = 200;
/// The value that the cell had when it was chosen.
constexpr double kMiddle = kPositions / 2.0;
constexpr int kLabelChars = 34;
constexpr double kPositionsPerDoubling = 25.0;  ///< 16 times up and down
}  // namespace

AdjustStrip::AdjustStrip(ScenarioDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      label_(new QLabel),
      slider_(new QSlider(Qt::Horizontal)),
      field_(new QuantityEdit(model::Input::StoBw)),
      reset_(new QPushButton(icon(QStringLiteral("restore")), QString())) {
    slider_->setRange(0, kPositions);
    slider_->setPageStep(static_cast<int>(kPositionsPerDoubling));
    slider_->setToolTip(tr("Scale the selected value by 1/16 to 16; Page Up doubles it"));
    field_->setMaximumWidth(fontMetrics().averageCharWidth() * 26);
    reset_->setToolTip(tr("Reset the cell to the inherited value (Delete)"));
    reset_->setAccessibleName(tr("Reset the cell"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->addWidget(label_);
    row->addWidget(slider_, 1);
    row->addWidget(field_);
    row->addWidget(reset_);
    connect(slider_, &QSlider::valueChanged, this, &AdjustStrip::takeSlider);
    connect(field_, &QuantityEdit::stepped, this, [this](double value) {
        document_->setInput(column_, *input_, value);
    });
    connect(field_, &QLineEdit::editingFinished, this, &AdjustStrip::takeText);
    connect(reset_, &QPushButton::clicked, this, [this] {
        if (input_) {
            document_->clearInput(column_, *input_);
        }
    });
    connect(document_, &ScenarioDocument::changed, this, &AdjustStrip::refresh);
    setCell(0, {});
}

bool AdjustStrip::isShare() const {
    const auto rule = model::info_of(*input_).rule;
    return rule == model::InputRule::Share || rule == model::InputRule::ShareOrZero;
}

void AdjustStrip::setCell(int column, std::optional<model::Input> input) {
    column_ = column;
    input_ = input && model::is_number(*input) ? input : std::nullopt;
    if (input_) {
        const double value = model::number_of(document_->resolved(column_).inputs, *input_);
        centre_ = std::isinf(value) ? steppedInput(*input_, value, -1, false)
                  : value > 0.0     ? value
                                    : 1.0;
    }
    refresh();
}

double AdjustStrip::valueAt(int position) const {
    if (isShare()) {
        // Some shares may be 0 and some may not.
        const bool above = model::info_of(*input_).rule == model::InputRule::Share;
        return static_cast<double>(above ? std::max(position, 1) : position) / kPositions;
    }
    const double value = centre_ * std::exp2((position - kMiddle) / kPositionsPerDoubling);
    return model::is_count(*input_) ? std::max(1.0, std::round(value)) : value;
}

int AdjustStrip::positionOf(double value) const {
    if (isShare()) {
        return static_cast<int>(std::lround(value * kPositions));
    }
    if (!(value > 0.0)) {
        return 0;
    }
    const double position = std::isinf(value)
                                ? kPositions
                                : kMiddle + std::log2(value / centre_) * kPositionsPerDoubling;
    return static_cast<int>(std::lround(std::clamp(position, 0.0, double(kPositions))));
}

void AdjustStrip::refresh() {
    if (column_ >= document_->columnCount()) {
        input_.reset();
    }
    for (QWidget* part : {static_cast<QWidget*>(slider_), static_cast<QWidget*>(field_)}) {
        part->setEnabled(input_.has_value());
    }
    reset_->setEnabled(input_ && document_->isSet(column_, *input_));
    if (!input_) {
        label_->setText(tr("Select a number in the table to adjust it here"));
        field_->clear();
        return;
    }
    const QString words =
        QStringLiteral("%1 · %2").arg(document_->columnName(column_), inputTitle(*input_));
    label_->setText(fontMetrics().elidedText(
        words, Qt::ElideMiddle, fontMetrics().averageCharWidth() * kLabelChars));
    label_->setToolTip(words + u'\n' + inputTip(*input_));
    slider_->setAccessibleName(words);
    const double value = model::number_of(document_->resolved(column_).inputs, *input_);
    const QSignalBlocker block_slider(slider_);
    const QSignalBlocker block_field(field_);
    slider_->setValue(positionOf(value));
    field_->setInput(*input_, value);
}

void AdjustStrip::takeSlider(int position) {
    if (input_) {
        document_->setInput(column_, *input_, valueAt(position));
    }
}

void AdjustStrip::takeText() {
    if (!input_) {
        return;
    }
    const double now = model::number_of(document_->resolved(column_).inputs, *input_);
    if (field_->text() == inputEditText(*input_, now)) {
        return;
    }
    const auto value = parseInput(*input_, field_->text());
    if (value) {
        document_->setInput(column_, *input_, *value);
    } else {
        Q_EMIT refused(QString::fromStdString(value.error().what));
    }
    refresh();
}

}  // namespace throughline::ui
