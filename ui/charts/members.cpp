// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/members.h"

#include <QStringList>
#include <algorithm>
#include <array>
#include <cstdint>
#include <set>

#include "engine/analysis/member_spread.h"
#include "engine/metrics/key_order.h"
#include "engine/metrics/registry.h"
#include "ui/charts/fields.h"
#include "ui/charts/folded_samples.h"
#include "ui/charts/label_words.h"
#include "ui/charts/meant_runs.h"
#include "ui/charts/words.h"

namespace throughline::ui {

namespace {

/// Of many members only so many of those that stand out are named, beside stragglers.
constexpr std::size_t kNamedOfMany = 4;
/// More are not read over time.
constexpr std::size_t kSampledMembersMax = 1024;

/// What stands for many, by the value of its label: no node or device has a blank in its name.
struct StandIn {
    std::string_view value;
    const char* name;
};
constexpr std::array<StandIn, kFoldedCurves> kStandIns{
    {{" 1", QT_TRANSLATE_NOOP("Explore", "least")},
     {" 2", QT_TRANSLATE_NOOP("Explore", "median")},
     {" 3", QT_TRANSLATE_NOOP("Explore", "most")}}};
enum StandInPlace : std::uint8_t { kLeastOfMany, kMedianOfMany, kMostOfMany };

/// Which of them a member is; nothing: it is itself.
std::optional<std::size_t> standInOf(std::string_view member) {
    const auto* const at =
        std::ranges::find(kStandIns, metrics::parse_metric_key(member).value, &StandIn::value);
    return at == kStandIns.end() ? std::nullopt
                                 : std::optional(static_cast<std::size_t>(at - kStandIns.begin()));
}

QString memberName(std::string_view key) {
    const metrics::MetricKey parsed = metrics::parse_metric_key(key);
    if (const auto stands = standInOf(key)) {
        return tr(kStandIns.at(*stands).name);
    }
    const QString value = QString::fromStdString(parsed.value);
    return parsed.label == "gpu" ? tr("GPU %1").arg(value) : value;
}

QString noteOfStandIn(std::size_t stands, const analysis::MemberSpread& spread) {
    const auto count = static_cast<qulonglong>(spread.count);
    if (stands == kMedianOfMany) {
        return tr("The median of %1.").arg(count);
    }
    const bool least = stands == kLeastOfMany;
    return (least ? tr("The least of %1: that of %2.") : tr("The most of %1: that of %2."))
        .arg(count)
        .arg(QString::fromStdString(least ? spread.least.name : spread.most.name));
}

/// `title`: of the axis; `unnamed`: how many more stand out than are named.
QString foldRemark(const QString& title,
                   std::size_t most,
                   const QStringList& names,
                   std::size_t unnamed) {
    const auto count = static_cast<qulonglong>(most);
    if (names.isEmpty()) {
        return tr("\u201C%1\u201D has up to %2 curves a run: of all of them the least, the median "
                  "and the most are drawn. None stands out.")
            .arg(title)
            .arg(count);
    }
    QString list = names.join(QStringLiteral(", "));
    if (unnamed > 0) {
        list = tr("%1 and %2 more").arg(list).arg(unnamed);
    }
    return tr("\u201C%1\u201D has up to %2 curves a run: of all of them the least, the median and "
              "the most are drawn, and by name what stands out: %3.")
        .arg(title)
        .arg(count)
        .arg(list);
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
    std::vector<const RunForPlot*> runs;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot* run : meantRuns(study, choice)) {
            const std::vector<std::string> keys = memberKeys(*run, key);
            runs.push_back(run);
            named_ = named_ || keys.size() > 1;
            most_ = std::max(most_, keys.size());
            if (keys.size() == most_ && keys.size() > 1) {
                const metrics::MetricKey first = metrics::parse_metric_key(keys.front());
                id_ = first.id;
                label_ = first.label;
            }
        }
    }
    if (most_ <= kMemberCurvesMax || !analysis::are_alike(label_)) {
        label_.clear();
    } else {
        fold(runs);
    }
}

/// Who is drawn by itself: stragglers, and of the others those that stand out most in any run.
void Members::fold(const std::vector<const RunForPlot*>& runs) {
    std::map<std::string, double> far;
    for (const RunForPlot* run : runs) {
        for (const auto& one : analysis::far_out(analysis::members_in(run->metrics, id_, label_))) {
            double& away = far[one.name];
            away = std::max(away, one.value);
        }
        const bool there = run->metrics.contains(metrics::labelled(id_, label_, run->straggler));
        if (label_ == "node" && there && !std::ranges::count(apart_, run->straggler)) {
            apart_.push_back(run->straggler);
        }
    }
    for (const std::string& straggler : apart_) {
        far.erase(straggler);
    }
    const std::size_t named = std::min(far.size(), kNamedOfMany);
    unnamed_ = far.size() - named;
    for (std::size_t i = 0; i < named; ++i) {
        const auto next =
            std::ranges::max_element(far, {}, [](const auto& one) { return one.second; });
        apart_.push_back(next->first);
        far.erase(next);
    }
    std::ranges::sort(apart_, metrics::is_read_before, [this](const std::string& name) {
        return metrics::labelled(id_, label_, name);
    });
}

std::vector<std::string> Members::keysOf(const RunForPlot& run) const {
    std::vector<std::string> keys = memberKeys(run, key_);
    if (!areFolded()) {
        return keys;
    }
    if (analysis::members_in(run.metrics, id_, label_).empty()) {
        return {key_};
    }
    keys.clear();
    for (const StandIn& one : kStandIns) {
        keys.push_back(metrics::labelled(id_, label_, one.value));
    }
    for (const std::string& name : apart_) {
        std::string key = metrics::labelled(id_, label_, name);
        if (run.metrics.contains(key)) {
            keys.push_back(std::move(key));
        }
    }
    return keys;
}

std::vector<Member> Members::of(const RunForPlot& run) const {
    if (!named_) {
        return {{.key = key_}};
    }
    std::vector<Member> members;
    for (std::string& key : keysOf(run)) {
        QString name = memberName(key);
        members.push_back({.key = std::move(key), .name = std::move(name)});
    }
    return members;
}

bool Members::has(const RunForPlot& run, const std::string& member) const {
    if (!named_) {
        return member == key_;
    }
    return std::ranges::count(keysOf(run), member) > 0;
}

std::optional<record::Summary> Members::figureOf(const RunForPlot& run,
                                                 const std::string& member) const {
    const auto stands = areFolded() ? standInOf(member) : std::nullopt;
    if (!stands) {
        return measuredOf(run, member);
    }
    const auto spread = analysis::spread_of(analysis::members_in(run.metrics, id_, label_));
    if (!spread) {
        return std::nullopt;
    }
    return record::Summary{.value = *stands == kLeastOfMany  ? spread->least.value
                                    : *stands == kMostOfMany ? spread->most.value
                                                             : spread->median,
                           .low = {},
                           .high = {}};
}

QString Members::noteOf(const RunForPlot& run, const std::string& member) const {
    const auto stands = areFolded() ? standInOf(member) : std::nullopt;
    const auto spread =
        stands ? analysis::spread_of(analysis::members_in(run.metrics, id_, label_)) : std::nullopt;
    return spread ? noteOfStandIn(*stands, *spread) : QString();
}

bool Members::maySample(const RunForPlot& run, const std::string& member) const {
    if (!areFolded() || !standInOf(member)) {
        return mayHaveSamples(run, member);
    }
    return std::ranges::any_of(memberKeys(run, key_),
                               [&](const auto& key) { return mayHaveSamples(run, key); });
}

std::map<std::string, SampleSeries> Members::foldedSamples(const RunForPlot& run,
                                                           const SampleCache& samples) const {
    std::vector<const SampleSeries*> all;
    for (const std::string& key :
         areFolded() ? memberKeys(run, key_) : std::vector<std::string>()) {
        if (!mayHaveSamples(run, key) || all.size() == kSampledMembersMax) {
            continue;
        }
        const auto at = samples.find({run.id, key});
        if (at == samples.end()) {
            return {};  // what comes of a part of them would be another band
        }
        all.push_back(&at->second);
    }
    std::map<std::string, SampleSeries> folded;
    if (!all.empty()) {
        auto curves = foldSamples(all);
        for (std::size_t i = 0; i < curves.size(); ++i) {
            folded[metrics::labelled(id_, label_, kStandIns.at(i).value)] = std::move(curves.at(i));
        }
    }
    return folded;
}

QStringList Members::remarks() const {
    if (!areFolded()) {
        return {};
    }
    QStringList names;
    for (const std::string& name : apart_) {
        names << memberName(metrics::labelled(id_, label_, name));
    }
    return {foldRemark(axisOf(keyOfEach(id_, label_)).title, most_, names, unnamed_)};
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

namespace {

/// Of an axis of `key`: what the run has samples of, and whether many of them are folded.
struct Sampled {
    std::vector<std::string> keys{};
    bool folds = false;
};
Sampled sampledOn(const RunForPlot& run, const std::string& key) {
    Sampled sampled;
    sampled.keys = key.empty() ? std::vector<std::string>() : memberKeys(run, key);
    std::erase_if(sampled.keys, [&](const auto& member) { return !mayHaveSamples(run, member); });
    sampled.folds = !sampled.keys.empty() &&
                    analysis::are_alike(metrics::parse_metric_key(sampled.keys.front()).label);
    sampled.keys.resize(
        std::min(sampled.keys.size(), sampled.folds ? kSampledMembersMax : kMemberCurvesMax));
    return sampled;
}

}  // namespace

std::set<std::string> sampleKeysOf(const RunForPlot& run, const PlotChoice& choice) {
    std::set<std::string> keys;
    for (const std::string& key : {choice.y, choice.partOrNone<SecondY>().y2}) {
        const Sampled sampled = sampledOn(run, key);
        keys.insert(sampled.keys.begin(), sampled.keys.end());
    }
    return keys;
}

std::size_t sampleCurvesOf(const RunForPlot& run, const PlotChoice& choice) {
    std::size_t curves = 0;
    for (const std::string& key : {choice.y, choice.partOrNone<SecondY>().y2}) {
        const Sampled sampled = sampledOn(run, key);
        curves += sampled.folds && sampled.keys.size() > kMemberCurvesMax
                      ? kFoldedCurves + kNamedOfMany
                      : sampled.keys.size();
    }
    return curves;
}

}  // namespace throughline::ui
