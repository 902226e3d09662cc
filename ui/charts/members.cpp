// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/members.h"

#include <QStringList>
#include <algorithm>
#include <cstdint>
#include <set>

#include "engine/metrics/key_order.h"
#include "engine/metrics/registry.h"
#include "ui/charts/label_words.h"
#include "ui/charts/meant_runs.h"
#include "ui/charts/words.h"

namespace throughline::ui {

namespace {

QString memberName(std::string_view key) {
    const metrics::MetricKey parsed = metrics::parse_metric_key(key);
    const QString value = QString::fromStdString(parsed.value);
    return parsed.label == "gpu" ? tr("GPU %1").arg(value) : value;
}

}  // namespace

std::vector<std::string> memberKeys(const RunForPlot& run, std::string_view key) {
    const bool each = !labelOfEach(key).empty();
    const bool exact = !each && (key.find('{') != std::string_view::npos ||
                                 run.metrics.find(key) != run.metrics.end() ||
                                 run.settings.find(key) != run.settings.end());
    std::vector<std::string> keys;
    const std::string prefix =
        each ? std::string(key.substr(0, key.size() - 1)) + "=" : std::string(key) + "{";
    for (auto at = run.metrics.lower_bound(prefix);
         !exact && at != run.metrics.end() && at->first.starts_with(prefix);
         ++at) {
        keys.push_back(at->first);
    }
    if (keys.empty()) {
        return {std::string(key)};
    }
    std::ranges::sort(keys, metrics::is_read_before);
    return keys;
}

Members::Members(const std::vector<StudyForPlot>& studies,
                 const PlotChoice& choice,
                 const std::string& key)
    : key_(key) {
    for (const StudyForPlot& study : studies) {
        named_ = named_ || std::ranges::any_of(meantRuns(study, choice), [&](const auto* run) {
                     return memberKeys(*run, key).size() > 1;
                 });
    }
}

std::vector<Member> Members::of(const RunForPlot& run) const {
    if (!named_) {
        return {{.key = key_}};
    }
    std::vector<Member> members;
    for (std::string& key : memberKeys(run, key_)) {
        QString name = memberName(key);
        members.push_back({.key = std::move(key), .name = std::move(name)});
    }
    return members;
}

bool Members::has(const RunForPlot& run, const std::string& member) const {
    if (!named_) {
        return member == key_;
    }
    const auto members = of(run);
    return std::ranges::any_of(members, [&](const Member& one) { return one.key == member; });
}

std::vector<MemberPair> memberPairs(const std::vector<const RunForPlot*>& runs,
                                    const Members& y,
                                    const Members* y2) {
    std::vector<MemberPair> pairs;
    const auto pairOf = [&](const QString& name) -> MemberPair& {
        const auto at =
            std::ranges::find_if(pairs, [&](const MemberPair& pair) { return pair.name == name; });
        return at != pairs.end() ? *at : pairs.emplace_back(MemberPair{.name = name});
    };
    for (const RunForPlot* run : runs) {
        for (const Member& member : y.of(*run)) {
            pairOf(member.name).y = member.key;
        }
        for (const Member& member : y2 != nullptr ? y2->of(*run) : std::vector<Member>()) {
            pairOf(member.name).y2 = member.key;
        }
    }
    return pairs;
}

bool isOfStraggler(const RunForPlot& run, std::string_view member) {
    const metrics::MetricKey parsed = metrics::parse_metric_key(member);
    return !run.straggler.empty() && parsed.label == "node" && parsed.value == run.straggler;
}

QString stragglerMark() {
    return tr(" (holds the others back)");
}

QString nameWithMember(const QString& name, const QString& member) {
    return member.isEmpty() ? name
           : name.isEmpty() ? member
                            : QStringLiteral("%1, %2").arg(name, member);
}

void labelByMember(PlotModel& model) {
    std::set<std::int64_t> runs;
    for (const PlotSeries& series : model.series) {
        if (series.visible) {
            runs.insert(series.run);
        }
    }
    for (PlotSeries& series : model.series) {
        const qsizetype at = series.name.lastIndexOf(QStringLiteral(", ") + series.member);
        if (runs.size() == 1 && series.visible && !series.member.isEmpty() && at > 0) {
            model.legendNote = tr("Of %1").arg(series.name.left(at));
            series.label = series.name.mid(at + 2);
            series.head.clear();
        }
    }
}

void keepAllowedMembers(BuiltPlot& built) {
    constexpr qsizetype kNamedMax = 4;
    std::size_t drawn = 0;
    QStringList left_out;
    std::erase_if(built.model.series, [&](const PlotSeries& series) {
        const bool asked_for = series.name.contains(stragglerMark());
        if (!series.visible || asked_for || ++drawn <= kMemberCurvesMax) {
            return false;
        }
        left_out << series.name;
        return true;
    });
    if (left_out.isEmpty()) {
        return;
    }
    QString list = left_out.mid(0, kNamedMax).join(QStringLiteral("; "));
    if (left_out.size() > kNamedMax) {
        list = tr("%1 and %2 more").arg(list).arg(left_out.size() - kNamedMax);
    }
    built.missing << tr("Only the first %1 curves are drawn; left out: %2. Choose one of these for "
                        "y, or fewer runs.")
                         .arg(kMemberCurvesMax)
                         .arg(list);
}

std::string sampleKeyOf(const RunForPlot& run, std::string_view key) {
    if (run.metrics.find(key) != run.metrics.end() || key.find('{') != std::string_view::npos) {
        return std::string(key);
    }
    const std::string prefix = std::string(key) + "{";
    const auto at = run.metrics.lower_bound(prefix);
    return at != run.metrics.end() && at->first.starts_with(prefix) ? at->first : std::string(key);
}

bool mayHaveSamples(const RunForPlot& run, std::string_view key) {
    return !run.sampled || run.sampled->count(sampleKeyOf(run, key)) > 0;
}

std::set<std::string> sampleKeysOf(const RunForPlot& run, const PlotChoice& choice) {
    std::set<std::string> keys;
    for (const std::string& key : {choice.y, choice.partOrNone<SecondY>().y2}) {
        std::vector<std::string> members =
            key.empty() ? std::vector<std::string>() : memberKeys(run, key);
        std::erase_if(members, [&](const auto& member) { return !mayHaveSamples(run, member); });
        const auto slow = std::ranges::find_if(
            members, [&](const auto& member) { return isOfStraggler(run, member); });
        if (slow != members.end()) {
            keys.insert(*slow);
        }
        members.resize(std::min(members.size(), kMemberCurvesMax));
        keys.insert(members.begin(), members.end());
    }
    return keys;
}

}  // namespace throughline::ui
