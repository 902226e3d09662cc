// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ui/charts/built_plot.h"
#include "ui/charts/plot_builder.h"
#include "ui/charts/plot_choice.h"
#include "ui/charts/study_for_plot.h"

namespace throughline::ui {

/// Curves of devices, GPUs … that one chart draws of a quantity: more cannot be told apart.
inline constexpr std::size_t kMemberCurvesMax = 16;

/// One of the devices, GPUs, stages … that a run has a quantity of.
struct Member {
    std::string key{};  ///< "gpu_utilisation{gpu=3}"
    QString name{};     ///< "GPU 3"; "" where no run of the chart has several
    bool operator==(const Member&) const = default;
};

/// The keys of a run that `key` stands for: itself, or without a label (or as keyOfEach()) all
/// labelled ones in the order of their numbers. Itself, too, where the run has none of them.
std::vector<std::string> memberKeys(const RunForPlot& run, std::string_view key);

/// What a quantity on a y axis stands for in the runs of one chart. As soon as one of them has it
/// of several devices (the key is without a label), each device has its own name and curve.
///
/// Where one has it of more nodes, devices … than kMemberCurvesMax, they are folded: in all runs
/// the least, the median and the most of them stand for all, each a member of its own, and beside
/// them by name those that stand out and the node that holds the others back.
class Members {
public:
    Members(const std::vector<StudyForPlot>& studies,
            const PlotChoice& choice,
            const std::string& key);

    bool areNamed() const noexcept { return named_; }
    bool areFolded() const noexcept { return !label_.empty(); }
    std::vector<Member> of(const RunForPlot& run) const;
    bool has(const RunForPlot& run, const std::string& member) const;
    /// The figure of a run for one of its members; nothing where it is absent.
    std::optional<record::Summary> figureOf(const RunForPlot& run, const std::string& member) const;
    /// Of the least and the most whose it is, of the median of how many; "" of any other.
    QString noteOf(const RunForPlot& run, const std::string& member) const;
    /// False where it is known that a run has no samples of a member.
    bool maySample(const RunForPlot& run, const std::string& member) const;
    /// The samples of those that stand for many, by member: of each time the least, the median and
    /// the most of all that have a sample then. None: nothing is folded, or not all have come.
    std::map<std::string, SampleSeries> foldedSamples(const RunForPlot& run,
                                                      const SampleCache& samples) const;
    /// What stands for what, and who is named; none where nothing is folded.
    QStringList remarks() const;

private:
    void fold(const std::vector<const RunForPlot*>& runs);
    std::vector<std::string> keysOf(const RunForPlot& run) const;

    std::string key_;
    std::string id_;                    ///< of a quantity that is folded
    std::string label_;                 ///< "node"; "" = nothing is folded
    std::size_t most_ = 0;              ///< members of any run
    std::vector<std::string> apart_{};  ///< names of those that are drawn by themselves
    std::size_t unnamed_ = 0;           ///< that stand out, too
    bool named_ = false;
};

/// A member on both axes: the same device has one name, look and place in the legend.
struct MemberPair {
    QString name{};
    std::string y{};   ///< "" where the first axis has no such member
    std::string y2{};  ///< the same of the second
};
/// What these runs have, each name once. `y2` null: there is no second axis.
std::vector<MemberPair> memberPairs(const std::vector<const RunForPlot*>& runs,
                                    const Members& y,
                                    const Members* y2);

/// Whether a figure of the run is that of the node that held the others back.
bool isOfStraggler(const RunForPlot& run, std::string_view member);
/// What the name of a curve of it ends with: " (holds the others back)".
QString stragglerMark();

/// "QD 32, GPU 3".
QString nameWithMember(const QString& name, const QString& member);

/// Where all that is ticked is of one run, its legend names the run once and then its devices only.
void labelByMember(PlotModel& model);

/// Takes the curves beyond kMemberCurvesMax out of a chart with named members, and says which.
/// Those that are not ticked do not count, and the node that holds the others back stays.
void keepAllowedMembers(BuiltPlot& built);

/// The metric key under which a run has `key`: itself, or the only labelled one of a bare id.
std::string sampleKeyOf(const RunForPlot& run, std::string_view key);

/// False where it is known that a run has no samples of it.
bool mayHaveSamples(const RunForPlot& run, std::string_view key);

/// The keys under which a run has the samples of what such a chart shows, of many all from which
/// the least, the median and the most are made; none: it has none.
std::set<std::string> sampleKeysOf(const RunForPlot& run, const PlotChoice& choice);
/// How many curves a run has in such a chart, about: many are folded.
std::size_t sampleCurvesOf(const RunForPlot& run, const PlotChoice& choice);

}  // namespace throughline::ui
