// SPDX-License-Identifier: GPL-3.0-or-later
// A metric over dates and versions: see plot_builder.h.
#include <QCryptographicHash>
#include <QHash>
#include <QtEndian>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "engine/metrics/registry.h"
#include "engine/record/machine.h"
#include "ui/charts/curve_looks.h"
#include "ui/charts/curves.h"
#include "ui/charts/fields.h"
#include "ui/charts/level_lines.h"
#include "ui/charts/looks.h"
#include "ui/charts/meant_runs.h"
#include "ui/charts/members.h"
#include "ui/charts/missing_count.h"
#include "ui/charts/plot_builder.h"
#include "ui/charts/relative_values.h"
#include "ui/charts/run_flaws.h"
#include "ui/charts/words.h"
#include "ui/charts/x_axis.h"
#include "ui/plot/date_ticks.h"

namespace throughline::ui {

namespace {

struct TrendRun {
    const StudyForPlot* study;
    const RunForPlot* run;
    double startedAt;  ///< the earliest for a run that does not say
};

std::vector<TrendRun> runsInOrder(const std::vector<StudyForPlot>& studies,
                                  const PlotChoice& choice) {
    std::vector<TrendRun> runs;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot* run : meantRuns(study, choice)) {
            runs.push_back(
                {&study, run, run->startedAt.value_or(-std::numeric_limits<double>::infinity())});
        }
    }
    std::ranges::stable_sort(
        runs, [](const TrendRun& a, const TrendRun& b) { return a.startedAt < b.startedAt; });
    return runs;
}

/// What sets configurations apart, over all studies: neither x nor what goes with it.
std::vector<std::string> configurationKeys(const std::vector<TrendRun>& runs,
                                           const PlotChoice& choice,
                                           const LooksByCondition& looks) {
    std::vector<const RunForPlot*> all;
    all.reserve(runs.size());
    for (const TrendRun& one : runs) {
        all.push_back(one.run);
    }
    std::vector<std::string> keys = variedKeys(all);
    std::erase_if(keys,
                  [&](const std::string& key) { return key == choice.x || key == kVersionKey; });
    for (const std::string& key : looks.keys()) {
        if (std::ranges::find(keys, key) == keys.end()) {
            keys.push_back(key);
        }
    }
    return keys;
}

/// The devices that a run has figures of, or reasons why not: "nvme0n1 + nvme1n1"; "" for none.
QString devicesOf(const RunForPlot& run) {
    std::set<QString> devices;
    const auto add = [&](const auto& figures) {
        for (const auto& [key, figure] : figures) {
            const metrics::MetricKey parsed = metrics::parse_metric_key(key);
            if (parsed.label == "device") {
                devices.insert(QString::fromStdString(parsed.value));
            }
        }
    };
    add(run.metrics);
    add(run.absent);
    return QStringList(devices.begin(), devices.end()).join(QStringLiteral(" + "));
}

bool isDevice(const Member& member) {
    return metrics::parse_metric_key(member.key).label == "device";
}

/// The computers and disks behind the runs of a chart. Where they differ they set configurations
/// apart: one computer's figures do not go on in those of another.
class Machines {
public:
    explicit Machines(const std::vector<TrendRun>& runs) {
        std::vector<record::Machine> machines;
        std::vector<QString> uuids;
        std::set<QString> devices;
        for (const TrendRun& one : runs) {
            // What is published is apart anyway, and seldom says which computer it was.
            if (one.study->origin != record::Origin::Published) {
                machines.push_back(one.study->machine);
                uuids.push_back(one.study->uuid);
                devices.insert(devicesOf(*one.run));
            }
        }
        const auto names = record::machine_names(machines);
        for (std::size_t i = 0; i < names.size(); ++i) {
            names_[uuids[i]] = QString::fromStdString(names[i]);
        }
        several_machines_ = std::set<std::string>(names.begin(), names.end()).size() > 1;
        several_devices_ = devices.size() > 1;
    }

    /// "nvme0n1, bigbox": what of it differs in the chart. A member that is a device says itself
    /// which one it is.
    QString nameOf(const TrendRun& one, const Member& member) const {
        QStringList parts;
        const bool published = one.study->origin == record::Origin::Published;
        if (several_devices_ && !published && (member.name.isEmpty() || !isDevice(member))) {
            const QString devices = devicesOf(*one.run);
            parts << (devices.isEmpty() ? tr("device not recorded") : devices);
        }
        if (several_machines_ && !published) {
            const QString name = names_.value(one.study->uuid);
            parts << (name.isEmpty() ? tr("host not recorded") : name);
        }
        return parts.join(QStringLiteral(", "));
    }

private:
    QHash<QString, QString> names_;  ///< of machines, by the uuid of their study
    bool several_machines_ = false;
    bool several_devices_ = false;
};

/// Versions in the order in which they came.
XAxis trendAxis(const std::vector<TrendRun>& runs, const std::string& key) {
    XAxis x{.axis = axisOf(key)};
    for (const TrendRun& one : runs) {
        const QString text = settingText(*one.run, key);
        if (key == kVersionKey && !text.isEmpty() && !x.texts.contains(text)) {
            x.texts << text;
        }
    }
    x.axis.categories = x.texts;
    return x;
}

QString noteOf(const TrendRun& one) {
    QString note = tr("Run %1 of %2").arg(one.run->number).arg(titleOf(*one.study));
    if (one.run->startedAt) {
        note += QChar(u'\n') + dateText(*one.run->startedAt);
    }
    if (const QString why = whyNoResult(*one.run); !why.isEmpty()) {
        note += QChar(u'\n') + tr("This run: %1").arg(why);
    }
    return note;
}

quint32 hashOf(const QByteArray& text) {
    const QByteArray sum = QCryptographicHash::hash(text, QCryptographicHash::Sha1);
    return qFromLittleEndian<quint32>(sum.constData());
}

/// Steps of colour along a number: neighbours of a sweep, by one or by doubling, differ.
quint32 colourStep(double number) {
    constexpr double kOneByOne = 8.0;
    constexpr double kStepsADoubling = 2.0;
    const double size = std::fabs(number);
    return static_cast<quint32>(std::lround(
        size <= kOneByOne ? size : kOneByOne + kStepsADoubling * std::log2(size / kOneByOne)));
}

/// The slot of a configuration's colour and marker: of the computer, its disks and all that was
/// set, except what a trend is along. The runs of a configuration agree in it, whatever else is
/// ticked: a run's only device counts the same whether the chart names it or not.
int slotOfConfiguration(const TrendRun& one, const std::string& x, const Member& member) {
    const RunForPlot& run = *one.run;
    const bool device = !member.name.isEmpty() && isDevice(member);
    quint32 slot = hashOf((device ? QString() : member.name).toUtf8());
    slot += hashOf("host=" + QByteArray::fromStdString(one.study->machine.host));
    slot += one.study->machine.demo ? hashOf("demo") : 0;
    slot += hashOf("devices=" + (device ? member.name : devicesOf(run)).toUtf8());
    for (const auto& [key, value] : run.settings) {
        if (key == x || key == kVersionKey || isBookkeeping(key)) {
            continue;
        }
        if (const auto number = numberOf(run, key)) {
            // Odd, so that no step is a whole turn through the colours.
            const quint32 weight = hashOf(QByteArray::fromStdString(key)) | 1U;
            slot += weight * colourStep(*number);
        } else {
            slot += hashOf(QByteArray::fromStdString(key + '=' + spec::setting_text(value)));
        }
    }
    return static_cast<int>(slot % static_cast<quint32>(kLookCount));
}

struct Trend {
    const PlotChoice& choice;
    const RunsChart& chart;
    const XAxis& x;
    const std::vector<std::string>& keys;
    const LooksByCondition& looks;
    const Machines& machines;
    const Members& members;  ///< of the first y axis
    const Members& second_members;
    MissingCount missing;
    std::vector<PlotSeries> series{};
    std::map<std::tuple<QString, record::Origin, bool>, std::size_t> places{};

    PlotSeries& seriesFor(const TrendRun& one, bool second, const Member& member) {
        const QString run_name =
            nameWithMember(nameOfRun(*one.run, keys), machines.nameOf(one, member));
        const QString configuration = nameWithMember(run_name, member.name);
        const auto [at, is_new] =
            places.try_emplace({configuration, drawnAs(*one.study), second}, series.size());
        if (is_new) {
            const PlotAxis y = axisOf(second ? chart.y2 : choice.y);
            PlotSeries fresh;
            fresh.name = configuration.isEmpty() ? y.title
                         : second ? QStringLiteral("%1, %2").arg(configuration, y.title)
                                  : configuration;
            fresh.curve = configuration;
            fresh.origin = drawnAs(*one.study);
            fresh.colourSlot = slotOfConfiguration(one, choice.x, member);
            fresh.marker = runMarker(fresh.colourSlot);
            fresh.onSecondAxis = second;
            // Names have no in-between.
            fresh.kind = x.axis.categories.isEmpty() ? SeriesKind::Line : SeriesKind::Points;
            looks.apply(fresh, *one.run);
            series.push_back(std::move(fresh));
        }
        return series[at->second];
    }

    void add(const TrendRun& one, bool second) {
        for (const Member& member : (second ? second_members : members).of(*one.run)) {
            addMember(one, second, member);
        }
    }

    void addMember(const TrendRun& one, bool second, const Member& member) {
        const auto at = xOf(*one.run, choice, x);
        const auto y = (second ? second_members : members).figureOf(*one.run, member.key);
        if (!at) {
            const QString title = withinSentence(x.axis.title);
            missing.add(tr("no %1").arg(title), one.run->id);
        }
        if (!y) {
            const QString title = withinSentence(axisOf(member.key).title);
            const QString why = reasonAbsent(*one.run, member.key);
            missing.add(tr("no %1 (%2)").arg(title, why), one.run->id);
        }
        if (!at || !y) {
            return;
        }
        PlotPoint point{.x = *at,
                        .y = y->value,
                        .note = noteOf(one),
                        .id = one.run->id,
                        .crossed = whyNoResult(*one.run)};
        if (y->low && y->high) {
            point.low = *y->low;
            point.high = *y->high;
        }
        seriesFor(one, second, member).points.push_back(std::move(point));
    }
};

}  // namespace

BuiltPlot plotOfTrend(const std::vector<StudyForPlot>& studies, const PlotChoice& choice) {
    const auto& chart = std::get<RunsChart>(choice.chart);
    const std::vector<TrendRun> runs = runsInOrder(studies, choice);
    const LooksByCondition looks(studies, choice);
    const auto keys = configurationKeys(runs, choice, looks);
    const XAxis x = trendAxis(runs, choice.x);
    const Machines machines(runs);
    const Members members(studies, choice, choice.y);
    const Members second_members(studies, choice, chart.y2);
    Trend trend{.choice = choice,
                .chart = chart,
                .x = x,
                .keys = keys,
                .looks = looks,
                .machines = machines,
                .members = members,
                .second_members = second_members,
                .missing = {}};
    for (const TrendRun& one : runs) {
        trend.add(one, false);
        if (!chart.y2.empty()) {
            trend.add(one, true);
        }
    }
    BuiltPlot built;
    built.model.x = x.axis;
    built.model.y = yAxis(choice.y, chart.logY);
    if (!chart.y2.empty()) {
        built.model.y2 = yAxis(chart.y2, false);
    }
    built.model.series = std::move(trend.series);
    if (!looks.sayByMarker()) {
        tellApart(built.model.series);
    }
    built.missing = trend.missing.sentences(runs.size(), studies) + looks.remarks() +
                    members.remarks() + second_members.remarks();
    if (members.areNamed() || second_members.areNamed()) {
        keepAllowedMembers(built);
    }
    built.model.levels = levelLines(studies, choice);
    if (chart.yAs == YAs::Value || chart.yAs == YAs::RelativeToFirst) {
        showRelative(built, studies, choice);
    } else {
        built.missing << tr("A trend shows values as measured or relative to its first point.");
    }
    return built;
}

}  // namespace throughline::ui
