// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/presets.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <set>

namespace throughline::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("throughline::ui::Presets", text);
}

/// Up to this many cores every thread count is measured.
constexpr int kEveryCountMax = 8;
/// Seconds that the Standard preset may measure in all.
constexpr double kStandardSeconds = 300.0;
constexpr double kWarmupSeconds = 2.0;

run::SweepAxis threadAxis(int cores, int most) {
    run::SweepAxis axis{.key = "decode.threads", .values = {}};
    for (const std::int64_t count : threadCounts(cores, most)) {
        axis.values.emplace_back(count);
    }
    return axis;
}

/// Whether a run fills in by itself what a point leaves to it: the largest batch, and the step time
/// of a published figure.
bool isFilledIn(const std::string& key, const run::Settings& point) {
    if (key == "batch.images") {
        return point.at(key) == run::SettingValue(std::int64_t{0});
    }
    const auto preset = point.find("consumer.preset");
    return key == "consumer.batch_seconds" && preset != point.end() &&
           !run::setting_text(preset->second).empty();
}

/// Two points are the same measurement when they agree in what matters to their stages.
bool samePoint(const run::Settings& a, const run::Settings& b) {
    const auto stages = a.find("stages");
    if (stages == a.end() || b.find("stages") == b.end() ||
        stages->second != b.find("stages")->second) {
        return false;
    }
    const auto* name = std::get_if<std::string>(&stages->second);
    for (const auto& [key, value] : a) {
        if ((name != nullptr && !run::setting_matters(key, *name)) || isFilledIn(key, a)) {
            continue;
        }
        const auto other = b.find(key);
        if (other != b.end() && run::setting_text(other->second) != run::setting_text(value)) {
            return false;
        }
    }
    return true;
}

/// The keys in which two points differ.
std::set<std::string> differences(const run::Settings& a, const run::Settings& b) {
    std::set<std::string> keys;
    for (const auto& [key, value] : a) {
        const auto other = b.find(key);
        if (other == b.end() || other->second != value) {
            keys.insert(key);
        }
    }
    return keys;
}

}  // namespace

QString titleOf(Preset preset) {
    switch (preset) {
        case Preset::Quick:
            return tr("Quick");
        case Preset::Standard:
            return tr("Standard");
        case Preset::ThreadSweep:
            return tr("Thread sweep");
        case Preset::Custom:
            return tr("Custom");
    }
    return {};
}

QString meaningOf(Preset preset, int cores) {
    switch (preset) {
        case Preset::Quick:
            return tr("About 1 minute: storage alone, decode alone and both together on all "
                      "%1 cores. Names the bottleneck.")
                .arg(cores);
        case Preset::Standard:
            return tr("About 5 minutes: 1 to %1 decode threads, three times each, with the stages "
                      "alone. Gives intervals.")
                .arg(cores);
        case Preset::ThreadSweep:
            return tr("1 to %1 decode threads with the stages alone: where more threads stop to "
                      "help.")
                .arg(cores * 2);
        case Preset::Custom:
            return tr(
                "Every setting below as you choose it; up to three of them swept. Kept while you "
                "look at another preset.");
    }
    return {};
}

std::vector<std::int64_t> threadCounts(int cores, int most) {
    cores = std::max(cores, 1);
    most = std::max(most, 1);
    std::set<std::int64_t> counts{1, most};
    if (cores <= most) {
        counts.insert(cores);
    }
    if (most <= kEveryCountMax) {
        for (int i = 1; i <= most; ++i) {
            counts.insert(i);
        }
    } else {
        // Two steps per doubling: 1 2 3 4 6 8 12 16 24 32 …
        for (std::int64_t power = 1; power <= most; power *= 2) {
            counts.insert(power);
            if (power >= 2 && power * 3 / 2 <= most) {
                counts.insert(power * 3 / 2);
            }
        }
    }
    return {counts.begin(), counts.end()};
}

run::StudySpec presetSpec(Preset preset, const QString& folder, int cores) {
    run::StudySpec spec = run::default_spec();
    spec.base["dataset.path"] = folder.toStdString();
    spec.base["decode.threads"] = std::int64_t{std::max(cores, 1)};
    spec.base["warmup_seconds"] = kWarmupSeconds;
    switch (preset) {
        case Preset::Quick:
            spec.ceilings = true;
            spec.base["duration_seconds"] = 15.0;
            break;
        case Preset::Standard: {
            spec.ceilings = true;
            spec.base["repeats"] = std::int64_t{3};
            spec.sweep.push_back(threadAxis(cores, cores));
            const double runs = 3.0 * static_cast<double>(run::expand(spec).size());
            spec.base["duration_seconds"] =
                std::clamp(std::floor(kStandardSeconds / runs - kWarmupSeconds), 3.0, 20.0);
            break;
        }
        case Preset::ThreadSweep:
            spec.ceilings = true;
            spec.sweep.push_back(threadAxis(cores, cores * 2));
            break;
        case Preset::Custom:
            break;
    }
    return spec;
}

Estimate estimateOf(const run::StudySpec& spec, double datasetBytes) {
    Estimate estimate;
    for (const run::Settings& point : run::expand(spec)) {
        ++estimate.points;
        const auto repeats = static_cast<double>(run::integer_of(point, "repeats"));
        const double duration = run::real_of(point, "duration_seconds");
        estimate.seconds += repeats * (run::real_of(point, "warmup_seconds") + duration);
        if (duration <= 0) {
            estimate.wholeEpochs += static_cast<int>(repeats);
            estimate.epochBytes += repeats * datasetBytes;
        }
    }
    return estimate;
}

std::vector<run::Settings> missingPoints(const run::StudySpec& spec, const run::Study& study) {
    std::vector<run::Settings> missing;
    for (run::Settings& point : run::expand(spec)) {
        const bool done =
            std::any_of(study.runs.begin(), study.runs.end(), [&point](const run::RunData& run) {
                return run.status == run::RunStatus::Done && samePoint(point, run.started.settings);
            });
        if (!done) {
            missing.push_back(std::move(point));
        }
    }
    return missing;
}

run::StudySpec specOfPoints(const run::StudySpec& original,
                            const std::vector<run::Settings>& points) {
    run::StudySpec spec = original;
    spec.ceilings = false;
    spec.sweep.clear();
    if (points.empty()) {
        return spec;
    }
    // Ceilings come back by themselves: they are measured with the full points that need them.
    std::vector<run::Settings> wanted;
    for (const run::Settings& point : points) {
        if (!original.ceilings || run::text_of(point, "stages") == "full") {
            wanted.push_back(point);
        }
    }
    spec.ceilings = original.ceilings;
    if (wanted.empty()) {
        wanted = points;
        spec.ceilings = false;
    }
    spec.base = wanted.front();
    std::string key;
    std::vector<run::SettingValue> values;
    for (const run::Settings& point : wanted) {
        const auto changed = differences(wanted.front(), point);
        if (changed.size() == 1 && (key.empty() || key == *changed.begin())) {
            key = *changed.begin();
            values.push_back(point.at(key));
        }
    }
    if (!key.empty()) {
        values.insert(values.begin(), wanted.front().at(key));
        spec.sweep.push_back({.key = key, .values = values});
    }
    run::reset_unread(spec);  // what only the points read that were measured
    return spec;
}

}  // namespace throughline::ui
