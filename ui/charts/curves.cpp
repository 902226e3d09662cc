// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/curves.h"

#include <QStringList>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "engine/analysis/emulation.h"
#include "engine/spec/spec.h"
#include "ui/charts/fields.h"
#include "ui/charts/words.h"

namespace throughline::ui {

namespace {

/// A step this many times as long as those before and after it is a pause.
constexpr double kGapIntervals = 3.5;

/// Whether nothing was sampled for a while before `at`. Cells of a long run are of different
/// lengths where a part of it is known better: the longer neighbour counts.
bool isPause(const std::vector<double>& t_s, std::size_t at) {
    const auto step = [&](std::size_t to) {
        return to > 0 && to < t_s.size() ? t_s[to] - t_s[to - 1] : 0.0;
    };
    const double usual = std::max(step(at - 1), step(at + 1));
    return usual > 0.0 && step(at) > usual * kGapIntervals;
}

const QString kBetweenParts = QStringLiteral(", ");

}  // namespace

/// Whether `key` is a number that grows in proportion to x, so that it says nothing besides.
static bool growsWith(const std::vector<const RunForPlot*>& runs,
                      const std::string& key,
                      const std::string& x) {
    constexpr double kSame = 1e-9;
    std::optional<double> ratio;
    std::set<double> places;
    for (const RunForPlot* run : runs) {
        const auto at = numberOf(*run, x);
        const auto value = numberOf(*run, key);
        if (!at || !value || *at == 0.0) {
            return false;
        }
        const double own = *value / *at;
        if (ratio && std::fabs(own - *ratio) > kSame * std::fabs(*ratio)) {
            return false;
        }
        ratio = own;
        places.insert(*at);
    }
    return places.size() > 1;
}

/// Whether the names on x are those of the emulated volumes, so that which one says nothing
/// besides.
static bool isNamedByX(const std::vector<const RunForPlot*>& runs,
                       const std::string& key,
                       const std::string& x) {
    return (key == "storage.volume" || key == "storage.store") && x == "storage_target" &&
           std::ranges::all_of(runs, [&](const RunForPlot* run) {
               return run->foreignNames.contains(x) || !isSetting(*run, key);
           });
}

/// Whether it read from what is there, beside runs that read from emulated storage.
static bool readsRealStorage(const RunForPlot& run) {
    const analysis::Emulated emulated = analysis::emulated_in(run.settings);
    return !emulated.volume && !emulated.store && run.foreignNames.contains("storage_target");
}

/// How the data come, where both settings of the program's cache are in a name: "copied first"; ""
/// of caches that are not filled from storage.
static QString nameOfWay(const RunForPlot& run) {
    const auto has = [&run](const char* key, const char* value) {
        return spec::text_or_empty(run.settings, key) == value;
    };
    const bool memory = has("cache.kind", "memory");
    if (has("cache.kind", "none")) {
        return tr("streamed");
    }
    if (!memory && !has("cache.kind", "disk")) {
        return {};
    }
    return has("cache.fill", "before")
               ? (memory ? tr("copied into memory first") : tr("copied first"))
           : memory ? tr("through a cache in memory")
                    : tr("through a cache");
}

std::vector<NamePart> namePartsOf(const RunForPlot& run, const std::vector<std::string>& keys) {
    const auto stages = spec::stages_of(run.settings);
    std::vector<NamePart> parts;
    const bool both =
        std::ranges::count(keys, "cache.kind") + std::ranges::count(keys, "cache.fill") == 2;
    const QString way = both ? nameOfWay(run) : QString();
    for (const std::string& key : keys) {
        if (!way.isEmpty() && (key == "cache.kind" || key == "cache.fill")) {
            parts.push_back({key, key == "cache.kind" ? way : QString()});
            continue;
        }
        const bool bears = key == "stages" || !stages || spec::setting_matters(key, stages);
        if (isSetting(run, key) && bears) {
            const bool real = key == "storage.volume" && readsRealStorage(run);
            parts.push_back(
                {key, settingName(key, settingText(run, real ? "storage_target" : key))});
        }
    }
    return parts;
}

static QString joined(const std::vector<NamePart>& parts) {
    QStringList texts;
    for (const NamePart& part : parts) {
        if (!part.text.isEmpty()) {
            texts << part.text;
        }
    }
    return texts.join(kBetweenParts);
}

QString nameOfRun(const RunForPlot& run, const std::vector<std::string>& keys) {
    return joined(namePartsOf(run, keys));
}

/// The part of `key`; null: the name has none.
static const NamePart* partOf(const std::vector<NamePart>& name, const std::string& key) {
    const auto at =
        std::ranges::find_if(name, [&](const NamePart& part) { return part.key == key; });
    return at == name.end() ? nullptr : &*at;
}

/// What nearly all names begin the value of `key` with; "" where there is no such thing, or one of
/// the names says nothing of it.
static QString usualBeginning(const std::vector<std::vector<NamePart>>& names,
                              const std::string& key) {
    std::map<QString, std::size_t> counts;
    for (const auto& name : names) {
        const NamePart* part = partOf(name, key);
        if (part == nullptr) {
            return {};
        }
        ++counts[part->text.section(kBetweenParts, 0, 0)];
    }
    const auto most =
        std::ranges::max_element(counts, [](auto& a, auto& b) { return a.second < b.second; });
    return most != counts.end() && 3 * most->second >= 2 * names.size() ? most->first : QString();
}

ShortNames shortNamesOf(const std::vector<std::vector<NamePart>>& names) {
    constexpr std::size_t kManyNames = 4;
    ShortNames result;
    auto shorter = names;
    QStringList left_out;
    const auto longest = std::ranges::max_element(
        names, [](const auto& a, const auto& b) { return a.size() < b.size(); });
    if (names.size() < kManyNames || longest->size() < 2) {
        return result;
    }
    for (const NamePart& of : *longest) {
        const QString usual = usualBeginning(names, of.key);
        if (usual.isEmpty()) {
            continue;
        }
        left_out << usual;
        for (auto& name : shorter) {
            NamePart& part =
                *std::ranges::find_if(name, [&](const NamePart& one) { return one.key == of.key; });
            if (part.text.section(kBetweenParts, 0, 0) == usual) {
                part.text = part.text.section(kBetweenParts, 1);
            }
        }
    }
    std::set<QString> before;
    std::set<QString> after;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const QString name = joined(names[i]);
        const QString label = joined(shorter[i]);
        result.labels << (label.isEmpty() ? name : label);
        before.insert(name);
        after.insert(result.labels.back());
    }
    if (left_out.isEmpty() || after.size() != before.size()) {
        return {};  // two that differed would not
    }
    result.note = tr("Unless stated otherwise: %1").arg(left_out.join(kBetweenParts));
    return result;
}

std::vector<std::string> splittingKeys(const std::vector<const RunForPlot*>& runs,
                                       const std::vector<std::string>& varied,
                                       const std::string& x,
                                       bool xIsSetting) {
    std::vector<std::string> keys = varied;
    if (xIsSetting) {
        std::erase_if(keys, [&](const std::string& key) {
            return key == x || growsWith(runs, key, x) || isNamedByX(runs, key, x);
        });
    } else {
        const auto along =
            std::ranges::find_if(keys, [](const std::string& key) { return key != "stages"; });
        if (along != keys.end()) {
            keys.erase(along);
        }
    }
    return keys;
}

bool isStageAlone(const Curve& curve) {
    return std::ranges::all_of(curve.runs, [](const RunForPlot* run) {
        const auto stages = spec::stages_of(run->settings);
        return stages && *stages != spec::Stages::Full;
    });
}

bool isOfFullPipeline(const Curve& curve) {
    return std::ranges::all_of(curve.runs, [](const RunForPlot* run) {
        return spec::stages_of(run->settings) == spec::Stages::Full;
    });
}

std::vector<std::string> withoutRepeats(
    std::vector<std::string> keys,
    const std::function<std::size_t(const std::vector<std::string>&)>& countNames) {
    const std::size_t names = countNames(keys);
    for (const char* key : {"label",
                            "precision",
                            "batch_size",
                            "accelerator",
                            "tool_version",
                            "consumer.batch_seconds",
                            "consumer.preset"}) {
        std::vector<std::string> fewer = keys;
        if (std::erase(fewer, key) > 0 && countNames(fewer) == names) {
            keys = std::move(fewer);
        }
    }
    return keys;
}

std::vector<Curve> curvesOf(const std::vector<const RunForPlot*>& runs,
                            const std::vector<std::string>& keys) {
    std::vector<Curve> curves;
    for (const RunForPlot* run : runs) {
        const QString name = nameOfRun(*run, keys);
        auto at =
            std::ranges::find_if(curves, [&](const Curve& curve) { return curve.name == name; });
        if (at == curves.end()) {
            curves.push_back({.name = name, .runs = {}});
            at = std::prev(curves.end());
        }
        at->runs.push_back(run);
    }
    // The whole pipeline has the study's own colour, also where a stage alone was measured first.
    std::ranges::stable_partition(curves, [](const Curve& curve) { return !isStageAlone(curve); });
    for (std::size_t place = 0; place < curves.size(); ++place) {
        curves[place].place = static_cast<int>(place);
    }
    return curves;
}

std::vector<Curve> curvesOfSingleRuns(const std::vector<const RunForPlot*>& runs) {
    const auto telling =
        withoutRepeats(variedKeys(runs), [&](const std::vector<std::string>& keys) {
            std::set<QString> names;
            for (const RunForPlot* run : runs) {
                names.insert(nameOfRun(*run, keys));
            }
            return names.size();
        });
    std::vector<Curve> curves;
    for (const RunForPlot* run : runs) {
        const QString name = nameOfRun(*run, telling);
        curves.push_back({.name = name.isEmpty() ? tr("run %1").arg(run->number)
                                                 : tr("run %1, %2").arg(run->number).arg(name),
                          .runs = {run},
                          .place = std::max(run->number - 1, 0)});
    }
    return curves;
}

static analysis::Emulated emulatedIn(const Curve& curve) {
    analysis::Emulated emulated;
    for (const RunForPlot* run : curve.runs) {
        emulated |= analysis::emulated_in(run->settings);
    }
    return emulated;
}

QString curveName(const StudyForPlot& study, const Curve& curve, bool severalStudies) {
    if (curve.name.isEmpty()) {
        return titleOf(study);
    }
    if (severalStudies) {
        return QStringLiteral("%1 \u00B7 %2").arg(shortTitleOf(study), curve.name);
    }
    return QString::fromStdString(
        analysis::marked_title(curve.name.toStdString(), emulatedIn(curve)));
}

std::vector<PlotPoint> pointsOfSamples(const SampleSeries& samples, std::int64_t run) {
    const std::size_t count = std::min(samples.t_s.size(), samples.values.size());
    std::vector<PlotPoint> points;
    points.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const bool is_next_repeat =
            i > 0 && i < samples.repeats.size() && samples.repeats[i] != samples.repeats[i - 1];
        if (i > 0 && (is_next_repeat || isPause(samples.t_s, i))) {
            points.push_back({.x = (samples.t_s[i] + samples.t_s[i - 1]) / 2, .y = kNoNumber});
        }
        PlotPoint point{.x = samples.t_s[i], .y = samples.values[i], .id = run};
        point.phase = i < samples.phases.size() ? samples.phases[i] : record::Phase::Measured;
        point.repeat = i < samples.repeats.size() ? samples.repeats[i] : 1;
        if (!samples.isRaw()) {
            point.low = samples.low[i];
            point.high = samples.high[i];
        }
        points.push_back(std::move(point));
    }
    return points;
}

PlotSeries seriesOfCurve(const StudyForPlot& study, const Curve& curve, bool severalStudies) {
    PlotSeries series;
    series.name = curveName(study, curve, severalStudies);
    if (severalStudies && !curve.name.isEmpty()) {
        series.head = titleOf(study);
        series.label = curve.name;
    }
    series.mark = QString::fromStdString(
        analysis::emulated_mark(severalStudies ? study.emulated : emulatedIn(curve)));
    series.group = study.uuid;
    series.curve = curve.name;
    series.origin = drawnAs(study);
    series.colourSlot = study.colourSlot;
    series.tint = curve.place;
    series.marker = runMarker(study.colourSlot + curve.place);
    series.stageAlone = isStageAlone(curve);
    series.isWhole = isOfFullPipeline(curve);
    series.unmeasured =
        !curve.runs.empty() && std::ranges::all_of(curve.runs, [](const RunForPlot* run) {
            return isEstimate(*run) || isListedLimit(*run);
        });
    return series;
}

}  // namespace throughline::ui
