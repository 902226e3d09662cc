// SPDX-License-Identifier: Apache-2.0
// Runs of the same machine that were not used for a calibration, predicted by it.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/whatif/calibration.h"

namespace throughline::whatif {
namespace {

constexpr double kGoodErrorPct = 10.0;

bool was_used(const StudyPoint& point, const Calibration& calibration) {
    return std::any_of(calibration.used.begin(), calibration.used.end(), [&](const auto& own) {
        return own.uuid == point.uuid && own.study == point.study && own.run == point.run &&
               own.images_per_s == point.images_per_s;
    });
}

/// Predicts a run, or puts it among those that cannot be predicted.
void test_point(StudyPoint point, const Calibration& calibration, BackTest& test) {
    const auto resolved = resolve_point(point, calibration);
    const auto prediction = model::predict(resolved.inputs);
    if (point.unusable.empty() && point.disturbed && !calibration.disturbed) {
        point.unusable = kDisturbedReason;
    }
    if (point.unusable.empty() && !resolved.gaps.empty()) {
        point.unusable = resolved.gaps.front().text;
    } else if (point.unusable.empty() && !prediction.has_finite_rate()) {
        point.unusable = to_say("nothing calibrated limits it");
    }
    if (!point.unusable.empty() || !prediction.has_finite_rate()) {
        test.not_predicted.push_back(std::move(point));
        return;
    }
    const double rate = prediction.images_per_s();
    BackTestPoint tested{
        .point = std::move(point),
        .inputs = resolved.inputs,
        .prediction = prediction,
        .interval = model::interval_of(
            resolved.inputs, rate, resolved.knowledge.uncertainty, resolved.knowledge.calibrated),
        .graded = model::grade_of(
            calibration.base.inputs, resolved.inputs, prediction.bottleneck, resolved.knowledge)};
    test.points.push_back(std::move(tested));
}

/// Why a study is not a test of the machine that was calibrated; "" = it is one.
std::string not_of_machine(const record::Study& study, const Calibration& calibration) {
    const record::Header& header = study.header;
    if (header.origin != record::Origin::Measured) {
        return name_of(header.origin);
    }
    const bool own = std::any_of(calibration.used.begin(),
                                 calibration.used.end(),
                                 [&](const auto& used) { return used.uuid == header.study; });
    const record::Machine machine = record::machine_of(header);
    const auto same =
        own ? record::SameMachine::Yes : record::same_machine(calibration.machine, machine);
    if (same == record::SameMachine::Yes) {
        return {};
    }
    if (machine.demo) {
        return to_say("recorded for the demo");
    }
    return same == record::SameMachine::No
               ? to_say("measured on another computer")
               : to_say("measured on a computer that the record does not identify");
}

}  // namespace

void sum_up(BackTest& test) {
    if (test.points.empty()) {
        return;
    }
    std::vector<double> errors;
    double within = 0.0;
    double in_interval = 0.0;
    for (auto& tested : test.points) {
        const double measured = tested.point.images_per_s;
        tested.error_pct = (tested.prediction.images_per_s() / measured - 1.0) * 100.0;
        tested.in_interval = measured >= tested.interval.low && measured <= tested.interval.high;
        errors.push_back(std::abs(tested.error_pct));
        within += errors.back() <= kGoodErrorPct ? 1.0 : 0.0;
        in_interval += tested.in_interval ? 1.0 : 0.0;
    }
    std::sort(errors.begin(), errors.end());
    const std::size_t middle = errors.size() / 2;
    test.median_error_pct =
        errors.size() % 2 == 1 ? errors[middle] : (errors[middle - 1] + errors[middle]) / 2.0;
    test.worst_error_pct = errors.back();
    test.within_10_pct_share = within / static_cast<double>(errors.size());
    test.in_interval_share = in_interval / static_cast<double>(errors.size());
}

BackTest back_test(const Calibration& calibration,
                   std::span<const record::Study> studies,
                   std::span<const record::Study> more) {
    BackTest test;
    const auto test_study = [&](const record::Study& study) {
        if (const std::string why = not_of_machine(study, calibration); !why.empty()) {
            ++test.not_of_machine[why];
            return;
        }
        for (auto& point : points_of(study)) {
            if (!was_used(point, calibration)) {
                test_point(std::move(point), calibration, test);
            }
        }
    };
    std::for_each(studies.begin(), studies.end(), test_study);
    std::for_each(more.begin(), more.end(), test_study);
    sum_up(test);
    return test;
}

std::string test_text(const BackTest& test) {
    if (test.points.empty() || !test.median_error_pct || !test.worst_error_pct) {
        return {};
    }
    const auto count = [&](double share) {
        return std::to_string(std::lround(share * static_cast<double>(test.points.size())));
    };
    const std::string median = format_significant(*test.median_error_pct, 2);
    if (test.points.size() == 1) {
        return say(
            test.in_interval_share > 0.0
                ? to_say("Tested on one other run of the same computer: off by %1 %, inside "
                         "its 90 % interval.")
                : to_say("Tested on one other run of the same computer: off by %1 %, outside "
                         "its 90 % interval."),
            median);
    }
    return say(
        "Tested on %1 other runs of the same computer: median error %2 %, worst %3 %. %4 of "
        "the runs are predicted within 10 %, %5 lie inside their 90 % interval.",
        std::to_string(test.points.size()),
        median,
        format_significant(*test.worst_error_pct, 2),
        count(test.within_10_pct_share),
        count(test.in_interval_share));
}

void bound_by(Calibration& calibration, BackTest& test) {
    if (!test.median_error_pct) {
        return;
    }
    const auto inside = std::count_if(
        test.points.begin(), test.points.end(), [](const auto& one) { return one.in_interval; });
    const model::TestFigures figures{.median_error_pct = *test.median_error_pct,
                                     .runs = static_cast<int>(test.points.size()),
                                     .inside = static_cast<int>(inside)};
    const auto bound = model::bound_of_test(figures);
    if (bound.best == model::Grade::A) {
        return;
    }
    std::vector<double> errors;
    for (auto& tested : test.points) {
        errors.push_back(std::abs(std::log1p(tested.error_pct / 100.0)));
        if (bound.best > tested.graded.grade) {
            tested.graded = model::graded_by(bound);
        }
    }
    std::sort(errors.begin(), errors.end());
    // Of absolute deviations, in standard deviations.
    constexpr double kMedianOfNormal = 0.6745;
    constexpr double kNineInTenOfNormal = 1.64485;
    double sd = errors[errors.size() / 2] / kMedianOfNormal;
    if (model::contradicts_intervals(figures.runs, figures.inside)) {
        const std::size_t nine_in_ten = (errors.size() * 9 + 9) / 10;  // rounded up
        sd = std::max(sd, errors[nine_in_ten - 1] / kNineInTenOfNormal);
    }
    auto& knowledge = calibration.base.knowledge;
    knowledge.uncertainty.model = std::max(knowledge.uncertainty.model, sd);
    knowledge.bound_by(bound);
}

}  // namespace throughline::whatif
