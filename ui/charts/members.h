// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ui/charts/built_plot.h"
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
class Members {
public:
    Members(const std::vector<StudyForPlot>& studies,
            const PlotChoice& choice,
            const std::string& key);

    bool areNamed() const noexcept { return named_; }
    std::vector<Member> of(const RunForPlot& run) const;
    bool has(const RunForPlot& run, const std::string& member) const;

private:
    std::string key_;
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

/// The keys under which a run has the samples of what such a chart shows; none: it has none.
std::set<std::string> sampleKeysOf(const RunForPlot& run, const PlotChoice& choice);

}  // namespace throughline::ui
