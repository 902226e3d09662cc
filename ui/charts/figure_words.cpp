// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure_words.h"

#include <cmath>

#include "engine/metrics/registry.h"
#include "ui/charts/words.h"
#include "ui/style/number_text.h"
#include "ui/style/said.h"

namespace throughline::ui {

namespace {

constexpr const char* kCeilingFigure = "ceiling_images_per_second";
constexpr const char* kFedFigure = "fed_share";
constexpr const char* kHeadroomFigure = "headroom";
constexpr double kPercentOfOnce = 100.0;

QString timesOf(double factor) {
    constexpr int kDigits = 3;
    return QStringLiteral("%1\u202F\u00D7").arg(figureText(factor, kDigits));
}

/// As the bars call it; "" of another.
QString stageAloneTitle(const std::string& stage) {
    return stage == "storage"    ? tr("Storage alone")
           : stage == "decode"   ? tr("Decoding alone")
           : stage == "consumer" ? tr("Accelerator alone")
                                 : QString();
}

}  // namespace

QString figureTitle(std::string_view key) {
    const metrics::MetricKey parts = metrics::parse_metric_key(key);
    if (key == kFedFigure) {
        return tr("Share of the slowest stage");
    }
    const QString alone = parts.id == kCeilingFigure && parts.label == "stage"
                              ? stageAloneTitle(parts.value)
                              : QString();
    return alone.isEmpty() ? QString::fromStdString(metrics::metric_title(key)) : alone;
}

QString figureMeaning(std::string_view key) {
    if (key == kFedFigure) {
        return tr(
            "How much of what its slowest stage delivers alone the whole pipeline delivers: near "
            "100 %, this stage limits it.");
    }
    if (key == kHeadroomFigure) {
        return tr(
            "How many times as fast as the slowest stage the next slowest one is: so much faster "
            "can the pipeline get at most by making the slowest stage faster.");
    }
    const metrics::MetricInfo* const info = metrics::find_metric(key);
    return info == nullptr ? QString() : said(info->meaning);
}

bool isShownAsFactor(std::string_view key) {
    return key == kHeadroomFigure;
}

QString factorText(double percent) {
    return timesOf(1.0 + percent / kPercentOfOnce);
}

QString factorDifferenceText(double points) {
    const QChar sign = points < 0.0 ? QChar(0x2212) : QChar(u'+');
    return sign + timesOf(std::abs(points) / kPercentOfOnce);
}

}  // namespace throughline::ui
