// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people type them, with the decimal mark of the spoken language
// (engine/base/language.h).
#pragma once

#include <QDoubleSpinBox>
#include <QString>

namespace throughline::ui {

/// A plain number ("0.5") with the decimal mark of the spoken language.
QString withMarks(const QString& number);
/// What people typed, whose number may have a decimal comma, with a point: "0,5 ms" -> "0.5 ms".
QString withPoint(const QString& typed);

/// A field for a number that takes a comma and a point as the decimal mark. Thread: GUI.
class DecimalBox : public QDoubleSpinBox {
    Q_OBJECT
public:
    using QDoubleSpinBox::QDoubleSpinBox;

protected:
    QValidator::State validate(QString& text, int& position) const override;
};

}  // namespace throughline::ui
