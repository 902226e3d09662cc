// SPDX-License-Identifier: Apache-2.0
#include "engine/model/grade.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "engine/model/input_table.h"

namespace throughline::model {
namespace {

Grade grade_outside(double outside) noexcept {
    constexpr double kRounding = 1.0 + 1e-6;
    if (outside <= kRounding) {
        return Grade::A;
    }
    if (outside <= 2.0 * kRounding) {
        return Grade::B;
    }
    return outside <= 8.0 * kRounding ? Grade::C : Grade::D;
}

/// How many times `value` lies beyond a range.
double times_outside(const Range90& range, double value) noexcept {
    return std::max({1.0, value / range.high, range.low / value});  // a range of 0 to 0: infinite
}

void worsen(Graded& graded, const Graded& other) noexcept {
    if (other.grade > graded.grade) {
        graded = other;
    }
}

Graded grade_change(Input input, const Inputs& inputs, const Knowledge& knowledge) {
    const auto index = static_cast<std::size_t>(input);
    if (is_number(input) && knowledge.measured[index]) {
        const double outside = times_outside(*knowledge.measured[index], number_of(inputs, input));
        return {.grade = grade_outside(outside),
                .cause = outside > 1.0 ? GradeCause::OutsideMeasured : GradeCause::Calibrated,
                .input = input,
                .outside = outside};
    }
    return {.grade = Grade::C, .cause = GradeCause::NotMeasured, .input = input};
}

/// Whether putting the base's value back would change the rate: what does not act needs no proof.
bool acts(Input input, const Inputs& base, const Inputs& inputs) {
    Inputs restored = inputs;
    std::visit([&](auto member) { restored.*member = base.*member; }, info_of(input).member);
    const double with = rates_of(inputs).images_per_s;
    const double without = rates_of(restored).images_per_s;
    constexpr double kSame = 1e-3;
    return !(std::abs(with - without) <= kSame * with);
}

}  // namespace

const char* name_of(Grade grade) noexcept {
    constexpr std::array kNames{"A", "B", "C", "D"};
    return kNames[static_cast<std::size_t>(grade)];
}

Input input_of(Limit limit, const Inputs& inputs) noexcept {
    switch (limit) {
        case Limit::StorageBandwidth:
            return Input::StoBw;
        case Limit::StorageIops:
            return Input::StoIops;
        case Limit::StorageClient: {
            Inputs free = inputs;
            free.client_iops = kUnlimited;
            const bool bandwidth =
                limit_of(rates_of(free).limits, limit) <= limit_of(rates_of(inputs).limits, limit);
            return bandwidth ? Input::ClientBw : Input::ClientIops;
        }
        case Limit::StorageLatency:
            return Input::StoLatency;
        case Limit::Network:
            return Input::LinkBps;
        case Limit::Cpu:
            return Input::CpuSecondsPerImage;
        case Limit::HostToDevice:
            return Input::H2dBw;
        case Limit::Gpu:
            return Input::GpuRate;
    }
    return Input::StoBw;
}

bool bears_on_rate(Input input) noexcept {
    return input < Input::NodeUsdPerHour || input > Input::StageInBw;
}

bool contradicts_intervals(int runs, int inside) noexcept {
    constexpr double kOutside = 1.0 - kIntervalPercent / 100.0;  // of the runs, as promised
    constexpr double kByChance = 0.1;
    // Logarithms: that none of thousands of runs is outside is less likely than a double can tell.
    double exactly = runs * std::log(1.0 - kOutside);
    double fewer = 0.0;  // than there are
    for (int outside = 0; outside < runs - inside; ++outside) {
        fewer += std::exp(exactly);
        exactly += std::log(static_cast<double>(runs - outside) / (outside + 1.0) * kOutside /
                            (1.0 - kOutside));
    }
    constexpr double kRounding = 1e-9;
    return 1.0 - fewer < kByChance - kRounding;
}

GradeBound bound_of_test(const TestFigures& test) noexcept {
    constexpr std::array kErrorsMax{10.0, 20.0, 50.0};  // of A, B and C
    std::size_t grade = 0;
    while (grade < kErrorsMax.size() && !(test.median_error_pct <= kErrorsMax[grade])) {
        ++grade;
    }
    const bool outside = grade == 0 && contradicts_intervals(test.runs, test.inside);
    return {.best = outside ? Grade::B : static_cast<Grade>(grade),
            .cause = outside ? GradeCause::TestedOutside : GradeCause::TestedBadly,
            .error_pct = test.median_error_pct,
            .runs = test.runs,
            .inside = test.inside};
}

Graded graded_by(const GradeBound& bound) noexcept {
    return {.grade = bound.best,
            .cause = bound.cause,
            .error_pct = bound.error_pct,
            .runs = bound.runs,
            .inside = bound.inside};
}

void Knowledge::bound_by(const GradeBound& other) noexcept {
    if (!bound || other.best > bound->best) {
        bound = other;
    }
}

namespace {

Graded grade_unbound(const Inputs& base,
                     const Inputs& inputs,
                     Limit bottleneck,
                     const Knowledge& knowledge) {
    const Input binding = input_of(bottleneck, inputs);
    Graded graded{.grade = Grade::A, .cause = GradeCause::Calibrated, .input = binding};
    if (!knowledge.is_calibrated(binding)) {
        const bool known =
            knowledge.is_stated(binding) || number_of(inputs, binding) != number_of(base, binding);
        graded = {.grade = known ? Grade::C : Grade::D,
                  .cause = known ? GradeCause::NotCalibrated : GradeCause::NoSource,
                  .input = binding};
    }
    // Without any calibration there is no measured range to leave.
    if (knowledge.calibrated.none()) {
        return graded;
    }
    for (const auto& info : input_table()) {
        if (bears_on_rate(info.id) && value_of(base, info.id) != value_of(inputs, info.id)) {
            const Graded change = grade_change(info.id, inputs, knowledge);
            if (change.cause != GradeCause::NotMeasured || acts(info.id, base, inputs)) {
                worsen(graded, change);
            }
        }
    }
    return graded;
}

}  // namespace

Graded grade_of(const Inputs& base,
                const Inputs& inputs,
                std::optional<Limit> bottleneck,
                const Knowledge& knowledge) {
    if (!bottleneck) {
        return {};
    }
    Graded graded = grade_unbound(base, inputs, *bottleneck, knowledge);
    if (const auto& bound = knowledge.bound; bound && bound->best > graded.grade) {
        graded = graded_by(*bound);
    }
    return graded;
}

}  // namespace throughline::model
