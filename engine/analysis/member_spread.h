// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record/study.h"

// Many alike in few figures: the nodes, disks or GPUs of a run. Pure functions.
namespace throughline::analysis {

/// Whether what a label tells apart is one of several that are alike and do the same work, so that
/// the least, the median and the most of many say what they are like: nodes, devices, GPUs,
/// interfaces and processors, but neither stages nor answers.
bool are_alike(std::string_view label) noexcept;

/// One of many, and its figure in the unit of the metric.
struct MemberFigure {
    std::string name{};
    double value = 0.0;
    bool operator==(const MemberFigure&) const = default;
};

/// Those that a run has of a quantity, in the order of their names, "n2" before "n10".
std::vector<MemberFigure> members_in(const record::Summaries& metrics,
                                     std::string_view id,
                                     std::string_view label);

/// Of more that are alike their figures stand in one line: the least, the median and the most.
inline constexpr std::size_t kMembersListed = 8;

struct MemberSpread {
    std::size_t count = 0;
    MemberFigure least{};
    double median = 0.0;  ///< of an even number the mean of the two in the middle
    MemberFigure most{};
};
/// Of several that share the least or the most the first is named. None: there are no members.
std::optional<MemberSpread> spread_of(const std::vector<MemberFigure>& members);

/// Those that stand out from the others, the farthest first, with how far they are from the median
/// in its unit: farther from the middle half of all than three times its width, and 5 % or more
/// from the median. None of fewer than four.
/// Source: "far out" values of Tukey, Exploratory Data Analysis (1977), 2D.
std::vector<MemberFigure> far_out(const std::vector<MemberFigure>& members);

/// "812 (n17) – 960 – 1010 images/s (n3)": the least with whose it is, the median, the most. The
/// unit stands once where all three have the same, and the value alone where all read the same.
/// `id`: of the metric, which settles how it is written.
std::string spread_text(std::string_view id, const MemberSpread& spread);

}  // namespace throughline::analysis
