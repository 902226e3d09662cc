// SPDX-License-Identifier: Apache-2.0
#include "engine/record/record_json.h"

#include <array>
#include <cmath>

#include "engine/base/check.h"
#include "engine/base/format.h"
#include "engine/record/record_names.h"
#include "engine/spec/json.h"

namespace throughline::record {
namespace {

spec::OrderedJson metrics_json(const MetricValues& metrics) {
    spec::OrderedJson json = spec::OrderedJson::object();
    for (const auto& [key, value] : metrics) {
        if (std::isfinite(value)) {
            spec::append_field(json, json_text(key), value);
        }
    }
    return json;
}

spec::OrderedJson settings_json(const spec::Settings& settings) {
    spec::OrderedJson json = spec::OrderedJson::object();
    for (const auto& [key, value] : settings) {
        spec::append_field(json, json_text(key), spec::json_from_setting(value));
    }
    return json;
}

spec::OrderedJson summary_json(const Summary& summary) {
    if (summary.n == 1 && !summary.low && !summary.high) {
        return summary.value;
    }
    spec::OrderedJson json{{"mean", summary.value}};
    if (summary.low && std::isfinite(*summary.low)) {
        json["low"] = *summary.low;
    }
    if (summary.high && std::isfinite(*summary.high)) {
        json["high"] = *summary.high;
    }
    json["n"] = summary.n;
    return json;
}

/// A spec that is no JSON object would make the line one that nobody can read: it is left empty.
spec::OrderedJson spec_object(const std::string& spec_json) {
    const auto parsed = spec::parse_json(spec_json);
    return parsed && parsed->is_object() ? spec::OrderedJson(*parsed) : spec::OrderedJson::object();
}

spec::OrderedJson remarks_json(const Remarks& remarks) {
    spec::OrderedJson json = spec::OrderedJson::object();
    if (!remarks.tags.empty()) {
        json["tags"] = spec::OrderedJson::array();
        for (const std::string& tag : remarks.tags) {
            json["tags"].push_back(json_text(tag));
        }
    }
    if (!remarks.note.empty()) {
        json["note"] = json_text(remarks.note);
    }
    if (!remarks.target.empty()) {
        json["target"] = json_text(remarks.target);
    }
    if (remarks.price_per_hour && std::isfinite(*remarks.price_per_hour)) {
        json["price_per_hour"] = *remarks.price_per_hour;
    }
    return json;
}

/// Fills in the fields of each kind of line.
struct FieldWriter {
    spec::OrderedJson& json;

    void operator()(const Header& header) const {
        json["format"] = kRecordFormat;
        json["version"] = {header.major, header.minor};
        json["study"] = json_text(header.study);
        json["title"] = json_text(header.title);
        json["origin"] = name_of(header.origin);
        json["started_at"] = json_text(header.started_at);
        json["spec"] = spec_object(header.spec_json);
        json["environment"] = settings_json(header.environment);
        json["metrics"] = spec::OrderedJson::array();
        for (const auto& use : header.metrics) {
            json["metrics"].push_back({{"id", json_text(use.id)},
                                       {"unit", json_text(use.unit)},
                                       {"label", json_text(use.label)}});
        }
        spec::OrderedJson plan{{"runs", header.plan.runs}};
        if (std::isfinite(header.plan.seconds)) {
            plan["seconds"] = header.plan.seconds;
        }
        if (std::isfinite(header.plan.read_bytes)) {
            plan["read_bytes"] = header.plan.read_bytes;
        }
        plan["memory_bytes"] = header.plan.memory_bytes;
        json["plan"] = std::move(plan);
        if (!header.remarks.empty()) {
            json["remarks"] = remarks_json(header.remarks);
        }
    }

    void operator()(const RunStarted& started) const {
        json["run"] = started.run;
        json["at"] = json_text(started.at);
        json["settings"] = settings_json(started.settings);
    }

    void operator()(const Sample& sample) const {
        THROUGHLINE_CHECK(std::isfinite(sample.t_s) && std::isfinite(sample.dt_s));
        json["run"] = sample.run;
        json["repeat"] = sample.repeat;
        json["t_s"] = sample.t_s;
        json["dt_s"] = sample.dt_s;
        json["phase"] = name_of(sample.phase);
        if (sample.unsettled) {
            json["unsettled"] = true;
        }
        json["metrics"] = metrics_json(sample.metrics);
    }

    void operator()(const HistogramLine& histogram) const {
        json["run"] = histogram.run;
        json["metric"] = json_text(histogram.metric);
        json["scheme"] = json_text(histogram.scheme);
        json["counts"] = spec::OrderedJson::array();
        for (const auto& [bucket, count] : histogram.counts) {
            json["counts"].push_back(spec::OrderedJson::array({bucket, count}));
        }
    }

    void operator()(const Note& note) const {
        if (note.run) {
            json["run"] = *note.run;
        }
        json["code"] = json_text(note.code);
        json["level"] = name_of(note.level);
        json["text"] = json_text(note.text);
        if (!note.item.empty()) {
            json["item"] = json_text(note.item);
        }
        if (note.count != 1) {
            json["count"] = note.count;
        }
    }

    void operator()(const RunEnded& ended) const {
        json["run"] = ended.run;
        json["status"] = name_of(ended.status);
        spec::OrderedJson metrics = spec::OrderedJson::object();
        for (const auto& [key, summary] : ended.metrics) {
            if (std::isfinite(summary.value)) {
                spec::append_field(metrics, json_text(key), summary_json(summary));
            }
        }
        json["metrics"] = std::move(metrics);
        spec::OrderedJson absent = spec::OrderedJson::object();
        for (const auto& [key, reason] : ended.absent) {
            spec::append_field(absent, json_text(key), json_text(reason));
        }
        json["absent"] = std::move(absent);
    }

    void operator()(const Verdict& verdict) const {
        json["sentence"] = json_text(verdict.sentence);
        json["grade"] = name_of(verdict.grade);
        json["rule_version"] = verdict.rule_version;
        json["evidence"] = metrics_json(verdict.evidence);
    }

    void operator()(const Footer& footer) const {
        json["runs_done"] = footer.runs_done;
        json["lines"] = footer.lines;
        json["notes_by_code"] = spec::OrderedJson::object();
        for (const auto& [code, count] : footer.notes_by_code) {
            json["notes_by_code"][json_text(code)] = count;
        }
    }
};

}  // namespace

std::string line_to_json(const Line& line, std::uint64_t seq) {
    spec::OrderedJson json;
    json["type"] = kLineTypes[line.index()];
    json["seq"] = seq;
    std::visit(FieldWriter{json}, line);
    return spec::dump_json(json);
}

}  // namespace throughline::record
