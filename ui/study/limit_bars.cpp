// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/limit_bars.h"

#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/analysis/compare.h"
#include "engine/analysis/judgement.h"
#include "engine/base/format.h"
#include "engine/metrics/registry.h"
#include "engine/spec/choices.h"
#include "ui/style/theme.h"

namespace throughline::ui {

namespace {

constexpr const char* kRate = "images_per_second";
constexpr const char* kCeiling = "ceiling_images_per_second";
constexpr double kBase = 10.0;
constexpr double kBarShare = 0.6;  ///< of the height of a row
constexpr int kBarGapPx = 8;

struct StageName {
    const char* stage;
    const char* name;
    analysis::Limit limit;
};
constexpr std::array kStages{
    StageName{"storage", QT_TRANSLATE_NOOP("LimitBars", "Storage alone"), analysis::Limit::Storage},
    StageName{"decode", QT_TRANSLATE_NOOP("LimitBars", "Decoding alone"), analysis::Limit::Decode},
    StageName{"consumer",
              QT_TRANSLATE_NOOP("LimitBars", "Accelerator alone"),
              analysis::Limit::Consumer}};

QString rateText(double rate) {
    return QString::fromStdString(metrics::format_metric(kRate, rate));
}

/// From 0, so that lengths compare, as long as the shortest bar is still seen to be one; else from
/// the decade below the shortest bar, in powers of ten.
struct Scale {
    bool logarithmic = false;
    double low = 0.0;  ///< logarithmic: a power, as `high`
    double high = 1.0;
    std::vector<double> ticks{};

    double share(double rate) const {
        return ((logarithmic ? std::log10(rate) : rate) - low) / (high - low);
    }
};

Scale scaleOf(const std::vector<LimitBar>& bars) {
    const auto [least, most] = std::ranges::minmax(bars, {}, &LimitBar::imagesPerSecond);
    Scale scale{.logarithmic = areFarApart(bars)};
    if (scale.logarithmic) {
        scale.low = std::floor(std::log10(least.imagesPerSecond / 2.0));
        scale.high = std::max(std::log10(most.imagesPerSecond), scale.low + 1.0);
        for (double decade = scale.low; decade <= scale.high; decade += 1.0) {
            scale.ticks.push_back(std::pow(kBase, decade));
        }
        return scale;
    }
    scale.high = most.imagesPerSecond;
    const double decade = std::pow(kBase, std::floor(std::log10(scale.high)));
    const double step = scale.high < 2.0 * decade   ? decade / 2.0
                        : scale.high < 5.0 * decade ? decade
                                                    : 2.0 * decade;
    for (int i = 0; i * step <= scale.high; ++i) {
        scale.ticks.push_back(i * step);
    }
    return scale;
}

/// Lines at the ticks, and below them as many of their numbers as stand apart.
void paintTicks(QPainter& painter, const Scale& scale, const QRectF& area) {
    const QFontMetrics metrics(painter.font());
    const Theme& theme = currentTheme();
    painter.setPen(theme.mutedText);
    double free_from = -1.0;
    for (const double rate : scale.ticks) {
        const double x = area.left() + scale.share(rate) * area.width();
        painter.fillRect(QRectF(x, area.top(), 1, area.height()), theme.grid);
        const QString text = QString::fromStdString(
            format_quantity(rate, "images/s", ByteUnits::Decimal, scale.logarithmic ? 1 : 2));
        const int half = metrics.horizontalAdvance(text) / 2;
        const QRectF box(x - half - 1, area.bottom(), 2 * half + 2, metrics.height());
        if (free_from < 0.0 || box.left() >= free_from) {
            painter.drawText(box, Qt::AlignCenter, text);
            free_from = box.right() + kBarGapPx;
        }
    }
}

}  // namespace

bool areFarApart(const std::vector<LimitBar>& bars) {
    constexpr double kShortestMin = 0.2;  // of the longest
    if (bars.empty()) {
        return false;
    }
    const auto [least, most] = std::ranges::minmax(bars, {}, &LimitBar::imagesPerSecond);
    return least.imagesPerSecond < kShortestMin * most.imagesPerSecond;
}

std::vector<LimitBar> limitBarsOf(const record::Study& study) {
    const analysis::Judgement judgement = analysis::judgement_of(study);
    // That the verdict is about; where there is none, the fastest result.
    const record::RunData* best =
        judgement.run != nullptr ? judgement.run : analysis::fastest_run(study);
    std::vector<LimitBar> bars;
    if (best == nullptr || !spec::is_full(best->started.settings) ||
        !best->metrics.contains(kRate)) {
        return bars;
    }
    for (const StageName& stage : kStages) {
        const auto found = best->metrics.find(metrics::labelled(kCeiling, "stage", stage.stage));
        if (found != best->metrics.end() && found->second.value > 0.0) {
            bars.push_back({.name = LimitBars::tr(stage.name),
                            .imagesPerSecond = found->second.value,
                            .limits = judgement.clean && judgement.limit == stage.limit});
        }
    }
    const double rate = best->metrics.find(kRate)->second.value;
    if (bars.empty() || rate <= 0.0) {
        return {};
    }
    bars.push_back(
        {.name = LimitBars::tr("Whole pipeline"), .imagesPerSecond = rate, .whole = true});
    return bars;
}

LimitBars::LimitBars(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(ThemeNotifier::instance(),
            &ThemeNotifier::themeChanged,
            this,
            qOverload<>(&QWidget::update));
}

void LimitBars::setBars(std::vector<LimitBar> bars) {
    bars_ = std::move(bars);
    QStringList words;
    for (const LimitBar& bar : bars_) {
        const QString rate = tr("%1: %2").arg(bar.name, rateText(bar.imagesPerSecond));
        words << (bar.limits ? tr("%1, limits").arg(rate) : rate);
    }
    setToolTip(areFarApart(bars_)
                   ? tr("What each stage delivers alone, and what the whole pipeline delivers, on "
                        "a logarithmic scale")
                   : tr("What each stage delivers alone, and what the whole pipeline delivers"));
    setAccessibleName(words.join(QStringLiteral("; ")));
    setVisible(!bars_.empty());
    updateGeometry();
    update();
}

int LimitBars::rowHeight() const {
    return fontMetrics().height() * 3 / 2;
}

QSize LimitBars::sizeHint() const {
    const int ticks = fontMetrics().height() + kBarGapPx;
    return {fontMetrics().averageCharWidth() * 40,
            rowHeight() * static_cast<int>(bars_.size()) + ticks};
}

void LimitBars::paintEvent(QPaintEvent*) {
    if (bars_.empty()) {
        return;
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = currentTheme();
    const QFontMetrics metrics = fontMetrics();
    int names = 0;
    int values = 0;
    for (const LimitBar& bar : bars_) {
        names = std::max(names, metrics.horizontalAdvance(bar.name));
        values = std::max(
            values, metrics.horizontalAdvance(tr("%1  limits").arg(rateText(bar.imagesPerSecond))));
    }
    const QRectF area(names + kBarGapPx,
                      0,
                      width() - names - values - 3 * kBarGapPx,
                      rowHeight() * static_cast<double>(bars_.size()));
    const Scale scale = scaleOf(bars_);
    paintTicks(painter, scale, area);
    const double right = area.right() + kBarGapPx;
    if (scale.logarithmic) {
        painter.drawText(QRectF(right, area.bottom(), width() - right, metrics.height()),
                         Qt::AlignRight,
                         tr("log scale"));
    }
    double top = area.top();
    for (const LimitBar& bar : bars_) {
        const QRectF row(0, top, width(), rowHeight());
        const double height = row.height() * kBarShare;
        const QRectF drawn(area.left(),
                           row.center().y() - height / 2,
                           scale.share(bar.imagesPerSecond) * area.width(),
                           height);
        painter.fillRect(drawn,
                         bar.whole    ? theme.accent
                         : bar.limits ? theme.warning
                                      : mixedColour(theme.mutedText, theme.surface, 0.5));
        painter.setPen(theme.text);
        painter.drawText(QRectF(0, top, names, row.height()), Qt::AlignVCenter, bar.name);
        const QString value = rateText(bar.imagesPerSecond);
        painter.drawText(QRectF(drawn.right() + kBarGapPx, top, values, row.height()),
                         Qt::AlignVCenter,
                         bar.limits ? tr("%1  limits").arg(value) : value);
        top += row.height();
    }
}

}  // namespace throughline::ui
