// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/live_study.h"

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/record/record_json.h"
#include "engine/spec/choices.h"

namespace throughline::ui {

namespace {

constexpr std::size_t kNotesMax = 50;
constexpr std::size_t kNotesOfRunMax = 4;
constexpr double kRecentSeconds = 10.0;
constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
/// Above this share of its time a stage counts as at work.
constexpr double kBusyPercent = 50.0;

constexpr std::array<const char*, kFigureCount> kFigureIds = {"images_per_second",
                                                              "disk_utilisation",
                                                              "read_iops",
                                                              "read_bytes_per_second",
                                                              "volume_io_credits",
                                                              "volume_byte_credits"};
/// The same of a mount without devices; no counter tells a mount's utilisation.
constexpr std::array<const char*, kFigureCount> kMountFigureIds = {
    nullptr, nullptr, "mount_reads_per_second", "mount_read_bytes_per_second", nullptr, nullptr};

/// Calls `visit` for each entry of `id`, whatever its label.
template <class Visit>
void eachOf(const record::MetricValues& metrics, std::string_view id, Visit visit) {
    for (auto it = metrics.lower_bound(id); it != metrics.end(); ++it) {
        const std::string_view key = it->first;
        if (key.substr(0, id.size()) != id) {
            return;
        }
        if (key.size() == id.size() || key[id.size()] == '{') {
            visit(it->second);
        }
    }
}

std::optional<double> valueOf(const record::MetricValues& metrics, const std::string& key) {
    const auto it = metrics.find(key);
    return it == metrics.end() ? std::nullopt : std::optional<double>(it->second);
}

/// Each two neighbours of a run as one: half as many points over the same time.
std::vector<HistoryPoint> joinedByTwos(const std::vector<HistoryPoint>& points) {
    std::vector<HistoryPoint> joined;
    for (std::size_t i = 0; i < points.size(); ++i) {
        joined.push_back(points[i]);
        if (i + 1 == points.size() || points[i + 1].run != points[i].run) {
            continue;
        }
        const HistoryPoint& next = points[++i];
        HistoryPoint& both = joined.back();
        const double seconds = both.seconds + next.seconds;
        for (std::size_t figure = 0; figure < kFigureCount && seconds > 0; ++figure) {
            double& value = both.values[figure];
            value = std::isnan(value) ? next.values[figure]
                    : std::isnan(next.values[figure])
                        ? value
                        : (value * both.seconds + next.values[figure] * next.seconds) / seconds;
        }
        both.seconds = seconds;
    }
    return joined;
}

}  // namespace

const char* metricOf(Figure figure, const record::MetricValues& metrics) {
    const auto at = static_cast<std::size_t>(figure);
    const auto isThere = [&metrics](const char* id) {
        bool found = false;
        eachOf(metrics, id, [&found](double) { found = true; });
        return found;
    };
    const char* const ofMount = kMountFigureIds[at];
    return ofMount != nullptr && !isThere(kFigureIds[at]) && isThere(ofMount) ? ofMount
                                                                              : kFigureIds[at];
}

double figureOf(Figure figure, const record::MetricValues& metrics) {
    double result = kNoValue;
    eachOf(metrics, metricOf(figure, metrics), [&](double value) {
        if (std::isnan(result)) {
            result = value;
        } else {
            result = figure == Figure::DiskUtilisation ? std::max(result, value) : result + value;
        }
    });
    return result;
}

PauseState pauseOf(const LiveSnapshot& snapshot) {
    return !snapshot.paused             ? PauseState::None
           : snapshot.phase == "paused" ? PauseState::Paused
                                        : PauseState::AfterThisRun;
}

std::string hungStage(const LiveSnapshot& snapshot) {
    const std::string& phase = snapshot.phase;
    if (phase != "warmup" && phase != "measured" && phase != "drain") {
        return phase;
    }
    // A stuck stage counts as busy, what stands behind it starves: the last busy one is the cause.
    std::string stuck;
    for (const spec::Stages single : spec::kSingleStages) {
        const char* const stage = spec::name_of(single);
        const auto busy = valueOf(snapshot.latest, metrics::labelled("stage_busy", "stage", stage));
        if (busy && *busy >= kBusyPercent) {
            stuck = stage;
        }
    }
    return stuck.empty() ? phase : stuck;
}

void LiveStudy::addLine(std::string_view json) {
    if (json.find(R"("type":"progress")") != std::string_view::npos ||
        json.find(R"("type":"reply")") != std::string_view::npos ||
        json.find(R"("type":"connection")") != std::string_view::npos) {
        addEvent(json);
        return;
    }
    auto parsed = record::parse_line(json);
    if (!parsed) {
        ++state_.linesUnread;
        return;
    }
    if (parsed->line) {
        add(std::move(*parsed->line));
    }
}

void LiveStudy::addEvent(std::string_view json) {
    const QJsonObject event =
        QJsonDocument::fromJson(QByteArray(json.data(), static_cast<qsizetype>(json.size())))
            .object();
    const QString type = event.value(QLatin1String("type")).toString();
    if (type == QLatin1String("connection")) {
        state_.elsewhere.run = event.value(QLatin1String("run")).toString().toStdString();
        state_.elsewhere.news = event.value(QLatin1String("text")).toString().toStdString();
        const QJsonValue ago = event.value(QLatin1String("heard_ago_s"));
        state_.elsewhere.heardAgo =
            ago.isDouble() ? std::optional<double>(ago.toDouble()) : std::nullopt;
        state_.elsewhere.waits = event.value(QLatin1String("waits")).toBool();
        return;
    }
    if (type == QLatin1String("reply")) {
        replies_.push_back({.id = event.value(QLatin1String("id")).toInteger(),
                            .ok = event.value(QLatin1String("ok")).toBool(),
                            .error = event.value(QLatin1String("error")).toString().toStdString()});
        return;
    }
    state_.phase = event.value(QLatin1String("phase")).toString().toStdString();
    state_.run = event.value(QLatin1String("run")).toInt(state_.run);
    state_.runs = event.value(QLatin1String("runs")).toInt(state_.runs);
    state_.repeat = event.value(QLatin1String("repeat")).toInt(1);
    state_.plannedSeconds =
        event.value(QLatin1String("planned_seconds")).toDouble(state_.plannedSeconds);
    const QJsonValue left = event.value(QLatin1String("seconds_left"));
    if (const QJsonObject seen = event.value(QLatin1String("metrics")).toObject();
        !seen.isEmpty()) {
        state_.latest.clear();
        for (auto at = seen.begin(); at != seen.end(); ++at) {
            state_.latest[at.key().toStdString()] = at.value().toDouble();
        }
    }
    state_.secondsLeft = left.isDouble() ? std::optional<double>(left.toDouble()) : std::nullopt;
}

void LiveStudy::add(record::Line line) {
    if (auto* header = std::get_if<record::Header>(&line)) {
        state_.runs = static_cast<int>(header->plan.runs);
        state_.secondsLeft = header->plan.seconds;
        state_.plannedSeconds = header->plan.seconds;
        state_.header = std::make_shared<const record::Header>(std::move(*header));
    } else if (auto* started = std::get_if<record::RunStarted>(&line)) {
        std::erase_if(state_.ended, [&](const auto& before) {  // it is measured again
            return before->ended.run == started->run;
        });
        const int run = started->run;
        open_[run] = {.started = std::make_shared<const record::RunStarted>(std::move(*started)),
                      .notes = {}};
        state_.underWay[run] = {.started = open_[run].started};
        goOnWith(run);
    } else if (const auto* sample = std::get_if<record::Sample>(&line)) {
        addSample(*sample);
    } else if (auto* note = std::get_if<record::Note>(&line)) {
        if (note->code == record::kTakenUpCode) {
            state_.complete = false;
            state_.verdict.reset();
        }
        const bool tells =
            note->level == record::Level::Error || note->code == record::kTouchedCode;
        const auto open = note->run ? open_.find(*note->run) : open_.end();
        if (tells && open != open_.end() && open->second.notes.size() < kNotesOfRunMax) {
            open->second.notes.push_back(*note);
        }
        if (note->level != record::Level::Info) {
            state_.notes.push_back(std::move(*note));
            if (state_.notes.size() > kNotesMax) {
                state_.notes.erase(state_.notes.begin());
            }
        }
    } else if (auto* ended = std::get_if<record::RunEnded>(&line)) {
        if (ended->run == state_.run) {  // they say nothing of what comes next
            forgetFigures();
        }
        OpenRun open = std::exchange(open_[ended->run], {});
        open_.erase(ended->run);
        state_.underWay.erase(ended->run);
        state_.ended.push_back(std::make_shared<const EndedRun>(
            EndedRun{open.started ? *open.started : record::RunStarted{},
                     std::move(*ended),
                     std::move(open.notes)}));
        state_.current.reset();
    } else if (auto* verdict = std::get_if<record::Verdict>(&line)) {
        state_.verdict = std::move(*verdict);
    } else if (std::holds_alternative<record::Footer>(line)) {
        state_.complete = true;
    }
}

void LiveStudy::goOnWith(int run) {
    const auto open = open_.find(run);
    if (open != open_.end() && state_.current != open->second.started) {
        state_.run = run;
        state_.current = open->second.started;
        forgetFigures();
    }
}

void LiveStudy::forgetFigures() {
    recent_.clear();
    state_.imagesPerSecondLast10.reset();
    state_.latest.clear();
    state_.figures = noFigures();
}

void LiveStudy::addSample(const record::Sample& sample) {
    goOnWith(sample.run);
    state_.latest = sample.metrics;
    state_.phase = record::name_of(sample.phase);
    state_.repeat = sample.repeat;
    if (state_.secondsLeft) {  // the engine says it once a phase
        *state_.secondsLeft = std::max(*state_.secondsLeft - sample.dt_s, 0.0);
    }
    for (std::size_t i = 0; i < kFigureCount; ++i) {
        state_.figures[i] = figureOf(static_cast<Figure>(i), sample.metrics);
    }
    keep(sample);
    addToMeans(sample);
    const double images = state_.figures[static_cast<std::size_t>(Figure::ImagesPerSecond)];
    if (!std::isfinite(images) || sample.dt_s <= 0) {
        return;
    }
    recent_.emplace_back(images, sample.dt_s);
    double seconds = 0;
    double count = 0;
    for (const auto& [rate, dt] : recent_) {
        seconds += dt;
        count += rate * dt;
    }
    while (seconds - recent_.front().second >= kRecentSeconds) {
        seconds -= recent_.front().second;
        count -= recent_.front().first * recent_.front().second;
        recent_.pop_front();
    }
    state_.imagesPerSecondLast10 = count / seconds;
}

void LiveStudy::addToMeans(const record::Sample& sample) {
    const auto found = state_.underWay.find(sample.run);
    if (found == state_.underWay.end() || sample.phase != record::Phase::Measured ||
        sample.dt_s <= 0) {
        return;
    }
    RunUnderWay& run = found->second;
    run.repeat = sample.repeat;
    run.seconds += sample.dt_s;
    for (std::size_t i = 0; i < kFigureCount; ++i) {
        const double value = state_.figures[i];
        double& mean = run.means[i];
        if (std::isfinite(value)) {
            mean = std::isnan(mean) ? value : mean + (value - mean) * sample.dt_s / run.seconds;
        }
    }
}

void LiveStudy::keep(const record::Sample& sample) {
    HistoryPoint point{.run = state_.run, .seconds = sample.dt_s, .values = state_.figures};
    if (state_.current) {
        point.stages = spec::stages_of(state_.current->settings).value_or(spec::Stages::Full);
    }
    state_.history.push_back(point);
    if (state_.history.size() > kHistoryMax) {
        state_.history = joinedByTwos(state_.history);
    }
}

std::vector<LiveStudy::Reply> LiveStudy::takeReplies() {
    return std::exchange(replies_, {});
}

SnapshotPtr LiveStudy::snapshot() const {
    return std::make_shared<const LiveSnapshot>(state_);
}

}  // namespace throughline::ui
