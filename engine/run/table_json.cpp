// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <utility>

#include "engine/run/derive.h"
#include "engine/run/json_handle.h"
#include "engine/run/table.h"

namespace throughline::run {
namespace {

OrderedJson text_or_null(const std::string& text) {
    return text.empty() ? OrderedJson(nullptr) : OrderedJson(json_text(text));
}

OrderedJson run_json(const RunData& run, const Settings& environment) {
    OrderedJson settings = OrderedJson::object();
    for (const auto& [key, value] : run.started.settings) {
        append_field(settings, json_text(key), json_from_setting(value));
    }
    OrderedJson metrics = OrderedJson::object();
    OrderedJson intervals = OrderedJson::object();
    for (const auto& [key, summary] : run.metrics) {
        if (!std::isfinite(summary.value)) {
            continue;
        }
        append_field(metrics, json_text(key), summary.value);
        const bool interval = summary.low && summary.high && std::isfinite(*summary.low) &&
                              std::isfinite(*summary.high);
        if (interval) {
            append_field(intervals,
                         json_text(key),
                         {{"low", *summary.low}, {"high", *summary.high}, {"n", summary.n}});
        }
    }
    OrderedJson absent = OrderedJson::object();
    for (const auto& [key, reason] : run.absent) {
        append_field(absent, json_text(key), json_text(reason));
    }
    return {{"run", run.started.run},
            {"status", name_of(run.status)},
            {"settings", std::move(settings)},
            {"metrics", std::move(metrics)},
            {"intervals", std::move(intervals)},
            {"absent", std::move(absent)},
            {"disturbance", text_or_null(disturbance_text(run, environment))}};
}

}  // namespace

std::string study_json(const Study& study) {
    OrderedJson json;
    json["study"] = json_text(study.header.study);
    json["title"] = json_text(study.header.title);
    json["status"] = name_of(status_of(study));
    json["verdict"] = nullptr;
    if (study.verdict) {
        json["verdict"] = {{"sentence", json_text(study.verdict->sentence)},
                           {"grade", name_of(study.verdict->grade)},
                           {"rule_version", study.verdict->rule_version}};
    }
    json["disturbance"] = text_or_null(disturbance_text(study));
    json["runs"] = OrderedJson::array();
    for (const auto& run : study.runs) {
        json["runs"].push_back(run_json(run, study.header.environment));
    }
    return dump_json(json, 2);
}

}  // namespace throughline::run
