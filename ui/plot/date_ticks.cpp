// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/date_ticks.h"

#include <QDateTime>
#include <array>
#include <cmath>

#include "engine/base/language.h"

namespace throughline::ui {

namespace {

constexpr double kMinute = 60.0;
constexpr double kHour = 60.0 * kMinute;
constexpr double kDay = 24.0 * kHour;
constexpr std::array kSteps{kMinute,
                            5 * kMinute,
                            15 * kMinute,
                            30 * kMinute,
                            kHour,
                            3 * kHour,
                            6 * kHour,
                            12 * kHour,
                            kDay,
                            2 * kDay,
                            7 * kDay,
                            14 * kDay};
constexpr int kMonthsAYear = 12;
constexpr std::array kMonthSteps{1, 3, 6, 12, 24, 60, 120, 600};

QDateTime momentOf(double seconds) {
    return QDateTime::fromSecsSinceEpoch(std::llround(seconds), Qt::UTC);
}

/// Of dates as the spoken language writes them.
struct Forms {
    const char* minute;
    const char* day;
    const char* month;
    const char* moment;
};
const Forms& formsOfDates() {
    static constexpr Forms kGerman{"dd.MM. HH:mm", "dd.MM.yyyy", "MM.yyyy", "dd.MM.yyyy HH:mm"};
    static constexpr Forms kIso{"MM-dd HH:mm", "yyyy-MM-dd", "yyyy-MM", "yyyy-MM-dd HH:mm"};
    return spoken() == Language::German ? kGerman : kIso;
}

AxisTicks everySeconds(const Span& places, double step) {
    const Forms& forms = formsOfDates();
    const QString form = QLatin1String(step < kDay ? forms.minute : forms.day);
    AxisTicks result{.ticks = {}, .unit = QStringLiteral("UTC")};
    const double last = std::floor(places.high / step);
    for (auto i = std::llround(std::ceil(places.low / step)); i <= std::llround(last); ++i) {
        const double at = static_cast<double>(i) * step;
        result.ticks.push_back({at, momentOf(at).toString(form)});
    }
    return result;
}

AxisTicks everyMonths(const Span& places, int step) {
    const QString form =
        step < kMonthsAYear ? QLatin1String(formsOfDates().month) : QStringLiteral("yyyy");
    const QDate first = momentOf(places.low).date();
    int month = (first.year() * kMonthsAYear + first.month() - 1) / step * step;
    AxisTicks result{.ticks = {}, .unit = QStringLiteral("UTC")};
    for (;; month += step) {
        const QDate day(month / kMonthsAYear, month % kMonthsAYear + 1, 1);
        const auto at = static_cast<double>(day.startOfDay(Qt::UTC).toSecsSinceEpoch());
        if (at > places.high) {
            return result;
        }
        if (at >= places.low) {
            result.ticks.push_back({at, day.toString(form)});
        }
    }
}

}  // namespace

AxisTicks dateTicks(const Span& places, int count_max) {
    for (const double step : kSteps) {
        if (places.length() / step < count_max) {
            return everySeconds(places, step);
        }
    }
    for (const int step : kMonthSteps) {
        constexpr double kDaysAMonthMin = 28.0;
        if (places.length() / (step * kDaysAMonthMin * kDay) < count_max) {
            return everyMonths(places, step);
        }
    }
    return {};  // no axis of runs spans millennia
}

QString dateText(double seconds) {
    return momentOf(seconds).toString(QLatin1String(formsOfDates().moment));
}

QString dateForTables(double seconds) {
    return momentOf(seconds).toString(Qt::ISODate);
}

}  // namespace throughline::ui
