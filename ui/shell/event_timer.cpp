// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/event_timer.h"

#include <QEvent>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMetaEnum>
#include <QSaveFile>
#include <QThread>
#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <vector>

#include "engine/metrics/latency_histogram.h"

namespace throughline::ui {

namespace {

bool is_live = false;
constexpr std::size_t kWorstMax = 20;
constexpr double kNanosecondsPerMillisecond = 1e6;

std::int64_t threadCpuNanoseconds() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

std::int64_t wallNanoseconds() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

}  // namespace

class TimedApplication::Recorder {
public:
    struct Cost {
        std::int64_t cpu_ns = 0;
        std::int64_t wall_ns = 0;
        QByteArray receiver;
        int event = 0;
    };
    struct Account {
        metrics::LatencyHistogram wall;
        metrics::LatencyHistogram cpu;
        std::vector<Cost> worst;  // by CPU, highest first
    };

    void take(bool live, Cost cost) {
        Account& account = accounts_[live ? 1 : 0];
        account.wall.record(static_cast<std::uint64_t>(cost.wall_ns));
        account.cpu.record(static_cast<std::uint64_t>(cost.cpu_ns));
        auto& worst = account.worst;
        if (worst.size() == kWorstMax && worst.back().cpu_ns >= cost.cpu_ns) {
            return;
        }
        const auto place = std::ranges::upper_bound(
            worst, cost, [](const Cost& a, const Cost& b) { return a.cpu_ns > b.cpu_ns; });
        worst.insert(place, std::move(cost));
        worst.resize(std::min(worst.size(), kWorstMax));
    }

    void write(const QString& path) const {
        const QJsonObject root{{QStringLiteral("live"), json(accounts_[1])},
                               {QStringLiteral("idle"), json(accounts_[0])}};
        QSaveFile file(path);
        if (file.open(QIODevice::WriteOnly)) {
            file.write(QJsonDocument(root).toJson());
            file.commit();
        }
    }

private:
    static QJsonObject json(const Account& account) {
        const auto milliseconds = [](const metrics::LatencyHistogram& histogram, double quantile) {
            return histogram.count() == 0 ? 0.0 : histogram.quantile_seconds(quantile) * 1e3;
        };
        QJsonArray worst;
        for (const Cost& cost : account.worst) {
            const auto type = QMetaEnum::fromType<QEvent::Type>();
            worst.append(QJsonObject{
                {QStringLiteral("cpu_ms"),
                 static_cast<double>(cost.cpu_ns) / kNanosecondsPerMillisecond},
                {QStringLiteral("wall_ms"),
                 static_cast<double>(cost.wall_ns) / kNanosecondsPerMillisecond},
                {QStringLiteral("receiver"), QString::fromLatin1(cost.receiver)},
                {QStringLiteral("event"), QString::fromLatin1(type.valueToKey(cost.event))}});
        }
        return {{QStringLiteral("events"), static_cast<qint64>(account.wall.count())},
                {QStringLiteral("cpu_ms_p99"), milliseconds(account.cpu, 0.99)},
                {QStringLiteral("cpu_ms_max"), milliseconds(account.cpu, 1.0)},
                {QStringLiteral("wall_ms_p50"), milliseconds(account.wall, 0.5)},
                {QStringLiteral("wall_ms_p99"), milliseconds(account.wall, 0.99)},
                {QStringLiteral("wall_ms_max"), milliseconds(account.wall, 1.0)},
                {QStringLiteral("worst"), worst}};
    }

    std::array<Account, 2> accounts_;

public:
    int deepest_loop = 0;  ///< of the events under way; tells that one ran a loop
    int loop = 0;          ///< whose outermost event is being measured
};

TimedApplication::TimedApplication(int& argc, char** argv) : QApplication(argc, argv) {
    if (!qEnvironmentVariableIsEmpty("THROUGHLINE_EVENT_TIMES")) {
        recorder_ = std::make_unique<Recorder>();
    }
}

TimedApplication::~TimedApplication() {
    if (recorder_) {
        recorder_->write(qEnvironmentVariable("THROUGHLINE_EVENT_TIMES"));
    }
}

void TimedApplication::setLive(bool live) {
    is_live = live;
}

bool TimedApplication::notify(QObject* receiver, QEvent* event) {
    if (!recorder_ || QThread::currentThread() != thread()) {
        return QApplication::notify(receiver, event);
    }
    const int loop = thread()->loopLevel();
    recorder_->deepest_loop = std::max(recorder_->deepest_loop, loop);
    if (loop == 0 || loop <= recorder_->loop) {  // part of an event that is being measured
        return QApplication::notify(receiver, event);
    }
    const int outer = std::exchange(recorder_->loop, loop);
    recorder_->deepest_loop = loop;
    Recorder::Cost cost{.receiver = receiver->metaObject()->className(), .event = event->type()};
    const bool live = is_live;
    const std::int64_t wall = wallNanoseconds();
    const std::int64_t cpu = threadCpuNanoseconds();
    const bool result = QApplication::notify(receiver, event);
    cost.cpu_ns = threadCpuNanoseconds() - cpu;
    cost.wall_ns = wallNanoseconds() - wall;
    if (recorder_->deepest_loop == loop) {
        recorder_->take(live, std::move(cost));
    }
    recorder_->loop = outer;
    return result;
}

}  // namespace throughline::ui
