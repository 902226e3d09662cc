// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/say.h"
#include "engine/model/fit.h"
#include "engine/record/machine.h"
#include "engine/record/study.h"
#include "engine/whatif/calibrated.h"
#include "engine/whatif/scenario.h"
#include "engine/whatif/study_points.h"

namespace throughline::whatif {

/// What the runs of one machine say about the model's inputs.
struct Calibration {
    std::map<std::string, StorageCalibration> storage{};  ///< by StudyPoint::storage_key
    std::map<std::string, DecodeCalibration> decode{};    ///< by StudyPoint::decode_key
    /// gpu_rate, gpu_sigma, gpu_kappa, by StudyPoint::consumer_key
    std::map<std::string, std::vector<Calibrated>> consumer{};
    Calibrated variability{.input = model::Input::VariabilityC2};
    std::vector<Calibrated> inputs{};  ///< those of the base, for people
    std::string remark{};              ///< on those of the base
    /// The first full run, else the first, filled in. Its gaps name what the runs could not tell
    /// and what therefore counts as unlimited.
    Resolved base{};
    std::vector<StudyPoint> used{};
    std::vector<StudyPoint> unusable{};  ///< left out, with the reason
    record::Machine machine{};           ///< that the runs were made on
    bool one_machine = true;             ///< false: the records do not say whether all were
    /// Runs of a stage were all measured while other programs used the processors. Its figures are
    /// too low by an unknown amount: grade D, and an interval that says so.
    bool disturbed = false;
};

/// The reason of a run that was left out because others were measured without disturbance.
inline constexpr const char* kDisturbedReason =
    to_say("other programs used the processors meanwhile");

/// Fits storage to the storage runs, the processor to the decode runs and the GPUs to the consumer
/// runs. Of the full runs one is used at most, for the variability, where two limits meet: the
/// others are what a back-test predicts. Of runs that other programs disturbed those of a stage are
/// taken which has no others.
/// Errors: NotFound when the studies hold no run of a stage alone that can be used; Usage when they
///         are known to be of several computers.
/// Source: engine/model/README.md, Calibration.
Result<Calibration> calibrate(std::span<const record::Study> studies);

/// The inputs of a run with everything the calibration knows put in: what the model is asked to
/// predict it. Storage or decoding that was not calibrated stays without limit and is said so in
/// `gaps`.
Resolved resolve_point(const StudyPoint& point, const Calibration& calibration);

/// A run that was not used, and what the model says of it.
struct BackTestPoint {
    StudyPoint point{};
    model::Inputs inputs{};  ///< what the model was asked
    model::Prediction prediction{};
    model::Interval interval{};
    model::Graded graded{};
    double error_pct = 0.0;  ///< (predicted / measured - 1) x 100
    bool in_interval = false;
};
struct BackTest {
    std::vector<BackTestPoint> points{};
    std::vector<StudyPoint> not_predicted{};  ///< with the reason in `unusable`
    /// How many studies say nothing of the machine that was calibrated, by why: "published".
    std::map<std::string, int> not_of_machine{};
    std::optional<double> median_error_pct{};  ///< of the absolute errors
    std::optional<double> worst_error_pct{};
    double within_10_pct_share = 0.0;
    double in_interval_share = 0.0;
};
/// How well the runs that were not used are predicted, in one sentence; of a few runs no shares
/// are given. "": there are none.
std::string test_text(const BackTest& test);

/// Predicts every run of the studies of the same machine that the calibration did not use. Another
/// machine's runs, a demo's among them, imports and published figures are no test: they are counted
/// in `not_of_machine`.
BackTest back_test(const Calibration& calibration,
                   std::span<const record::Study> studies,
                   std::span<const record::Study> more = {});

/// Fills in each point's error and the figures over all of them.
void sum_up(BackTest& test);

/// Bounds the grades of the base by a back-test, see model::bound_of_test(); where it is not A, the
/// intervals get as wide as the errors were.
void bound_by(Calibration& calibration, BackTest& test);

}  // namespace throughline::whatif
