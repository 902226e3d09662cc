// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/ticks.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/metrics/registry.h"
#include "ui/plot/date_ticks.h"
#include "ui/style/number_input.h"
#include "ui/style/number_text.h"

namespace throughline::ui {

namespace {

/// Two ends that differ by less than this part of a step are the same tick.
constexpr double kTickTolerance = 1e-9;
/// Ratio up to which one unit suits all labels of a logarithmic axis (0.5, 1, 2 … 500).
constexpr double kOneUnitRatioMax = 1000.0;

struct Prefix {
    double factor = 1.0;
    const char* text = "";
};

bool isBytes(const PlotAxis& axis) {
    return axis.unit.starts_with("bytes");
}

bool neverScaled(const std::string& unit) {
    return unit.empty() || unit == "1" || unit == "%" || unit == "cores" || unit == "\u00B0C" ||
           unit == "px" || unit == "h" || unit == "text";
}

Prefix prefixFor(const PlotAxis& axis, double largest) {
    if (neverScaled(axis.unit)) {
        return {};
    }
    if (axis.unit == "s") {
        static constexpr std::array<Prefix, 3> kSmall{{{1e-3, "m"}, {1e-6, "\u00B5"}, {1e-9, "n"}}};
        if (largest >= 1.0 || largest <= 0.0) {
            return {};
        }
        for (const Prefix& prefix : kSmall) {
            if (largest >= prefix.factor) {
                return prefix;
            }
        }
        return kSmall.back();
    }
    static constexpr std::array<Prefix, 4> kLarge{
        {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}}};
    for (const Prefix& prefix : kLarge) {
        // Four digits are still read at a glance: 9 500 images/s need no prefix, 9 500 B do.
        const bool plain = prefix.factor == 1e3 && !isBytes(axis);
        if (largest >= prefix.factor * (plain ? 10.0 : 1.0)) {
            return prefix;
        }
    }
    return {};
}

/// "MB/s" and "ms", but "k images/s": a prefix sticks to a symbol and stands before a word.
QString prefixedUnit(const PlotAxis& axis, const Prefix& prefix) {
    const QString mark = QString::fromUtf8(prefix.text);
    const bool symbol = isBytes(axis) || axis.unit == "s" || axis.unit == "W" || axis.unit == "Hz";
    if (mark.isEmpty() || symbol || axis.shownUnit.isEmpty()) {
        return mark + axis.shownUnit;
    }
    return mark + QChar(u' ') + axis.shownUnit;
}

double niceStep(double rough) {
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double digit : {1.0, 2.0, 5.0}) {
        if (rough <= digit * power * (1.0 + kTickTolerance)) {
            return digit * power;
        }
    }
    return 10.0 * power;
}

/// Multiples of the smallest nice step that gives at most `count_max` of them in [low, high].
std::vector<double> roundValues(const Span& values, int count_max, bool integral, double* step) {
    double rough = values.length() / count_max;
    for (int attempt = 0; attempt < 4; ++attempt) {
        *step = niceStep(rough);
        if (integral) {
            *step = std::max(*step, 1.0);
        }
        const double first = std::ceil(values.low / *step - kTickTolerance);
        const double last = std::floor(values.high / *step + kTickTolerance);
        if (last - first + 1.0 <= count_max) {
            std::vector<double> result(static_cast<std::size_t>(std::max(last - first + 1.0, 0.0)));
            for (std::size_t i = 0; i < result.size(); ++i) {
                result[i] = (first + static_cast<double>(i)) * *step;
            }
            return result;
        }
        rough = *step * 1.5;
    }
    return {};
}

int decimalsOf(double step) {
    return std::clamp(static_cast<int>(-std::floor(std::log10(step) + kTickTolerance)), 0, 12);
}

/// Beyond these no prefix helps and digits are only counted: such numbers are powers of ten.
constexpr double kPlainMax = 1e12;
constexpr double kPlainMin = 1e-9;

bool isPlain(double shown) {
    return shown == 0.0 || (std::fabs(shown) < kPlainMax && std::fabs(shown) >= kPlainMin);
}

/// "3 × 10³⁰⁰" with as many digits as tell values apart that differ by `step`.
QString powerText(double value, double step) {
    static const QString kDigits = QStringLiteral(
        "\u2070\u00B9\u00B2\u00B3\u2074\u2075\u2076"
        "\u2077\u2078\u2079");
    if (value == 0.0) {
        return QStringLiteral("0");
    }
    const auto decade = [](double x) {
        return static_cast<int>(std::floor(std::log10(x) + kTickTolerance));
    };
    const int decimals = std::clamp(decade(std::fabs(value)) - decade(step), 0, 12);
    const QString text = QString::number(std::fabs(value), 'e', decimals);
    const qsizetype at = text.indexOf(QChar(u'e'));
    const int exponent = text.mid(at + 1).toInt();
    QString power = exponent < 0 ? QStringLiteral("\u207B") : QString();
    for (const QChar digit : QString::number(std::abs(exponent))) {
        power += kDigits[digit.digitValue()];
    }
    const QString number = text.left(at);
    const QString sign = value < 0.0 ? QString(QChar(0x2212)) : QString();
    const QString ten = QStringLiteral("10") + power;
    return sign +
           (number.toDouble() == 1.0 ? ten : withMarks(number) + QStringLiteral("\u00D7") + ten);
}

AxisTicks linearTicks(const PlotAxis& axis, const Span& values, int count_max) {
    double step = 1.0;
    const std::vector<double> at = roundValues(values, count_max, axis.integral, &step);
    const double largest = std::max(std::fabs(values.low), std::fabs(values.high));
    Prefix prefix = prefixFor(axis, largest);
    const bool plain = isPlain(largest / prefix.factor) && isPlain(step / prefix.factor);
    prefix = plain ? prefix : Prefix{};
    AxisTicks result;
    result.unit = prefixedUnit(axis, prefix);
    const int decimals = decimalsOf(step / prefix.factor);
    for (const double value : at) {
        const double place = placeOf(value, axis.scale);
        if (std::isfinite(place)) {
            result.ticks.push_back(
                {place,
                 plain ? numberText(value / prefix.factor, decimals) : powerText(value, step)});
        }
    }
    return result;
}

/// A label that carries its own prefix: "200", "1 k", "50 M"; seconds carry the unit too.
QString standaloneText(const PlotAxis& axis, double value) {
    if (neverScaled(axis.unit)) {
        return isPlain(value) ? numberText(value, decimalsOf(value)) : powerText(value, value);
    }
    if (axis.unit == "s") {
        if (!isPlain(value)) {
            return powerText(value, value) + QChar(0x202F) + QChar(u's');
        }
        const Prefix prefix = prefixFor(axis, value * (1.0 + kTickTolerance));
        return numberText(value / prefix.factor, decimalsOf(value / prefix.factor)) +
               QChar(0x202F) + QString::fromUtf8(prefix.text) + QChar(u's');
    }
    Prefix prefix;
    for (const Prefix step : {Prefix{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}}) {
        if (value >= step.factor * (1.0 - kTickTolerance)) {
            prefix = step;
            break;
        }
    }
    const double shown = value / prefix.factor;
    if (!isPlain(shown)) {
        return powerText(value, value);
    }
    const QString text = numberText(shown, decimalsOf(shown));
    return prefix.factor == 1.0 ? text : text + QChar(0x202F) + QString::fromUtf8(prefix.text);
}

/// False of what lies beyond all doubles, where the margin of an axis may reach.
bool isNumber(double value) {
    return value > 0.0 && std::isfinite(value);
}

/// 1, 2, 5 of each decade in [low, high]; only the decades, then every n-th, where they are many.
std::vector<double> decadeValues(const Span& places, int count_max) {
    const int first = static_cast<int>(std::floor(places.low));
    const int last = static_cast<int>(std::ceil(places.high));
    const auto collect = [&](std::initializer_list<double> digits, int stride) {
        std::vector<double> values;
        for (int decade = first; decade <= last; ++decade) {
            if (((decade % stride) + stride) % stride != 0) {
                continue;
            }
            for (const double digit : digits) {
                const double place = decade + std::log10(digit);
                if (place >= places.low - kTickTolerance && place <= places.high + kTickTolerance &&
                    isNumber(digit * std::pow(10.0, decade))) {
                    values.push_back(digit * std::pow(10.0, decade));
                }
            }
        }
        return values;
    };
    const std::vector<double> all = collect({1.0, 2.0, 5.0}, 1);
    std::vector<double> values = all;
    for (int stride = 1; static_cast<int>(values.size()) > count_max; ++stride) {
        values = collect({1.0}, stride);
    }
    // One tick says nothing of how far an axis reaches.
    return values.size() < 2 && all.size() > 1 ? std::vector{all.front(), all.back()} : values;
}

AxisTicks powerOfTwoTicks(const PlotAxis& axis, const Span& places, int count_max) {
    static const double kLog2 = std::log10(2.0);
    const int first = static_cast<int>(std::ceil(places.low / kLog2 - 1e-6));
    const int last = static_cast<int>(std::floor(places.high / kLog2 + 1e-6));
    const int stride = std::max(1, (last - first) / count_max + 1);
    AxisTicks result;
    result.unit = isBytes(axis) ? QString() : axis.shownUnit;
    for (int i = first; i <= last; ++i) {
        if (((i % stride) + stride) % stride != 0) {
            continue;
        }
        const double value = std::pow(2.0, i);
        const QString text =
            isBytes(axis)
                ? QString::fromStdString(format_quantity(value, "bytes", ByteUnits::Binary))
                : numberText(value, i >= 0 ? 0 : std::min(-i, 12));
        result.ticks.push_back({i * kLog2, text});
    }
    return result;
}

AxisTicks logarithmicTicks(const PlotAxis& axis, const Span& places, int count_max) {
    const bool plain = places.low >= std::log10(kPlainMin) && places.high <= std::log10(kPlainMax);
    if (axis.powersOfTwo && plain && places.length() > 2 * std::log10(2.0)) {
        return powerOfTwoTicks(axis, places, count_max);
    }
    const Span values{std::pow(10.0, places.low), std::pow(10.0, places.high)};
    const std::vector<double> at = decadeValues(places, count_max);
    if (at.size() < 3 && places.length() < 1.0) {
        AxisTicks linear = linearTicks(axis, values, count_max);
        if (linear.ticks.size() >= at.size()) {
            return linear;
        }
    }
    AxisTicks result;
    const Prefix common = prefixFor(axis, values.high);
    const bool one_unit = places.length() <= std::log10(kOneUnitRatioMax) && isNumber(values.low) &&
                          isPlain(values.low / common.factor) &&
                          isPlain(values.high / common.factor);
    const Prefix prefix = one_unit ? common : Prefix{};
    const bool own_unit = !one_unit && axis.unit == "s";
    result.unit = own_unit ? QString() : prefixedUnit(axis, prefix);
    for (const double value : at) {
        const double shown = value / prefix.factor;
        result.ticks.push_back(
            {std::log10(value),
             one_unit ? numberText(shown, decimalsOf(shown)) : standaloneText(axis, value)});
    }
    return result;
}

/// Ticks at the very values that were set (1, 2, 3, 4, 6, 8 threads). Empty: they do not fit.
AxisTicks markTicks(const PlotAxis& axis, const Span& places, int count_max) {
    AxisTicks result;
    result.unit = axis.shownUnit;
    double smallest = std::numeric_limits<double>::infinity();
    for (const double mark : axis.marks) {
        smallest = mark > 0.0 ? std::min(smallest, mark) : smallest;
    }
    const int decimals =
        axis.integral || !std::isfinite(smallest) ? 0 : decimalsOf(smallest / 10.0);
    for (const double mark : axis.marks) {
        const double place = placeOf(mark, axis.scale);
        if (places.contains(place)) {
            result.ticks.push_back({place, numberText(mark, decimals)});
        }
    }
    const bool fits = result.ticks.size() > 1 && static_cast<int>(result.ticks.size()) <= count_max;
    return fits ? result : AxisTicks();
}

/// "p99.9", and "max" for the largest value.
QString percentileText(double percent) {
    constexpr int kDigits = 6;
    return percent < 100.0
               ? QChar(u'p') + QString::fromStdString(
                                   with_marks(QString::number(percent, 'g', kDigits).toStdString()))
               : QCoreApplication::translate("Plot", "max");
}

/// As many of the usual percentiles as fit; steps between them where less than a nine is in view.
AxisTicks ninesTicks(const PlotAxis& axis, const Span& places, int count_max) {
    static const std::vector<double> kPercents[] = {
        {10, 25, 50, 75, 90, 95, 99, 99.5, 99.9, 99.95, 99.99, 100},
        {50, 75, 90, 95, 99, 99.9, 99.99, 100},
        {50, 90, 99, 99.9, 99.99, 100},
        {50, 99, 99.99, 100},
        {50, 100}};
    AxisTicks result;
    for (const std::vector<double>& percents : kPercents) {
        result.ticks.clear();
        for (const double percent : percents) {
            if (const double place = placeOf(percent, axis.scale); places.contains(place)) {
                result.ticks.push_back({place, percentileText(percent)});
            }
        }
        if (static_cast<int>(result.ticks.size()) <= count_max) {
            break;
        }
    }
    return result.ticks.size() < 2
               ? linearTicks(axis,
                             {valueAt(places.low, axis.scale), valueAt(places.high, axis.scale)},
                             count_max)
               : result;
}

}  // namespace

AxisTicks makeTicks(const PlotAxis& axis, const Span& places, int count_max) {
    count_max = std::max(count_max, 2);
    if (!axis.categories.isEmpty()) {
        AxisTicks result;
        result.unit = axis.shownUnit;
        for (qsizetype i = 0; i < axis.categories.size(); ++i) {
            if (places.contains(static_cast<double>(i))) {
                result.ticks.push_back({static_cast<double>(i), axis.categories[i]});
            }
        }
        return result;
    }
    if (!(places.length() > 0.0)) {
        return {};
    }
    if (axis.isDate) {
        return dateTicks(places, count_max);
    }
    if (AxisTicks marks = markTicks(axis, places, count_max); !marks.ticks.empty()) {
        return marks;
    }
    switch (axis.scale) {
        case AxisScale::Linear:
            return linearTicks(axis, places, count_max);
        case AxisScale::Logarithmic:
            return logarithmicTicks(axis, places, count_max);
        case AxisScale::Nines:
            return ninesTicks(axis, places, count_max);
    }
    return {};
}

void nameRows(AxisTicks& ticks, double row_height, double line_height) {
    const auto stride =
        static_cast<std::size_t>(std::max(1.0, std::ceil(line_height / row_height)));
    std::vector<Tick> kept;
    for (std::size_t i = 0; i < ticks.ticks.size(); ++i) {
        if ((ticks.ticks.size() - 1 - i) % stride == 0) {
            kept.push_back(std::move(ticks.ticks[i]));
        }
    }
    ticks.ticks = std::move(kept);
}

std::vector<double> joinedMarks(const std::vector<const PlotAxis*>& axes) {
    std::vector<double> all;
    for (const PlotAxis* axis : axes) {
        if (axis->marks.empty()) {
            return {};
        }
        all.insert(all.end(), axis->marks.begin(), axis->marks.end());
    }
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

QString axisTitleEnd(const PlotAxis& axis, const AxisTicks& ticks) {
    // "Read IOPS" says its unit already, unless it is scaled to "k IOPS".
    const bool said =
        ticks.unit == axis.shownUnit &&
        (QStringLiteral(" %1 ").arg(axis.title)).contains(QStringLiteral(" %1 ").arg(ticks.unit));
    QString end = ticks.unit.isEmpty() || said ? QString() : QStringLiteral(", ") + ticks.unit;
    if (axis.scale == AxisScale::Logarithmic) {
        end += QStringLiteral(", ") + QCoreApplication::translate("Plot", "log scale");
    }
    return end;
}

QString axisTitle(const PlotAxis& axis, const AxisTicks& ticks) {
    return axis.title + axisTitleEnd(axis, ticks);
}

QString valueText(const PlotAxis& axis, double value) {
    if (!axis.categories.isEmpty()) {
        const auto index = static_cast<qsizetype>(std::llround(value));
        return index >= 0 && index < axis.categories.size() ? axis.categories[index] : QString();
    }
    if (axis.isDate) {
        return dateText(value);
    }
    if (axis.scale == AxisScale::Nines) {
        return percentileText(value);
    }
    if (metrics::find_metric(axis.key) != nullptr) {
        return QString::fromStdString(metrics::format_metric(axis.key, value));
    }
    const bool whole = axis.integral && axis.unit != "bytes" && value == std::round(value);
    if (!whole) {
        return QString::fromStdString(format_quantity(value, axis.unit));
    }
    const QString number = numberText(value, 0);
    return axis.shownUnit.isEmpty() ? number : number + QChar(u' ') + axis.shownUnit;
}

}  // namespace throughline::ui
