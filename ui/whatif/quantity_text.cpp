// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/quantity_text.h"

#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "ui/style/number_input.h"
#include "ui/style/number_text.h"
#include "ui/style/said.h"
#include "ui/whatif/words.h"

namespace throughline::ui {

namespace {

using model::Input;
using model::InputRule;

/// What a unit measures.
enum class Measure {
    None,
    Bytes,
    BytesPerSecond,
    BitsPerSecond,
    Seconds,
    Rate,
    Money,
    Cores,
    Images
};

/// A unit as people type it; the longest first.
struct TypedUnit {
    const char* text;
    Measure measure;
    double factor;
};
constexpr std::array kTypedUnits{TypedUnit{"images/s", Measure::Rate, 1.0},
                                 TypedUnit{"bytes/s", Measure::BytesPerSecond, 1.0},
                                 TypedUnit{"bits/s", Measure::BitsPerSecond, 1.0},
                                 TypedUnit{"images", Measure::Images, 1.0},
                                 TypedUnit{"bit/s", Measure::BitsPerSecond, 1.0},
                                 TypedUnit{"cores", Measure::Cores, 1.0},
                                 TypedUnit{"bytes", Measure::Bytes, 1.0},
                                 TypedUnit{"IOPS", Measure::Rate, 1.0},
                                 TypedUnit{"B/s", Measure::BytesPerSecond, 1.0},
                                 TypedUnit{"b/s", Measure::BitsPerSecond, 1.0},
                                 TypedUnit{"bps", Measure::BitsPerSecond, 1.0},
                                 TypedUnit{"USD", Measure::Money, 1.0},
                                 TypedUnit{"ms", Measure::Seconds, 1e-3},
                                 TypedUnit{"us", Measure::Seconds, 1e-6},
                                 TypedUnit{"ns", Measure::Seconds, 1e-9},
                                 TypedUnit{"/s", Measure::Rate, 1.0},
                                 TypedUnit{"B", Measure::Bytes, 1.0},
                                 TypedUnit{"s", Measure::Seconds, 1.0},
                                 TypedUnit{"$", Measure::Money, 1.0}};

Measure measureOf(Input input) {
    const std::string_view unit = model::info_of(input).unit;
    if (unit == "1/s") {
        return Measure::Rate;
    }
    const auto found =
        std::ranges::find_if(kTypedUnits, [&](const auto& one) { return unit == one.text; });
    return found == kTypedUnits.end() ? Measure::None : found->measure;
}

/// Takes the unit off a typed number; returns it, or null where there is none.
const TypedUnit* takeUnit(QString& text) {
    text.replace(QChar(0x00B5), u'u');  // micro sign
    text.replace(QChar(0x03BC), u'u');  // Greek mu
    text.replace(words("images/s"), QStringLiteral("images/s"));
    if (text.startsWith(u'$')) {
        text.remove(0, 1);
        return &kTypedUnits.back();
    }
    for (const auto& unit : kTypedUnits) {
        if (text.endsWith(QLatin1String(unit.text))) {
            text.chop(static_cast<qsizetype>(std::string_view(unit.text).size()));
            return &unit;
        }
    }
    return nullptr;
}

/// What a number in this unit is multiplied by to be one of the input's; none: it measures
/// something else.
std::optional<double> factorOf(const TypedUnit* unit, Input input) {
    if (unit == nullptr) {
        return 1.0;
    }
    const Measure wanted = measureOf(input);
    if (unit->measure == wanted) {
        return unit->factor;
    }
    constexpr double kBits = 8.0;
    if (unit->measure == Measure::BytesPerSecond && wanted == Measure::BitsPerSecond) {
        return unit->factor * kBits;
    }
    if (unit->measure == Measure::BitsPerSecond && wanted == Measure::BytesPerSecond) {
        return unit->factor / kBits;
    }
    return std::nullopt;
}

/// As exact as anyone types it, without marks: "250000000".
QString typedText(double number) {
    constexpr int kDigits = 8;
    return withMarks(QString::number(
        QString::number(number, 'g', kDigits).toDouble(), 'f', QLocale::FloatingPointShortest));
}

/// Commas of "1,281,167" go; that of "0,5" is a point, and in German that of "1,281". False:
/// neither, or either.
bool settleCommas(QString& text) {
    if (!text.contains(u',')) {
        return true;
    }
    static const QRegularExpression kThousands(
        QStringLiteral("^-?[1-9][0-9]{0,2}(,[0-9]{3})+(\\.[0-9]*)?(?![0-9,.])"));
    static const QRegularExpression kDecimal(QStringLiteral("^-?[0-9]+,[0-9]+(?![0-9,.])"));
    const bool decimal = number_marks().decimal == ',' && !text.contains(u'.');
    if (!decimal && kThousands.match(text).hasMatch()) {
        text.remove(u',');
        return true;
    }
    if (kDecimal.match(text).hasMatch()) {
        text.replace(u',', u'.');
        return true;
    }
    return false;
}

Error notAllowed(const QString& typed, const std::string& why) {
    return {.code = ErrorCode::Usage, .what = "“" + typed.trimmed().toStdString() + "” " + why};
}

/// A number that breaks the input's rule or lies outside its range, without the key that files
/// have.
Error refusedNumber(Input input, const QString& typed, double number) {
    const auto& info = model::info_of(input);
    const QString title = inputTitle(input);
    if (model::breaks_rule(input, number)) {
        return notAllowed(typed,
                          words("is not allowed for “%1”: it must be %2")
                              .arg(title, QString::fromStdString(model::allowed_text(input)))
                              .toStdString());
    }
    return notAllowed(
        typed,
        words("is out of range for “%1”: it must be from %2 to %3")
            .arg(title, inputText(input, info.range.low), inputText(input, info.range.high))
            .toStdString());
}

constexpr std::array kSteps{1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0};

double nextPreferred(double value, int direction) {
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    const double mantissa = value / decade;
    constexpr double kSame = 1e-6;
    if (direction > 0) {
        for (const double step : kSteps) {
            if (step > mantissa * (1.0 + kSame)) {
                return step * decade;
            }
        }
        return 12.0 * decade;
    }
    for (auto step = kSteps.rbegin(); step != kSteps.rend(); ++step) {
        if (*step < mantissa * (1.0 - kSame)) {
            return *step * decade;
        }
    }
    return 0.8 * decade;
}

/// Where a capacity without limit begins when a limit is put on it.
double firstLimit(Input input) {
    const std::string_view unit = model::info_of(input).unit;
    if (unit == "bytes/s") {
        return 1e9;
    }
    return unit == "bits/s" ? 1e10 : 1000.0;
}

}  // namespace

QString inputTitle(Input input) {
    return said(model::title_of(input));
}

QString inputTip(Input input) {
    const auto& info = model::info_of(input);
    QString meaning = said(info.meaning);
    meaning[0] = meaning[0].toUpper();
    const QString unit = info.unit[0] == '\0'
                             ? QString()
                             : QStringLiteral(" (%1)").arg(QString::fromUtf8(info.unit));
    return QStringLiteral("%1%2\n%3\n%4")
        .arg(meaning,
             unit,
             words("Allowed: %1").arg(QString::fromStdString(model::allowed_text(input))),
             words("In scenario files: %1").arg(QLatin1String(info.key)));
}

QString inputText(Input input, const model::InputValue& value) {
    if (const auto* flag = std::get_if<bool>(&value)) {
        return *flag ? words("yes") : words("no");
    }
    if (const auto* text = std::get_if<std::string>(&value)) {
        return said(text->c_str());
    }
    const double number = std::get<double>(value);
    const auto& info = model::info_of(input);
    const std::string_view unit = info.unit;
    if (std::isinf(number)) {
        return words("no limit");
    }
    constexpr double kWholeFile = 0x1p40;  // as calibration sets it: no image is larger
    if (input == Input::RequestBytes && number >= kWholeFile) {
        return words("whole file");
    }
    if (input == Input::StoIops || input == Input::ClientIops) {
        return QString::fromStdString(format_quantity(number, "IOPS"));
    }
    if (input == Input::GpuRate) {
        return words("%1 images/s").arg(figureText(number));
    }
    if (unit == "USD") {
        return moneyText(number);
    }
    if (unit.empty() || unit == "cores" || unit == "images") {
        QString text = figureText(number, 6);
        return unit == "images" && number >= 1e4
                   ? QString::fromStdString(format_quantity(number, "", ByteUnits::Decimal, 3))
                   : text;
    }
    return QString::fromStdString(format_quantity(number, unit));
}

QString inputEditText(Input input, const model::InputValue& value) {
    if (const auto* number = std::get_if<double>(&value); number != nullptr) {
        if (std::isinf(*number)) {
            return words("no limit");
        }
        const std::string_view unit = model::info_of(input).unit;
        if (unit == "s" && *number > 0.0 && *number < 1.0) {
            return typedText(*number * 1e3) + QStringLiteral(" ms");
        }
        const QString digits = typedText(*number);
        return unit.empty() || unit == "1/s" || unit == "USD"
                   ? digits
                   : digits + u' ' + QString::fromUtf8(unit.data(), qsizetype(unit.size()));
    }
    return QString::fromStdString(model::value_text(value));
}

Result<model::InputValue> parseInput(Input input, const QString& typed) {
    QString text = typed.trimmed();
    if (!model::is_number(input)) {
        return model::parse_value(input, text.toStdString());
    }
    const QString lower = text.toLower();
    const bool unlimited = lower == words("no limit") || lower == QLatin1String("none") ||
                           lower == QLatin1String("null") || lower == QLatin1String("inf");
    if (unlimited) {
        text = QStringLiteral("null");
    }
    const auto factor = unlimited ? std::optional(1.0) : factorOf(takeUnit(text), input);
    if (!factor) {
        const std::string unit = model::info_of(input).unit;
        return notAllowed(typed,
                          (unit.empty() ? words("has a unit; this is a plain number")
                                        : words("is in another kind of unit; this is in %1")
                                              .arg(QString::fromStdString(unit)))
                              .toStdString());
    }
    text.remove(u' ').remove(QChar(0x202F)).remove(QChar(0x00A0));
    if (!settleCommas(text)) {
        return notAllowed(typed, words("is not clear: write 1234.5 or 1,234.5").toStdString());
    }
    auto value = model::parse_value(input, text.toStdString());
    if (!value) {
        return notAllowed(
            typed,
            words("is not a number; “%1” must be %2")
                .arg(inputTitle(input), QString::fromStdString(model::allowed_text(input)))
                .toStdString());
    }
    const double number = std::get<double>(*value) * *factor;
    if (!model::refusal(input, number).empty()) {
        return refusedNumber(input, typed, number);
    }
    return model::InputValue(number);
}

double steppedInput(Input input, double value, int direction, bool large) {
    const InputRule rule = model::info_of(input).rule;
    double next = value;
    if (std::isinf(value)) {
        next = direction < 0 ? firstLimit(input) : value;
    } else if (rule == InputRule::Share || rule == InputRule::ShareOrZero) {
        constexpr double kShareStep = 0.05;
        next = std::round((value + direction * kShareStep) / kShareStep) * kShareStep;
        next = std::clamp(next, 0.0, 1.0);
    } else if (large && value > 0.0) {
        next = direction > 0 ? value * 2.0 : value / 2.0;
        next = model::is_count(input) && next >= 1.0 ? std::round(next) : next;
    } else if (model::is_count(input)) {
        next = direction > 0 ? std::floor(value) + 1.0 : std::ceil(value) - 1.0;
    } else if (value > 0.0) {
        next = nextPreferred(value, direction);
    } else {
        next = direction > 0 ? 1.0 : 0.0;
    }
    return model::refusal(input, next).empty() ? next : value;
}

QString differenceText(double percent, int digits) {
    constexpr double kWhole = 10.0;  // from here on without a decimal
    const double step = std::abs(percent) < kWhole ? 0.1 : 1.0;
    const double rounded = std::round(percent / step) * step;
    const QString sign = rounded > 0.0   ? QStringLiteral("+")
                         : rounded < 0.0 ? QStringLiteral("−")
                                         : QStringLiteral("±");
    return sign + figureText(std::abs(rounded), digits) + QStringLiteral(" %");
}

QString moneyText(double usd) {
    if (!std::isfinite(usd)) {
        return words("never ends");
    }
    constexpr double kCent = 0.01;
    if (usd > 0.0 && usd < kCent) {
        return words("under 1 cent");
    }
    // Cents, also where they are 0: one above the other, and offers that differ by a few cents an
    // hour can be told apart.
    return words("$%1").arg(usd >= 1000.0 ? figureText(std::round(usd), 4)
                            : usd > 0.0   ? numberText(usd, 2)
                                          : QStringLiteral("0"));
}

}  // namespace throughline::ui
