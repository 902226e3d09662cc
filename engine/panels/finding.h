// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record/study.h"

// Whether what a study found holds in a measurement of one's own.
namespace throughline::panels {

enum class Holds : std::uint8_t {
    Yes,
    No,
    Unknown  ///< the record does not have the runs that decide
};
/// For programs: "yes", "no", "unknown".
const char* name_of(Holds holds) noexcept;

struct Finding {
    Holds holds = Holds::Unknown;
    /// As verdicts are graded: Measured where the answer is the same over the whole intervals of
    /// the repeats and nothing disturbed them, else Indicated; None where it is unknown.
    record::Grade grade = record::Grade::None;
    std::string sentence{};  ///< with the figures that decide and their intervals, in words
};

/// What a study found, and the rule by which it is found again.
struct Claim {
    const char* claim = "";  ///< a message without a full stop: "st1 is bound by its IOPS"
    const char* rule = "";   ///< when it holds, a whole sentence
    /// Of a study that was measured here.
    Finding (*finding)(const record::Study& study) = nullptr;
};

/// "st1 is bound by its IOPS: yes. It gives 497 ± 2 images/s …", in the spoken language.
std::string finding_text(const Claim& claim, const Finding& finding);
/// How sure that is, a sentence; "" where it is unknown.
std::string grade_text(const Finding& finding);

/// What a run of a study reached: its mean and 95 % interval over repeats where there is one.
struct Rate {
    double value = 0.0;
    double half_width = 0.0;
    bool repeated = false;  ///< else measured once, and the half width is 0
};
/// A setting of a run as text ("8", "study-gp2"); of dataset.path its last folder.
struct Where {
    std::string_view key{};
    std::string_view text{};
};
/// The first finished run with all these settings; null: there is none.
const record::RunData* run_where(const record::Study& study, std::initializer_list<Where> where);
/// A figure of that run. None: there is no such run, or it does not have the figure.
std::optional<Rate> rate_of(const record::Study& study,
                            std::string_view metric,
                            std::initializer_list<Where> where);

/// "1,557 ± 12 images/s", the unit a message; measured once: without an interval.
std::string rate_text(const Rate& rate, const char* unit);
/// The rate in another unit: times `factor`.
Rate scaled(const Rate& rate, double factor) noexcept;
/// a / b. Its half width: relative half widths in quadrature, as for independent means.
Rate ratio_of(const Rate& a, const Rate& b);
/// "1.75 ± 0.02"
std::string ratio_text(const Rate& ratio);

/// Conditions of which each must hold.
class Conditions {
public:
    /// `tolerance`: 0.1 is 10 % of the figure.
    void is_near(const Rate& rate, double figure, double tolerance = 0.1);
    void is_above(const Rate& rate, double bound);
    void is_below(const Rate& rate, double bound);
    /// One that has no interval: what was counted, not estimated.
    void is_so(bool so);

    /// What they come to, as measured in `study`.
    Finding found(const record::Study& study, std::string sentence) const;

private:
    /// `everywhere`, `somewhere`: in the interval.
    void add(bool holds, bool everywhere, bool somewhere, bool repeated);

    bool all_hold_ = true;
    bool all_are_sure_ = true;  ///< of those that hold
    bool one_surely_fails_ = false;
};

/// No finding: the runs that decide are not there.
Finding unknown_finding();

}  // namespace throughline::panels
