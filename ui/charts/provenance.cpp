// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/provenance.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/analysis/emulation.h"
#include "engine/analysis/note_kinds.h"
#include "engine/base/say.h"
#include "engine/spec/choices.h"
#include "engine/spec/setting_titles.h"
#include "ui/charts/fields.h"
#include "ui/charts/missing_count.h"
#include "ui/charts/run_flaws.h"
#include "ui/charts/words.h"
#include "ui/plot/axis_range.h"

namespace throughline::ui {

namespace {

constexpr std::size_t kWarningKindsMax = 3;

using Models = std::vector<const PlotModel*>;

/// All curves that are shown, with the chart that each is in.
template <class Each>
void eachShown(const Models& models, const Each& each) {
    for (const PlotModel* model : models) {
        for (const PlotSeries& series : model->series) {
            if (series.visible) {
                each(series, *model);
            }
        }
    }
}

std::set<std::int64_t> runsIn(const Models& models) {
    std::set<std::int64_t> runs;
    eachShown(models, [&](const PlotSeries& series, const PlotModel&) {
        if (series.kind == SeriesKind::Reference || series.points.empty()) {
            return;
        }
        if (series.run != 0) {
            runs.insert(series.run);
            return;
        }
        for (const PlotPoint& point : series.points) {
            runs.insert(point.id);
        }
    });
    return runs;
}

/// A value that is there and that a logarithmic axis cannot show.
bool isOffLogarithms(double value, AxisScale scale) {
    return scale == AxisScale::Logarithmic && value <= 0.0;
}

/// A value that is there and too large for an axis that is not logarithmic.
bool isTooLarge(double value, AxisScale scale) {
    return scale == AxisScale::Linear && std::isfinite(value) &&
           !std::isfinite(placeOf(value, scale));
}

/// How many points that are shown have such a value on x or y.
int countPoints(const Models& models, bool (*isOff)(double value, AxisScale scale)) {
    int count = 0;
    eachShown(models, [&](const PlotSeries& series, const PlotModel& model) {
        const AxisScale y = model.yAxisOf(series).scale;
        for (const PlotPoint& point : series.points) {
            count += isOff(point.x, model.x.scale) || isOff(point.y, y) ? 1 : 0;
        }
    });
    return count;
}

template <class Predicate>
bool anyPoint(const Models& models, const Predicate& isOne) {
    bool any = false;
    eachShown(models, [&](const PlotSeries& series, const PlotModel&) {
        any = any || std::ranges::any_of(series.points, isOne);
    });
    return any;
}

/// How many of the runs that are shown are such ones.
template <class Predicate>
int countShown(const std::vector<StudyForPlot>& studies,
               const std::set<std::int64_t>& shown,
               const Predicate& isOne) {
    int count = 0;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            count += shown.count(run.id) > 0 && isOne(run) ? 1 : 0;
        }
    }
    return count;
}

/// Whether a run is one of them.
auto isAmong(const std::set<std::int64_t>& runs) {
    return [&runs](const RunForPlot& run) { return runs.contains(run.id); };
}

/// "2 of 12 runs", and where others of the studies are not shown "2 of 12 runs in the chart": so it
/// is not taken for a share of those that missing ones are counted of.
QString shownText(int count,
                  const std::vector<StudyForPlot>& studies,
                  const std::set<std::int64_t>& shown) {
    std::size_t all = 0;
    for (const StudyForPlot& study : studies) {
        all += study.runs.size();
    }
    return all == shown.size() ? runsText(count, all)
           : shown.size() == 1 ? tr("The run in the chart")
                               : tr("%1 of %2 runs in the chart").arg(count).arg(shown.size());
}

/// See shownText(): how many of those that are shown. Empty: none of them.
template <class Predicate>
QString runsThat(const std::vector<StudyForPlot>& studies,
                 const std::set<std::int64_t>& shown,
                 const Predicate& isOne) {
    const int count = countShown(studies, shown, isOne);
    const auto isShownOne = [&](const RunForPlot& run) {
        return shown.contains(run.id) && isOne(run);
    };
    return count == 0 ? QString()
                      : ofStudies(shownText(count, studies, shown), studies, isShownOne);
}

/// "2 of 12 runs (my disk)": as runsThat(), and always whose.
template <class Predicate>
QString runsOfStudies(const std::vector<StudyForPlot>& studies,
                      const std::set<std::int64_t>& shown,
                      const Predicate& isOne) {
    QStringList titles;
    for (const StudyForPlot& study : studies) {
        const bool has = std::ranges::any_of(study.runs, [&](const RunForPlot& run) {
            return shown.count(run.id) > 0 && isOne(run);
        });
        if (has) {
            titles << titleApartOf(study);
        }
    }
    const int count = countShown(studies, shown, isOne);
    return count == 0 ? QString()
                      : QStringLiteral("%1 (%2)").arg(shownText(count, studies, shown),
                                                      titles.join(QStringLiteral(", ")));
}

bool isUnfinished(const RunForPlot& run) {
    return run.status != record::RunStatus::Done;
}

bool fedEmulated(const RunForPlot& run) {
    return analysis::emulated_in(run.settings).accelerator;
}

bool readEmulated(const RunForPlot& run) {
    return analysis::emulated_in(run.settings).volume;
}

bool readEmulatedStore(const RunForPlot& run) {
    return analysis::emulated_in(run.settings).store;
}

bool readFromCache(const RunForPlot& run) {
    const bool fills = numberOf(run, "storage.page_cache_bytes").value_or(0.0) > 0.0;
    return fills || (settingText(run, "page_cache") == QLatin1String("warm") &&
                     settingText(run, "storage.direct") == QLatin1String("false"));
}

/// Whether it read what one of several nodes would read. What several measured together is of all.
bool isOfOneNode(const RunForPlot& run) {
    return numberOf(run, "dataset.nodes").value_or(1.0) > 1.0 &&
           !run.settings.contains("node_count");
}

/// The runs of which a figure that is shown is a bound or an approximation.
std::set<std::int64_t> runsWithBounds(const Models& models) {
    std::set<std::int64_t> runs;
    eachShown(models, [&](const PlotSeries& series, const PlotModel&) {
        for (const PlotPoint& point : series.points) {
            if (!point.bound.isEmpty()) {
                runs.insert(point.id);
            }
        }
    });
    return runs;
}

/// At how many places on x a line goes through the mean of several points that are runs.
int placesOfMeans(const Models& models) {
    std::set<double> places;
    eachShown(models, [&](const PlotSeries& series, const PlotModel&) {
        if (!series.isLine() || series.kind == SeriesKind::Reference || series.run != 0) {
            return;
        }
        for (std::size_t i = 1; i < series.points.size(); ++i) {
            if (series.points[i].x == series.points[i - 1].x) {
                places.insert(series.points[i].x);
            }
        }
    });
    return static_cast<int>(places.size());
}

struct WarningKind {
    std::string text;  ///< see analysis::in_one()
    std::set<std::int64_t> runs{};
};

/// Those that most runs have, first.
std::vector<WarningKind> mostFrequent(const std::map<std::string, WarningKind>& kinds) {
    std::vector<WarningKind> all;
    all.reserve(kinds.size());
    for (const auto& [code, kind] : kinds) {
        all.push_back(kind);
    }
    std::ranges::stable_sort(all, [](const WarningKind& a, const WarningKind& b) {
        return a.runs.size() > b.runs.size();
    });
    return all;
}

QString sourceOf(const StudyForPlot& study) {
    constexpr int kDayCharacters = 10;
    constexpr int kUuidCharacters = 8;
    const auto dated = [](const QString& day) {
        return QString::fromStdString(date_text(day.toStdString()));
    };
    QString where =
        QString::fromStdString(say(record::origin_word(study.origin, study.machine.demo)));
    if (study.origin == record::Origin::Published) {
        where +=
            QChar(u' ') + (study.sourceDate.isEmpty() ? tr("undated") : dated(study.sourceDate));
    } else if (!study.startedAt.isEmpty()) {
        const QString day = dated(study.startedAt.left(kDayCharacters));
        where += study.origin == record::Origin::Imported
                     ? QStringLiteral(", ") + tr("run of %1").arg(day)
                     : QChar(u' ') + day;
    }
    if (study.emulated) {
        where +=
            QStringLiteral(", ") + QString::fromStdString(analysis::emulated_mark(study.emulated));
    }
    if (!study.machine.host.empty()) {
        where += QStringLiteral(", ") + QString::fromStdString(study.machine.host);
    }
    return QStringLiteral("%1 (%2, %3)").arg(study.title, where, study.uuid.left(kUuidCharacters));
}

/// The warnings of the runs that are shown, by code.
std::map<std::string, WarningKind> warningKinds(const std::vector<StudyForPlot>& studies,
                                                const std::set<std::int64_t>& shown) {
    std::map<std::string, WarningKind> kinds;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            if (shown.count(run.id) == 0) {
                continue;
            }
            for (const auto& [code, text] : run.warnings) {
                if (code == record::kTouchedCode) {
                    continue;  // counted apart
                }
                const std::string words = text.toStdString();
                WarningKind& kind = kinds.try_emplace(code, WarningKind{words, {}}).first->second;
                kind.text = analysis::in_one(kind.text, words).value_or(kind.text);
                kind.runs.insert(run.id);
            }
        }
    }
    return kinds;
}

/// A sentence for each kind of warning, those that most runs have first.
QStringList warningsOf(const std::vector<StudyForPlot>& studies,
                       const std::set<std::int64_t>& shown) {
    QStringList sentences;
    const std::vector<WarningKind> warnings = mostFrequent(warningKinds(studies, shown));
    for (std::size_t i = 0; i < std::min(warnings.size(), kWarningKindsMax); ++i) {
        const WarningKind& kind = warnings[i];
        sentences << tr("%1: %2.").arg(
            runsThat(studies, shown, isAmong(kind.runs)),
            QString::fromStdString(spec::with_setting_titles(say_recorded(kind.text))));
    }
    if (warnings.size() > kWarningKindsMax) {
        const std::size_t more = warnings.size() - kWarningKindsMax;
        sentences << (more == 1 ? tr("One more kind of warning is in the records.")
                                : tr("%1 more kinds of warning are in the records.").arg(more));
    }
    return sentences;
}

}  // namespace

QStringList caveatsOf(const std::vector<StudyForPlot>& studies,
                      const std::vector<const PlotModel*>& models) {
    const std::set<std::int64_t> shown = runsIn(models);
    QStringList sentences;
    const auto addOf = [&](const QString& sentence, bool (*isOne)(const RunForPlot&)) {
        if (const QString runs = runsThat(studies, shown, isOne); !runs.isEmpty()) {
            sentences << sentence.arg(runs);
        }
    };
    addOf(tr("%1: did not finish; only what was measured is shown."), isUnfinished);
    addOf(tr("%1: a setting was changed during the measurement; the figures mix both values."),
          isTouched);
    addOf(tr("%1: faster than one of its stages alone, which cannot be; measure again."),
          isImpossible);
    if (anyPoint(models, [](const PlotPoint& point) { return !point.crossed.isEmpty(); })) {
        sentences << tr("Points of such runs are marked \u00D7.");
    }
    if (const QString fed = runsOfStudies(studies, shown, fedEmulated); !fed.isEmpty()) {
        sentences << tr("%1: fed emulated accelerators.").arg(fed);
    }
    if (const QString read = runsOfStudies(studies, shown, readEmulated); !read.isEmpty()) {
        sentences << tr("%1: read from an emulated volume.").arg(read);
    }
    if (const QString read = runsOfStudies(studies, shown, readEmulatedStore); !read.isEmpty()) {
        sentences << tr("%1: read from an emulated store.").arg(read);
    }
    sentences += warningsOf(studies, shown);
    addOf(tr("%1: the authors\u2019 estimate, not measured."), isEstimate);
    addOf(tr("%1: the most that listed limits allow, not measured."), isListedLimit);
    const std::set<std::int64_t> inexact = runsWithBounds(models);
    if (!inexact.empty()) {
        sentences << tr("%1: the source gives bounds or approximations.")
                         .arg(runsThat(studies, shown, isAmong(inexact)));
    }
    addOf(tr("%1: read from the page cache."), readFromCache);
    if (std::ranges::any_of(models, [](const auto* one) { return one->x.key == "node_count"; })) {
        addOf(tr("%1: read the share of one node; the rate is for that node only."), isOfOneNode);
    }
    if (const int left_out = countPoints(models, isOffLogarithms); left_out > 0) {
        sentences << tr("Points left out: %1, at or below 0, which a logarithmic axis cannot show.")
                         .arg(left_out);
    }
    if (const int left_out = countPoints(models, isTooLarge); left_out > 0) {
        sentences
            << tr("Points left out: %1, beyond 1e305, which only a logarithmic axis can show.")
                   .arg(left_out);
    }
    if (const int places = placesOfMeans(models); places > 0) {
        sentences << tr("Several runs share a point (%1 times): the line goes through their mean.")
                         .arg(places);
    }
    if (anyPoint(models, &PlotPoint::isPale)) {
        sentences << tr("Warm-up is drawn pale; it does not count towards the figures of a run.");
    }
    return sentences;
}

QStringList provenanceOf(const std::vector<StudyForPlot>& studies,
                         const std::vector<const PlotModel*>& models,
                         QStringList remarks) {
    const std::set<std::int64_t> shown = runsIn(models);
    QStringList sources;
    for (const StudyForPlot& study : studies) {
        const bool is_in = std::ranges::any_of(
            study.runs, [&](const auto& run) { return shown.count(run.id) > 0; });
        if (is_in) {
            sources << sourceOf(study);
        }
    }
    remarks.removeDuplicates();
    QStringList paragraphs;
    if (!sources.isEmpty()) {
        paragraphs << sources.join(QStringLiteral(" \u00B7 "));
    }
    if (!remarks.isEmpty()) {
        paragraphs << remarks.join(QChar(u' '));
    }
    return paragraphs;
}

}  // namespace throughline::ui
