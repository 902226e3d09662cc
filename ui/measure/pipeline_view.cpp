// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/pipeline_view.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "ui/style/ink.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"

namespace throughline::ui {

namespace {

constexpr double kGap = 8;
constexpr double kBoxPadding = 10;
constexpr double kRadius = 8;
/// A segment narrower than its text shows none; the line below the bar says it anyway.
constexpr double kTextMargin = 6;

constexpr std::array<const char*, 3> kStageLabels = {"storage", "decode", "consumer"};
constexpr std::array<const char*, 2> kQueueLabels = {"encoded", "batches"};

QString percent(double value) {
    return QString::fromUtf8("%1 %").arg(std::lround(value));
}

}  // namespace

PipelineView::PipelineView(QWidget* parent) : QWidget(parent) {
    stages_[0].title = tr("Storage");
    stages_[1].title = tr("Decode");
    stages_[2].title = tr("Consumer");
    queues_[0].title = tr("encoded");
    queues_[1].title = tr("batches");
    setAccessibleName(tr("Pipeline"));
    setToolTip(
        tr("Busy: working. Starved: waiting for input. Blocked: waiting to hand over.\nThe "
           "bottleneck is the stage that is busy while those after it are starved."));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    describe();
}

/// Before the first sample and while paused nothing is known of any stage.
QString PipelineView::wordOfAbsent() const {
    const bool any =
        std::ranges::any_of(stages_, [](const auto& stage) { return stage.measured(); });
    return any ? tr("not part of this run") : QStringLiteral("–");
}

void PipelineView::setMetrics(const metrics::MetricValues& values) {
    const auto value = [&values](const char* id, const char* label, const char* of) {
        const auto it = values.find(metrics::labelled(id, label, of));
        return it == values.end() ? std::nullopt : std::optional<double>(it->second);
    };
    for (std::size_t i = 0; i < kStages; ++i) {
        stages_[i].busy = value("stage_busy", "stage", kStageLabels[i]);
        stages_[i].starved = value("stage_starved", "stage", kStageLabels[i]);
        stages_[i].blocked = value("stage_blocked", "stage", kStageLabels[i]);
        stages_[i].cores = value("process_cpu_cores", "stage", kStageLabels[i]);
    }
    takeGpu(values);
    takeMounts(values);
    takeStore(values);
    takeSteps(values);
    for (std::size_t i = 0; i < kQueues; ++i) {
        queues_[i].fill = value("queue_fill", "queue", kQueueLabels[i]);
    }
    describe();
    update();
}

/// Mean over the GPUs, which are alike; a GPU that copies nothing measures its ceiling.
void PipelineView::takeGpu(const metrics::MetricValues& values) {
    const auto mean = [&values](const std::string& id) -> std::optional<double> {
        double sum = 0;
        int count = 0;
        for (auto at = values.lower_bound(id + "{gpu="); at != values.end(); ++at) {
            if (!at->first.starts_with(id + "{gpu=")) {
                break;
            }
            sum += at->second;
            ++count;
        }
        return count == 0 ? std::nullopt : std::optional(sum / count);
    };
    Stage& consumer = stages_.back();
    const auto busy = mean("gpu_busy");
    consumer.title = !busy ? tr("Consumer") : proxy_ ? tr("GPU (proxy)") : tr("GPU");
    consumer.decoding = mean("gpu_decoding");
    consumer.exchanging = mean("gpu_all_reduce");
    consumer.copying =
        busy ? std::optional(consumer.decoding.value_or(mean("gpu_copying").value_or(0)))
             : std::nullopt;
    if (busy) {
        // Events say when a step ended, which may fall into the next sample.
        consumer.busy = std::min(*busy, 100.0);
        consumer.starved = 100.0 - *consumer.busy;
        consumer.blocked = 0.0;
    }
}

/// Over all mounts that are read: rates are sums, the await is the longest.
void PipelineView::takeMounts(const metrics::MetricValues& values) {
    const auto over = [&values](const std::string& id, bool sum) -> std::optional<double> {
        std::optional<double> all;
        for (auto at = values.lower_bound(id); at != values.end() && at->first.starts_with(id);
             ++at) {
            if (metrics::parse_metric_key(at->first).id == id) {
                all = !all ? at->second : sum ? *all + at->second : std::max(*all, at->second);
            }
        }
        return all;
    };
    QStringList parts;
    for (const auto& [id, sum] : {std::pair("mount_read_bytes_per_second", true),
                                  std::pair("mount_reads_per_second", true),
                                  std::pair("mount_read_await", false)}) {
        if (const auto value = over(id, sum)) {
            parts << QString::fromStdString(metrics::format_metric(id, *value));
        }
    }
    stages_.front().counted =
        parts.isEmpty() ? QString() : tr("mount: %1").arg(parts.join(QStringLiteral(", ")));
}

/// Of data in a store: whether it refuses, or requests wait since it did, which says more than how
/// busy its readers are.
void PipelineView::takeStore(const metrics::MetricValues& values) {
    constexpr double kShareShown = 0.05;  // %
    constexpr double kHeldBackShown = 0.5;
    const auto requests = values.find("http_requests_per_second");
    if (requests == values.end()) {
        return;
    }
    const auto of = [&values](const char* id) {
        const auto it = values.find(id);
        return it == values.end() ? 0.0 : it->second;
    };
    const auto text = [](const char* id, double value) {
        return QString::fromStdString(metrics::format_metric(id, value));
    };
    const double share = of("http_throttled_share");
    stages_.front().counted = share >= kShareShown
                                  ? tr("throttled: %1").arg(text("http_throttled_share", share))
                              : of("http_requests_waiting") >= kHeldBackShown
                                  ? tr("held back")
                                  : text("http_requests_per_second", requests->second);
}

/// The exchange counts as its work, the wait for the slowest as waiting for input.
void PipelineView::takeSteps(const metrics::MetricValues& values) {
    network_.reset();
    const auto exchange = values.find("step_exchange");
    if (exchange == values.end()) {
        return;
    }
    const auto wait = values.find("step_wait");
    network_ = Stage{.title = tr("Network"),
                     .busy = exchange->second,
                     .starved = wait == values.end() ? 0.0 : wait->second,
                     .blocked = 0.0,
                     .cores = {},
                     .copying = {},
                     .decoding = {},
                     .exchanging = {}};
    network_->told =
        tr("exchanging %1, waiting %2").arg(percent(*network_->busy), percent(*network_->starved));
}

void PipelineView::describe() {
    QStringList parts;
    for (const Stage& stage : stages_) {
        if (stage.copying) {
            parts << tr("%1: computing %2, idle %3, %4")
                         .arg(stage.title,
                              percent(stage.busy.value_or(0)),
                              percent(stage.starved.value_or(0)),
                              wordsOfGpu(stage));
            continue;
        }
        parts << (stage.measured() ? tr("%1: busy %2, starved %3, blocked %4")
                                         .arg(stage.title,
                                              percent(stage.busy.value_or(0)),
                                              percent(stage.starved.value_or(0)),
                                              percent(stage.blocked.value_or(0)))
                                   : tr("%1: %2").arg(stage.title, wordOfAbsent()));
    }
    if (network_) {
        parts << tr("%1: exchanging gradients %2, waiting for the slowest node %3")
                     .arg(network_->title, percent(*network_->busy), percent(*network_->starved));
    }
    if (const QString& counted = stages_.front().counted; !counted.isEmpty()) {
        parts << counted;
    }
    for (const Queue& queue : queues_) {
        if (queue.fill) {
            parts << tr("queue %1: %2 full").arg(queue.title, percent(*queue.fill));
        }
    }
    setAccessibleDescription(parts.join(QStringLiteral("; ")));
}

QSize PipelineView::sizeHint() const {
    const int line = fontMetrics().height();
    return {line * 40, static_cast<int>(line * 5.2 + 2 * kBoxPadding + kGap + 3)};
}

QSize PipelineView::minimumSizeHint() const {
    return {fontMetrics().height() * 30, sizeHint().height()};
}

void PipelineView::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double line = fontMetrics().height();
    QRectF area(rect());
    paintLegend(painter, QRectF(area.left(), area.bottom() - line, area.width(), line));
    area.setBottom(area.bottom() - line - kGap);

    // Stages take what the two queues and the arrows leave.
    const double queue_width = line * 4.6;
    const double arrow = line * 1.1;
    const int more = network_ ? 1 : 0;
    const double stage_width = (area.width() - 2 * queue_width - (4 + more) * arrow) /
                               static_cast<double>(kStages + static_cast<std::size_t>(more));
    double x = area.left();
    const auto paint_arrow = [&] {
        const double y = area.center().y();
        painter.setPen(QPen(currentTheme().axis, 1.6));
        painter.drawLine(QPointF(x + 3, y), QPointF(x + arrow - 4, y));
        painter.drawLine(QPointF(x + arrow - 8, y - 4), QPointF(x + arrow - 4, y));
        painter.drawLine(QPointF(x + arrow - 8, y + 4), QPointF(x + arrow - 4, y));
        x += arrow;
    };
    for (std::size_t i = 0; i < kStages; ++i) {
        paintStage(painter, QRectF(x, area.top(), stage_width, area.height()), stages_[i]);
        x += stage_width;
        if (i < kQueues) {
            paint_arrow();
            paintQueue(painter, QRectF(x, area.top(), queue_width, area.height()), queues_[i]);
            x += queue_width;
            paint_arrow();
        }
    }
    if (network_) {
        paint_arrow();
        paintStage(painter, QRectF(x, area.top(), stage_width, area.height()), *network_);
    }
}

void PipelineView::paintStage(QPainter& painter, const QRectF& box, const Stage& stage) const {
    const Theme& theme = currentTheme();
    painter.setPen(QPen(theme.border, 1));
    painter.setBrush(theme.surface);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    const QRectF inner = box.adjusted(kBoxPadding, kBoxPadding, -kBoxPadding, -kBoxPadding);
    const double line = fontMetrics().height();

    painter.setFont(headingFont());
    painter.setPen(theme.text);
    painter.drawText(inner, Qt::AlignLeft | Qt::AlignTop, stage.title);
    painter.setFont(smallFont());
    painter.setPen(theme.mutedText);
    if (stage.cores) {
        painter.drawText(
            inner, Qt::AlignRight | Qt::AlignTop, tr("%1 cores").arg(numberText(*stage.cores, 2)));
    }
    const QRectF bar(inner.left(), inner.top() + line * 1.7, inner.width(), line * 1.3);
    QPainterPath clip;
    clip.addRoundedRect(bar, 4, 4);
    painter.fillPath(clip, theme.grid);
    const QRectF below(inner.left(), bar.bottom() + 3, inner.width(), line);
    if (!stage.measured()) {
        painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, wordOfAbsent());
        return;
    }
    painter.save();
    painter.setClipPath(clip);
    const std::array<std::pair<double, QColor>, 3> parts = {{
        {stage.busy.value_or(0), theme.busy},
        {stage.starved.value_or(0), theme.starved},
        {stage.blocked.value_or(0), theme.blocked},
    }};
    double x = bar.left();
    for (const auto& [share, colour] : parts) {
        const QRectF piece(x, bar.top(), bar.width() * share / 100.0, bar.height());
        painter.fillRect(piece, colour);
        const QString text = percent(share);
        if (painter.fontMetrics().horizontalAdvance(text) + kTextMargin < piece.width()) {
            painter.setPen(inkOn(colour));
            painter.drawText(piece, Qt::AlignCenter, text);
        }
        x += piece.width();
    }
    painter.restore();
    painter.setPen(theme.mutedText);
    if (stage.copying) {
        paintCopying(painter, bar, *stage.copying);
        if (stage.exchanging) {  // at the end of what is computed, which it is part of
            const double busy = stage.busy.value_or(0);
            const double share = std::min(*stage.exchanging, busy);
            painter.fillRect(QRectF(bar.left() + bar.width() * (busy - share) / 100.0,
                                    bar.top(),
                                    bar.width() * share / 100.0,
                                    bar.height()),
                             QBrush(inkOn(theme.busy), Qt::BDiagPattern));
        }
        painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, wordsOfGpu(stage));
        return;
    }
    const auto widest = std::ranges::max_element(
        parts, [](const auto& a, const auto& b) { return a.first < b.first; });
    const std::array<QString, 3> words = {
        tr("mostly busy"), tr("mostly starved"), tr("mostly blocked")};
    const bool told = !stage.told.isEmpty();
    paintWords(painter,
               below,
               told ? QString() : words[static_cast<std::size_t>(widest - parts.begin())],
               told ? stage.told : stage.counted);
}

/// Left and right of a line; the right one is cut where it has no room.
void PipelineView::paintWords(QPainter& painter,
                              const QRectF& line,
                              const QString& left,
                              const QString& right) {
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, left);
    const double room =
        line.width() - painter.fontMetrics().horizontalAdvance(left) - 2 * kTextMargin;
    painter.drawText(line,
                     Qt::AlignRight | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(
                         right, Qt::ElideRight, static_cast<int>(std::max(0.0, room))));
}

/// What a GPU does beside computing, or within it.
QString PipelineView::wordsOfGpu(const Stage& stage) {
    const QString copying = stage.decoding ? tr("decoding %1").arg(percent(*stage.decoding))
                                           : tr("copying %1").arg(percent(*stage.copying));
    return stage.exchanging
               ? tr("%1, exchanging gradients %2").arg(copying, percent(*stage.exchanging))
               : copying;
}

/// A line below the bar: copies overlap with both, computing and idle.
void PipelineView::paintCopying(QPainter& painter, const QRectF& bar, double share) const {
    constexpr double kThickness = 3;
    QRectF line(bar.left(), bar.bottom() + 1, bar.width(), kThickness);
    painter.fillRect(line, currentTheme().grid);
    line.setWidth(bar.width() * std::min(share, 100.0) / 100.0);
    painter.fillRect(line, currentTheme().good);
}

void PipelineView::paintQueue(QPainter& painter, const QRectF& box, const Queue& queue) const {
    const Theme& theme = currentTheme();
    const double line = fontMetrics().height();
    painter.setFont(smallFont());
    painter.setPen(theme.mutedText);
    painter.drawText(QRectF(box.left(), box.top() + kBoxPadding, box.width(), line),
                     Qt::AlignCenter,
                     queue.title);
    const QRectF tank(
        box.left() + 4, box.top() + kBoxPadding + line * 1.7, box.width() - 8, line * 1.3);
    QPainterPath outline;
    outline.addRoundedRect(tank, 4, 4);
    painter.fillPath(outline, theme.grid);
    if (queue.fill) {
        QRectF full = tank;
        full.setWidth(tank.width() * std::clamp(*queue.fill, 0.0, 100.0) / 100.0);
        painter.save();
        painter.setClipPath(outline);
        painter.fillRect(full, theme.axis);
        painter.restore();
    }
    painter.setPen(QPen(theme.axis, 1));
    painter.setBrush(Qt::NoBrush);  // the stages' ground would cover the fill
    painter.drawPath(outline);
    painter.setPen(theme.mutedText);
    painter.drawText(QRectF(box.left(), tank.bottom() + 3, box.width(), line),
                     Qt::AlignCenter,
                     queue.fill ? tr("%1 full").arg(percent(*queue.fill)) : QStringLiteral("–"));
}

void PipelineView::paintLegend(QPainter& painter, const QRectF& area) const {
    const Theme& theme = currentTheme();
    painter.setFont(smallFont());
    const double square = area.height() * 0.6;
    double x = area.left();
    std::vector<std::pair<QString, QColor>> entries = {
        {tr("busy"), theme.busy},
        {tr("starved: waiting for input"), theme.starved},
        {tr("blocked: waiting to hand over"), theme.blocked},
    };
    if (showsGpu()) {
        entries.emplace_back(
            stages_.back().decoding ? tr("decoding on the GPU") : tr("copying to the GPU"),
            theme.good);
    }
    for (const auto& [text, colour] : entries) {
        painter.fillRect(QRectF(x, area.center().y() - square / 2, square, square), colour);
        x += square + 5;
        painter.setPen(theme.mutedText);
        const double width = painter.fontMetrics().horizontalAdvance(text) + 1.0;
        painter.drawText(QRectF(x, area.top(), width, area.height()), Qt::AlignVCenter, text);
        x += width + 16;
    }
}

}  // namespace throughline::ui
