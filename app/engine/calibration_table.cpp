// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#include "app/engine/terminal.h"
#include "app/engine/text_table.h"
#include "app/engine/whatif_table.h"
#include "engine/base/format.h"

namespace throughline::app {
namespace {

using Row = std::vector<std::string>;

std::string inputs_table(const std::vector<whatif::Calibrated>& inputs) {
    std::vector<Row> rows{{"calibrated", "value", "90 % interval", "from"}};
    for (const auto& calibrated : inputs) {
        const auto number = [&](double value) {
            return format_quantity(value, model::info_of(calibrated.input).unit);
        };
        if (!calibrated.value) {
            rows.push_back({model::key_of(calibrated.input),
                            "not measurable here",
                            "",
                            calibrated.not_measurable});
            continue;
        }
        rows.push_back({model::key_of(calibrated.input),
                        number(*calibrated.value),
                        calibrated.range ? number(calibrated.range->low) + " \u2026 " +
                                               number(calibrated.range->high)
                                         : "too few runs",
                        calibrated.from});
    }
    return aligned(rows, {.heading = true, .columns = output_columns()});
}

std::string tested_table(const whatif::BackTest& test) {
    std::vector<Row> rows{
        {"run", "measured", "predicted", "error", "90 % interval", "limit", "grade", "what"}};
    for (const auto& tested : test.points) {
        const std::string sign = tested.error_pct < 0.0 ? "-" : "+";
        rows.push_back({std::to_string(tested.point.run),
                        format_significant(tested.point.images_per_s, 4),
                        format_significant(tested.prediction.images_per_s(), 4),
                        sign + format_significant(std::abs(tested.error_pct), 2) + " %",
                        format_significant(tested.interval.low, 4) + " \u2026 " +
                            format_significant(tested.interval.high, 4) +
                            (tested.in_interval ? "" : " (outside)"),
                        tested.prediction.bottleneck ? name_of(*tested.prediction.bottleneck) : "",
                        name_of(tested.graded.grade),
                        tested.point.study + ": " + tested.point.label});
    }
    return aligned(rows, {.heading = true, .columns = output_columns()});
}

}  // namespace

std::string calibration_table(const whatif::StudyBase& base, const record::Machine& here) {
    const whatif::Calibration& calibration = base.calibration;
    const whatif::BackTest& test = base.test;
    std::string text = "calibrated on " + whatif::source_of(base, here) + "\n\n" +
                       inputs_table(calibration.inputs);
    text += calibration.remark.empty() ? "" : calibration.remark + "\n";
    if (calibration.disturbed) {
        text +=
            "Other programs used the processors while these runs were measured: the figures "
            "are too low by an unknown amount. Measure again while the machine is otherwise "
            "idle.\n";
    }
    for (const auto& point : calibration.unusable) {
        text += "left out: run " + std::to_string(point.run) + " of " + point.study + ", " +
                point.unusable + "\n";
    }
    std::string no_test;
    for (const auto& [reason, count] : test.not_of_machine) {
        no_test += "no test: " + std::to_string(count) + (count == 1 ? " study, " : " studies, ") +
                   reason + "\n";
    }
    if (test.points.empty()) {
        return text + "\nno run was left to test the predictions with\n" + no_test;
    }
    text += "\nback-test, images/s\n" + tested_table(test);
    text += whatif::test_text(test) + "\n";
    for (const auto& point : test.not_predicted) {
        text += "not predicted: run " + std::to_string(point.run) + " of " + point.study + ", " +
                point.unusable + "\n";
    }
    return text + no_test;
}

}  // namespace throughline::app
