// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/number_input.h"

#include <QRegularExpression>

#include "engine/base/language.h"

namespace throughline::ui {

QString withMarks(const QString& number) {
    return QString(number).replace(u'.', QLatin1Char(number_marks().decimal));
}

QString withPoint(const QString& typed) {
    static const QRegularExpression kDecimal(QStringLiteral("^(\\s*-?[0-9]+),([0-9]+)(?![0-9,.])"));
    return QString(typed).replace(kDecimal, QStringLiteral("\\1.\\2"));
}

QValidator::State DecimalBox::validate(QString& text, int& position) const {
    const QString mark = locale().decimalPoint();
    text.replace(u'.', mark).replace(u',', mark);
    return QDoubleSpinBox::validate(text, position);
}

}  // namespace throughline::ui
