// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/number_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "engine/base/format.h"
#include "engine/base/language.h"

namespace throughline::ui {

namespace {
constexpr double kPrefixFrom = 1e7;
constexpr int kDecimalsMost = 12;

QChar decimalMark() {
    return QChar::fromLatin1(number_marks().decimal);
}
}  // namespace

QString countText(double count) {
    return QString::fromStdString(format_count(static_cast<std::uint64_t>(count)));
}

QString bytesText(double bytes) {
    return QString::fromStdString(format_quantity(bytes, "bytes"));
}

QString numberText(double value, int decimals) {
    QString text = QString::number(std::fabs(value), 'f', decimals).replace(u'.', decimalMark());
    const qsizetype point = decimals > 0 ? text.indexOf(decimalMark()) : text.size();
    for (qsizetype at = point - 3; at > 0; at -= 3) {
        text.insert(at, QChar(0x202F));  // narrow no-break space
    }
    const bool is_zero = std::fabs(value) < 0.5 * std::pow(10.0, -decimals);
    return value < 0.0 && !is_zero ? QChar(0x2212) + text : text;
}

QString figureText(double value, int digits) {
    if (!std::isfinite(value)) {
        return value > 0.0 ? QCoreApplication::translate("Numbers", "no limit")
                           : QStringLiteral("–");
    }
    if (std::abs(value) >= kPrefixFrom) {
        return QString::fromStdString(format_quantity(value, "", ByteUnits::Decimal, digits));
    }
    if (value == 0.0) {
        return QStringLiteral("0");
    }
    const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value))));
    const double step = std::pow(10.0, magnitude - digits + 1);
    const double rounded = std::round(value / step) * step;
    const QString text = numberText(rounded, std::clamp(digits - 1 - magnitude, 0, kDecimalsMost));
    if (!text.contains(decimalMark())) {
        return text;
    }
    qsizetype end = text.size();
    while (text[end - 1] == QChar(u'0')) {
        --end;
    }
    return text.left(text[end - 1] == decimalMark() ? end - 1 : end);
}

QString copiedText(double value, int digits) {
    constexpr double kWrittenOutFrom = 1e-5;
    constexpr double kWrittenOutBelow = 1e15;
    const QString text = QString::number(value, 'g', digits);
    const double size = std::fabs(value);
    return size < kWrittenOutFrom || size >= kWrittenOutBelow || !std::isfinite(value)
               ? text
               : QString::number(text.toDouble(), 'f', QLocale::FloatingPointShortest);
}

QString groupedBeforeUnits(QString text) {
    static const QRegularExpression kNumber(
        QStringLiteral("(?<![\\w.,-])\\d{4,}(?= (?:IOPS|[KMGT]i?B)\\b)"));
    for (auto match = kNumber.match(text); match.hasMatch(); match = kNumber.match(text)) {
        text.replace(match.capturedStart(),
                     match.capturedLength(),
                     numberText(match.captured().toDouble(), 0));
    }
    return text;
}

QString withOneMark(QString text) {
    // Before or behind a group stands no further figure: neither "1.2.345" nor "0.1234" is one.
    static const QRegularExpression kWithCommas(
        QStringLiteral("(?<![\\d.,])\\d{1,3}(?:,\\d{3})+(?!,?\\d)"));
    static const QRegularExpression kWithPoints(
        QStringLiteral("(?<![\\d.,])[1-9]\\d{0,2}(?:\\.\\d{3})+(?!\\.?\\d)"));
    const bool comma_is_decimal = number_marks().decimal == ',';
    auto figures = (comma_is_decimal ? kWithPoints : kWithCommas).globalMatch(text);
    while (figures.hasNext()) {
        const auto figure = figures.next();
        QString marked = figure.captured();
        marked.replace(comma_is_decimal ? u'.' : u',', QChar(0x202F));
        text.replace(figure.capturedStart(), figure.capturedLength(), marked);  // as long as before
    }
    return text;
}

QString wholeUnits(QString text) {
    static const QRegularExpression kSlash(QStringLiteral("(?<=\\w)/(?=\\w)"));
    return text.replace(kSlash, QStringLiteral("/\u2060"));
}

QString CountBox::textFromValue(int value) const {
    return numberText(value, 0);
}

QString CountBox::digitsOf(QString text) const {
    if (text.startsWith(prefix())) {
        text.remove(0, prefix().size());
    }
    if (text.endsWith(suffix())) {
        text.chop(suffix().size());
    }
    return text.remove(QChar(0x202F)).remove(u' ').remove(u',').remove(u'.');
}

int CountBox::valueFromText(const QString& text) const {
    return digitsOf(text).toInt();
}

QValidator::State CountBox::validate(QString& text, int& /*position*/) const {
    const QString digits = digitsOf(text);
    bool is_number = false;
    const int value = digits.toInt(&is_number);
    if (digits.isEmpty() || (is_number && value < minimum())) {
        return QValidator::Intermediate;
    }
    return is_number && value <= maximum() ? QValidator::Acceptable : QValidator::Invalid;
}

}  // namespace throughline::ui
