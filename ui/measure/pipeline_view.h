// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>
#include <optional>

#include "engine/metrics/registry.h"

namespace throughline::ui {

/// The data flow as a picture: storage -> [encoded] -> decode -> [batches] -> consumer; each stage
/// with its shares of busy, starved and blocked time, each queue with its fill. A consumer that is
/// a GPU shows what the GPU did: computing, idle, and beside both copying. Storage on a network or
/// FUSE mount says what the mount's own counters tell. Nodes that exchange gradients after each
/// step have the network as a further stage, with its share of the accelerators' time.
class PipelineView : public QWidget {
    Q_OBJECT
public:
    explicit PipelineView(QWidget* parent = nullptr);

    /// From a sample or a summary; what has no value is drawn empty.
    void setMetrics(const metrics::MetricValues& values);
    /// The GPU of what is set next runs a proxy of a network, which its title says.
    void setProxy(bool proxy) { proxy_ = proxy; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Stage {
        QString title;
        std::optional<double> busy;
        std::optional<double> starved;
        std::optional<double> blocked;
        std::optional<double> cores;
        std::optional<double> copying;     ///< a GPU; busy is then computing, starved idle
        std::optional<double> decoding;    ///< a GPU that does: copying is part of it
        std::optional<double> exchanging;  ///< of gradients, within busy
        QString counted{};                 ///< what mounts or a store say of the reads
        QString told{};                    ///< below the bar, instead of what it mostly is
        bool measured() const { return busy || starved || blocked; }
    };
    struct Queue {
        QString title;
        std::optional<double> fill;
    };
    static constexpr std::size_t kStages = 3;
    static constexpr std::size_t kQueues = 2;

    void paintStage(QPainter& painter, const QRectF& box, const Stage& stage) const;
    void paintQueue(QPainter& painter, const QRectF& box, const Queue& queue) const;
    void paintCopying(QPainter& painter, const QRectF& bar, double share) const;
    static void paintWords(QPainter& painter,
                           const QRectF& line,
                           const QString& left,
                           const QString& right);
    static QString wordsOfGpu(const Stage& stage);
    void paintLegend(QPainter& painter, const QRectF& area) const;
    bool showsGpu() const { return stages_.back().copying.has_value(); }
    void takeGpu(const metrics::MetricValues& values);
    void takeMounts(const metrics::MetricValues& values);
    void takeStore(const metrics::MetricValues& values);
    void takeSteps(const metrics::MetricValues& values);
    QString wordOfAbsent() const;
    void describe();

    bool proxy_ = false;
    std::array<Stage, kStages> stages_;
    std::array<Queue, kQueues> queues_;
    std::optional<Stage> network_;  ///< none: no gradients are exchanged between nodes
};

}  // namespace throughline::ui
