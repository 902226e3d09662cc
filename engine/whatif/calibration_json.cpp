// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/answer_json.h"
#include "engine/whatif/json_text.h"
#include "engine/whatif/study_base.h"

namespace throughline::whatif {
namespace {

Json calibrated_json(const Calibrated& calibrated) {
    Json json = {{"input", model::key_of(calibrated.input)}};
    if (calibrated.value) {
        json["value"] = json_number(*calibrated.value);
    } else {
        json["not_measurable"] = calibrated.not_measurable;
    }
    if (calibrated.range) {
        json["lo90"] = json_number(calibrated.range->low);
        json["hi90"] = json_number(calibrated.range->high);
    }
    json["from"] = calibrated.from;
    return json;
}

Json list_json(const std::vector<Calibrated>& inputs) {
    Json json = Json::array();
    for (const auto& calibrated : inputs) {
        json.push_back(calibrated_json(calibrated));
    }
    return json;
}

Json tested_json(const BackTestPoint& tested) {
    return {{"study", tested.point.study},
            {"run", tested.point.run},
            {"label", tested.point.label},
            {"measured_images_per_s", tested.point.images_per_s},
            {"predicted_images_per_s", json_number(tested.prediction.images_per_s())},
            {"error_pct", tested.error_pct},
            {"lo90", json_number(tested.interval.low)},
            {"hi90", json_number(tested.interval.high)},
            {"in_interval", tested.in_interval},
            {"bottleneck",
             tested.prediction.bottleneck ? name_of(*tested.prediction.bottleneck) : "none"},
            {"grade", name_of(tested.graded.grade)}};
}

Json left_out_json(const std::vector<StudyPoint>& points) {
    Json json = Json::array();
    for (const auto& point : points) {
        json.push_back({{"study", point.study},
                        {"run", point.run},
                        {"label", point.label},
                        {"reason", point.unusable}});
    }
    return json;
}

}  // namespace

std::string calibration_json(const StudyBase& base, const record::Machine& here) {
    const Calibration& calibration = base.calibration;
    const BackTest& test = base.test;
    Json storage = Json::object();
    for (const auto& [key, fitted] : calibration.storage) {
        storage[key] = list_json(fitted.inputs);
    }
    Json decode = Json::object();
    for (const auto& [key, fitted] : calibration.decode) {
        decode[key] = {{"inputs", list_json(fitted.inputs)},
                       {"fixed_s", fitted.cost.fixed_s},
                       {"per_byte_s", fitted.cost.per_byte_s},
                       {"per_pixel_s", fitted.cost.per_pixel_s},
                       {"remark", fitted.remark}};
    }
    Json consumer = Json::object();
    for (const auto& [key, fitted] : calibration.consumer) {
        consumer[key] = list_json(fitted);
    }
    Json points = Json::array();
    for (const auto& tested : test.points) {
        points.push_back(tested_json(tested));
    }
    return pretty({{"source", source_of(base, here)},
                   {"disturbed", calibration.disturbed},
                   {"base", list_json(calibration.inputs)},
                   {"storage", storage},
                   {"decode", decode},
                   {"consumer", consumer},
                   {"unusable", left_out_json(calibration.unusable)},
                   {"back_test",
                    {{"median_error_pct", json_number_or_null(test.median_error_pct)},
                     {"worst_error_pct", json_number_or_null(test.worst_error_pct)},
                     {"within_10_pct_share", test.within_10_pct_share},
                     {"in_interval_share", test.in_interval_share},
                     {"points", points},
                     {"not_predicted", left_out_json(test.not_predicted)},
                     {"not_of_machine", test.not_of_machine}}}});
}

}  // namespace throughline::whatif
