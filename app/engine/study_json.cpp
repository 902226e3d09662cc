// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <optional>
#include <utility>

#include "app/engine/advice_text.h"
#include "app/engine/observed_text.h"
#include "app/engine/study_table.h"
#include "engine/analysis/answer.h"
#include "engine/analysis/disturbance.h"
#include "engine/analysis/validity.h"
#include "engine/base/format.h"
#include "engine/spec/json.h"

namespace throughline::app {
namespace {

spec::OrderedJson text_or_null(const std::string& text) {
    return text.empty() ? spec::OrderedJson(nullptr) : spec::OrderedJson(json_text(text));
}

spec::OrderedJson validity_json(const std::optional<analysis::RunValidity>& found) {
    if (!found) {
        return nullptr;
    }
    spec::OrderedJson remarks = spec::OrderedJson::array();
    for (const analysis::Remark& remark : found->remarks) {
        remarks.push_back({{"weight", analysis::name_of(remark.weight)},
                           {"code", json_text(remark.code)},
                           {"text", json_text(remark.text)}});
    }
    return {{"grade", analysis::name_of(found->validity)}, {"remarks", std::move(remarks)}};
}

spec::OrderedJson run_json(const record::Study& study, const record::RunData& run) {
    spec::OrderedJson settings = spec::OrderedJson::object();
    for (const auto& [key, value] : run.started.settings) {
        spec::append_field(settings, json_text(key), spec::json_from_setting(value));
    }
    spec::OrderedJson metrics = spec::OrderedJson::object();
    spec::OrderedJson intervals = spec::OrderedJson::object();
    for (const auto& [key, summary] : run.metrics) {
        if (!std::isfinite(summary.value)) {
            continue;
        }
        spec::append_field(metrics, json_text(key), summary.value);
        const bool interval = summary.low && summary.high && std::isfinite(*summary.low) &&
                              std::isfinite(*summary.high);
        if (interval) {
            spec::append_field(intervals,
                               json_text(key),
                               {{"low", *summary.low}, {"high", *summary.high}, {"n", summary.n}});
        }
    }
    spec::OrderedJson absent = spec::OrderedJson::object();
    for (const auto& [key, reason] : run.absent) {
        spec::append_field(absent, json_text(key), json_text(reason));
    }
    return {
        {"run", run.started.run},
        {"status", record::name_of(run.status)},
        {"settings", std::move(settings)},
        {"metrics", std::move(metrics)},
        {"intervals", std::move(intervals)},
        {"absent", std::move(absent)},
        {"validity", validity_json(analysis::validity_of(study, run))},
        {"disturbance", text_or_null(analysis::disturbance_text(run, study.header.environment))}};
}

}  // namespace

std::string study_json(const record::Study& study) {
    spec::OrderedJson json;
    json["study"] = json_text(study.header.study);
    json["title"] = json_text(study.header.title);
    json["status"] = record::name_of(record::status_of(study));
    json["verdict"] = nullptr;
    if (study.verdict) {
        const analysis::Answer answer = analysis::answer_of(study);
        json["verdict"] = {{"limit", analysis::name_of(answer.limit)},
                           {"headline", json_text(answer.headline)},
                           {"figures", text_or_null(answer.figures)},
                           {"doubt", text_or_null(answer.doubt)},
                           {"sentence", json_text(study.verdict->sentence)},
                           {"grade", record::name_of(study.verdict->grade)},
                           {"rule_version", study.verdict->rule_version}};
        add_observed_json(study, json["verdict"]);
        add_advice_json(study, json["verdict"]);
    }
    json["disturbance"] = text_or_null(analysis::disturbance_text(study));
    json["runs"] = spec::OrderedJson::array();
    for (const auto& run : study.runs) {
        json["runs"].push_back(run_json(study, run));
    }
    return spec::dump_json(json, 2);
}

}  // namespace throughline::app
