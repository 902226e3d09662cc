// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>

#include "engine/model/bootstrap.h"
#include "engine/model/interval.h"
#include "engine/model/predict.h"

namespace throughline::model {

/// How far a prediction may be trusted; printed beside every number.
enum class Grade : std::uint8_t {
    A,  ///< calibrated on runs of the system, every changed input inside the measured range
    B,  ///< calibrated, at most twice outside
    C,  ///< catalogue limits only, or up to eight times outside
    D,  ///< beyond that, or the binding limit has no source
};
const char* name_of(Grade grade) noexcept;

enum class GradeCause : std::uint8_t {
    Calibrated,       ///< A
    OutsideMeasured,  ///< `input` is `outside` times beyond what was measured
    NotMeasured,      ///< `input` was changed and never varied in the calibration
    NotCalibrated,    ///< `input`, the binding one, is a stated figure
    NoSource,         ///< `input`, the binding one, is a default
    NothingLimits,
    // bounds of every answer of a base, see GradeBound
    TestedBadly,      ///< runs that were not used are predicted `error_pct` wrong, the median
    TestedOutside,    ///< only `inside` of such `runs` lie inside their 90 % interval
    MachineNotKnown,  ///< the runs may be of several computers
    Disturbed,        ///< other programs used the processors while the base was measured
    EvidenceLost,     ///< the runs, and what they said, are no longer there
};

/// The best grade that answers of a base may get, whatever they change.
struct GradeBound {
    Grade best = Grade::A;
    GradeCause cause = GradeCause::Calibrated;
    double error_pct = 0.0;
    int runs = 0;
    int inside = 0;

    bool operator==(const GradeBound&) const = default;
};

/// What a back-test found, of at least one run.
struct TestFigures {
    double median_error_pct = 0.0;  ///< of the absolute errors
    int runs = 0;
    int inside = 0;  ///< their 90 % interval
};

/// Whether so many of `runs` lie outside their 90 % interval as would be by chance less than once
/// in ten tests.
bool contradicts_intervals(int runs, int inside) noexcept;

/// The bound of a back-test. By its median error: A up to 10 %, B up to 20 %, C up to 50 %, else D.
/// B at best where it contradicts the intervals.
GradeBound bound_of_test(const TestFigures& test) noexcept;

/// What is known about the inputs of a base.
struct Knowledge {
    std::bitset<kInputCount> stated{};      ///< given by a file, the catalogue or the user
    std::bitset<kInputCount> calibrated{};  ///< fitted to runs of the system
    /// Where each number was measured; none: nowhere.
    std::array<std::optional<Range90>, kNumberCount> measured{};
    Uncertainty uncertainty = uncalibrated();
    std::optional<GradeBound> bound{};

    /// The lower of two bounds counts.
    void bound_by(const GradeBound& other) noexcept;
    bool is_stated(Input input) const { return stated[static_cast<std::size_t>(input)]; }
    bool is_calibrated(Input input) const { return calibrated[static_cast<std::size_t>(input)]; }
};

struct Graded {
    Grade grade = Grade::D;
    GradeCause cause = GradeCause::NothingLimits;
    std::optional<Input> input{};
    double outside = 1.0;
    double error_pct = 0.0;
    int runs = 0;
    int inside = 0;
};

/// The grade that a bound leaves.
Graded graded_by(const GradeBound& bound) noexcept;

/// The input that a limit is made of.
Input input_of(Limit limit, const Inputs& inputs) noexcept;

/// Whether an input bears on the rate; prices and the length of the job do not.
bool bears_on_rate(Input input) noexcept;

/// Grades the answer to `inputs` against the base that `knowledge` is about.
/// Source: engine/model/README.md, How sure.
Graded grade_of(const Inputs& base,
                const Inputs& inputs,
                std::optional<Limit> bottleneck,
                const Knowledge& knowledge);

}  // namespace throughline::model
