// SPDX-License-Identifier: Apache-2.0
#include "engine/record/record_json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <concepts>

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

/// A spec that is not JSON object would make the line one that nobody can read: it is left empty.
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

void append_integer(std::string& text, std::integral auto value) {
    std::array<char, 24> digits{};
    text.append(digits.data(),
                std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

/// As dump_json() writes a number: "100.0", "1e-05".
void append_number(std::string& text, double value) {
    const double size = std::fabs(value);
    const bool plain = size == 0.0 || (size >= 1e-4 && size < 1e15);
    std::array<char, 32> digits{};
    const char* const end =
        std::to_chars(digits.data(),
                      digits.data() + digits.size(),
                      value,
                      plain ? std::chars_format::fixed : std::chars_format::scientific)
            .ptr;
    const std::string_view number(digits.data(), static_cast<std::size_t>(end - digits.data()));
    text += number;
    text += plain && number.find('.') == std::string_view::npos ? ".0" : "";
}

void append_quoted(std::string& text, const std::string& key) {
    const bool plain = std::all_of(key.begin(), key.end(), [](char byte) {
        return byte >= ' ' && byte < '\x7f' && byte != '"' && byte != '\\' && byte != '%';
    });
    if (!plain) {
        text += spec::dump_json(json_text(key));
        return;
    }
    text += '"';
    text += key;
    text += '"';
}

/// Fills in the fields of each kind of line but samples.
struct FieldWriter {
    spec::OrderedJson& json;

    void operator()(const Sample&) const {}  // append_sample()

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

void append_sample(std::string& text, const Sample& sample, std::uint64_t seq) {
    THROUGHLINE_CHECK(std::isfinite(sample.t_s) && std::isfinite(sample.dt_s));
    text += R"({"type":"sample","seq":)";
    append_integer(text, seq);
    text += R"(,"run":)";
    append_integer(text, sample.run);
    text += R"(,"repeat":)";
    append_integer(text, sample.repeat);
    text += R"(,"t_s":)";
    append_number(text, sample.t_s);
    text += R"(,"dt_s":)";
    append_number(text, sample.dt_s);
    text += R"(,"phase":")";
    text += name_of(sample.phase);
    text += sample.unsettled ? R"(","unsettled":true,"metrics":{)" : R"(","metrics":{)";
    const char* comma = "";
    for (const auto& [key, value] : sample.metrics) {
        if (std::isfinite(value)) {
            text += comma;
            append_quoted(text, key);
            text += ':';
            append_number(text, value);
            comma = ",";
        }
    }
    text += "}}";
}

std::string line_to_json(const Line& line, std::uint64_t seq) {
    if (const auto* sample = std::get_if<Sample>(&line)) {
        std::string text;
        append_sample(text, *sample, seq);
        return text;
    }
    spec::OrderedJson json;
    json["type"] = kLineTypes[line.index()];
    json["seq"] = seq;
    std::visit(FieldWriter{json}, line);
    return spec::dump_json(json);
}

}  // namespace throughline::record
