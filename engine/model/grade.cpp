// SPDX-License-Identifier: Apache-2.0
#include "engine/model/grade.h"

#include <algorithm>

#include "engine/model/input_table.h"

namespace throughline::model {
namespace {

Grade grade_outside(double outside) noexcept {
    if (outside <= 1.0) {
        return Grade::A;
    }
    if (outside <= 2.0) {
        return Grade::B;
    }
    return outside <= 8.0 ? Grade::C : Grade::D;
}

/// How many times `value` lies beyond a range.
double times_outside(const Range90& range, double value) noexcept {
    return std::max({1.0, value / range.high, range.low / value});
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

Graded grade_of(const Inputs& base,
                const Inputs& inputs,
                std::optional<Limit> bottleneck,
                const Knowledge& knowledge) {
    if (!bottleneck) {
        return {};
    }
    const Input binding = input_of(*bottleneck, inputs);
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
            worsen(graded, grade_change(info.id, inputs, knowledge));
        }
    }
    return graded;
}

}  // namespace throughline::model
